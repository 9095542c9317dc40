//! The layers behind the accumulators, which turn them into one integer.

mod affine;
mod dense;
mod squared;
mod stacked;

pub use affine::{Affine, Columns};
pub use dense::{Dense, Output};
pub use squared::{
    CLIP, OUTPUT_LIMIT, OUTPUT_UNIT, SUM_ROUNDING, SUM_UNIT, SquaredOutput, WIDEST as WIDEST_SQUARED, bucket_of_held,
};
pub use stacked::{Selector, Stacked};

#[cfg(test)]
pub(super) use squared::activation;

use super::simd::Simd;
use super::transformer::{TILE, Tile};
use crate::rules::{Position, Rules};

/// The layers of one of the kinds that networks have.
pub enum Head {
    Squared(SquaredOutput),
    Dense(Dense),
    Stacked(Stacked),
}

/// What one evaluation writes between the layers. Every thread has its own.
#[derive(Default)]
pub struct Scratch {
    /// The input of the first affine layer.
    input: Vec<Block>,
    /// A bit for every four bytes of `input`, which is set if they are not all zero.
    active: Vec<u64>,
    /// The sums of a layer.
    sums: Vec<i32>,
    /// The inputs of the layers behind the first. `[layer]`
    hidden: [Vec<Block>; 2],
}

/// Inputs of an affine layer, as many as one word has bits for groups of four, on cache lines of their own.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Block([u8; BLOCK]);

/// The number of bytes in a block.
const BLOCK: usize = 256;

impl Block {
    /// As many blocks of zeros as hold `count` bytes.
    fn zeros(count: usize) -> Vec<Self> {
        vec![Self([0; BLOCK]); count.div_ceil(BLOCK)]
    }

    /// The place of the values of a tile in a list of blocks.
    #[inline(always)]
    fn of_tile(blocks: &mut [Self], tile: usize) -> &mut [u8; TILE] {
        let tiles: &mut [[u8; TILE]] = blocks[tile / (BLOCK / TILE)].0.as_chunks_mut().0;
        &mut tiles[tile % (BLOCK / TILE)]
    }
}

impl Head {
    /// The set of weights that a position uses.
    #[inline(always)]
    pub fn bucket<R: Rules>(&self, position: &Position<R>) -> usize {
        match self {
            Self::Squared(squared) => squared.bucket(position),
            Self::Dense(_) => 0,
            Self::Stacked(stacked) => stacked.bucket(position),
        }
    }

    /// The integer output of the last layer, for the accumulators of the side to move and of the other side. `T` is the
    /// number of their tiles, or 0 if only their lengths tell.
    #[inline(always)]
    pub fn forward<S: Simd, const T: usize>(
        &self,
        own: &[Tile],
        other: &[Tile],
        bucket: usize,
        scratch: &mut Scratch,
    ) -> i32 {
        match self {
            Self::Squared(squared) => squared.forward::<S, T>(own, other, bucket),
            Self::Dense(dense) => S::call(dense::Forward { dense, sides: [own, other], scratch }),
            Self::Stacked(stacked) => S::call(stacked::Forward { stacked, sides: [own, other], bucket, scratch }),
        }
    }

    /// Buffers for one thread.
    pub fn scratch(&self) -> Scratch {
        match self {
            Self::Squared(_) => Scratch::default(),
            Self::Dense(dense) => dense.scratch(),
            Self::Stacked(stacked) => stacked.scratch(),
        }
    }
}
