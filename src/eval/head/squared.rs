//! The output layer of the program's own networks, with squared clipped ReLU (SCReLU; chessprogramming.org: NNUE).

use crate::eval::features::held;
use crate::eval::simd::Simd;
use crate::eval::transformer::{TILE, Tile};
use crate::rules::{Position, Rules};

/// Upper bound of activations, which stands for one; the lower bound is 0.
pub const CLIP: i16 = 255;
/// Accumulators are finer than activations by 2 to this power, because about forty rounded rows are summed in each.
pub(super) const FINENESS: u32 = 3;
/// The unit of the first layer: its values are multiples of one divided by this.
pub const SUM_UNIT: i16 = CLIP << FINENESS;
/// Addition to the biases of the first layer, so that activations are rounded and not truncated.
pub const SUM_ROUNDING: i16 = 1 << (FINENESS - 1);
/// The unit of output weights: they are multiples of one divided by this.
pub const OUTPUT_UNIT: i32 = 64;
/// The greatest output weight, which stands for 1.98: its product with a clipped value fits 16 bits.
pub const OUTPUT_LIMIT: i16 = 127;
/// Upper bound of the width. A sum in the narrowest register then collects at most 128 pairs of products below 2^23,
/// which fits 32 bits.
pub const WIDEST: usize = 512;

/// Pieces in hand from which on the last bucket is used.
const HANDS_FULL: usize = 16;

/// The activation of an accumulator.
#[cfg(test)]
pub fn activation(sum: i16) -> i16 {
    (sum >> FINENESS).clamp(0, CLIP)
}

/// The output bucket for `held` pieces in both hands.
#[must_use]
#[inline(always)]
pub fn bucket_of_held(held: u32, buckets: usize) -> usize {
    (held as usize * buckets / HANDS_FULL).min(buckets - 1)
}

/// An output layer that sums squared clipped accumulators by weight, with one set of weights for each range of pieces
/// in hand (output buckets).
pub struct SquaredOutput {
    /// The weights for the side to move, then those for the other. `[bucket][own, other][tile]`
    pub weights: Vec<Tile>,
    /// The biases, as multiples of one divided by the product of [`CLIP`] and [`OUTPUT_UNIT`]. `[bucket]`
    pub biases: Vec<i32>,
}

impl SquaredOutput {
    #[inline(always)]
    pub fn bucket<R: Rules>(&self, position: &Position<R>) -> usize {
        bucket_of_held(held(position), self.biases.len())
    }

    #[inline(always)]
    fn add<S: Simd>(mut sums: S::Sums, row: &[Tile], weights: &[Tile]) -> S::Sums {
        let (low, high) = (S::splat_words(0), S::splat_words(CLIP));
        for (row, weights) in row.iter().zip(weights) {
            for i in (0..TILE).step_by(S::WORDS) {
                let clipped = S::clamp_words(S::shift_words(S::load_words(&row.0[i..]), FINENESS), low, high);
                let weighted = S::mul_words(clipped, S::load_words(&weights.0[i..]));
                sums = S::add_sums(sums, S::madd_words(weighted, clipped));
            }
        }
        sums
    }

    #[inline(always)]
    pub fn forward<S: Simd, const T: usize>(&self, own: &[Tile], other: &[Tile], bucket: usize) -> i32 {
        let tiles = if T == 0 { own.len() } else { T };
        let (own_weights, other_weights) = self.weights[2 * bucket * tiles..][..2 * tiles].split_at(tiles);
        let sums = Self::add::<S>(S::zero_sums(), &own[..tiles], own_weights);
        let sums = S::add_sums(sums, Self::add::<S>(S::zero_sums(), &other[..tiles], other_weights));
        self.biases[bucket].wrapping_add((S::total(sums) / i64::from(CLIP)) as i32)
    }
}
