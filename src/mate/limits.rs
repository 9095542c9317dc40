//! Limits at which the solver gives up.

use super::value::Plies;
use crate::system;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Observer of a search, which may end it early.
pub trait Stop: Sync {
    /// True to end the search at once. The search polls it repeatedly.
    fn is_wanted(&self) -> bool;

    /// Nodes searched since the last call.
    fn note_nodes(&self, _: u64) {}

    /// A mate within `plies` is proved.
    fn note_mate(&self, _: usize) {}
}

/// A flag that is raised to end the search.
impl Stop for AtomicBool {
    fn is_wanted(&self) -> bool {
        system::give_way() || self.load(Ordering::Relaxed)
    }
}

/// Limits of the effort for one problem. The search ends at the first that is reached; without any it ends by itself.
#[derive(Clone, Copy, Default)]
pub struct Limits<'a> {
    /// Latest end of the search.
    pub deadline: Option<Instant>,
    /// Nodes of all threads together.
    pub nodes: Option<u64>,
    /// Observer that may end the search at once.
    pub stop: Option<&'a dyn Stop>,
}

impl Limits<'_> {
    /// Notifies the observer of a proved mate within `plies`.
    pub(super) fn note_mate(&self, plies: Plies) {
        self.stop.into_iter().for_each(|stop| stop.note_mate(plies.into()));
    }

    /// Notifies the observer of new nodes.
    pub(super) fn note_nodes(&self, nodes: u64) {
        self.stop.into_iter().for_each(|stop| stop.note_nodes(nodes));
    }

    /// True if the search must end now, after `nodes` nodes.
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
