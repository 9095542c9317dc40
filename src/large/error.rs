//! Typed faults of positions and moves.

use crate::kernel::TextError;
use thiserror::Error;

/// A fault of a text that is not a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SfenError {
    /// In a part that all games have.
    #[error(transparent)]
    Text(#[from] TextError),
    #[error("\"{0}\" is neither - nor the square where the last move took a lion")]
    Ban(String),
    #[error("{0} has no king and no prince")]
    NoRoyal(&'static str),
    #[error("neither side has a king or a prince")]
    NoRoyals,
    #[error("the pieces of {side} could have {most} moves, more than the {limit} that lists hold", limit = super::MAX_MOVES)]
    TooManyMoves { side: &'static str, most: usize },
}

/// A rule that a move breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum Illegality {
    #[error("there is no piece on the square it leaves")]
    NoPiece,
    #[error("the piece belongs to the other side")]
    WrongSide,
    #[error("the piece does not move that way")]
    Movement,
    #[error("a piece of the same side stands on the target")]
    OwnPiece,
    #[error("it cannot promote there")]
    NoPromotion,
    #[error("it must promote there, since it could not move again")]
    MustPromote,
    #[error("it leaves the last royal piece to be captured")]
    RoyalLeft,
    #[error("the lion two squares away is protected")]
    LionProtected,
    #[error("counter-strike: a lion has just been taken elsewhere, and only a lion may now take the other")]
    CounterStrike,
    #[error("the square is not on the board")]
    OffBoard,
    #[error("the game is over: a side has lost its last royal piece or stands bare")]
    GameOver,
}
