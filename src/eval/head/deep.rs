//! The output of the program's own networks with hidden layers beside it: two of them read the same activations as bytes, the
//! first is passed on both squared and clipped (Stockfish: SFNNv5), and the output without them stays as a shortcut.

use super::dense::{Output, clip};
use super::squared::{FINENESS, SquaredOutput};
use super::stacked::square_and_clip;
use super::{Affine, CLIP, Input, Scratch, Words};
use crate::eval::simd::{self, Kernel, Simd};
use crate::eval::transformer::Tile;

/// Accumulators are finer than the bytes by 2 to this power.
const BYTE_SHIFT: u32 = FINENESS + 1;
/// Squares of bytes are divided by 2 to this power, and rounded.
const SQUARE_SHIFT: u32 = 7;
const SQUARE_ROUNDING: i16 = 1 << (SQUARE_SHIFT - 1);

/// A squared output and two hidden layers beside it, one stack a bucket.
pub struct Deep {
    pub squared: SquaredOutput,
    pub first: Affine,
    pub second: Affine,
    /// Its weights have the unit of the squared output's.
    pub output: Output,
}

impl Deep {
    pub(super) fn scratch(&self) -> Scratch {
        Scratch::of(&self.first, [self.second.columns().bytes(), self.output.bytes()], &self.second)
    }
}

/// Runs the hidden layers on the accumulators of the side to move and of the other side.
pub(super) struct Forward<'a> {
    pub deep: &'a Deep,
    pub sides: [&'a [Tile]; 2],
    pub bucket: usize,
    pub scratch: &'a mut Scratch,
}

impl Kernel for Forward<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<S: Simd>(self) -> i32 {
        let Self { deep, sides, bucket, scratch: Scratch { input, active, sums, hidden: [first, second] } } = self;
        let mut input = Input::new(input, active);
        for row in sides {
            for tile in row {
                input.add::<S>(Squares(tile));
            }
        }
        let (input, active) = input.end();
        deep.first.forward::<S>(bucket, input, active, sums);
        square_and_clip(&sums[..deep.first.outputs()], first);
        deep.second.forward_all::<S>(bucket, first, sums);
        clip::<S>(sums, deep.second.outputs(), second);
        // Bytes have another unit than the activations of the squared output.
        deep.output.forward::<S>(bucket, second) * i32::from(CLIP) / i32::from(simd::CLIP)
    }
}

/// The squares of the clipped words of a tile.
#[derive(Clone, Copy)]
struct Squares<'a>(&'a Tile);

impl Words for Squares<'_> {
    #[inline(always)]
    fn load<S: Simd>(self, at: usize) -> S::Words {
        let (low, high) = (S::splat_words(0), S::splat_words(simd::CLIP.into()));
        let clipped = S::clamp_words(S::shift_words(self.0.load::<S>(at), BYTE_SHIFT), low, high);
        let rounded = S::add_words(S::mul_words(clipped, clipped), S::splat_words(SQUARE_ROUNDING));
        S::shift_words(rounded, SQUARE_SHIFT)
    }
}
