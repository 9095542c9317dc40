//! Kinds of pieces and pieces.

use crate::board::Color;
use std::fmt;

/// A kind of piece: an index into the kinds of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Kind(u16);

impl Kind {
    /// Upper bound of a game's kinds.
    pub const LIMIT: usize = 511;

    #[must_use]
    pub const fn new(index: usize) -> Self {
        assert!(index < Self::LIMIT, "there are no more kinds");
        Self(index as u16)
    }

    #[must_use]
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The bits of a piece that name its kind.
const KIND: u16 = 0x1ff;
/// The bits of a piece that name its side.
const OWNERS: u16 = 3 * (KIND + 1);

/// The content of a cell: a piece, nothing, or the edge of the board. Two bits name the side of a piece; the edge
/// belongs to both, so that neither side may go there.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece(u16);

impl Piece {
    /// An empty square.
    pub const NONE: Self = Self(0);
    /// A cell beside the board.
    pub const EDGE: Self = Self(OWNERS | KIND);
    /// The number of values of [`Piece::index`].
    pub const COUNT: usize = (OWNERS | KIND) as usize + 1;

    #[must_use]
    #[inline(always)]
    pub const fn new(color: Color, kind: Kind) -> Self {
        Self(Self::owner(color) | kind.0)
    }

    const fn owner(color: Color) -> u16 {
        (KIND + 1) << color as u16
    }

    #[must_use]
    #[inline(always)]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// True if a piece of `color` cannot go there: its own piece or the edge.
    #[must_use]
    #[inline(always)]
    pub const fn bars(self, color: Color) -> bool {
        self.0 & Self::owner(color) != 0
    }

    /// True for a piece of `color`.
    #[must_use]
    #[inline(always)]
    pub const fn is(self, color: Color) -> bool {
        self.0 & OWNERS == Self::owner(color)
    }

    /// True for a piece of either side.
    #[must_use]
    #[inline(always)]
    pub const fn is_piece(self) -> bool {
        !matches!(self.0 & OWNERS, 0 | OWNERS)
    }

    /// The side of a piece; meaningless for an empty square.
    #[must_use]
    #[inline(always)]
    pub const fn color(self) -> Color {
        if self.bars(Color::White) { Color::White } else { Color::Black }
    }

    /// The kind of a piece; meaningless for an empty square.
    #[must_use]
    #[inline(always)]
    pub const fn kind(self) -> Kind {
        Kind(self.0 & KIND)
    }

    #[must_use]
    #[inline(always)]
    pub const fn index(self) -> usize {
        // All bits that a piece has: no table by pieces needs to test its bounds.
        (self.0 & (OWNERS | KIND)) as usize
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NONE => f.write_str("nothing"),
            Self::EDGE => f.write_str("the edge"),
            piece => write!(f, "{:?} {}", piece.color(), piece.kind().index()),
        }
    }
}
