//! Kinds of pieces, and pieces of a colour.

use crate::board::Color;

/// A kind of piece, promoted forms being kinds of their own: an index into `Spec::kinds`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind(u8);

impl Kind {
    /// The length of every table by kind.
    pub const LIMIT: usize = 16;

    /// # Panics
    /// If `index` is 15 or more.
    #[must_use]
    #[inline]
    pub const fn new(index: usize) -> Self {
        assert!(index < Self::LIMIT - 1);
        Self(index as u8)
    }

    /// The index, masked so that the compiler knows it to be below [`Kind::LIMIT`].
    #[must_use]
    #[inline(always)]
    pub const fn index(self) -> usize {
        (self.0 & 15) as usize
    }
}

/// The content of a square: a kind in the low four bits with the colour above it, or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece(u8);

impl Piece {
    pub const NONE: Self = Self(15);
    /// The length of every table by piece.
    pub const LIMIT: usize = 32;

    #[must_use]
    #[inline(always)]
    pub const fn new(color: Color, kind: Kind) -> Self {
        Self(kind.0 | (color as u8) << 4)
    }

    #[must_use]
    #[inline(always)]
    pub const fn is_none(self) -> bool {
        self.0 == Self::NONE.0
    }

    /// For [`Piece::NONE`] this is a kind of no game, without value; its [`Piece::color`] is meaningless.
    #[must_use]
    #[inline(always)]
    pub const fn kind(self) -> Kind {
        Kind(self.0 & 15)
    }

    #[must_use]
    #[inline(always)]
    pub const fn color(self) -> Color {
        if self.0 & 16 == 0 { Color::Black } else { Color::White }
    }

    #[must_use]
    #[inline(always)]
    pub const fn is(self, color: Color) -> bool {
        !self.is_none() && self.0 >> 4 == color as u8
    }

    #[must_use]
    #[inline(always)]
    pub const fn index(self) -> usize {
        (self.0 & 31) as usize
    }
}
