//! Scores in comments, in the forms of the programs that draw them as a graph.
//!
//! A [`Record`](super::Record) and CSA files hold them as the server floodgate writes them, `* 30 -3334FU`: centipawns
//! from Black's side and the expected line. KIF and KI2 files hold them as ShogiGUI writes them, which the other
//! viewers of these files draw too: `*対局 時間 00:12.0 評価値 30 読み筋 △３四歩(33)`. Comments with more in them, for
//! instance those of an analysis ([`Analysed`]), stay as they are.

use super::vocabulary::side_at_start;
use crate::board::Color;
use std::fmt;
use std::time::Duration;

/// A program's verdict on a position, from Black's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a pawn, positive for Black.
    Centipawns(i32),
    /// A mate, with its plies if they are known.
    Mate {
        /// True if Black gives the mate.
        black_wins: bool,
        /// Moves of both sides up to the mate.
        plies: Option<u32>,
    },
}

impl Score {
    /// Reads the comment of floodgate, ShogiGUI, ShogiHome or a program that writes like one of them; none if it holds
    /// no score.
    #[must_use]
    pub fn of_comment(comment: &str) -> Option<Self> {
        let marked = comment.strip_prefix(['*', '#'])?;
        if let Some(value) = marked.strip_prefix("評価値=") {
            return number_at_start(value).map(Self::Centipawns);
        }
        if let Some(mate) = marked.strip_prefix("詰み=") {
            return mate_for(mate);
        }
        if let Some((_, value)) = marked.split_once(" 評価値 ") {
            return in_words(value);
        }
        if comment.starts_with('*') { number_at_start(marked.trim_start()).map(Self::Centipawns) } else { None }
    }
}

/// Result of analysing a position. It is displayed as the comment that ShogiGUI writes and the other viewers of KIF
/// files draw; [`Score::of_comment`] reads it.
#[derive(Clone, Copy, Debug)]
pub struct Analysed<'a> {
    /// The verdict.
    pub score: Score,
    /// Plies of the last iteration.
    pub depth: usize,
    /// Nodes searched.
    pub nodes: u64,
    /// Time of the search.
    pub elapsed: Duration,
    /// The expected moves in the words of the file.
    pub line: &'a str,
}

impl fmt::Display for Analysed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { depth, nodes, .. } = self;
        write!(f, "*解析 0 候補1 時間 {} 深さ {depth} ノード数 {nodes}{VALUE}", clock(self.elapsed))?;
        match self.score {
            Score::Centipawns(score) => write!(f, "{score}")?,
            Score::Mate { black_wins, plies } => {
                f.write_str(if black_wins { "+詰" } else { "-詰" })?;
                plies.map_or(Ok(()), |plies| write!(f, " {plies}"))?;
            }
        }
        if self.line.is_empty() { Ok(()) } else { write!(f, "{LINE}{}", self.line) }
    }
}

/// `30`, `+詰 15` or `-詰`, as ShogiGUI writes them.
fn in_words(value: &str) -> Option<Score> {
    let mut words = value.split_whitespace();
    let first = words.next()?;
    let black_wins = match first {
        "+詰" => true,
        "-詰" => false,
        _ => return number_at_start(first).map(Score::Centipawns),
    };
    Some(Score::Mate { black_wins, plies: words.next().and_then(|plies| plies.parse().ok()) })
}

/// `先手勝ち:15手` or `後手勝ち`, as ShogiHome writes them.
fn mate_for(text: &str) -> Option<Score> {
    let (winner, rest) = side_at_start(text)?;
    let rest = rest.strip_prefix("勝ち")?;
    let plies = rest.strip_prefix(':').and_then(|rest| rest.split_once('手')).and_then(|(plies, _)| plies.parse().ok());
    Some(Score::Mate { black_wins: winner.color == Color::Black, plies })
}

fn number_at_start(text: &str) -> Option<i32> {
    let sign = usize::from(text.starts_with(['+', '-']));
    let digits = text[sign..].find(|c: char| !c.is_ascii_digit()).map_or(text.len(), |end| sign + end);
    text[..digits].parse().ok()
}

/// A comment of floodgate in the form of KIF and KI2 files, with `spent` as the time that the file gives for the move.
/// None for another comment, or if `line_in_kif` cannot translate the expected line into KIF moves, the only ones that
/// viewers read.
pub(super) fn in_kif(
    comment: &str,
    spent: Duration,
    line_in_kif: impl FnOnce(&str) -> Option<String>,
) -> Option<String> {
    let (score, line) = floodgate(comment)?;
    let line = line.map_or(Some(String::new()), |line| Some(format!("{LINE}{}", line_in_kif(line)?)))?;
    Some(format!("{GAME}{}{VALUE}{score}{line}", clock(spent)))
}

/// The comment from which [`in_kif`] wrote this one, at a move for which the file gives the time `spent`. None for
/// another comment: a clock with another time would be lost, and so would a line that `line_in_csa` cannot translate
/// back.
pub(super) fn from_kif(
    comment: &str,
    spent: Duration,
    line_in_csa: impl FnOnce(&str) -> Option<String>,
) -> Option<String> {
    let (time, value) = comment.strip_prefix(GAME)?.split_once(VALUE)?;
    let (score, line) = value.split_once(LINE).map_or((value, None), |(score, line)| (score, Some(line)));
    if time != clock(spent) {
        return None;
    }
    let line = line.map_or(Some(String::new()), |line| Some(format!(" {}", line_in_csa(line)?)))?;
    let back = format!("* {score}{line}");
    floodgate(&back).is_some().then_some(back)
}

