//! One search, as all its threads see it.

use super::limits::{Limits, SearchOptions};
use super::signals::Signals;
use super::skill::Weakness;
use super::time::TimeManager;
use super::tt::TranspositionTable;
use crate::game::{Game, Position};
use std::sync::Arc;

/// The position to search, and the data that the threads share meanwhile.
pub struct Task<G: Game> {
    pub position: G::Position,
    pub limits: Limits<G::Move>,
    pub options: SearchOptions,
    /// The handicaps below full skill; none at full skill.
    pub weakness: Option<Weakness>,
    pub tt: Arc<TranspositionTable<G::Move>>,
    pub signals: Arc<Signals>,
}

impl<G: Game> Task<G> {
    /// Opens the search; none may be running on the same table and signals. `infinite` and `pondering` hold its result
    /// back until it is released.
    pub fn begin(&self, infinite: bool, pondering: bool) {
        let (color, game_ply) = (self.position.side_to_move(), self.position.game_ply());
        self.signals.begin(infinite, pondering, TimeManager::new(&self.limits, &self.options, color, game_ply));
        self.tt.new_search();
    }

    /// The last iteration that the first thread searches, in plies.
    pub fn last_depth(&self) -> usize {
        self.limits.depth.into_iter().chain(self.options.depth_limit).min().unwrap_or(usize::MAX)
    }

    /// Nodes of all threads that end the search: the least of all limits.
    pub fn node_limit(&self) -> Option<u64> {
        let skill = self.weakness.as_ref().map(Weakness::node_limit);
        self.limits.nodes.into_iter().chain(self.options.nodes_limit).chain(skill).min()
    }

    /// Nodes of all threads after which no further iteration begins.
    pub fn soft_node_limit(&self) -> Option<u64> {
        let skill = self.weakness.as_ref().map(Weakness::nodes);
        self.limits.soft_nodes.into_iter().chain(skill).min()
    }
}
