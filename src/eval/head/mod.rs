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
use super::transformer::Tile;
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
    input: Vec<Bytes>,
    /// A bit for every four bytes of `input`, which is set if they are not all zero.
    active: Vec<u64>,
    /// The sums of a layer.
    sums: Vec<i32>,
    /// The inputs of the layers behind the first. `[layer]`
    hidden: [Vec<Bytes>; 2],
}

/// As many bytes as a tile has words, on a cache line of their own.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Bytes([u8; 64]);

impl Bytes {
    const ZERO: Self = Self([0; 64]);
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
