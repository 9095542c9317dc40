//! How games end, and the data that is kept of them.

use crate::any::AnyMove;
use crate::board::Color;
use crate::engines::info::EngineScore;
use crate::game::Reason;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// The reason why a game of a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EndReason {
    Resignation,
    /// No legal move is left.
    Mate,
    Repetition,
    PerpetualCheck,
    /// A side declared with the points for a win.
    Declaration,
    /// A side declared with the points for a draw.
    DeclaredDraw,
    /// A side declared, but a condition of the declaration failed.
    WrongDeclaration,
    Try,
    /// The last royal piece was captured.
    RoyalLost,
    /// A side had nothing left but a royal piece.
    BareKing,
    /// The first check was given, in a game that it wins.
    Check,
    MaxMoves,
    /// The scores of both engines agreed on a winner for long enough.
    WinByScore,
    DrawByScore,
    IllegalMove,
    /// The engine answered too late.
    Time,
    /// The engine did not answer even when it was told to stop.
    NoAnswer,
    /// The process of the engine ended.
    Crash,
    /// The engine could not be started again, by the records of earlier versions. The match ends there now, and what they
    /// tell is no game.
    NoStart,
    /// The engine sent a text that is not a move, or a move that was not asked for.
    Protocol,
}

impl EndReason {
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Resignation => "resignation",
            Self::Mate => "mate",
            Self::Repetition => "repetition",
            Self::PerpetualCheck => "perpetual check",
            Self::Declaration => "declaration",
            Self::DeclaredDraw => "declared draw",
            Self::WrongDeclaration => "wrong declaration",
            Self::Try => "try",
            Self::RoyalLost => "royal piece lost",
            Self::BareKing => "bare king",
            Self::Check => "first check",
            Self::MaxMoves => "maximum moves",
            Self::WinByScore => "win by score",
            Self::DrawByScore => "draw by score",
            Self::IllegalMove => "illegal move",
            Self::Time => "time",
            Self::NoAnswer => "no answer",
            Self::Crash => "crash",
            Self::NoStart => "no start",
            Self::Protocol => "protocol",
        }
    }

    /// Whether the engine lost by a fault and not by the way it played.
    #[must_use]
    pub const fn is_fault(self) -> bool {
        matches!(
            self,
            Self::WrongDeclaration
                | Self::IllegalMove
                | Self::Time
                | Self::NoAnswer
                | Self::Crash
                | Self::NoStart
                | Self::Protocol
        )
    }
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl From<Reason> for EndReason {
    fn from(reason: Reason) -> Self {
        match reason {
            Reason::NoMoves => Self::Mate,
            Reason::PerpetualCheck => Self::PerpetualCheck,
            Reason::Repetition => Self::Repetition,
            Reason::Try => Self::Try,
            Reason::RoyalLost => Self::RoyalLost,
            Reason::BareKing => Self::BareKing,
            Reason::Check => Self::Check,
            Reason::MaxMoves => Self::MaxMoves,
        }
    }
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameOutcome {
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    pub reason: EndReason,
    /// A detail that the reason leaves open, such as the illegal move; often empty.
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
    /// The start and all moves, as the text that follows `position` in the protocol.
    pub line: String,
    pub moves: Vec<PlayedMove>,
    pub outcome: GameOutcome,
    /// The illegal move that ended the game, if one did.
    pub illegal: Option<AnyMove>,
}
