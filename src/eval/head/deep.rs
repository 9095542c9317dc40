//! The output of the program's own networks with hidden layers beside it. These read the same activations as bytes, and the
//! output without them stays as a shortcut.

use super::dual::DualLayers;
use super::squared::{FINENESS, SquaredOutput};
use super::{CLIP, Input, Scratch, Words};
use crate::eval::simd::{self, Kernel, Simd};
use crate::eval::transformer::Tile;

/// Accumulators are finer than the bytes by 2 to this power.
const BYTE_SHIFT: u32 = FINENESS + 1;
/// Squares of bytes are divided by 2 to this power, and rounded.
const SQUARE_SHIFT: u32 = 7;
const SQUARE_ROUNDING: i16 = 1 << (SQUARE_SHIFT - 1);

/// A squared output and hidden layers beside it, one stack a bucket.
pub struct Deep {
    pub squared: SquaredOutput,
    /// The weights of their output have the unit of the squared output's.
    pub layers: DualLayers,
}

/// Runs the hidden layers on the accumulators of the side to move and of the other side.
pub(super) struct Forward<'a> {
    pub layers: &'a DualLayers,
    pub sides: [&'a [Tile]; 2],
    pub bucket: usize,
    pub scratch: &'a mut Scratch,
}

impl Kernel for Forward<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<S: Simd>(self) -> i32 {
        let Self { layers, sides, bucket, scratch: Scratch { input, active, sums, hidden } } = self;
        let mut input = Input::new(input, active);
        for row in sides {
            for tile in row {
                input.add::<S>(Squares(tile));
            }
        }
        // Bytes have another unit than the activations of the squared output.
        layers.forward::<S>(bucket, input.end(), sums, hidden) * i32::from(CLIP) / i32::from(simd::CLIP)
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
