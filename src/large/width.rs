//! The two sizes in which the kernel is compiled: a narrow one for boards up to 16x16, and a wide one for boards up to
//! 36x36, whose pieces move in every way that the old books know.

use super::piece::Piece;
use crate::game::{GameMove, MoveBits, MoveBuffer};
use arrayvec::ArrayVec;
use std::fmt::Debug;
use std::hash::Hash;

/// Unused rows before the first rank and after the last, and unused columns before the first file.
pub(super) const MARGIN: i16 = 2;

/// Squares to the right and ahead.
type Leap = (i16, i16);

/// The eight neighbours from Black's side; see [`Width::STEPS`].
pub(super) const STEPS_AHEAD: [Leap; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The squares of the second ring from Black's side; see [`Width::JUMPS`].
pub(super) const JUMPS_AHEAD: [Leap; 16] = [
    (0, 2),
    (1, 2),
    (2, 2),
    (2, 1),
    (2, 0),
    (2, -1),
    (2, -2),
    (1, -2),
    (0, -2),
    (-1, -2),
    (-2, -2),
    (-2, -1),
    (-2, 0),
    (-2, 1),
    (-2, 2),
    (-1, 2),
];

/// The distances of squares in a grid.
pub(super) const fn distances<const N: usize>(stride: i16, leaps: [Leap; N]) -> [i16; N] {
    let mut distances = [0; N];
    let mut leap = 0;
    while leap < N {
        let (right, ahead) = leaps[leap];
        distances[leap] = -right - stride * ahead;
        leap += 1;
    }
    distances
}

/// Upper bound of the moves of a narrow game. The richest known position has 608. Positions read from text are rejected
/// if their pieces could have more than this.
pub const MAX_MOVES: usize = 2048;

/// A size of the kernel.
pub trait Width: Copy + Ord + Hash + Debug + Default + Send + Sync + 'static {
    /// Upper bound of files and of ranks.
    const LONGEST: u8;
    /// True if pieces may have [further ways](super::Way) of moving, and moves effects beyond their squares.
    const EXTRA_MOVEMENT: bool;
    /// The content of the cells of a grid beside the board.
    const EDGES: Self::Cells;
    /// No cell of a grid.
    const NO_SQUARES: Self::Words;

    /// Cells from one row of the grid to the next.
    const STRIDE: i16 = Self::LONGEST as i16 + MARGIN;
    /// Cells of the grid: jumps from its last corner lead beyond the last row.
    const CELLS: usize = (Self::LONGEST as usize + 2 * MARGIN as usize) * Self::STRIDE as usize + MARGIN as usize;
    /// The distances to the eight neighbours from Black's side: ahead, then clockwise. The opposite one is four
    /// further, and White's ahead is Black's behind.
    const STEPS: [i16; 8] = distances(Self::STRIDE, STEPS_AHEAD);
    /// The distances to the sixteen squares of the second ring, clockwise from two ahead: twice the step of direction
    /// `d` is number `2 * d`.
    const JUMPS: [i16; 16] = distances(Self::STRIDE, JUMPS_AHEAD);

    /// A piece for each cell of the grid.
    type Cells: Copy + Eq + AsRef<[Piece]> + AsMut<[Piece]> + Send + Sync;
    /// A bit for each cell of the grid.
    type Words: Copy + Eq + AsRef<[u64]> + AsMut<[u64]> + Send + Sync;
    /// A list of moves.
    type List<M: GameMove>: MoveBuffer<M> + IntoIterator<Item = M>;
    /// A move in the transposition table.
    type Bits: MoveBits;
}

/// Boards up to 16x16, as chu shogi needs them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Narrow;

/// Boards up to 36x36, as taikyoku shogi needs them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Wide;

impl Width for Narrow {
    const LONGEST: u8 = 16;
    const EXTRA_MOVEMENT: bool = false;
    const EDGES: Self::Cells = [Piece::EDGE; Self::CELLS];
    const NO_SQUARES: Self::Words = [0; Self::CELLS.div_ceil(64)];

    type Cells = [Piece; Self::CELLS];
    type Words = [u64; Self::CELLS.div_ceil(64)];
    type List<M: GameMove> = ArrayVec<M, MAX_MOVES>;
    type Bits = u16;
}

impl Width for Wide {
    const LONGEST: u8 = 36;
    const EXTRA_MOVEMENT: bool = true;
    const EDGES: Self::Cells = [Piece::EDGE; Self::CELLS];
    const NO_SQUARES: Self::Words = [0; Self::CELLS.div_ceil(64)];

    type Cells = [Piece; Self::CELLS];
    type Words = [u64; Self::CELLS.div_ceil(64)];
    /// Boards of a thousand squares have no useful bound.
    type List<M: GameMove> = Vec<M>;
    type Bits = u32;
}
