//! The end of a game as a referee sees it.

use crate::board::Color;
use std::fmt;

/// A finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// None for a draw.
    pub winner: Option<Color>,
    pub reason: Reason,
}

/// Why the last move ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The side to move has no legal move, in check or not.
    NoMoves,
    PerpetualCheck,
    Repetition,
    /// The royal piece reached the square or rank that wins.
    Try,
    /// The last royal piece of a side has been captured.
    RoyalLost,
    /// The limit of moves was reached.
    MaxMoves,
}

/// What declaring now would bring the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Declaration {
    Win,
    Draw,
    /// A condition fails: whoever declares loses.
    Loss,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoMoves => "no legal move is left",
            Self::PerpetualCheck => "perpetual check",
            Self::Repetition => "repetition",
            Self::Try => "the king has reached its goal",
            Self::RoyalLost => "the king has been captured",
            Self::MaxMoves => "the limit of moves",
        })
    }
}

/// A sentence for people.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(winner) => write!(f, "{winner:?} wins: {}", self.reason),
            None => write!(f, "draw: {}", self.reason),
        }
    }
}
