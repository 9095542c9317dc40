//! The layers of the later community networks, "SFNN without PSQT" after Stockfish (chessprogramming.org: Stockfish
//! NNUE): hidden layers over pairwise products of the accumulators' halves, in several stacks that positions choose from.

use super::dual::DualLayers;
use super::{Input, Scratch, Selector, Words};
use crate::eval::simd::{CLIP, Kernel, Simd};
use crate::eval::transformer::Tile;

/// Products of two clipped accumulators are divided by 2 to this power.
const PRODUCT_SHIFT: u32 = 7;

/// Pairwise products, and the layers over them.
pub struct Stacked {
    pub layers: DualLayers,
    pub selector: Selector,
}

/// Runs the layers on the accumulators of the side to move and of the other side.
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
            let (left, right) = row.split_at(row.len() / 2);
            for (left, right) in left.iter().zip(right) {
                input.add::<S>(Products { left, right });
            }
        }
        layers.forward::<S>(bucket, input.end(), sums, hidden)
    }
}

/// The products of the clipped words of two tiles.
#[derive(Clone, Copy)]
struct Products<'a> {
    left: &'a Tile,
    right: &'a Tile,
}

impl Words for Products<'_> {
    #[inline(always)]
    fn load<S: Simd>(self, at: usize) -> S::Words {
        let (low, high) = (S::splat_words(0), S::splat_words(CLIP.into()));
        let left = S::clamp_words(self.left.load::<S>(at), low, high);
        let right = S::clamp_words(self.right.load::<S>(at), low, high);
        S::shift_words(S::mul_words(left, right), PRODUCT_SHIFT)
    }
}
