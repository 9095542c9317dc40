//! When to give up.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Bounds of the effort for one problem.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits<'a> {
    pub deadline: Option<Instant>,
    pub nodes: Option<u64>,
    /// Raised by somebody else to end the search at once.
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
