//! A network (features, the layer that sums them, and the layers behind it) and its use along a line of play.

use super::accumulator::{AccumulatorStack, Transformer};
use super::features::{FeatureSet, HalfKp, KingsAndPieces, Mirrored, held};
use super::forward::{Head, HiddenLayers, SquaredOutput};
use super::simd::{InstructionSet, Kernel, Simd};
use crate::game::score::EVALUATION_LIMIT;
use crate::game::{self, Delta, Score};
use crate::rules::{Position, Rules};
use std::marker::PhantomData;
use std::sync::Arc;

/// A network of width `W`, shared by all threads.
pub struct Network<F, H, const W: usize> {
    pub features: F,
    pub transformer: Transformer<W>,
    pub head: H,
}

/// The shape of the program's own networks: mirrored pieces, then one output for each bucket.
pub type OwnShape<const W: usize, const BUCKETS: usize> = Network<Mirrored, SquaredOutput<W, BUCKETS>, W>;
/// The width of the networks that this program trains and plays with.
pub const WIDTH: usize = 128;
/// The number of their output buckets, which are chosen by the pieces in hand.
pub const BUCKETS: usize = 4;
pub type Own = OwnShape<WIDTH, BUCKETS>;

impl<const W: usize, const BUCKETS: usize> OwnShape<W, BUCKETS> {
    /// The bucket of output weights that a position uses, below `BUCKETS`.
    #[must_use]
    pub fn bucket<R: Rules>(position: &Position<R>) -> usize {
        SquaredOutput::<W, BUCKETS>::bucket(held(position))
    }
}

pub type CommunityHead = HiddenLayers<512, 32, 32>;
pub type CommunityHalfKp = Network<HalfKp, CommunityHead, 256>;
pub type CommunityKp = Network<KingsAndPieces, CommunityHead, 256>;

/// The evaluator of one thread that uses a network.
pub struct NetworkEvaluator<R: Rules, F, H, const W: usize> {
    network: Arc<Network<F, H, W>>,
    stack: AccumulatorStack<W>,
    set: InstructionSet,
    rules: PhantomData<R>,
}

impl<R: Rules, F: FeatureSet, H: Head<W>, const W: usize> NetworkEvaluator<R, F, H, W> {
    /// An evaluator that uses the instruction set chosen for this processor.
    #[must_use]
    pub fn new(network: Arc<Network<F, H, W>>) -> Self {
        Self::with_set(network, InstructionSet::chosen())
    }

    #[must_use]
    pub fn with_set(network: Arc<Network<F, H, W>>, set: InstructionSet) -> Self {
        let stack = AccumulatorStack::new(&network.transformer, F::VIEWS);
        Self { network, stack, set, rules: PhantomData }
    }

    /// The network's integer output for the side to move, before it is scaled.
    #[inline(always)]
    pub fn raw(&mut self, position: &Position<R>) -> i32 {
        self.set.run(Evaluation { network: &*self.network, stack: &mut self.stack, position })
    }

    #[must_use]
    #[inline(always)]
    pub fn centipawns(&self, raw: i32) -> Score {
        self.network.head.centipawns(raw).clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT)
    }
}

/// One evaluation: the accumulators are brought up to date and go through the layers behind.
struct Evaluation<'a, R: Rules, F, H, const W: usize> {
    network: &'a Network<F, H, W>,
    stack: &'a mut AccumulatorStack<W>,
    position: &'a Position<R>,
}

impl<R: Rules, F: FeatureSet, H: Head<W>, const W: usize> Kernel for Evaluation<'_, R, F, H, W> {
    type Output = i32;

    #[inline(always)]
    fn run<S: Simd>(self) -> i32 {
        let Self { network, stack, position } = self;
        let rows = stack.update::<R, F, S>(&network.features, &network.transformer, position);
        let own = position.side_to_move();
        network.head.forward::<S>(&rows[own.index()], &rows[(!own).index()], held(position))
    }
}

impl<R: Rules, F: FeatureSet, H: Head<W>, const W: usize> game::Evaluator<R> for NetworkEvaluator<R, F, H, W> {
    fn reset(&mut self, position: &Position<R>) {
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
    fn prefetch(&self, position: &Position<R>) {
        self.stack.prefetch(&self.network.features, &self.network.transformer, position);
    }

    #[inline(always)]
    fn evaluate(&mut self, position: &Position<R>) -> Score {
        let raw = self.raw(position);
        self.centipawns(raw)
    }
}
