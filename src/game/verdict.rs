//! Verdicts of a referee on a finished game.

use crate::board::Color;
use std::fmt;

/// A finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The side that has won; `None` for a draw.
    pub winner: Option<Color>,
    /// The reason why the game has ended.
    pub reason: Reason,
}

/// The reason why the last move ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// The side to move has no legal move, in check or not.
    NoMoves,
    /// A side has given check all through a repetition, or has attacked where the rules forbid that too.
    PerpetualCheck,
    /// A position has been repeated as often as the rules allow.
    Repetition,
    /// The royal piece reached the square or rank that wins.
    Try,
    /// The last royal piece of a side has been captured.
    RoyalLost,
    /// A side has nothing left but a royal piece.
    BareKing,
    /// The side to move was put in check, which loses this game.
    Check,
    /// The limit of moves was reached.
    MaxMoves,
}

/// The result that a declaration would bring the side to move now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Declaration {
    /// The side that declares wins.
    Win,
    /// The game is drawn.
    Draw,
    /// A condition fails, so the side that declares loses.
    Loss,
}

/// The standing of a side by the rule of the entered king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImpasseCount {
    /// Points of its pieces in the camp and in hand, the king left out.
    pub points: u32,
    /// Its pieces in the camp besides the king.
    pub pieces: u32,
    /// Points of all its pieces, with those that a handicap has removed for its giver.
    pub total: u32,
    /// True if its king stands in the camp.
    pub has_entered: bool,
    /// True if the side is on turn and in check.
    pub in_check: bool,
    /// Points with which a declaration wins.
    pub winning_points: u32,
    /// Points from which a declaration draws, where the rule knows such.
    pub drawing_points: Option<u32>,
}

impl ImpasseCount {
    /// Pieces in the camp besides the king that a declaration needs.
    pub const PIECES: u32 = 10;
    /// Points of all pieces below which a side loses an agreed impasse.
    pub const AGREED_POINTS: u32 = 24;

    /// The points and the pieces in the camp that a winning declaration lacks.
    #[must_use]
    pub const fn missing(&self) -> [u32; 2] {
        [self.winning_points.saturating_sub(self.points), Self::PIECES.saturating_sub(self.pieces)]
    }

    /// The result of a declaration on the side's own turn.
    #[must_use]
    pub fn declaration(&self) -> Declaration {
        let may_declare = self.has_entered && !self.in_check && self.pieces >= Self::PIECES;
        match self.points {
            _ if !may_declare => Declaration::Loss,
            points if points >= self.winning_points => Declaration::Win,
            points if self.drawing_points.is_some_and(|least| points >= least) => Declaration::Draw,
            _ => Declaration::Loss,
        }
    }
}

impl Reason {
    /// The reason in a few words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoMoves => "mate",
            Self::PerpetualCheck => "perpetual check",
            Self::Repetition => "repetition",
            Self::Try => "try",
            Self::RoyalLost => "royal piece lost",
            Self::BareKing => "bare king",
            Self::Check => "first check",
            Self::MaxMoves => "maximum moves",
        }
    }
}

/// Writes the reason as a clause for people.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoMoves => "no legal move is left",
            Self::PerpetualCheck => "perpetual check",
            Self::Repetition => "repetition",
            Self::Try => "the king has reached its goal",
            Self::RoyalLost => "the king has been captured",
            Self::BareKing => "a bare king",
            Self::Check => "the first check",
            Self::MaxMoves => "the limit of moves",
        })
    }
}

/// Writes the verdict as a sentence for people.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(winner) => write!(f, "{winner:?} wins: {}", self.reason),
            None => write!(f, "draw: {}", self.reason),
        }
    }
}
