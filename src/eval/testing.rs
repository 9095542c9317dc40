//! Networks with random weights, for tests and benches.

use super::simd::{Kernel, Simd};
use super::{AccumulatorStack, FeatureSet, Mirrored, Network, OUTPUT_LIMIT, OwnShape, Row, SquaredOutput, Transformer};
use crate::rules::{Position, Rules, Spec};

/// Marsaglia's xorshift generator, which gives the same numbers on every machine.
pub struct Random(pub u64);

impl Random {
    /// A number from zero to `limit`, exclusive.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 32) as usize % limit
    }

    /// A number from `-limit` to `limit`, inclusive.
    pub fn around(&mut self, limit: i32) -> i32 {
        self.below(2 * limit as usize + 1) as i32 - limit
    }

    fn row<const W: usize>(&mut self, limit: i32) -> Row<W> {
        Row(std::array::from_fn(|_| self.around(limit) as i16))
    }
}

/// A network of the engine's shape for a game.
pub fn own_network<const W: usize, const BUCKETS: usize>(spec: &Spec, seed: u64) -> OwnShape<W, BUCKETS> {
    let mut random = Random(seed);
    let inputs = Mirrored::inputs(spec);
    let limit = i32::from(OUTPUT_LIMIT);
    let weights: Vec<[Row<W>; 2]> = (0..BUCKETS).map(|_| [random.row(limit), random.row(limit)]).collect();
    Network {
        features: Mirrored::new(spec),
        transformer: Transformer { biases: random.row(800), weights: (0..inputs).map(|_| random.row(480)).collect() },
        head: SquaredOutput {
            weights: weights.try_into().unwrap_or_else(|_| unreachable!("one pair of rows a bucket")),
            biases: std::array::from_fn(|_| random.around(20_000)),
            scale: 400,
        },
    }
}

/// The feature sets of the community's networks, as its files name them.
pub const KP: &str = "K+P[1710->256x2]";
pub const HALF_KP: &str = "HalfKP(Friend)[125388->256x2]";
const LAYERS: &str = "AffineTransform[1<-32](ClippedReLU[32](AffineTransform[32<-32](ClippedReLU[32]\
                      (AffineTransform[32<-512](InputSlice[512(0:512)])))))";

/// A file of the community's format with small weights. The biases of its first layer lie around `bias`: the lower it
/// is, the fewer values are active.
pub fn community_file(features: &str, inputs: usize, seed: u64, bias: i16) -> Vec<u8> {
    let mut random = Random(seed);
    let text = format!("Features={features},Network={LAYERS}");
    let mut bytes = [0x7af3_2f16, 0, text.len() as u32].map(u32::to_le_bytes).concat();
    bytes.extend(text.as_bytes());
    bytes.extend([0; 4]);
    bytes.extend((0..256).flat_map(|_| (random.around(60) as i16 + bias).to_le_bytes()));
    bytes.extend((0..inputs * 256).flat_map(|_| (random.around(20) as i16).to_le_bytes()));
    bytes.extend([0; 4]);
    for (inputs, outputs, limit) in [(512, 32, 30), (32, 32, 60), (32, 1, 127)] {
        bytes.extend((0..outputs).flat_map(|_| random.around(500).to_le_bytes()));
        bytes.extend((0..inputs * outputs).map(|_| (random.around(limit) as i8).cast_unsigned()));
    }
    bytes
}

/// The first layer, brought up to date for a position.
pub struct Update<'a, R: Rules, F, H, const W: usize> {
    pub network: &'a Network<F, H, W>,
    pub stack: &'a mut AccumulatorStack<W>,
    pub position: &'a Position<R>,
}

impl<'a, R: Rules, F: FeatureSet, H, const W: usize> Kernel for Update<'a, R, F, H, W> {
    type Output = &'a [Row<W>; 2];

    #[inline(always)]
    fn run<S: Simd>(self) -> &'a [Row<W>; 2] {
        self.stack.update::<R, F, S>(&self.network.features, &self.network.transformer, self.position)
    }
}
