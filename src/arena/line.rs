//! All data of a game but its moves, as one line holds them.

use super::openings::Opening;
use super::outcome::{EndReason, GameOutcome, PlayedGame};
use super::schedule::ScheduledGame;
use crate::board::Color;
use crate::engines::info::EngineScore;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// All data of a game but its moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameLine {
    /// The number of the game, counted from zero, which determines the engines, colours and opening.
    pub game: u64,
    pub black: String,
    pub white: String,
    pub started: Timestamp,
    pub ended: Timestamp,
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    pub reason: EndReason,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// The illegal move that ended the game, if one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub illegal: Option<String>,
    /// The side that moved first after the opening.
    pub first: Side,
    /// The number of plies of the opening, for which the lists below have no entries.
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
            first: opening.position().side_to_move().into(),
            opening: opening.moves().len(),
            microseconds: game.moves.iter().map(|played| played.time.as_micros() as u64).collect(),
            scores: game.moves.iter().map(|played| played.score).collect(),
            depths: game.moves.iter().map(|played| played.depth).collect(),
            nodes: game.moves.iter().map(|played| played.nodes).collect(),
        }
    }
}
