//! Data shared by the threads on one problem: the table, their nodes, and their node count.

use super::node::Site;
use super::table::MateTable;
use std::ops::Deref;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64};
use std::sync::{Mutex, PoisonError, RwLock, RwLockReadGuard};

/// Nodes that one thread searches before others join it: most problems are solved sooner than a thread starts.
const NODES_ALONE: u64 = 4096;
/// Nodes distinguished when threads mark their place; a power of two.
const VISITED_SITES: usize = 1 << 16;

/// Data shared by the threads on one problem.
pub(super) struct Shared {
    table: RwLock<MateTable>,
    /// Lock of the thread that makes room.
    turn: Mutex<()>,
    /// Nodes that one thread searches before others join it.
    pub nodes_alone: u64,
    /// Number of threads in a node, by some bits of its key.
    visitors: Vec<AtomicU16>,
    /// Nodes of all threads, added in batches.
    pub nodes: AtomicU64,
    /// A thread has found the answer.
    pub is_done: AtomicBool,
}

impl Shared {
    pub fn new(table: MateTable) -> Self {
        let mut visitors = Vec::new();
        visitors.resize_with(VISITED_SITES, AtomicU16::default);
        Self {
            table: RwLock::new(table),
            turn: Mutex::new(()),
            nodes_alone: NODES_ALONE,
            visitors,
            nodes: AtomicU64::new(0),
            is_done: AtomicBool::new(false),
        }
    }

    /// A hold on the table for one thread.
    pub fn hold(&self) -> Hold<'_> {
        let mut hold = Hold { shared: self, guard: None };
        hold.take();
        hold
    }

    /// Exclusive access to the table.
    pub fn table_mut(&mut self) -> &mut MateTable {
        self.table.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    #[inline(always)]
    fn at(&self, site: &Site) -> &AtomicU16 {
        &self.visitors[(site.node() >> 40) as usize % VISITED_SITES]
    }

    /// Number of threads in a node.
    #[inline(always)]
    pub fn visitors(&self, site: &Site) -> u32 {
        self.at(site).load(Relaxed).into()
    }

    /// A thread enters a node.
    pub fn visit(&self, site: &Site) {
        self.at(site).fetch_add(1, Relaxed);
    }

    /// A thread leaves a node.
    pub fn leave(&self, site: &Site) {
        self.at(site).fetch_sub(1, Relaxed);
    }
}

/// A thread's hold on the table. All threads read and write at the same time; one that makes room needs the table
/// alone, and the others release it meanwhile.
pub(super) struct Hold<'a> {
    shared: &'a Shared,
    guard: Option<RwLockReadGuard<'a, MateTable>>,
}

impl Hold<'_> {
    /// Takes hold of the table again.
    pub fn take(&mut self) {
        self.guard = Some(self.shared.table.read().unwrap_or_else(PoisonError::into_inner));
    }

    /// Releases the table, so that another thread may make room.
    pub fn let_go(&mut self) {
        self.guard = None;
    }

    /// Makes room once no other thread holds the table, unless one of them has done so meanwhile. They take turns: a
    /// thread that waited for the write lock only to see that there is room again would wait until there is none.
    pub fn make_room(&mut self, interrupted: &mut impl FnMut() -> bool) {
        self.let_go();
        let _turn = self.shared.turn.lock().unwrap_or_else(PoisonError::into_inner);
        self.take();
        if self.is_crowded() {
            self.let_go();
            self.shared.table.write().unwrap_or_else(PoisonError::into_inner).make_room(interrupted);
            self.take();
        }
    }
}

impl Deref for Hold<'_> {
    type Target = MateTable;

    #[inline(always)]
    fn deref(&self) -> &MateTable {
        self.guard.as_deref().expect("a thread that searches holds the table")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The test would not end if a thread waited for others although there is room.
    #[test]
    fn nobody_waits_for_room_that_is_there() {
        let shared = Shared::new(MateTable::new(1).unwrap());
        let _other = shared.hold();
        let mut late = shared.hold();
        late.make_room(&mut || panic!("there is room"));
        assert!(!late.is_crowded());
    }
}
