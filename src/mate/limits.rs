//! The bounds at which the solver gives up.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Bounds of the effort for one problem. The search ends at the first that is reached; with none it ends by itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits<'a> {
    /// When the search must have ended.
    pub deadline: Option<Instant>,
    /// Nodes of all threads together.
    pub nodes: Option<u64>,
    /// The flag that somebody else raises to end the search at once.
    pub stop: Option<&'a AtomicBool>,
}

impl Limits<'_> {
    /// Whether the search must end now, `nodes` being spent.
    #[must_use]
    pub fn are_reached(&self, nodes: u64) -> bool {
        self.nodes.is_some_and(|limit| nodes >= limit)
            || self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// A limit was reached before the answer was known.
#[derive(Debug)]
pub(super) struct LimitReached;
