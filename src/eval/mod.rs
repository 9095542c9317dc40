//! Evaluation of positions: networks, a hand-made evaluation, and the choice between them.

mod accumulator;
pub mod community;
mod error;
mod features;
pub mod format;
mod forward;
mod handmade;
mod model;
mod network;
pub mod simd;
#[cfg(any(test, feature = "testing"))]
#[doc(hidden)]
pub mod testing;
#[cfg(test)]
mod tests;

pub use accumulator::{AccumulatorStack, Row, Transformer};
pub use error::{NetworkError, NetworkFault};
pub use features::{FeatureSet, HalfKp, KingsAndPieces, Mirrored, placed};
pub use forward::{Affine, CLIP, Head, HiddenLayers, OUTPUT_LIMIT, OUTPUT_UNIT, SUM_ROUNDING, SUM_UNIT, SquaredOutput};
pub use handmade::Handmade;
pub use model::{EvalOptions, HANDMADE, INTERNAL, Model, resolve_path};
pub use network::{
    BUCKETS, CommunityHalfKp, CommunityHead, CommunityKp, Network, NetworkEvaluator, Own, OwnShape, WIDTH,
};

use crate::game::{self, Delta, Playable, Score};
use crate::rules::{Position, Rules};
use std::path::Path;

/// A game with an evaluation that the user can choose.
pub trait Evaluated: Playable {
    type Model: EvaluationModel<Self>;
}

/// An evaluation of `G` that is loaded once and shared by all threads. A clone is cheap.
pub trait EvaluationModel<G: Playable>: Clone + Send + Sync + 'static {
    /// The evaluator of one thread.
    type Evaluator: game::Evaluator<G> + 'static;

    /// The evaluation that comes with the program.
    fn internal(game: G) -> Self;

    /// Loads a network file; `fv_scale` divides the output of the community's networks.
    ///
    /// # Errors
    /// If the file cannot be read or does not fit the game.
    fn load(game: G, path: &Path, fv_scale: i32) -> Result<Self, NetworkError>;

    /// The evaluation that the options name.
    ///
    /// # Errors
    /// If the options name a file that cannot be read or does not fit the game.
    fn from_options(game: G, options: &EvalOptions) -> Result<Self, NetworkError>;

    /// An evaluator for one thread.
    fn evaluator(&self) -> Self::Evaluator;

    /// A description of the evaluation in a few words.
    fn name(&self) -> &str;

    /// The output before scaling and the centipawns that the search sees, both for the side to move. An evaluation
    /// without a scale returns the same number twice.
    fn explain(&self, position: &G::Position) -> (i32, Score);
}

impl<R: Rules> Evaluated for R {
    type Model = Model<R>;
}

/// The evaluator of one thread, of the kind chosen when the engine is made ready.
pub enum Evaluator<R: Rules> {
    Handmade(Handmade<R>),
    Own(NetworkEvaluator<R, Mirrored, SquaredOutput<WIDTH, BUCKETS>, WIDTH>),
    HalfKp(NetworkEvaluator<R, HalfKp, CommunityHead, 256>),
    KingsAndPieces(NetworkEvaluator<R, KingsAndPieces, CommunityHead, 256>),
}

/// Runs the same code with an evaluator of any kind.
macro_rules! with {
    ($evaluator:expr, $inner:ident => $do:expr) => {
        match $evaluator {
            Evaluator::Handmade($inner) => $do,
            Evaluator::Own($inner) => $do,
            Evaluator::HalfKp($inner) => $do,
            Evaluator::KingsAndPieces($inner) => $do,
        }
    };
}

impl<R: Rules> Evaluator<R> {
    /// The evaluation that comes with the program.
    #[must_use]
    pub fn new(rules: R) -> Self {
        Model::internal(rules).evaluator()
    }

    /// The integer output of a network before scaling, and the centipawns that the search sees, both for the side to
    /// move. The hand-made evaluation returns the same number twice.
    pub fn explain(&mut self, position: &Position<R>) -> (i32, Score) {
        game::Evaluator::reset(self, position);
        let centipawns = game::Evaluator::evaluate(self, position);
        let raw = match self {
            Self::Handmade(_) => centipawns,
            Self::Own(own) => own.raw(position),
            Self::HalfKp(half_kp) => half_kp.raw(position),
            Self::KingsAndPieces(kp) => kp.raw(position),
        };
        (raw, centipawns)
    }
}

impl<R: Rules> game::Evaluator<R> for Evaluator<R> {
    fn reset(&mut self, position: &Position<R>) {
        with!(self, inner => inner.reset(position));
    }

    #[inline(always)]
    fn push(&mut self) -> &mut Delta {
        with!(self, inner => inner.push())
    }

    #[inline(always)]
    fn pop(&mut self) {
        with!(self, inner => inner.pop());
    }

    #[inline(always)]
    fn prefetch(&self, position: &Position<R>) {
        with!(self, inner => inner.prefetch(position));
    }

    #[inline(always)]
    fn evaluate(&mut self, position: &Position<R>) -> Score {
        with!(self, inner => inner.evaluate(position))
    }
}
