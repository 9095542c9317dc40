//! The evaluation of large games: a hand-made one (material, squares, mobility, the shelter of kings and threats to
//! it), and a network that corrects it.

mod evaluator;
mod handmade;
mod squares;
mod terms;
mod wide;

pub use evaluator::LargeEvaluator;
pub use handmade::Handmade;

use super::error::{NetworkError, NetworkFault};
use super::features::FeatureSet;
use super::model::{HANDMADE, read_internal};
use super::network::Network;
use super::{EvalOptions, Evaluated, EvaluationModel};
use crate::game::{Playable as _, Score};
use crate::large::{LargeGame, Narrow, Position};
use std::sync::Arc;

impl Evaluated for LargeGame<Narrow> {
    type Model = LargeModel;
}

/// The evaluation shared by all threads.
#[derive(Clone)]
pub struct LargeModel {
    handmade: Arc<Handmade<Narrow>>,
    network: Option<Arc<Network>>,
}

impl LargeModel {
    fn new(game: LargeGame<Narrow>, network: Option<Arc<Network>>) -> Self {
        Self { handmade: Arc::new(Handmade::new(game)), network }
    }
}

fn network(game: LargeGame<Narrow>, bytes: &[u8]) -> Result<Arc<Network>, NetworkFault> {
    Ok(Arc::new(Network::own(FeatureSet::large(game.spec()), bytes)?))
}

impl EvaluationModel<LargeGame<Narrow>> for LargeModel {
    type Evaluator = LargeEvaluator;

    fn internal(game: LargeGame<Narrow>) -> Result<Self, NetworkError> {
        let network = game.assets().network.map(|packed| read_internal(packed, |bytes| network(game, bytes)));
        Ok(Self::new(game, network.transpose()?))
    }

    fn handmade(game: LargeGame<Narrow>) -> Self {
        Self::new(game, None)
    }

    fn read(game: LargeGame<Narrow>, bytes: &[u8], _: i32) -> Result<Self, NetworkFault> {
        Ok(Self::new(game, Some(network(game, bytes)?)))
    }

    fn from_options(game: LargeGame<Narrow>, options: &EvalOptions) -> Result<Self, NetworkError> {
        match options.path() {
            Some(path) => Self::load(game, &path, options.fv_scale),
            None if options.file == HANDMADE => Ok(Self::new(game, None)),
            None => Self::internal(game),
        }
    }

    fn evaluator(&self) -> LargeEvaluator {
        LargeEvaluator::new(Arc::clone(&self.handmade), self.network.clone())
    }

    fn name(&self) -> &str {
        self.network.as_ref().map_or("hand-made", |network| &network.name)
    }

    fn explain(&self, position: &Position<Narrow>) -> (i32, Score) {
        self.evaluator().explain(position)
    }
}
