//! The layers behind the accumulators, which reduce them to one integer.

mod affine;
mod deep;
mod dense;
mod dual;
mod selector;
mod squared;
mod stacked;

pub use affine::{Affine, Columns};
pub use deep::Deep;
pub use dense::{Dense, Output};
pub use dual::DualLayers;
pub use selector::Selector;
pub use squared::{
    CLIP, OUTPUT_LIMIT, OUTPUT_UNIT, SUM_ROUNDING, SUM_UNIT, SquaredOutput, WIDEST as WIDEST_SQUARED, bucket_of_held,
};
pub use stacked::Stacked;

#[cfg(test)]
pub(super) use squared::activation;

use super::simd::Simd;
use super::transformer::{TILE, Tile};
use crate::rules::{Position, Rules};

/// The layers behind the accumulators, by kind.
pub enum Head {
    Squared(SquaredOutput),
    Deep(Deep),
    Dense(Dense),
    Stacked(Stacked),
}

/// Buffers between the layers. Every thread has its own.
#[derive(Default)]
pub struct Scratch {
    /// The input of the first affine layer.
    input: Vec<Block>,
    /// A bit for every four bytes of `input`, set if they are not all zero.
    active: Vec<u64>,
    /// The sums of a layer.
    sums: Vec<i32>,
    /// The inputs of the layers behind the first. `[layer]`
    hidden: [Vec<Block>; 2],
}

/// Inputs of an affine layer, as many as a word has bits for groups of four, on cache lines of their own.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Block([u8; BLOCK]);

/// The groups of four bytes in a block.
const QUADS: usize = u64::BITS as usize;
/// The number of bytes in a block.
const BLOCK: usize = 4 * QUADS;
/// Tiles whose words fill a block after clipping to bytes.
const TILES: usize = BLOCK / TILE;

impl Block {
    /// As many blocks of zeros as hold `count` bytes.
    fn zeros(count: usize) -> Vec<Self> {
        vec![Self([0; BLOCK]); count.div_ceil(BLOCK)]
    }
}

/// Words of a tile, read from accumulators or computed from them.
trait Words: Copy {
    /// The register that begins at word `at`.
    fn load<S: Simd>(self, at: usize) -> S::Words;
}

impl Words for &Tile {
    #[inline(always)]
    fn load<S: Simd>(self, at: usize) -> S::Words {
        S::load_words(&self.0[at..])
    }
}

/// The input of a first layer, written tile by tile.
struct Input<'a> {
    blocks: &'a mut [Block],
    /// A bit for every four bytes, set if they are not all zero. `[block]`
    active: &'a mut [u64],
    /// The number of tiles so far.
    tiles: usize,
    /// The bits of the block that is not full yet.
    word: u64,
}

impl<'a> Input<'a> {
    #[inline(always)]
    fn new(blocks: &'a mut [Block], active: &'a mut [u64]) -> Self {
        Self { blocks, active, tiles: 0, word: 0 }
    }

    /// Clips the words of a tile to bytes and adds them.
    #[inline(always)]
    fn add<S: Simd>(&mut self, words: impl Words) {
        let (block, tile) = (self.tiles / TILES, self.tiles % TILES);
        let bytes = &mut self.blocks[block].0.as_chunks_mut::<TILE>().0[tile];
        for i in (0..TILE).step_by(S::BYTES) {
            let clipped = S::clip(words.load::<S>(i), words.load::<S>(i + S::WORDS));
            S::store_bytes(clipped, &mut bytes[i..]);
            self.word |= u64::from(S::active_quads(clipped)) << ((tile * TILE + i) / 4);
        }
        self.tiles += 1;
        if self.tiles.is_multiple_of(TILES) {
            self.active[block] = self.word;
            self.word = 0;
        }
    }

    /// The blocks, and the bits of their active groups.
    #[inline(always)]
    fn end(self) -> (&'a [Block], &'a [u64]) {
        let blocks = self.tiles.div_ceil(TILES);
        if !self.tiles.is_multiple_of(TILES) {
            self.active[blocks - 1] = self.word;
        }
        (&self.blocks[..blocks], &self.active[..blocks])
    }
}

impl Head {
    /// The output bucket of a position.
    #[inline(always)]
    pub fn bucket<R: Rules>(&self, position: &Position<R>) -> usize {
        match self {
            Self::Squared(squared) => squared.bucket(position),
            Self::Deep(deep) => deep.squared.bucket(position),
            Self::Dense(_) => 0,
            Self::Stacked(stacked) => stacked.selector.stack(position),
        }
    }

    /// The number of output buckets.
    #[inline(always)]
    pub const fn buckets(&self) -> usize {
        match self {
            Self::Squared(squared) => squared.biases.len(),
            Self::Deep(deep) => deep.squared.biases.len(),
            Self::Dense(_) => 1,
            Self::Stacked(stacked) => stacked.layers.output.biases.len(),
        }
    }

    /// The integer output of the last layer, for the accumulators of the side to move and of the other side. `T` is the
    /// number of their tiles, or 0 if it is not known at compile time.
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
            Self::Deep(deep) => {
                let beside = S::call(deep::Forward { layers: &deep.layers, sides: [own, other], bucket, scratch });
                deep.squared.forward::<S, T>(own, other, bucket).wrapping_add(beside)
            }
            Self::Dense(dense) => {
                S::call(dense::Clip::<T> { sides: [own, other], scratch });
                S::call(dense::Forward { dense, scratch })
            }
            Self::Stacked(Stacked { layers, .. }) => {
                S::call(stacked::Forward { layers, sides: [own, other], bucket, scratch })
            }
        }
    }

    /// Buffers for one thread.
    pub fn scratch(&self) -> Scratch {
        match self {
            Self::Squared(_) => Scratch::default(),
            Self::Deep(deep) => deep.layers.scratch(),
            Self::Dense(dense) => dense.scratch(),
            Self::Stacked(stacked) => stacked.layers.scratch(),
        }
    }
}
