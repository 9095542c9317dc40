//! Errors in positions and moves of any game.

use crate::game::MoveError;
use crate::words::InLanguage;
use crate::{large, rules};
use thiserror::Error;

/// Fault of a text that is not a position of its game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AnySfenError {
    /// Of a game with drops.
    #[error(transparent)]
    Drops(#[from] rules::SfenError),
    /// Of a large game.
    #[error(transparent)]
    Large(#[from] large::SfenError),
}

/// A move that is not legal in the position it was meant for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the move is not legal here; legal_moves lists those that are")]
pub struct IllegalMove;

impl InLanguage for IllegalMove {
    fn japanese(&self) -> String {
        "この局面では指せない手です".to_owned()
    }
}

/// The rule that a move breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum AnyIllegality {
    /// Of a game with drops.
    #[error(transparent)]
    Drops(#[from] rules::Illegality),
    /// Of a large game.
    #[error(transparent)]
    Large(#[from] large::Illegality),
}

impl InLanguage for AnySfenError {
    fn japanese(&self) -> String {
        match self {
            Self::Drops(error) => error.japanese(),
            Self::Large(error) => error.japanese(),
        }
    }
}

impl InLanguage for AnyIllegality {
    fn japanese(&self) -> String {
        match self {
            Self::Drops(reason) => reason.japanese(),
            Self::Large(reason) => reason.japanese(),
        }
    }
}

pub(super) fn any_error<I: Into<AnyIllegality>>(error: MoveError<I>) -> MoveError<AnyIllegality> {
    match error {
        MoveError::Syntax(text) => MoveError::Syntax(text),
        MoveError::Illegal { text, reason } => MoveError::Illegal { text, reason: reason.into() },
    }
}