const GAME: &str = "*対局 時間 ";
const VALUE: &str = " 評価値 ";
const LINE: &str = " 読み筋 ";

/// The score of a comment of floodgate, and the line after it.
fn floodgate(comment: &str) -> Option<(i32, Option<&str>)> {
    let text = comment.strip_prefix("* ")?;
    let (score, line) = text.split_once(' ').map_or((text, None), |(score, line)| (score, Some(line)));
    let number: i32 = score.parse().ok()?;
    (number.to_string() == score).then_some((number, line))
}

fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{:02}:{:02}.{}", seconds / 60, seconds % 60, time.subsec_millis() / 100)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::kif::searched;
    use crate::variants::Variant;

    #[test]
    fn scores_of_several_programs() {
        let mate = |black_wins, plies| Some(Score::Mate { black_wins, plies });
        for (comment, score) in [
            ("* -87", Some(Score::Centipawns(-87))),
            ("* 30 -3334FU +2726FU", Some(Score::Centipawns(30))),
            ("*評価値=80", Some(Score::Centipawns(80))),
            ("#評価値=-60.5", Some(Score::Centipawns(-60))),
            ("*詰み=先手勝ち:15手", mate(true, Some(15))),
            ("#詰み=後手勝ち", mate(false, None)),
            ("*対局 時間 00:01.2 深さ 9/14 ノード数 5000 評価値 -7 読み筋 ▲７六歩(77)", Some(Score::Centipawns(-7))),
            ("*解析 0 候補1 時間 00:00.1 深さ 3 ノード数 10 評価値 -詰 4 読み筋 △３四歩(33)", mate(false, Some(4))),
            ("* 検討 評価値 +12", Some(Score::Centipawns(12))),
            ("a good move", None),
            ("#1", None),
            ("*", None),
        ] {
            assert_eq!(Score::of_comment(comment), score, "{comment}");
        }
    }

    #[test]
    fn analyses_read_back() {
        for score in [
            Score::Centipawns(-87),
            Score::Mate { black_wins: true, plies: Some(15) },
            Score::Mate { black_wins: false, plies: None },
        ] {
            for line in ["", "△３四歩(33) ▲２六歩(27)"] {
                let analysed = Analysed { score, depth: 9, nodes: 5000, elapsed: Duration::from_millis(250), line };
                let comment = analysed.to_string();
                assert_eq!(Score::of_comment(&comment), Some(score), "{comment}");
                let as_it_is = |line: &str| Some(line.to_owned());
                assert_eq!(from_kif(&comment, analysed.elapsed, as_it_is), None, "{comment}");
            }
        }
    }

    #[test]
    fn comments_of_floodgate_go_into_kif_and_back() {
        let spent = Duration::from_millis(72_340);
        let position = Variant::Shogi.start();
        let first = position.parse_move("7g7f").unwrap();
        let mut behind = position.clone();
        behind.make(first);
        let in_kif = |comment: &str| in_kif(comment, spent, |line| searched::in_kif(&behind, Some(first), line));
        let from_kif =
            |comment: &str, spent| from_kif(comment, spent, |line| searched::in_csa(&behind, Some(first), line));
        for (comment, line) in [
            ("* -87", ""),
            ("* 30 -3334FU +8822UM -3122GI", " 読み筋 △３四歩(33) ▲２二角成(88) △同　銀(31)"),
            ("* 0 -3334FU #1200", " 読み筋 △３四歩(33) #1200"),
        ] {
            let written = in_kif(comment).unwrap();
            let score = comment.split(' ').nth(1).unwrap();
            assert_eq!(written, format!("*対局 時間 01:12.3 評価値 {score}{line}"));
            assert_eq!(Score::of_comment(&written), Score::of_comment(comment));
            assert_eq!(from_kif(&written, spent).as_deref(), Some(comment));
            assert_eq!(from_kif(&written, Duration::from_secs(72)), None, "another clock");
        }
        for comment in ["", "*", "30", "* x", "* +30", "*評価値=80", "* 5 ", "* 5 P-7f", "* 5 7g7f", "* 5 %TORYO"] {
            assert_eq!(in_kif(comment), None, "{comment}");
        }
        for line in ["-3334FU -8384FU", "+2726FU", "-3335FU", "-3334FU +2", "#1 -3334FU"] {
            assert_eq!(in_kif(&format!("* 5 {line}")).is_some(), line == "-3334FU +2", "{line}");
        }
        let longer = "*対局 時間 00:01.2 深さ 9 ノード数 5000 評価値 -7";
        assert_eq!(from_kif(longer, Duration::from_millis(1200)), None, "more than the score");
        for line in ["△３四歩", "▲３四歩(33)", "△３五歩(33)", "△３四歩(33) △８四歩(83)"] {
            let comment = format!("*対局 時間 01:12.3 評価値 5 読み筋 {line}");
            assert_eq!(from_kif(&comment, spent), None, "{line}");
        }
    }
}
