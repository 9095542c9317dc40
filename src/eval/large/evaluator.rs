//! The evaluator of one thread.

use super::handmade::Handmade;
use crate::eval::network::{Network, NetworkEvaluator};
use crate::game::score::EVALUATION_LIMIT;
use crate::game::{self, Delta, Score};
use crate::large::{LargeGame, Narrow, Position};
use std::sync::Arc;

/// The hand-made evaluation plus the output of a network.
pub struct LargeEvaluator {
    handmade: Arc<Handmade<Narrow>>,
    network: Option<NetworkEvaluator<LargeGame<Narrow>>>,
    /// Receives the changes of moves if there is no network.
    unread: Delta,
}

impl LargeEvaluator {
    pub(super) fn new(handmade: Arc<Handmade<Narrow>>, network: Option<Arc<Network>>) -> Self {
        Self { handmade, network: network.map(NetworkEvaluator::new), unread: Delta::default() }
    }

    /// The output of the network before scaling, and the value of the position, both for the side to move. Without a
    /// network both are the same.
    pub(super) fn explain(&mut self, position: &Position<Narrow>) -> (i32, Score) {
        game::Evaluator::reset(self, position);
        let score = game::Evaluator::evaluate(self, position);
        (self.network.as_mut().map_or(score, |network| network.raw(position)), score)
    }
}

impl game::Evaluator<LargeGame<Narrow>> for LargeEvaluator {
    fn reset(&mut self, position: &Position<Narrow>) {
        if let Some(network) = &mut self.network {
            network.reset(position);
        }
    }

    #[inline(always)]
    fn push(&mut self) -> &mut Delta {
        match &mut self.network {
            Some(network) => network.push(),
            None => {
                self.unread.clear();
                &mut self.unread
            }
        }
    }

    #[inline(always)]
    fn pop(&mut self) {
        if let Some(network) = &mut self.network {
            network.pop();
        }
    }

    fn evaluate(&mut self, position: &Position<Narrow>) -> Score {
        let score = self.handmade.evaluate(position);
        let learnt = self.network.as_mut().map_or(0, |network| network.evaluate(position));
        (score + learnt).clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT)
    }
}
