//! All data of a game but its moves, as one line of a file.

use super::opening::Opening;
use super::outcome::{GameOutcome, PlayedGame};
use super::schedule::ScheduledGame;
use crate::board::Color;
use crate::engines::info::EngineScore;
use crate::game::{Declaration, End, Reason};
use jiff::Timestamp;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// All data of a game but its moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameLine {
    /// Number of the game, counted from zero, which determines the engines, colours and opening.
    pub game: u64,
    pub black: String,
    pub white: String,
    pub started: Timestamp,
    pub ended: Timestamp,
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    #[serde(serialize_with = "write_end", deserialize_with = "read_end")]
    pub reason: End,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// The illegal move that ended the game, if one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub illegal: Option<String>,
    /// The drawn games before this one, from the same opening, as the text behind `position` in the protocol.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drawn: Vec<String>,
    /// True if the engines have exchanged the colours of the schedule since then.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub exchanged: bool,
    /// The side that moved first after the opening.
    pub first: Side,
    /// Plies of the opening, for which the lists below have no entries.
    pub opening: usize,
    pub microseconds: Vec<u64>,
    pub scores: Vec<Option<EngineScore>>,
    pub depths: Vec<Option<u32>>,
    pub nodes: Vec<Option<u64>>,
}

/// A colour in the spelling of the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    Black,
    White,
}

impl From<Color> for Side {
    fn from(color: Color) -> Self {
        match color {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }
}

impl From<Side> for Color {
    fn from(side: Side) -> Self {
        match side {
            Side::Black => Self::Black,
            Side::White => Self::White,
        }
    }
}

impl GameLine {
    #[must_use]
    pub fn new(scheduled: &ScheduledGame, names: [&str; 2], opening: &Opening, game: &PlayedGame) -> Self {
        let GameOutcome { winner, reason, detail } = game.outcome.clone();
        Self {
            game: scheduled.number,
            black: names[0].to_owned(),
            white: names[1].to_owned(),
            started: game.started,
            ended: game.ended,
            winner: winner.map(Side::from),
            reason,
            detail,
            illegal: game.illegal.map(|m| opening.start().variant().usi(m)),
            drawn: Vec::new(),
            exchanged: false,
            first: opening.position().side_to_move().into(),
            opening: opening.moves().len(),
            microseconds: game.moves.iter().map(|played| played.time.as_micros() as u64).collect(),
            scores: game.moves.iter().map(|played| played.score).collect(),
            depths: game.moves.iter().map(|played| played.depth).collect(),
            nodes: game.moves.iter().map(|played| played.nodes).collect(),
        }
    }
}

/// The word of the logs for the end of a game.
const fn word(end: End) -> &'static str {
    match end {
        End::Rules(Reason::NoMoves) => "mate",
        End::Rules(Reason::Repetition) => "repetition",
        End::Rules(Reason::PerpetualCheck) => "perpetual-check",
        End::Rules(Reason::Try) => "try",
        End::Rules(Reason::RoyalLost) => "royal-lost",
        End::Rules(Reason::BareKing) => "bare-king",
        End::Rules(Reason::Check) => "check",
        End::Rules(Reason::MaxMoves) => "max-moves",
        End::Declared(Declaration::Win) => "declaration",
        End::Declared(Declaration::Draw) => "declared-draw",
        End::Declared(Declaration::Loss) => "wrong-declaration",
        End::Claim => "claim",
        End::Resignation => "resignation",
        End::Agreement => "agreement",
        End::WinByScore => "win-by-score",
        End::DrawByScore => "draw-by-score",
        End::IllegalMove => "illegal-move",
        End::IllegalAction => "illegal-action",
        End::Time => "time",
        End::NoAnswer => "no-answer",
        End::Crash => "crash",
        End::NoStart => "no-start",
        End::Protocol => "protocol",
        End::Interruption => "interruption",
    }
}

fn write_end<S: Serializer>(end: &End, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(word(*end))
}

fn read_end<'de, D: Deserializer<'de>>(deserializer: D) -> Result<End, D::Error> {
    let found = String::deserialize(deserializer)?;
    let end = End::ALL.into_iter().find(|&end| word(end) == found);
    end.ok_or_else(|| D::Error::custom(format_args!("no game ends by \"{found}\"")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Line {
        #[serde(serialize_with = "write_end", deserialize_with = "read_end")]
        reason: End,
    }

    #[test]
    fn ends_read_back_by_their_words() {
        for reason in End::ALL {
            let text = serde_json::to_string(&Line { reason }).unwrap();
            assert_eq!(serde_json::from_str::<Line>(&text).unwrap(), Line { reason }, "{text}");
        }
        // Words in logs of earlier versions.
        for (text, reason) in [
            ("royal-lost", End::Rules(Reason::RoyalLost)),
            ("max-moves", End::Rules(Reason::MaxMoves)),
            ("declared-draw", End::Declared(Declaration::Draw)),
            ("no-start", End::NoStart),
        ] {
            let line = format!("{{\"reason\":\"{text}\"}}");
            assert_eq!(serde_json::from_str::<Line>(&line).unwrap().reason, reason);
        }
        let unknown = serde_json::from_str::<Line>("{\"reason\":\"weather\"}").unwrap_err();
        assert!(unknown.to_string().contains("no game ends by \"weather\""), "{unknown}");
    }
}
