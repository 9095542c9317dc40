//! Ends of games, and the data kept of each game.

use crate::any::AnyMove;
use crate::board::Color;
use crate::engines::info::EngineScore;
use crate::game::End;
use jiff::Timestamp;
use std::time::Duration;

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameOutcome {
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    pub reason: End,
    /// A detail that the reason leaves open, like the illegal move; often empty.
    pub detail: String,
}

/// A move of a game with the engine's information about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    pub chosen: AnyMove,
    pub time: Duration,
    /// The score for the side that moved.
    pub score: Option<EngineScore>,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
}

/// A finished game, from the end of its opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    pub started: Timestamp,
    pub ended: Timestamp,
    /// The start and all moves, as the text behind `position` in the protocol.
    pub line: String,
    pub moves: Vec<PlayedMove>,
    pub outcome: GameOutcome,
    /// The illegal move that ended the game, if one did.
    pub illegal: Option<AnyMove>,
}
