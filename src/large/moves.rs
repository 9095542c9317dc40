//! Moves of the large games.

use super::geometry::Square;
use super::piece::Kind;
use super::width::{Narrow, Width};
use crate::game::{GameMove, MoveBits as _};
use std::fmt;
use std::marker::PhantomData;

const BITS: u32 = 11;
const MASK: u32 = (1 << BITS) - 1;
const PROMOTES: u32 = 1 << (2 * BITS);
const HAS_VIA: u32 = PROMOTES << 1;
/// The place of the direction of a first step.
const FIRST_STEP: u32 = 2 * BITS + 2;

/// A list of moves.
pub type MoveList<W> = <W as Width>::List<Move<W>>;

/// A move, which may pass over a square: the square of a lion's first capture, or the one that it steps to and back
/// when it passes.
///
/// Origin and target take 11 bits each, promotion and the presence of a square between one, and the direction of that
/// square, which is next to the origin, three. No square has the number zero, which is the origin of drops; their kind
/// stands in place of the direction.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move<W>(u32, PhantomData<W>);

impl<W: Width> Move<W> {
    /// A move in one step, slide or jump.
    #[must_use]
    #[inline(always)]
    pub const fn new(from: Square<W>, to: Square<W>, promotes: bool) -> Self {
        let bits = from.index() as u32 | (to.index() as u32) << BITS;
        Self(if promotes { bits | PROMOTES } else { bits }, PhantomData)
    }

    /// A move in two steps, the first of them in a direction.
    #[must_use]
    #[inline(always)]
    pub(super) const fn in_two(from: Square<W>, first: usize, to: Square<W>, promotes: bool) -> Self {
        Self(Self::new(from, to, promotes).0 | HAS_VIA | (first as u32) << FIRST_STEP, PhantomData)
    }

    /// A move over a neighbour of its origin.
    #[must_use]
    #[inline]
    pub const fn double(from: Square<W>, via: Square<W>, to: Square<W>, promotes: bool) -> Option<Self> {
        match from.direction(via) {
            Some(first) if from.distance(via) == 1 => Some(Self::in_two(from, first, to, promotes)),
            _ => None,
        }
    }

    /// A drop.
    #[must_use]
    pub const fn drop(kind: Kind, to: Square<W>) -> Self {
        Self((to.index() as u32) << BITS | (kind.index() as u32) << FIRST_STEP, PhantomData)
    }

    /// The kind that the move drops; none for a move on the board, as all moves of the narrow kernel are.
    #[must_use]
    #[inline(always)]
    pub const fn dropped(self) -> Option<Kind> {
        if W::EXTRA_MOVEMENT && self.0 & MASK == 0 { Some(Kind::new((self.0 >> FIRST_STEP) as usize)) } else { None }
    }

    /// The origin, which is no square for a drop.
    #[must_use]
    #[inline(always)]
    pub const fn from(self) -> Square<W> {
        Square::from_index((self.0 & MASK) as u16)
    }

    #[must_use]
    #[inline(always)]
    pub const fn to(self) -> Square<W> {
        Square::from_index((self.0 >> BITS & MASK) as u16)
    }

    /// The direction of the first step, if the move names a square between.
    #[inline(always)]
    pub(super) const fn first_step(self) -> Option<usize> {
        if self.0 & HAS_VIA == 0 { None } else { Some((self.0 >> FIRST_STEP & 7) as usize) }
    }

    /// The square between, if the move names one.
    #[must_use]
    #[inline(always)]
    pub const fn via(self) -> Option<Square<W>> {
        match self.first_step() {
            Some(direction) => Some(self.from().offset(W::STEPS[direction])),
            None => None,
        }
    }

    #[must_use]
    #[inline(always)]
    pub const fn promotes(self) -> bool {
        self.0 & PROMOTES != 0
    }

    /// The bits of the move.
    pub(super) const fn word(self) -> u32 {
        self.0
    }

    /// The move of some bits; none for zero.
    pub(super) const fn of_word(word: u32) -> Option<Self> {
        if word == 0 { None } else { Some(Self(word, PhantomData)) }
    }

    /// True if its squares are cells of the grid with room for steps round them.
    pub(super) const fn is_on_grid(self) -> bool {
        let first = Square::<W>::new(0, 0).index();
        let last = Square::<W>::new(W::LONGEST - 1, W::LONGEST - 1).index();
        let (from, to) = (self.from().index(), self.to().index());
        let starts = match self.dropped() {
            Some(_) => self.0 & (PROMOTES | HAS_VIA) == 0,
            None => from >= first && from <= last && self.0 >> (FIRST_STEP + 3) == 0,
        };
        starts && to >= first && to <= last
    }

    /// The same move with or without promotion.
    #[must_use]
    pub const fn with_promotion(self, promotes: bool) -> Self {
        Self(if promotes { self.0 | PROMOTES } else { self.0 & !PROMOTES }, PhantomData)
    }
}

