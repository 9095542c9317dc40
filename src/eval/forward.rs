//! The layers behind the accumulators, which turn them into one integer.

use super::accumulator::Row;
use super::simd::Simd;
use crate::game::Score;

/// All layers but the first. Their input is the accumulators of the side to move and of the other side.
pub trait Head<const W: usize>: Send + Sync + 'static {
    /// The integer output of the last layer. `held` is the number of pieces in both hands.
    fn forward<S: Simd>(&self, own: &Row<W>, other: &Row<W>, held: u32) -> i32;

    fn centipawns(&self, raw: i32) -> Score;
}

/// The greatest activation, which stands for one; the least is 0.
pub const CLIP: i16 = 255;
/// Accumulators are finer than activations by two to this power, because about forty rounded rows are summed in each.
const FINENESS: u32 = 3;
/// The unit of the first layer: its values are multiples of one divided by this number.
pub const SUM_UNIT: i16 = CLIP << FINENESS;
/// This number is added to the biases of the first layer, so that activations are rounded and not cut off.
pub const SUM_ROUNDING: i16 = 1 << (FINENESS - 1);
/// The unit of output weights: they are multiples of one divided by this number.
pub const OUTPUT_UNIT: i32 = 64;
/// The greatest output weight, which stands for 1.98: its product with a clipped value fits 16 bits.
pub const OUTPUT_LIMIT: i16 = 127;

/// The activation that an accumulator stands for.
#[cfg(test)]
pub(super) fn activation(sum: i16) -> i16 {
    (sum >> FINENESS).clamp(0, CLIP)
}

/// An output layer that adds up squared clipped accumulators by weight, with one set of weights for each range of
/// pieces in hand.
pub struct SquaredOutput<const W: usize, const BUCKETS: usize> {
    /// The weights for the side to move and for the other. `[bucket][own, other]`
    pub weights: Box<[[Row<W>; 2]; BUCKETS]>,
    /// The biases, as multiples of one divided by the product of [`CLIP`] and [`OUTPUT_UNIT`]. `[bucket]`
    pub biases: [i32; BUCKETS],
    /// The centipawns that an output of one stands for.
    pub scale: i32,
}

impl<const W: usize, const BUCKETS: usize> SquaredOutput<W, BUCKETS> {
    /// The number of pieces in hand from which on the last bucket is used at the latest.
    const HANDS_FULL: usize = 16;

    /// The bucket for `held` pieces in both hands.
    #[must_use]
    #[inline(always)]
    pub fn bucket(held: u32) -> usize {
        (held as usize * BUCKETS / Self::HANDS_FULL).min(BUCKETS - 1)
    }

    #[inline(always)]
    fn add<S: Simd>(mut sums: S::Sums, row: &Row<W>, weights: &Row<W>) -> S::Sums {
        let (low, high) = (S::splat_words(0), S::splat_words(CLIP));
        for i in (0..W).step_by(S::WORDS) {
            let clipped = S::clamp_words(S::shift_words(S::load_words(&row.0[i..]), FINENESS), low, high);
            let weighted = S::mul_words(clipped, S::load_words(&weights.0[i..]));
            sums = S::add_sums(sums, S::madd_words(weighted, clipped));
        }
        sums
    }
}

impl<const W: usize, const BUCKETS: usize> Head<W> for SquaredOutput<W, BUCKETS> {
    #[inline(always)]
    fn forward<S: Simd>(&self, own: &Row<W>, other: &Row<W>, held: u32) -> i32 {
        // A sum in the narrowest register collects at most 128 pairs of products below 2^23, which fits 32 bits.
        const { assert!(W <= 512) };
        let bucket = Self::bucket(held);
        let [own_weights, other_weights] = &self.weights[bucket];
        let sums = Self::add::<S>(S::zero_sums(), own, own_weights);
        let sums = S::add_sums(sums, Self::add::<S>(S::zero_sums(), other, other_weights));
        self.biases[bucket].wrapping_add((S::total(sums) / i64::from(CLIP)) as i32)
    }

    #[inline(always)]
    fn centipawns(&self, raw: i32) -> Score {
        (i64::from(raw) * i64::from(self.scale) / i64::from(i32::from(CLIP) * OUTPUT_UNIT)) as Score
    }
}

/// A value that is aligned to the widest register.
#[repr(C, align(64))]
struct Aligned<T>(T);

/// A fully connected layer of bytes. The weights are ordered by groups of four inputs, then by outputs, so that a group
/// is multiplied for all outputs at once and is skipped where all four inputs are zero.
pub struct Affine<const IN: usize, const OUT: usize> {
    biases: [i32; OUT],
    /// The weights. `[input / 4][output][input % 4]`
    weights: Box<[Aligned<[[i8; 4]; OUT]>]>,
}

impl<const IN: usize, const OUT: usize> Affine<IN, OUT> {
    /// Makes the layer from `weights` in the order of files, `[output][input]`.
    #[must_use]
    pub fn new(biases: [i32; OUT], weights: &[i8]) -> Self {
        assert!(IN.is_multiple_of(4) && weights.len() == IN * OUT);
        let quad =
            |i: usize| Aligned(std::array::from_fn(|out| std::array::from_fn(|n| weights[out * IN + 4 * i + n])));
        Self { biases, weights: (0..IN / 4).map(quad).collect() }
    }

