//! The search as a line of thinking in CECP.

use crate::engines::cecp::score_in_cecp;
use crate::engines::info::{SearchInfo, expected_line};

/// The latest figures of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thoughts {
    pub info: SearchInfo,
    /// Milliseconds.
    pub time: u64,
    /// The expected moves, in USI.
    pub line: Vec<String>,
}

impl Thoughts {
    /// Reads the words behind `info`; returns true if they include a line of moves.
    pub fn read(&mut self, text: &str) -> bool {
        let mut words = text.split_whitespace();
        let time = words.find(|&word| word == "time").and_then(|_| words.next()).and_then(|word| word.parse().ok());
        self.time = time.unwrap_or(self.time);
        let tells_line = self.info.read(text);
        if tells_line {
            self.line = expected_line(text).split_whitespace().map(str::to_owned).collect();
        }
        tells_line
    }

    /// The line of thinking, with the moves in CECP notation.
    pub fn line(&self, moves: &[String]) -> String {
        let score = self.info.score.map_or(0, score_in_cecp);
        let (depth, nodes) = (self.info.depth.unwrap_or(0), self.info.nodes.unwrap_or(0));
        format!("{depth} {score} {} {nodes} {}", self.time / 10, moves.join(" "))
    }

    /// The answer to a question about the state of an analysis.
    pub fn state(&self) -> String {
        let (depth, nodes) = (self.info.depth.unwrap_or(0), self.info.nodes.unwrap_or(0));
        format!("stat01: {} {nodes} {depth} 0 0", self.time / 10)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_become_a_line() {
        let mut thoughts = Thoughts::default();
        let text = "depth 9 seldepth 12 multipv 1 score cp -31 nodes 4321 nps 9 hashfull 1 time 457 pv 7g7f 3c3d";
        assert!(thoughts.read(text));
        assert!(!thoughts.read("depth 10 currmove 7g7f"));
        assert_eq!(thoughts.line, ["7g7f", "3c3d"]);
        assert_eq!(thoughts.line(&["c3c4".to_owned()]), "10 -31 45 4321 c3c4");
        thoughts.read("depth 11 score mate 5 nodes 5000 time 1000 pv 7g7f");
        assert_eq!(thoughts.line(&[]), "11 100003 100 5000 ");
        assert_eq!(thoughts.state(), "stat01: 100 5000 11 0 0");
    }
}
