//! Moves of the large games.

use super::geometry::{JUMPS, LONGEST, STEPS, Square};
use crate::game::GameMove;
use arrayvec::ArrayVec;
use std::fmt;

const BITS: u32 = 9;
const MASK: u32 = (1 << BITS) - 1;
const PROMOTES: u32 = 1 << (3 * BITS);
const HAS_VIA: u32 = PROMOTES << 1;

/// The richest known position has 608 moves. Positions read from text are rejected if their pieces could have more than
/// this.
pub const MAX_MOVES: usize = 2048;

/// A list of moves.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

/// A move, which may pass over a square: the square of a lion's first capture, or the one that it steps to and back
/// when it passes.
///
/// Origin, target and square between take 9 bits each, promotion and the presence of a square between one. No square
/// has the number zero.
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

/// Squares of a file or rank.
const SIDE: u16 = LONGEST as u16;
/// Targets in one move: a square on one of the four lines through the origin, or one of the other eight jumps.
const TARGETS: u16 = 4 * SIDE + 8;
/// Continuations of an origin: a target, with promotion or without, or a first and a second direction.
const CODES: u16 = 2 * TARGETS + 8 * 8;

const _: () = assert!(SIDE * SIDE < u16::MAX / CODES);

#[inline(always)]
const fn number(square: Square) -> u16 {
    square.rank() as u16 * SIDE + square.file() as u16
}

#[inline(always)]
const fn numbered(number: u16) -> Square {
    Square::new((number % SIDE) as u8, (number / SIDE) as u8)
}

/// The code of a target: the direction without its sense, and the file or, on a file, the rank.
#[inline(always)]
fn code(from: Square, to: Square) -> u16 {
    match from.direction(to) {
        Some(direction) => {
            let place = if direction % 4 == 0 { to.rank() } else { to.file() };
            direction as u16 % 4 * SIDE + u16::from(place)
        }
        None => 4 * SIDE + (0..8).find(|&jump| from.offset(JUMPS[2 * jump + 1]) == to).unwrap_or(0) as u16,
    }
}

/// The target of a code, if it lies on the largest board.
#[inline(always)]
fn decoded(from: Square, code: u16) -> Option<Square> {
    if code >= 4 * SIDE {
        return Some(from.offset(JUMPS[usize::from(2 * (code - 4 * SIDE) + 1)]));
    }
    let (file, rank, place) = (i16::from(from.file()), i16::from(from.rank()), (code % SIDE) as i16);
    let (file, rank) = match code / SIDE {
        0 => (file, place),
        1 => (place, rank + place - file),
        2 => (place, rank),
        _ => (place, rank - place + file),
    };
    let inside = (0..i16::from(LONGEST)).contains(&rank);
    Some(Square::new(file as u8, rank as u8)).filter(|&to| inside && to != from)
}

/// A move as a number of 16 bits: origin, target with promotion or two directions. Steps that no piece makes have none.
impl GameMove for Move {
    type Bits = u16;

    #[inline]
    fn to_bits(self) -> u16 {
        let code = match self.via() {
            None => code(self.from(), self.to()) + if self.promotes() { TARGETS } else { 0 },
            Some(via) => {
                let (first, second) = (self.from().direction(via), via.direction(self.to()));
                2 * TARGETS + 8 * first.unwrap_or(0) as u16 + second.unwrap_or(0) as u16
            }
        };
        1 + number(self.from()) * CODES + code
    }

    #[inline]
    fn from_bits(bits: u16) -> Option<Self> {
        let bits = bits.checked_sub(1)?;
        let (origin, code) = (bits / CODES, bits % CODES);
        let from = (origin < SIDE * SIDE).then(|| numbered(origin))?;
        if code < 2 * TARGETS {
            return decoded(from, code % TARGETS).map(|to| Self::new(from, to, code >= TARGETS));
        }
        let directions = usize::from(code - 2 * TARGETS);
        let via = from.offset(STEPS[directions / 8]);
        Some(Self::double(from, via, via.offset(STEPS[directions % 8])))
    }

    #[inline]
    fn to_word(self) -> u32 {
        self.0
    }

    #[inline]
    fn from_word(word: u32) -> Option<Self> {
        (word != 0).then_some(Self(word))
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
