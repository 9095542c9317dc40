//! Search information that an engine sends.

use std::fmt;

/// Latest depth, nodes and score of a search, from the lines of its first variation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchInfo {
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    pub score: Option<EngineScore>,
}

/// A score from the side that searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum EngineScore {
    #[cfg_attr(feature = "json", serde(rename = "cp"))]
    Centipawns(i32),
    /// Plies to the mate, negative for being mated; 1 or -1 if the engine gives no number.
    Mate(i32),
}

/// Centipawns that stand for a mate in comparisons.
const MATE_CENTIPAWNS: i32 = 100_000;

impl EngineScore {
    /// A score in centipawns, none of them above a mate.
    #[must_use]
    pub fn of_centipawns(score: i32) -> Self {
        Self::Centipawns(score.clamp(-MATE_CENTIPAWNS, MATE_CENTIPAWNS))
    }

    /// The score as one number, for comparisons.
    #[must_use]
    pub const fn centipawns(self) -> i32 {
        match self {
            Self::Centipawns(score) => score,
            Self::Mate(plies) if plies > 0 => MATE_CENTIPAWNS,
            Self::Mate(_) => -MATE_CENTIPAWNS,
        }
    }
}

impl fmt::Display for EngineScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Centipawns(score) => write!(f, "{score}"),
            Self::Mate(plies) => write!(f, "mate {plies}"),
        }
    }
}

impl SearchInfo {
    /// Reads the text after `info`, ignoring the second and further variations. Returns true if it holds an expected
    /// line.
    pub fn read(&mut self, text: &str) -> bool {
        let mut next = *self;
        let mut words = text.split_whitespace();
        let mut tells_line = false;
        while let Some(word) = words.next() {
            match word {
                "string" => break,
                "pv" => {
                    tells_line = true;
                    break;
                }
                "multipv" if words.next() != Some("1") => return false,
                "depth" => next.depth = words.next().and_then(|n| n.parse().ok()).or(next.depth),
                "nodes" => next.nodes = words.next().and_then(|n| n.parse().ok()).or(next.nodes),
                "score" => next.score = read_score(words.next(), words.next()).or(next.score),
                _ => {}
            }
        }
        *self = next;
        tells_line
    }
}

/// Expected moves in the text after `info`; empty if it holds none.
#[must_use]
pub fn expected_line(text: &str) -> &str {
    let behind = || text.split_once(" pv ").map(|(_, line)| line);
    text.strip_prefix("pv ").or_else(behind).unwrap_or_default().trim()
}

fn read_score(kind: Option<&str>, value: Option<&str>) -> Option<EngineScore> {
    match (kind?, value?) {
        ("cp", value) => value.parse().ok().map(EngineScore::of_centipawns),
        ("mate", "+") => Some(EngineScore::Mate(1)),
        ("mate", "-" | "0") => Some(EngineScore::Mate(-1)),
        // No engine counts as far as `i32::MIN`, which has no opposite.
        ("mate", value) => value.parse().ok().map(|plies: i32| EngineScore::Mate(plies.max(-i32::MAX))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(lines: &[&str]) -> SearchInfo {
        let mut info = SearchInfo::default();
        for line in lines {
            info.read(line);
        }
        info
    }

    #[test]
    fn takes_the_newest_of_the_first_variation() {
        let info = read(&[
            "depth 3 seldepth 5 multipv 1 score cp 40 nodes 900 pv 7g7f",
            "depth 4 multipv 2 score cp -500 nodes 950 pv 2g2f",
            "currmove 7g7f",
            "string depth 99",
            "depth 5 nodes 1000 pv depth 77",
        ]);
        let expected = SearchInfo { depth: Some(5), nodes: Some(1000), score: Some(EngineScore::Centipawns(40)) };
        assert_eq!(info, expected);
    }

    #[test]
    fn lines_stand_anywhere() {
        assert_eq!(expected_line("depth 3 pv 7g7f 3c3d"), "7g7f 3c3d");
        assert_eq!(expected_line("pv 7g7f"), "7g7f");
        assert_eq!((expected_line("depth 3"), expected_line("pv")), ("", ""));
    }

    #[test]
    fn mates_of_every_spelling() {
        let score = |text: &str| read(&[&format!("score mate {text}")]).score.map(EngineScore::centipawns);
        assert_eq!(score("5"), Some(MATE_CENTIPAWNS));
        assert_eq!(score("+"), Some(MATE_CENTIPAWNS));
        assert_eq!(score("-4"), Some(-MATE_CENTIPAWNS));
        assert_eq!(score("-"), Some(-MATE_CENTIPAWNS));
        assert_eq!(score("-2147483648"), Some(-MATE_CENTIPAWNS));
        assert_eq!(score("soon"), None);
    }
}
