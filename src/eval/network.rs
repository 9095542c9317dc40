//! A network (features, the first layer that sums them, and the layers behind it) and its evaluator: NNUE (Nasu,
//! *Efficiently updatable neural-network-based evaluation functions for computer shogi*, 2018; chessprogramming.org:
//! NNUE).

use super::accumulator::AccumulatorStack;
use super::features::Features;
use super::head::{Head, Scratch};
use super::net_input::NetInput;
use super::scale::Scale;
use super::simd::{InstructionSet, Kernel, Simd};
use super::transformer::Transformer;
use crate::board::Color;
use crate::game::{self, Delta, Position as _, Score};
use std::sync::Arc;

/// A network, shared by all threads.
pub struct Network {
    pub features: Features,
    pub transformer: Transformer,
    pub head: Head,
    pub scale: Scale,
    /// A description of the network in a few words.
    pub name: String,
}

/// The width of the networks that this program trains and plays with in games with drops.
pub const WIDTH: usize = 128;
/// The number of their output buckets, chosen by the pieces in hand.
pub const BUCKETS: usize = 4;

/// The evaluator of one thread by a network.
pub struct NetworkEvaluator<G: NetInput> {
    network: Arc<Network>,
    stack: AccumulatorStack<G>,
    scratch: Scratch,
    set: InstructionSet,
}

impl<G: NetInput> NetworkEvaluator<G> {
    /// An evaluator that uses the instruction set chosen for this processor.
    #[must_use]
    pub fn new(network: Arc<Network>) -> Self {
        Self::with_set(network, InstructionSet::chosen())
    }

    #[must_use]
    pub fn with_set(network: Arc<Network>, set: InstructionSet) -> Self {
        let stack = AccumulatorStack::new(&network.features, &network.transformer);
        let scratch = network.head.scratch();
        Self { network, stack, scratch, set }
    }

    /// The network's integer output for the side to move, before it is scaled.
    #[inline(always)]
    pub fn raw(&mut self, position: &G::Position) -> i32 {
        let Self { network, stack, scratch, set } = self;
        stack.plan(&network.features, &network.transformer, position);
        let bucket = G::bucket(position, &network.head);
        let side = position.side_to_move();
        set.run(Evaluation { network, stack, scratch, bucket, side })
    }

    /// The scale from outputs to scores.
    #[must_use]
    pub fn scale(&self) -> Scale {
        self.network.scale
    }
}

/// One evaluation: the accumulators are updated and pass through the layers behind them.
struct Evaluation<'a, G: NetInput> {
    network: &'a Network,
    stack: &'a mut AccumulatorStack<G>,
    scratch: &'a mut Scratch,
    bucket: usize,
    side: Color,
}

impl<G: NetInput> Evaluation<'_, G> {
    /// Evaluates with rows of `T` tiles, or of any length if `T` is 0.
    #[inline(always)]
    fn with_tiles<S: Simd, const T: usize>(self) -> i32 {
        let Self { network, stack, scratch, bucket, side } = self;
        let rows = stack.update::<S, T>(&network.features, &network.transformer);
        let (own, other) = (rows[side.index()], rows[(!side).index()]);
        network.head.forward::<S, T>(own, other, bucket, scratch)
    }
}

impl<G: NetInput> Kernel for Evaluation<'_, G> {
    type Output = i32;

    #[inline(always)]
    fn run<S: Simd>(self) -> i32 {
        // Loops over the usual widths are compiled for each of them.
        match self.network.transformer.tiles() {
            1 => self.with_tiles::<S, 1>(),
            2 => self.with_tiles::<S, 2>(),
            4 => self.with_tiles::<S, 4>(),
            16 => self.with_tiles::<S, 16>(),
            _ => self.with_tiles::<S, 0>(),
        }
    }
}

impl<G: NetInput> game::Evaluator<G> for NetworkEvaluator<G> {
    fn reset(&mut self, position: &G::Position) {
        self.stack.reset();
        self.raw(position);
    }

    #[inline(always)]
    fn push(&mut self) -> &mut Delta {
        self.stack.push()
    }

    #[inline(always)]
    fn pop(&mut self) {
        self.stack.pop();
    }

    #[inline(always)]
    fn prefetch(&self, position: &G::Position) {
        self.stack.prefetch(&self.network.features, &self.network.transformer, position);
    }

    #[inline(always)]
    fn evaluate(&mut self, position: &G::Position) -> Score {
        let raw = self.raw(position);
        self.network.scale.score(raw)
    }
}
