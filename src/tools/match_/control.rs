//! How a match is told to end.

use super::engine::Children;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// How a match is stopped from outside.
#[derive(Clone, Default)]
pub struct Control {
    /// Ends the match at once; games in progress do not count.
    pub interrupt: Arc<AtomicBool>,
    pub children: Children,
}
