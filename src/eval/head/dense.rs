//! The layers of the first community networks: two hidden layers of clipped bytes and an output.

use super::{Affine, BLOCK, Block, Scratch};
use crate::eval::simd::{Kernel, Simd};
use crate::eval::transformer::{TILE, Tile};

/// Sums of hidden layers are divided by two to this power.
const HIDDEN_SHIFT: u32 = 6;

/// Two hidden layers of clipped bytes and an output, over the clipped accumulators of both sides.
pub struct Dense {
    pub first: Affine,
    pub second: Affine,
    pub output: Output,
}

impl Dense {
    pub(super) fn scratch(&self) -> Scratch {
        Scratch::of(&self.first, [self.second.columns().bytes(), self.output.bytes()], &self.second)
    }
}

/// The layers at work on the accumulators of the side to move and of the other side.
pub(super) struct Forward<'a> {
    pub dense: &'a Dense,
    pub sides: [&'a [Tile]; 2],
    pub scratch: &'a mut Scratch,
}

impl Kernel for Forward<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<S: Simd>(self) -> i32 {
        let Self { dense, sides, scratch: Scratch { input, active, sums, hidden: [first, second] } } = self;
        let mut activity = Activity::default();
        for row in sides {
            for tile in row {
                let bytes = Block::of_tile(input, activity.tiles);
                let mut quads = 0;
                for i in (0..TILE).step_by(S::BYTES) {
                    let clipped = S::clip(S::load_words(&tile.0[i..]), S::load_words(&tile.0[i + S::WORDS..]));
                    S::store_bytes(clipped, &mut bytes[i..]);
                    quads |= u64::from(S::active_quads(clipped)) << (i / 4);
                }
                activity.add(quads, active);
            }
        }
        dense.first.forward::<S>(0, input, activity.end(active), sums);
        clip::<S>(&sums[..dense.first.outputs()], first);
        dense.second.forward_all::<S>(0, first, sums);
        clip::<S>(&sums[..dense.second.outputs()], second);
        dense.output.forward(0, second)
    }
}

/// The bits of active groups of four bytes, collected tile by tile.
#[derive(Default)]
pub(super) struct Activity {
    word: u64,
    /// The number of tiles so far.
    pub tiles: usize,
}

impl Activity {
    /// The number of tiles whose bits fill a word.
    const TILES: usize = u64::BITS as usize / (TILE / 4);

    /// Adds the bits of the next tile.
    #[inline(always)]
    pub fn add(&mut self, quads: u64, to: &mut [u64]) {
        self.word |= quads << (self.tiles % Self::TILES * (TILE / 4));
        self.tiles += 1;
        if self.tiles.is_multiple_of(Self::TILES) {
            to[self.tiles / Self::TILES - 1] = self.word;
            self.word = 0;
        }
    }

    /// Ends the list and returns it.
    #[inline(always)]
    pub fn end(self, to: &mut [u64]) -> &[u64] {
        let words = self.tiles.div_ceil(Self::TILES);
        if !self.tiles.is_multiple_of(Self::TILES) {
            to[words - 1] = self.word;
        }
        &to[..words]
    }
}

/// Divides sums by 64, clamps them to 0..=127 and stores them as bytes.
#[inline(always)]
pub(super) fn clip<S: Simd>(sums: &[i32], to: &mut [Block]) {
    for (sums, bytes) in sums.chunks(BLOCK).zip(to) {
        for (sums, bytes) in sums.chunks(S::SUMS).zip(bytes.0.chunks_exact_mut(S::SUMS)) {
            if sums.len() == S::SUMS {
                S::store_clipped_sums::<HIDDEN_SHIFT>(S::load_sums(sums), bytes);
            } else {
                for (sum, byte) in sums.iter().zip(bytes) {
                    *byte = (sum >> HIDDEN_SHIFT).clamp(0, 127) as u8;
                }
            }
        }
    }
}

/// The last layer, with one output, or one such layer for each of several stacks.
pub struct Output {
    /// The biases. `[stack]`
    pub biases: Vec<i32>,
    /// The weights, padded with zeros to a multiple of 64. `[stack][input]`
    pub weights: Vec<i8>,
}

impl Output {
    /// The bytes that the inputs take.
    pub(super) fn bytes(&self) -> usize {
        self.weights.len() / self.biases.len().max(1)
    }

    #[inline(always)]
    pub(super) fn forward(&self, stack: usize, input: &[Block]) -> i32 {
        let bytes = self.bytes();
        let weights = &self.weights[stack * bytes..][..bytes];
        let mut sum = self.biases[stack];
        for (input, weights) in input.iter().zip(weights.chunks(BLOCK)) {
            for (input, weights) in input.0.as_chunks::<64>().0.iter().zip(weights.as_chunks::<64>().0) {
                let products = input.iter().zip(weights).map(|(&a, &w)| i32::from(a) * i32::from(w));
                sum = sum.wrapping_add(products.sum());
            }
        }
        sum
    }
}

impl Scratch {
    /// Buffers for layers of which `first` and `second` are affine, and for `hidden` bytes behind each of them.
    pub(super) fn of(first: &Affine, hidden: [usize; 2], second: &Affine) -> Self {
        let input = Block::zeros(first.columns().bytes());
        Self {
            active: vec![0; input.len()],
            input,
            sums: vec![0; first.room().max(second.room())],
            hidden: hidden.map(Block::zeros),
        }
    }
}