impl<W: Width> GameMove for Move<W> {
    type Bits = W::Bits;

    #[inline]
    fn to_bits(self) -> W::Bits {
        W::Bits::truncated(if W::EXTRA_MOVEMENT { self.0.into() } else { self.packed().into() })
    }

    #[inline]
    fn from_bits(bits: W::Bits) -> Option<Self> {
        let word: u64 = bits.into();
        if W::EXTRA_MOVEMENT {
            Self::of_word(word as u32).filter(|m| m.is_on_grid())
        } else {
            Self::unpacked(word as u16)
        }
    }

    #[inline]
    fn to_word(self) -> u32 {
        self.0
    }

    #[inline]
    fn from_word(word: u32) -> Option<Self> {
        Self::of_word(word)
    }
}

/// Squares of a file or rank.
const SIDE: u16 = Narrow::LONGEST as u16;
/// Targets in one move: a square on one of the four lines through the origin, or one of the other eight jumps.
const TARGETS: u16 = 4 * SIDE + 8;
/// Continuations of an origin: a target, with promotion or without, or a first and a second direction.
const CODES: u16 = 2 * TARGETS + 8 * 8;

const _: () = assert!(SIDE * SIDE < u16::MAX / CODES);

#[inline(always)]
const fn number<W: Width>(square: Square<W>) -> u16 {
    square.rank() as u16 * SIDE + square.file() as u16
}

#[inline(always)]
const fn numbered<W: Width>(number: u16) -> Square<W> {
    Square::new((number % SIDE) as u8, (number / SIDE) as u8)
}

/// The code of a target: the direction without its sense, and the file or, on a file, the rank.
#[inline(always)]
fn code<W: Width>(from: Square<W>, to: Square<W>) -> u16 {
    match from.direction(to) {
        Some(direction) => {
            let place = if direction % 4 == 0 { to.rank() } else { to.file() };
            direction as u16 % 4 * SIDE + u16::from(place)
        }
        None => 4 * SIDE + (0..8).find(|&jump| from.offset(W::JUMPS[2 * jump + 1]) == to).unwrap_or(0) as u16,
    }
}

/// The target of a code, if it lies on the largest board.
#[inline(always)]
fn decoded<W: Width>(from: Square<W>, code: u16) -> Option<Square<W>> {
    if code >= 4 * SIDE {
        return Some(from.offset(W::JUMPS[usize::from(2 * (code - 4 * SIDE) + 1)]));
    }
    let (file, rank, place) = (i16::from(from.file()), i16::from(from.rank()), (code % SIDE) as i16);
    let (file, rank) = match code / SIDE {
        0 => (file, place),
        1 => (place, rank + place - file),
        2 => (place, rank),
        _ => (place, rank - place + file),
    };
    let inside = (0..SIDE as i16).contains(&rank);
    Some(Square::new(file as u8, rank as u8)).filter(|&to| inside && to != from)
}

impl<W: Width> Move<W> {
    /// The move of a narrow board as a number of 16 bits: origin, target with promotion or two directions. Steps that no
    /// piece makes have none.
    #[inline]
    fn packed(self) -> u16 {
        let code = match self.via() {
            None => code(self.from(), self.to()) + if self.promotes() { TARGETS } else { 0 },
            Some(via) => {
                let (first, second) = (self.from().direction(via), via.direction(self.to()));
                2 * TARGETS + 8 * first.unwrap_or(0) as u16 + second.unwrap_or(0) as u16
            }
        };
        1 + number(self.from()) * CODES + code
    }

    /// The move of such a number.
    #[inline]
    fn unpacked(bits: u16) -> Option<Self> {
        let bits = bits.checked_sub(1)?;
        let (origin, code) = (bits / CODES, bits % CODES);
        let from = (origin < SIDE * SIDE).then(|| numbered(origin))?;
        if code < 2 * TARGETS {
            return decoded(from, code % TARGETS).map(|to| Self::new(from, to, code >= TARGETS));
        }
        let directions = usize::from(code - 2 * TARGETS);
        let via = from.offset(W::STEPS[directions / 8]);
        Some(Self::in_two(from, directions / 8, via.offset(W::STEPS[directions % 8]), false))
    }
}

/// Writes the move in USI notation, and a drop with the number of its kind, which only the game can name.
impl<W: Width> fmt::Display for Move<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(kind) = self.dropped() {
            return write!(f, "{}*{:?}", kind.index(), self.to());
        }
        write!(f, "{:?}", self.from())?;
        if let Some(via) = self.via() {
            write!(f, "{via:?}")?;
        }
        write!(f, "{:?}{}", self.to(), if self.promotes() { "+" } else { "" })
    }
}

impl<W: Width> fmt::Debug for Move<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
