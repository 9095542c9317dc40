//! Typed faults of positions and moves.

use crate::kernel::TextError;
use thiserror::Error;

/// A fault of a text that is not a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SfenError {
    /// In a part that all games have.
    #[error(transparent)]
    Text(#[from] TextError),
    #[error("the hands \"{0}\" cannot be read")]
    Hands(String),
    #[error("a count of \"{0}\" in the hands")]
    HandCount(String),
    #[error("\"{0}\" is named twice in the hands")]
    HandRepeated(char),
    #[error("\"{0}\" cannot be held in hand")]
    NotHeld(char),
    #[error("a piece on {0}, which is not on the board")]
    OffBoard(String),
    #[error("{found} pieces of the kind {letter} where there may be {limit}")]
    TooManyPieces { letter: char, found: usize, limit: u8 },
    #[error("{0} has more than one king")]
    TwoKings(&'static str),
    #[error("{0} has no king")]
    NoKing(&'static str),
    #[error("neither side has a king")]
    NoKings,
    #[error("the {letter} on {square} could never move again")]
    DeadPiece { letter: char, square: String },
    #[error("more pieces of the kind {letter} on file {file} than the rules allow")]
    FileLimit { letter: char, file: u8 },
    #[error("the side that is not to move stands in check")]
    OpponentInCheck,
}

/// A rule that a move breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum Illegality {
    #[error("there is no piece on the square it leaves")]
    NoPiece,
    #[error("the piece belongs to the other side")]
    WrongSide,
    #[error("the piece is not in hand")]
    NotInHand,
    #[error("the piece does not move that way")]
    Movement,
    #[error("a piece of the same side stands on the target")]
    OwnPiece,
    #[error("a king cannot be captured")]
    CapturesKing,
    #[error("it cannot promote there")]
    NoPromotion,
    #[error("it must promote there")]
    PromotionForced,
    #[error("a drop on an occupied square")]
    DropOnPiece,
    #[error("a promoted piece cannot be dropped")]
    DropPromoted,
    #[error("a piece dropped there could never move")]
    DeadDrop,
    #[error("nifu: too many of these unpromoted on the file")]
    FileLimit,
    #[error("uchifuzume: this drop may not give mate")]
    DropMate,
    #[error("it leaves the own king in check")]
    SelfCheck,
    #[error("the square is not on the board")]
    OffBoard,
    #[error("the game is over: a king has been captured, has entered or was put in check")]
    GameOver,
}

/// A fault of a text that is not a legal move in a game with drops.
pub type MoveError = crate::game::MoveError<Illegality>;
