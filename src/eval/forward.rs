//! The layers behind the accumulators: what they make of them, as one integer.

use super::accumulator::Row;
use super::simd::Simd;
use crate::game::Score;

/// All layers but the first, over the accumulators of the side to move and of the other.
pub trait Head<const W: usize>: Send + Sync + 'static {
    /// The integer that the last layer puts out. `held` is the number of pieces in both hands.
    fn forward<S: Simd>(&self, own: &Row<W>, other: &Row<W>, held: u32) -> i32;

    fn centipawns(&self, raw: i32) -> Score;
}

/// Activations go from 0 to this, which stands for one.
pub const CLIP: i16 = 255;
/// Accumulators are finer than activations by two to this power: about forty rounded rows go into each.
const FINENESS: u32 = 3;
/// Values of the first layer are multiples of one over this.
pub const SUM_UNIT: i16 = CLIP << FINENESS;
/// Added to the biases of the first layer, so that activations are rounded and not cut off.
pub const SUM_ROUNDING: i16 = 1 << (FINENESS - 1);
/// Output weights are multiples of one over this.
pub const OUTPUT_UNIT: i32 = 64;
/// The greatest output weight, 1.98: the product with a clipped value fits 16 bits.
pub const OUTPUT_LIMIT: i16 = 127;

/// An accumulator as an activation.
#[cfg(test)]
pub(super) fn activation(sum: i16) -> i16 {
    (sum >> FINENESS).clamp(0, CLIP)
}

/// Squared clipped accumulators, weighted and added up; one set of weights for each range of pieces in hand.
pub struct SquaredOutput<const W: usize, const BUCKETS: usize> {
    /// For the side to move and the other. `[bucket][own, other]`
    pub weights: Box<[[Row<W>; 2]; BUCKETS]>,
    /// In units of the product of [`CLIP`] and [`OUTPUT_UNIT`]. `[bucket]`
    pub biases: [i32; BUCKETS],
    /// Centipawns of an output of one.
    pub scale: i32,
}

impl<const W: usize, const BUCKETS: usize> SquaredOutput<W, BUCKETS> {
    /// From so many pieces in hand on, the last bucket counts.
    const HANDS_FULL: usize = 16;

    /// The bucket for so many pieces in both hands.
    #[must_use]
    #[inline(always)]
    pub fn bucket(held: u32) -> usize {
        (held as usize * BUCKETS / Self::HANDS_FULL).min(BUCKETS - 1)
    }

    #[inline(always)]
    fn add<S: Simd>(sums: S::Sums, row: &Row<W>, weights: &Row<W>) -> S::Sums {
        let (low, high) = (S::splat_words(0), S::splat_words(CLIP));
        (0..W).step_by(S::WORDS).fold(sums, |sums, i| {
            let clipped = S::clamp_words(S::shift_words(S::load_words(&row.0[i..]), FINENESS), low, high);
            let weighted = S::mul_words(clipped, S::load_words(&weights.0[i..]));
            S::add_sums(sums, S::madd_words(weighted, clipped))
        })
    }
}

impl<const W: usize, const BUCKETS: usize> Head<W> for SquaredOutput<W, BUCKETS> {
    #[inline(always)]
    fn forward<S: Simd>(&self, own: &Row<W>, other: &Row<W>, held: u32) -> i32 {
        // A sum of one narrow register gets at most 128 pairs of products below 2^23.
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

/// Bytes where a register starts.
#[repr(C, align(64))]
struct Aligned<T>(T);

/// A fully connected layer of bytes. Weights stand by four inputs, then output, so that four inputs at a time meet
/// all outputs, and where those four are all zero nothing is to be done.
pub struct Affine<const IN: usize, const OUT: usize> {
    biases: [i32; OUT],
    /// `[input / 4][output][input % 4]`
    weights: Box<[Aligned<[[i8; 4]; OUT]>]>,
}

impl<const IN: usize, const OUT: usize> Affine<IN, OUT> {
    /// From `weights` as files hold them, `[output][input]`.
    #[must_use]
    pub fn new(biases: [i32; OUT], weights: &[i8]) -> Self {
        assert!(IN.is_multiple_of(4) && weights.len() == IN * OUT);
        let quad =
            |i: usize| Aligned(std::array::from_fn(|out| std::array::from_fn(|n| weights[out * IN + 4 * i + n])));
        Self { biases, weights: (0..IN / 4).map(quad).collect() }
    }

    /// Sums of `input`, where every four inputs that are not all zero have their bit in `active`.
    #[inline(always)]
    fn forward<S: Simd>(&self, input: &[u8; IN], active: &[u64]) -> [i32; OUT] {
        // With dot products in one instruction the additions wait for each other the longest, and wide registers
        // leave room for more of them side by side.
        if const { OUT <= 2 * S::SUMS } {
            self.chains::<S, 4>(input, active)
        } else {
            self.chains::<S, 2>(input, active)
        }
    }

    /// The same in so many chains of additions.
    #[inline(always)]
    fn chains<S: Simd, const CHAINS: usize>(&self, input: &[u8; IN], active: &[u64]) -> [i32; OUT] {
        const { assert!((IN / 4).is_power_of_two()) };
        // The remainder is the number itself, and spares the tests of the index.
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

    /// Adds what four inputs contribute.
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

/// `mask` with as many more bits as make their number a multiple of `UNIT`, 2 or 4: inputs that are zero add nothing,
/// and no test is needed that nobody could foresee.
#[inline(always)]
const fn padded<const UNIT: usize>(mask: u64) -> u64 {
    let missing = (mask.count_ones() as usize).wrapping_neg() % UNIT;
    let one = mask | mask.wrapping_add(missing as u64 & 1);
    let two = one | one.wrapping_add(1);
    if missing & 2 == 0 { one } else { two | two.wrapping_add(1) }
}

/// The longest output in the narrowest registers.
const REGISTERS: usize = 8;

/// Hidden sums are divided by two to this power.
const HIDDEN_SHIFT: u32 = 6;

#[inline(always)]
fn activate<S: Simd, const N: usize>(sums: &[i32; N]) -> [u8; N] {
    let mut bytes = [0; N];
    for i in (0..N).step_by(S::SUMS) {
        S::store_clipped_sums::<HIDDEN_SHIFT>(S::load_sums(&sums[i..]), &mut bytes[i..]);
    }
    bytes
}

/// Two hidden layers of clipped bytes and an output, over `IN` clipped accumulators: the community's head.
pub struct HiddenLayers<const IN: usize, const FIRST: usize, const SECOND: usize> {
    pub first: Affine<IN, FIRST>,
    pub second: Affine<FIRST, SECOND>,
    pub output: [i8; SECOND],
    pub output_bias: i32,
    /// Divides the output.
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

/// Enough for a bit a quad of 1024 inputs.
const MASKS: usize = 4;
