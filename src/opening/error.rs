//! Faults of whole books and of single entries.

use crate::words::counted;
use std::fmt;
use std::io;
use thiserror::Error;

/// A file that cannot be used as a book.
#[derive(Debug, Error)]
pub enum BookError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("it is not {0}")]
    Format(&'static str),
    #[error("{format} holds positions of shogi only, not of {game}")]
    Game { format: &'static str, game: &'static str },
}

/// An account of the entries left out of a book.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Damage {
    pub positions: usize,
    pub moves: usize,
    /// Place and fault of the first of them.
    pub first: Option<String>,
}

impl Damage {
    #[must_use]
    pub const fn is_none(&self) -> bool {
        self.positions == 0 && self.moves == 0
    }

    pub fn merge(&mut self, other: Self) {
        self.positions += other.positions;
        self.moves += other.moves;
        self.first = self.first.take().or(other.first);
    }

    /// Counts a position, left out with its moves.
    pub fn position(&mut self, fault: impl FnOnce() -> String) {
        self.positions += 1;
        self.first.get_or_insert_with(fault);
    }

    pub fn moves(&mut self, fault: impl FnOnce() -> String) {
        self.moves += 1;
        self.first.get_or_insert_with(fault);
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { positions, moves, first } = self;
        write!(f, "left out as damaged or illegal: {}, {}", counted(*positions, "position"), counted(*moves, "move"))?;
        first.iter().try_for_each(|first| write!(f, "; the first: {first}"))
    }
}
