//! Evaluation of positions: networks, a hand-made evaluation, and the choice between them.

mod accumulator;
pub mod community;
mod error;
mod features;
pub mod format;
mod handmade;
mod head;
mod large;
mod model;
mod net_input;
mod network;
pub mod nnue;
mod reader;
mod scale;
pub mod simd;
#[cfg(any(test, feature = "testing"))]
#[doc(hidden)]
pub mod testing;
#[cfg(test)]
mod tests;
mod transformer;

pub use accumulator::AccumulatorStack;
pub use error::{NetworkError, NetworkFault};
pub use features::{Difference, FeatureSet, Features, INPUTS_OF_ONE, View, held, placed};
pub use handmade::Handmade;
pub use head::{CLIP, Head, OUTPUT_LIMIT, OUTPUT_UNIT, SUM_ROUNDING, SUM_UNIT, Scratch, SquaredOutput, bucket_of_held};
pub use large::{LargeEvaluator, LargeModel};
pub use model::{EvalOptions, HANDMADE, INTERNAL, Model, network_file, read_network, resolve_path};
pub use net_input::{NetInput, Prior};
pub use network::{BUCKETS, Network, NetworkEvaluator, WIDTH};
pub use scale::{Scale, shown};
pub use transformer::{TILE, Tile, Transformer};

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
    ///
    /// # Errors
    /// If there is no memory for its network.
    fn internal(game: G) -> Result<Self, NetworkError>;

    /// The evaluation without a network.
    fn handmade(game: G) -> Self;

    /// The evaluation of a network file, in the program's own format or in the community's. `fv_scale` divides the
    /// output of the community's networks only.
    ///
    /// # Errors
    /// If the bytes are not a network of the game in a known format and shape.
    fn read(game: G, bytes: &[u8], fv_scale: i32) -> Result<Self, NetworkFault>;

    /// Loads a network file, or the one in a folder, as [`network_file`] finds it.
    ///
    /// # Errors
    /// If the file cannot be read or is not a network of the game in a known format and shape.
    fn load(game: G, path: &Path, fv_scale: i32) -> Result<Self, NetworkError> {
        read_network(path, |_, bytes| Self::read(game, bytes, fv_scale))
    }

    /// The evaluation named by the options.
    ///
    /// # Errors
    /// If the options name a file that cannot be read or does not fit the game.
    fn from_options(game: G, options: &EvalOptions) -> Result<Self, NetworkError>;

    /// An evaluator for one thread.
    fn evaluator(&self) -> Self::Evaluator;

    /// A description of the evaluation in a few words.
    fn name(&self) -> &str;

    /// The output before scaling and the displayed centipawns, both for the side to move. An evaluation without a scale
    /// returns the same number twice.
    fn explain(&self, position: &G::Position) -> (i32, Score);

    /// Displayed centipawns for one point of the search's score; see [`shown`].
    fn shown_factor(&self) -> f64 {
        1.0
    }
}

impl<R: Rules> Evaluated for R {
    type Model = Model<R>;
}

/// The evaluator of one thread.
#[allow(clippy::large_enum_variant, reason = "a thread has one")]
pub enum Evaluator<R: Rules> {
    Handmade(Handmade<R>),
    Network(NetworkEvaluator<R>),
}

/// Runs the same code with either evaluator.
macro_rules! with {
    ($evaluator:expr, $inner:ident => $do:expr) => {
        match $evaluator {
            Evaluator::Handmade($inner) => $do,
            Evaluator::Network($inner) => $do,
        }
    };
}

impl<R: Rules> Evaluator<R> {
    /// The evaluation that comes with the program.
    ///
    /// # Panics
    /// If there is no memory for its network; see [`Model::internal`].
    #[must_use]
    pub fn new(rules: R) -> Self {
        Model::internal(rules).expect("memory for the network that comes with the program").evaluator()
    }

    /// The integer output of a network before scaling, and the displayed centipawns, both for the side to move. The
    /// hand-made evaluation returns the same number twice.
    pub fn explain(&mut self, position: &Position<R>) -> (i32, Score) {
        game::Evaluator::reset(self, position);
        match self {
            Self::Handmade(handmade) => {
                let score = game::Evaluator::evaluate(handmade, position);
                (score, score)
            }
            Self::Network(network) => {
                let raw = network.raw(position);
                (raw, network.scale().centipawns(raw))
            }
        }
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
