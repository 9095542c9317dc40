//! The layers of the first community networks (Nasu 2018): two hidden layers with clipped ReLU and an output.

use super::{Affine, BLOCK, Block, Input, Scratch};
use crate::eval::simd::{Kernel, Simd};
use crate::eval::transformer::Tile;

/// Sums of hidden layers are divided by 2 to this power.
pub(super) const HIDDEN_SHIFT: u32 = 6;

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

/// Clips the accumulators of the side to move and of the other side, which have `T` tiles each, or any number if `T` is
/// 0.
///
/// Compiled for each number of tiles, unlike the layers behind it.
pub(super) struct Clip<'a, const T: usize> {
    pub sides: [&'a [Tile]; 2],
    pub scratch: &'a mut Scratch,
}

impl<const T: usize> Kernel for Clip<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self) {
        let mut input = Input::new(&mut self.scratch.input, &mut self.scratch.active);
        for row in self.sides {
            let tiles = if T == 0 { row.len() } else { T };
            for tile in &row[..tiles] {
                input.add::<S>(tile);
            }
        }
        input.end();
    }
}

/// Runs the layers on the input written by [`Clip`].
pub(super) struct Forward<'a> {
    pub dense: &'a Dense,
    pub scratch: &'a mut Scratch,
}

impl Kernel for Forward<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<S: Simd>(self) -> i32 {
        let Self { dense, scratch: Scratch { input, active, sums, hidden: [first, second] } } = self;
        dense.first.forward::<S>(0, input, active, sums);
        clip::<S>(sums, dense.first.outputs(), first);
        dense.second.forward_all::<S>(0, first, sums);
        clip::<S>(sums, dense.second.outputs(), second);
        dense.output.forward::<S>(0, second)
    }
}

/// Divides the sums of the `outputs`, clamps them and stores them as bytes. The bytes behind them, up to the next whole
/// register, are meaningless and meet weights of zero.
#[inline(always)]
pub(super) fn clip<S: Simd>(sums: &[i32], outputs: usize, to: &mut [Block]) {
    // By index: the compiler does not inline zipped iterators into functions with an instruction set of their own.
    for first in (0..outputs).step_by(S::SUMS) {
        let bytes = &mut to[first / BLOCK].0[first % BLOCK..];
        S::store_clipped_sums::<HIDDEN_SHIFT>(S::load_sums(&sums[first..]), bytes);
    }
}

/// The last layer, with one output, or one such layer for each of several stacks.
pub struct Output {
    /// The biases. `[stack]`
    pub biases: Vec<i32>,
    /// The weights, padded with zeros to whole tiles. `[stack][input]`
    pub weights: Vec<i8>,
}

impl Output {
    /// The number of bytes of the inputs.
    pub(super) fn bytes(&self) -> usize {
        self.weights.len() / self.biases.len().max(1)
    }

    #[inline(always)]
    pub(super) fn forward<S: Simd>(&self, stack: usize, input: &[Block]) -> i32 {
        let bytes = self.bytes();
        let weights = &self.weights[stack * bytes..][..bytes];
        let mut sums = S::zero_sums();
        for first in (0..bytes).step_by(S::BYTES) {
            let input: &[i8; BLOCK] = zerocopy::transmute_ref!(&input[first / BLOCK].0);
            sums = S::add_dots(sums, S::load_bytes(&input[first % BLOCK..]), S::load_bytes(&weights[first..]));
        }
        self.biases[stack].wrapping_add(S::total(sums) as i32)
    }
}

impl Scratch {
    /// Buffers for the affine layers `first` and `second`, and for the `hidden` bytes behind each of them.
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
