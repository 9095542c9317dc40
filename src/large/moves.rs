//! Moves of the large games.

use super::geometry::{STEPS, Square};
use crate::game::GameMove;
use arrayvec::ArrayVec;
use std::fmt;

const BITS: u32 = 9;
const MASK: u32 = (1 << BITS) - 1;
const PROMOTES: u32 = 1 << (3 * BITS);
const HAS_VIA: u32 = PROMOTES << 1;

/// A position with 608 moves is the richest known. What is read is refused if its pieces could have more than these.
pub const MAX_MOVES: usize = 2048;

/// A list of moves.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

/// A move, which may pass over a square: where a lion captures on its first step, and where it steps to and comes back
/// from when it passes.
///
/// Origin, target and square between take 9 bits each, promotion and the presence of a square between one. No square has
/// the number zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u32);

impl Move {
    /// A move in one step, slide or jump.
    #[must_use]
    #[inline(always)]
    pub const fn new(from: Square, to: Square, promotes: bool) -> Self {
        let bits = from.index() as u32 | (to.index() as u32) << BITS;
        Self(if promotes { bits | PROMOTES } else { bits })
    }

    /// A move in two steps.
    #[must_use]
    #[inline(always)]
    pub const fn double(from: Square, via: Square, to: Square) -> Self {
        Self(Self::new(from, to, false).0 | HAS_VIA | (via.index() as u32) << (2 * BITS))
    }

    #[must_use]
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::from_index((self.0 & MASK) as u16)
    }

    #[must_use]
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::from_index((self.0 >> BITS & MASK) as u16)
    }

    /// The square between, if the move names one.
    #[must_use]
    #[inline(always)]
    pub const fn via(self) -> Option<Square> {
        if self.0 & HAS_VIA == 0 { None } else { Some(Square::from_index((self.0 >> (2 * BITS) & MASK) as u16)) }
    }

    #[must_use]
    #[inline(always)]
    pub const fn promotes(self) -> bool {
        self.0 & PROMOTES != 0
    }

    /// The same move with or without promotion.
    #[must_use]
    pub const fn with_promotion(self, promotes: bool) -> Self {
        Self(if promotes { self.0 | PROMOTES } else { self.0 & !PROMOTES })
    }
}

/// Squares of one file or rank that the number of a move tells apart.
const SIDE: u16 = 12;
/// Targets of moves in one step.
const TARGETS: u16 = SIDE * SIDE;
/// What may follow an origin: a target, or a first and a second direction.
const CODES: u16 = TARGETS + 8 * 8;

/// No board is larger: see [`Spec::MOST_SQUARES`](super::Spec::MOST_SQUARES).
const _: () = assert!(super::Spec::MOST_SQUARES == TARGETS as usize && TARGETS * CODES < u16::MAX / 2);

#[inline(always)]
const fn number(square: Square) -> u16 {
    square.rank() as u16 * SIDE + square.file() as u16
}

#[inline(always)]
const fn numbered(number: u16) -> Square {
    Square::new((number % SIDE) as u8, (number / SIDE) as u8)
}

/// A move as a number of 16 bits: origin, target or directions, promotion.
impl GameMove for Move {
    type Bits = u16;

    #[inline]
    fn to_bits(self) -> u16 {
        let code = match self.via() {
            None => number(self.to()),
            Some(via) => {
                let (first, second) = (self.from().direction(via), via.direction(self.to()));
                TARGETS + 8 * first.unwrap_or(0) as u16 + second.unwrap_or(0) as u16
            }
        };
        1 + 2 * (number(self.from()) * CODES + code) + u16::from(self.promotes())
    }

    #[inline]
    fn from_bits(bits: u16) -> Option<Self> {
        let bits = bits.checked_sub(1)?;
        let (promotes, origin, code) = (bits % 2 == 1, bits / 2 / CODES, bits / 2 % CODES);
        let from = (origin < TARGETS).then(|| numbered(origin))?;
        if code < TARGETS {
            return (code != origin).then(|| Self::new(from, numbered(code), promotes));
        }
        let via = from.offset(STEPS[usize::from(code - TARGETS) / 8]);
        let to = via.offset(STEPS[usize::from(code - TARGETS) % 8]);
        (!promotes).then(|| Self::double(from, via, to))
    }
}

/// Writes the move in USI notation.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.from())?;
        if let Some(via) = self.via() {
            write!(f, "{via:?}")?;
        }
        write!(f, "{:?}{}", self.to(), if self.promotes() { "+" } else { "" })
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
