//! The 16-bit move of the drop kernel.

use super::Kind;
use crate::board::{Bitboard, Square};
use crate::game::GameMove;
use std::fmt;
use std::num::NonZeroU16;

/// To in bits 0-6, from or 81 + dropped kind in bits 7-13, promotion in bit 14. Never zero, since no move goes from
/// 1a to 1a.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(NonZeroU16);

const FROM_SHIFT: u32 = 7;
const SEVEN_BITS: u16 = 0x7f;
const PROMOTION: u16 = 1 << 14;
const FIRST_DROP: usize = Square::COUNT;
/// Upper bound, exclusive, of [`Move::origin_code`].
pub(super) const ORIGINS: usize = FIRST_DROP + Kind::LIMIT;

const _: () = assert!(size_of::<Option<Move>>() == 2);

/// Origin of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    Board(Square),
    Hand(Kind),
}

/// The squares of origins on the board, as sets.
static LEFT: [Bitboard; ORIGINS] = {
    let mut table = [Bitboard::EMPTY; ORIGINS];
    let mut code = 0;
    while let Some(square) = Square::from_index(code) {
        table[code] = Bitboard::EMPTY.with(square);
        code += 1;
    }
    table
};

impl Move {
    #[must_use]
    #[inline(always)]
    pub const fn board(from: Square, to: Square, promotes: bool) -> Self {
        let bits = to.index() as u16 | (from.index() as u16) << FROM_SHIFT | if promotes { PROMOTION } else { 0 };
        Self::pack(bits)
    }

    #[must_use]
    #[inline(always)]
    pub const fn drop(kind: Kind, to: Square) -> Self {
        Self::pack(to.index() as u16 | ((FIRST_DROP + kind.index()) as u16) << FROM_SHIFT)
    }

    #[inline(always)]
    const fn pack(bits: u16) -> Self {
        match NonZeroU16::new(bits) {
            Some(bits) => Self(bits),
            None => panic!("a move from 1a to 1a"),
        }
    }

    #[must_use]
    #[inline(always)]
    #[allow(unsafe_code)]
    pub const fn to(self) -> Square {
        match Square::from_index((self.0.get() & SEVEN_BITS) as usize) {
            Some(square) => square,
            // SAFETY: every constructor ensures that the field is the number of a square.
            None => unsafe { std::hint::unreachable_unchecked() },
        }
    }

    #[must_use]
    #[inline(always)]
    pub const fn origin(self) -> Origin {
        let code = self.origin_code();
        match Square::from_index(code) {
            Some(square) => Origin::Board(square),
            None => Origin::Hand(Kind::new(code - FIRST_DROP)),
        }
    }

    #[must_use]
    #[inline(always)]
    pub const fn is_drop(self) -> bool {
        self.origin_code() >= FIRST_DROP
    }

    #[must_use]
    #[inline(always)]
    pub const fn promotes(self) -> bool {
        self.0.get() & PROMOTION != 0
    }

    /// The square that the move leaves, or 81 plus the dropped kind.
    #[must_use]
    #[inline(always)]
    #[allow(unsafe_code)]
    pub(super) const fn origin_code(self) -> usize {
        let code = (self.0.get() >> FROM_SHIFT & SEVEN_BITS) as usize;
        // SAFETY: every constructor stores a square there, or a number below `Kind::LIMIT` after the last one.
        unsafe { std::hint::assert_unchecked(code < ORIGINS) };
        code
    }

    /// The square that the move leaves, as a set; empty for drops.
    #[must_use]
    #[inline(always)]
    pub(super) fn left(self) -> Bitboard {
        LEFT[self.origin_code()]
    }
}

impl GameMove for Move {
    type Bits = u16;

    #[inline(always)]
    fn to_bits(self) -> u16 {
        self.0.get()
    }

    #[inline(always)]
    fn from_bits(bits: u16) -> Option<Self> {
        let to = (bits & SEVEN_BITS) as usize;
        let origin = (bits >> FROM_SHIFT & SEVEN_BITS) as usize;
        if to >= Square::COUNT || origin >= FIRST_DROP + Kind::LIMIT - 1 || bits >= PROMOTION << 1 {
            return None;
        }
        NonZeroU16::new(bits).map(Self)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.origin() {
            Origin::Board(from) => write!(f, "{from}{}{}", self.to(), if self.promotes() { "+" } else { "" }),
            Origin::Hand(kind) => write!(f, "{}*{}", kind.index(), self.to()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_encoding_reads_back() {
        let mut readable = 0;
        for bits in 0..=u16::MAX {
            if let Some(m) = Move::from_bits(bits) {
                assert_eq!(m.to_bits(), bits);
                let again = match m.origin() {
                    Origin::Board(from) => Move::board(from, m.to(), m.promotes()),
                    Origin::Hand(kind) if m.promotes() => {
                        Move::from_bits(Move::drop(kind, m.to()).to_bits() | PROMOTION).unwrap()
                    }
                    Origin::Hand(kind) => Move::drop(kind, m.to()),
                };
                assert_eq!(again, m);
                readable += 1;
            }
        }
        assert_eq!(readable, 2 * 81 * (81 + 15) - 1);
    }
}