    /// The sums of `input`. A bit in `active` stands for four inputs and is set if they are not all zero.
    #[inline(always)]
    fn forward<S: Simd>(&self, input: &[u8; IN], active: &[u64]) -> [i32; OUT] {
        // Where one instruction computes a dot product, the additions wait for each other longest. Wide registers leave
        // room for more chains side by side.
        if const { OUT <= 2 * S::SUMS } {
            self.chains::<S, 4>(input, active)
        } else {
            self.chains::<S, 2>(input, active)
        }
    }

    /// Computes the sums in `CHAINS` independent chains of additions.
    #[inline(always)]
    fn chains<S: Simd, const CHAINS: usize>(&self, input: &[u8; IN], active: &[u64]) -> [i32; OUT] {
        const { assert!((IN / 4).is_power_of_two()) };
        // The remainder changes nothing, but it saves the bounds checks of the index.
        let quad = |i: usize, rest: u64| (i * 64 + rest.trailing_zeros() as usize) % (IN / 4);
        let (inputs, weights) = (&input.as_chunks().0[..IN / 4], &self.weights[..IN / 4]);
        let mut sums = [[S::zero_sums(); REGISTERS]; CHAINS];
        for (i, &mask) in active.iter().enumerate() {
            let mut rest = padded::<CHAINS>(mask);
            for _ in 0..rest.count_ones() as usize / CHAINS {
                for chain in &mut sums {
                    let quad = quad(i, rest);
                    Self::add::<S>(chain, inputs[quad], &weights[quad]);
                    rest &= rest - 1;
                }
            }
        }
        let mut out = self.biases;
        for (r, part) in out.chunks_exact_mut(S::SUMS).enumerate() {
            let mut total = S::load_sums(part);
            for chain in &sums {
                total = S::add_sums(total, chain[r]);
            }
            S::store_sums(total, part);
        }
        out
    }

    /// Adds the contribution of four inputs to all sums.
    #[inline(always)]
    fn add<S: Simd>(sums: &mut [S::Sums; REGISTERS], inputs: [u8; 4], weights: &Aligned<[[i8; 4]; OUT]>) {
        const { assert!(OUT.is_multiple_of(S::SUMS) && OUT / S::SUMS <= REGISTERS) };
        let inputs = S::splat_quad(inputs);
        let weights = weights.0.as_flattened();
        for (r, sums) in sums.iter_mut().enumerate().take(OUT / S::SUMS) {
            *sums = S::add_dots(*sums, inputs, S::load_bytes(&weights[r * S::BYTES..]));
        }
    }
}

/// Returns `mask` with enough further bits set to make their number a multiple of `UNIT`, which is 2 or 4. The added
/// groups of inputs are zero and add nothing, and the loop needs no branch that the processor would mispredict.
#[inline(always)]
const fn padded<const UNIT: usize>(mask: u64) -> u64 {
    let missing = (mask.count_ones() as usize).wrapping_neg() % UNIT;
    let one = mask | mask.wrapping_add(missing as u64 & 1);
    let two = one | one.wrapping_add(1);
    if missing & 2 == 0 { one } else { two | two.wrapping_add(1) }
}

/// The number of narrow registers that the longest output takes.
const REGISTERS: usize = 8;

/// The sums of hidden layers are divided by two to this power.
const HIDDEN_SHIFT: u32 = 6;

#[inline(always)]
fn activate<S: Simd, const N: usize>(sums: &[i32; N]) -> [u8; N] {
    let mut bytes = [0; N];
    for i in (0..N).step_by(S::SUMS) {
        S::store_clipped_sums::<HIDDEN_SHIFT>(S::load_sums(&sums[i..]), &mut bytes[i..]);
    }
    bytes
}

/// The head of the community's networks: two hidden layers of clipped bytes and an output, over `IN` clipped
/// accumulators.
pub struct HiddenLayers<const IN: usize, const FIRST: usize, const SECOND: usize> {
    pub first: Affine<IN, FIRST>,
    pub second: Affine<FIRST, SECOND>,
    pub output: [i8; SECOND],
    pub output_bias: i32,
    /// The divisor that turns the output into centipawns.
    pub fv_scale: i32,
}

impl<const W: usize, const IN: usize, const FIRST: usize, const SECOND: usize> Head<W>
    for HiddenLayers<IN, FIRST, SECOND>
{
    #[inline(always)]
    fn forward<S: Simd>(&self, own: &Row<W>, other: &Row<W>, _: u32) -> i32 {
        const { assert!(IN == 2 * W && IN <= 64 * 4 * MASKS && FIRST < 64 * 4) };
        let mut input = Aligned([0; IN]);
        let mut active = [0; MASKS];
        for (side, row) in [own, other].into_iter().enumerate() {
            for i in (0..W).step_by(S::BYTES) {
                let bytes = S::clip(S::load_words(&row.0[i..]), S::load_words(&row.0[i + S::WORDS..]));
                let at = side * W + i;
                S::store_bytes(bytes, &mut input.0[at..]);
                active[at / 256] |= u64::from(S::active_quads(bytes)) << (at / 4 % 64);
            }
        }
        let first = activate::<S, _>(&self.first.forward::<S>(&input.0, &active[..IN.div_ceil(256)]));
        let second = activate::<S, _>(&self.second.forward::<S>(&first, &[(1 << (FIRST / 4)) - 1]));
        let products = second.iter().zip(&self.output).map(|(&a, &w)| i32::from(a) * i32::from(w));
        self.output_bias.wrapping_add(products.sum())
    }

    #[inline(always)]
    fn centipawns(&self, raw: i32) -> Score {
        raw / self.fv_scale
    }
}

/// The number of words with a bit for each four of 1024 inputs.
const MASKS: usize = 4;
