//! The walk along the main line of a record and its variations.

use super::naming::Namer;
use super::phase::Phases;
use super::view::View;
use crate::any::{AnyMove, AnyPosition};
use crate::record::{NodeId, Record, Step};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};

/// A place in a line, with the state that the moves up to it have left for the next.
#[derive(Clone)]
pub(super) struct Trail {
    pub position: AnyPosition,
    pub view: View<AnyMove>,
    /// The last move.
    pub previous: Option<AnyMove>,
    /// The number of the last move, 0 at the start.
    pub number: usize,
    pub namer: Namer,
    pub phases: Phases,
}

impl Trail {
    /// The start of a record.
    pub fn new(position: AnyPosition, view: View<AnyMove>) -> Self {
        let (namer, phases) = (Namer::default(), Phases::default());
        Self { position, view, previous: None, number: 0, namer, phases }
    }
}

/// The lines that are still to be walked.
pub(super) struct Walk<'a> {
    pub record: &'a Record,
    pub stop: &'a AtomicBool,
    /// The first nodes of variations, each with the place from which it branches off.
    forks: VecDeque<(NodeId, Trail)>,
    has_variations: bool,
}

impl<'a> Walk<'a> {
    /// A walk that leads into variations too, if these are wanted.
    pub const fn new(record: &'a Record, stop: &'a AtomicBool, has_variations: bool) -> Self {
        Self { record, stop, forks: VecDeque::new(), has_variations }
    }

    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Remembers the variations that branch off at a node.
    pub fn pass(&mut self, id: NodeId, trail: &Trail) {
        if self.has_variations {
            let variations = self.record.node(id).children().iter().skip(1);
            let are_moves = |&&id: &&NodeId| matches!(self.record.node(id).step(), Some(Step::Move(_)));
            self.forks.extend(variations.filter(are_moves).map(|&id| (id, trail.clone())));
        }
    }

    /// The next variation: those of the main line come before those of variations, the earlier before the later.
    pub fn next_fork(&mut self) -> Option<(NodeId, Trail)> {
        self.forks.pop_front()
    }
}
