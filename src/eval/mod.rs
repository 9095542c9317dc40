//! Evaluation of positions for the drop kernel.

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
use simd::Native;
use std::path::Path;

/// A game with an evaluation that a user can choose.
pub trait Evaluated: Playable {
    type Model: EvaluationModel<Self>;
}

/// An evaluation of `G`, loaded once and shared by all threads; cheap to clone.
pub trait EvaluationModel<G: Playable>: Clone + Send + Sync + 'static {
    /// What a thread evaluates by.
    type Evaluator: game::Evaluator<G> + 'static;

    /// The evaluation that comes with the program.
    fn internal() -> Self;

    /// Loads a file.
    ///
    /// # Errors
    /// If it cannot be read or does not fit the game.
    fn load(path: &Path, fv_scale: i32) -> Result<Self, NetworkError>;

    /// What the options name.
    ///
    /// # Errors
    /// If they name a file that cannot be read or does not fit the game.
    fn from_options(options: &EvalOptions) -> Result<Self, NetworkError>;

    /// An evaluator for one thread.
    fn evaluator(&self) -> Self::Evaluator;

    /// What it is, in a few words.
    fn name(&self) -> &str;

    /// The output before scaling and the centipawns that the search sees, for the side to move. Without a scale they
    /// are the same.
    fn explain(&self, position: &G::Position) -> (i32, Score);
}

impl<R: Rules> Evaluated for R {
    type Model = Model<R>;
}

/// The evaluation in use, chosen when the engine is made ready; one for each thread.
pub enum Evaluator<R: Rules> {
    Handmade(Handmade<R>),
    Own(NetworkEvaluator<R, Mirrored, SquaredOutput<WIDTH, BUCKETS>, WIDTH>),
    HalfKp(NetworkEvaluator<R, HalfKp, CommunityHead, 256>),
    KingsAndPieces(NetworkEvaluator<R, KingsAndPieces, CommunityHead, 256>),
}

/// Does the same with whichever evaluation it is.
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
    pub fn new() -> Self {
        Model::internal().evaluator()
    }

    /// A network's integer output before scaling, and the centipawns that the search sees, which are the same for an
    /// evaluation by hand. For the side to move.
    pub fn explain(&mut self, position: &Position<R>) -> (i32, Score) {
        game::Evaluator::reset(self, position);
        let centipawns = game::Evaluator::evaluate(self, position);
        let raw = match self {
            Self::Handmade(_) => centipawns,
            Self::Own(own) => own.raw::<Native>(position),
            Self::HalfKp(half_kp) => half_kp.raw::<Native>(position),
            Self::KingsAndPieces(kp) => kp.raw::<Native>(position),
        };
        (raw, centipawns)
    }
}

impl<R: Rules> Default for Evaluator<R> {
    fn default() -> Self {
        Self::new()
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
