//! The bounds at which the solver gives up.

use super::value::Plies;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Somebody who watches a search and may want it to end before it has the answer.
pub trait Stop: Sync {
    /// Whether the search is to end at once. It asks again and again, so that the answer may change while it runs.
    fn is_wanted(&self) -> bool;

    /// Hears that so many more nodes have been searched.
    fn note_nodes(&self, _: u64) {}

    /// Hears that a mate within so many plies is proved.
    fn note_mate(&self, _: usize) {}
}

/// A flag that is raised to end the search.
impl Stop for AtomicBool {
    fn is_wanted(&self) -> bool {
        self.load(Ordering::Relaxed)
    }
}

/// Bounds of the effort for one problem. The search ends at the first that is reached; with none it ends by itself.
#[derive(Clone, Copy, Default)]
pub struct Limits<'a> {
    /// When the search must have ended.
    pub deadline: Option<Instant>,
    /// Nodes of all threads together.
    pub nodes: Option<u64>,
    /// Whoever else may end the search at once.
    pub stop: Option<&'a dyn Stop>,
}

impl Limits<'_> {
    /// Tells whoever watches that a mate within `plies` is proved.
    pub(super) fn note_mate(&self, plies: Plies) {
        self.stop.into_iter().for_each(|stop| stop.note_mate(plies.into()));
    }

    /// Tells whoever watches of new nodes.
    pub(super) fn note_nodes(&self, nodes: u64) {
        self.stop.into_iter().for_each(|stop| stop.note_nodes(nodes));
    }

    /// Whether the search must end now, `nodes` being spent.
    #[must_use]
    pub fn are_reached(&self, nodes: u64) -> bool {
        self.nodes.is_some_and(|limit| nodes >= limit)
            || self.stop.is_some_and(Stop::is_wanted)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// A limit was reached before the answer was known.
#[derive(Debug)]
pub(super) struct LimitReached;
