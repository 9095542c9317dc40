//! The evaluation of the large games by hand: material, squares, mobility, the shelter of kings and what threatens it.

mod evaluator;
mod squares;
mod terms;

pub use evaluator::LargeEvaluator;

use super::error::{NetworkError, NetworkFault};
use super::{EvalOptions, Evaluated, EvaluationModel};
use crate::game::{self, Game as _, Score};
use crate::large::{LargeGame, Position};
use squares::Squares;
use std::sync::Arc;

impl Evaluated for LargeGame {
    type Model = LargeModel;
}

/// The tables of the evaluation, shared by all threads.
#[derive(Clone)]
pub struct LargeModel {
    game: LargeGame,
    squares: Arc<Squares>,
}

impl EvaluationModel<LargeGame> for LargeModel {
    type Evaluator = LargeEvaluator;

    fn internal(game: LargeGame) -> Self {
        Self { game, squares: Arc::new(Squares::new(game.ruleset())) }
    }

    fn read(game: LargeGame, _: &[u8], _: i32) -> Result<Self, NetworkFault> {
        Err(NetworkFault::NoNetworks(game.name()))
    }

    fn from_options(game: LargeGame, options: &EvalOptions) -> Result<Self, NetworkError> {
        options.path().map_or_else(|| Ok(Self::internal(game)), |path| Self::load(game, &path, options.fv_scale))
    }

    fn evaluator(&self) -> LargeEvaluator {
        LargeEvaluator::new(self.game, Arc::clone(&self.squares))
    }

    fn name(&self) -> &'static str {
        "hand-made"
    }

    fn explain(&self, position: &Position) -> (i32, Score) {
        let mut evaluator = self.evaluator();
        game::Evaluator::reset(&mut evaluator, position);
        let score = game::Evaluator::evaluate(&mut evaluator, position);
        (score, score)
    }
}
