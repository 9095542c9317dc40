//! The means of ending a match from outside.

use super::engine::Children;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The means of ending a match from outside; clones control the same match.
#[derive(Clone, Default)]
pub struct Control {
    /// The flag that ends the match at once when it is set; games in progress do not count.
    pub interrupt: Arc<AtomicBool>,
    pub children: Children,
}
