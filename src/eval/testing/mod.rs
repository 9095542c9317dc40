//! Networks with random weights, for tests and benches.

pub mod dummy;

use super::accumulator::AccumulatorStack;
use super::features::FeatureSet;
use super::format::{HIDDEN, HiddenLayers, Layers};
use super::head::OUTPUT_LIMIT;
use super::net_input::NetInput;
use super::network::Network;
use super::simd::{Kernel, Simd};
use super::transformer::Tile;

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

    fn words(&mut self, count: usize, limit: i32) -> Vec<i16> {
        (0..count).map(|_| self.around(limit) as i16).collect()
    }

    fn bytes(&mut self, count: usize) -> Vec<i8> {
        (0..count).map(|_| self.around(127) as i8).collect()
    }
}

/// The numbers of a network of the program's own for a game.
pub fn own_layers(set: &FeatureSet, width: usize, buckets: usize, seed: u64) -> Layers {
    let mut random = Random(seed);
    Layers {
        width,
        buckets,
        scale: 400,
        output_weights: random.words(2 * buckets * width, OUTPUT_LIMIT.into()),
        output_biases: (0..buckets).map(|_| random.around(20_000)).collect(),
        biases: random.words(width, 800),
        weights: random.words(set.features.inputs() * width, 480),
        hidden: None,
    }
}

/// The same with hidden layers.
pub fn deep_layers(set: &FeatureSet, width: usize, buckets: usize, seed: u64) -> Layers {
    let [first, second] = HIDDEN;
    let mut random = Random(seed + 1);
    let mut stack = || HiddenLayers {
        first_biases: (0..first).map(|_| random.around(8_000)).collect(),
        first_weights: random.bytes(first * 2 * width),
        second_biases: (0..second).map(|_| random.around(8_000)).collect(),
        second_weights: random.bytes(second * 2 * first),
        output_weights: random.bytes(second),
    };
    let stacks = (0..buckets).map(|_| stack()).collect();
    Layers { hidden: Some(stacks), ..own_layers(set, width, buckets, seed) }
}

/// A network of the program's own for a game.
///
/// # Panics
/// If the program does not play with such a shape.
pub fn own_network(set: FeatureSet, width: usize, buckets: usize, seed: u64) -> Network {
    own_layers(&set, width, buckets, seed).network(set).expect("a shape that the program plays with")
}

/// The first layer, brought up to date as its stack has planned.
pub struct Update<'a, G: NetInput> {
    pub network: &'a Network,
    pub stack: &'a mut AccumulatorStack<G>,
}

impl<'a, G: NetInput> Kernel for Update<'a, G> {
    type Output = [&'a [Tile]; 2];

    #[inline(always)]
    fn run<S: Simd>(self) -> [&'a [Tile]; 2] {
        self.stack.update::<S, 0>(&self.network.features, &self.network.transformer)
    }
}
