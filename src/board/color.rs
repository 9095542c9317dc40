//! The two sides.

use std::ops::Not;

/// A side: Black (sente) moves first in even games and plays towards rank `a`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Color {
    /// Sente, who moves first in an even game.
    Black = 0,
    /// Gote, who gives the handicap and then moves first.
    White = 1,
}

impl Color {
    /// Both sides, Black first.
    pub const ALL: [Self; 2] = [Self::Black, Self::White];

    /// The index of the side in tables: 0 for Black, 1 for White.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The English name of the side, for messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Black => "Black",
            Self::White => "White",
        }
    }

    /// The Japanese name of the side in an even game.
    #[must_use]
    pub const fn japanese(self) -> &'static str {
        match self {
            Self::Black => "先手",
            Self::White => "後手",
        }
    }

    /// The other side, usable in constant evaluation.
    #[must_use]
    #[inline]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

impl Not for Color {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        self.opponent()
    }
}
