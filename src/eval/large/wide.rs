//! The evaluation of games of the wide kernel: the hand-made one alone.

use super::Handmade;
use crate::eval::error::{NetworkError, NetworkFault};
use crate::eval::model::HANDMADE;
use crate::eval::{EvalOptions, Evaluated, EvaluationModel};
use crate::game::{self, Delta, Score};
use crate::large::{LargeGame, Position, Wide};
use std::sync::Arc;

impl Evaluated for LargeGame<Wide> {
    type Model = WideModel;
}

/// The evaluation shared by all threads.
#[derive(Clone)]
pub struct WideModel(Arc<Handmade<Wide>>);

impl EvaluationModel<LargeGame<Wide>> for WideModel {
    type Evaluator = WideEvaluator;

    fn internal(game: LargeGame<Wide>) -> Result<Self, NetworkError> {
        Ok(Self::handmade(game))
    }

    fn handmade(game: LargeGame<Wide>) -> Self {
        Self(Arc::new(Handmade::new(game)))
    }

    fn read(_: LargeGame<Wide>, _: &[u8], _: i32) -> Result<Self, NetworkFault> {
        Err(NetworkFault::NoNetworks)
    }

    fn from_options(game: LargeGame<Wide>, options: &EvalOptions) -> Result<Self, NetworkError> {
        match options.path() {
            Some(path) => Err(NetworkError { path, fault: NetworkFault::NoNetworks }),
            None => Ok(Self::handmade(game)),
        }
    }

    fn evaluator(&self) -> WideEvaluator {
        WideEvaluator { handmade: Arc::clone(&self.0), unread: Delta::default() }
    }

    fn name(&self) -> &str {
        HANDMADE
    }

    fn explain(&self, position: &Position<Wide>) -> (i32, Score) {
        let score = self.0.evaluate(position);
        (score, score)
    }
}

/// The evaluator of one thread.
pub struct WideEvaluator {
    handmade: Arc<Handmade<Wide>>,
    /// The wide kernel reports no changes.
    unread: Delta,
}

impl game::Evaluator<LargeGame<Wide>> for WideEvaluator {
    fn reset(&mut self, _: &Position<Wide>) {}

    fn push(&mut self) -> &mut Delta {
        &mut self.unread
    }

    fn pop(&mut self) {}

    fn evaluate(&mut self, position: &Position<Wide>) -> Score {
        self.handmade.evaluate(position)
    }
}
