//! Several threads at one problem.
//!
//! Each searches from the root on its own path; they share the table. So that they do not all do the same, a thread
//! makes the nodes that it is in less inviting: where others choose between children, those with a thread inside look
//! harder than they are (virtual proof and disproof numbers; Kaneko, *Parallel depth first proof number search*, AAAI
//! 2010). What is stored and handed to the parent are the true numbers. What depends on a path stays with the thread
//! on that path, so that results are as true as those of one thread.

use super::dfpn::Search;
use super::limits::Limits;
use super::node::Site;
use super::paths::PathTable;
use super::table::Table;
use super::value::{Plies, Value};
use crate::game::Game;
use std::ops::Deref;
use std::panic;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64};
use std::sync::{Mutex, PoisonError, RwLock, RwLockReadGuard};
use std::thread::{self, Builder};

/// Most problems are solved sooner than a thread starts.
const NODES_ALONE: u64 = 4096;
/// A power of two.
const VISITED_SITES: usize = 1 << 16;

/// What the threads at one problem share.
pub(super) struct Crew {
    table: RwLock<Table>,
    /// Held by the thread that makes room.
    turn: Mutex<()>,
    /// Nodes that one thread searches before others join it.
    pub nodes_alone: u64,
    /// The threads in a node, by some bits of its key.
    visitors: Vec<AtomicU16>,
    nodes: AtomicU64,
    /// Whether a thread has found the answer.
    is_done: AtomicBool,
}

impl Crew {
    pub fn new(table: Table) -> Self {
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

    pub fn hold(&self) -> Hold<'_> {
        let mut hold = Hold { crew: self, guard: None };
        hold.take();
        hold
    }

    pub fn table_mut(&mut self) -> &mut Table {
        self.table.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    #[inline(always)]
    fn at(&self, site: &Site) -> &AtomicU16 {
        &self.visitors[(site.node() >> 40) as usize % VISITED_SITES]
    }

    #[inline(always)]
    pub fn visitors(&self, site: &Site) -> u32 {
        self.at(site).load(Relaxed).into()
    }

    pub fn visit(&self, site: &Site) {
        self.at(site).fetch_add(1, Relaxed);
    }

    pub fn leave(&self, site: &Site) {
        self.at(site).fetch_sub(1, Relaxed);
    }
}

/// A thread's hold on the table. All read and write at the same time; only who makes room must have the table for
/// itself, and the others let go of it meanwhile.
pub(super) struct Hold<'a> {
    crew: &'a Crew,
    guard: Option<RwLockReadGuard<'a, Table>>,
}

impl Hold<'_> {
    fn take(&mut self) {
        self.guard = Some(self.crew.table.read().unwrap_or_else(PoisonError::into_inner));
    }

    fn let_go(&mut self) {
        self.guard = None;
    }

    /// Makes room as soon as no other thread holds the table, unless one of them has done so meanwhile. They take turns:
    /// a thread that waited to write just to see that there is room again would wait until there is none.
    pub fn make_room(&mut self, interrupted: &mut impl FnMut() -> bool) {
        self.let_go();
        let _turn = self.crew.turn.lock().unwrap_or_else(PoisonError::into_inner);
        self.take();
        if self.is_crowded() {
            self.let_go();
            self.crew.table.write().unwrap_or_else(PoisonError::into_inner).make_room(interrupted);
            self.take();
        }
    }
}

impl Deref for Hold<'_> {
    type Target = Table;

    #[inline(always)]
    fn deref(&self) -> &Table {
        self.guard.as_deref().expect("a thread that searches holds the table")
    }
}

/// What a helper brings back.
struct Share {
    value: Option<Value>,
    deepest: usize,
}

impl<G: Game> Search<'_, G> {
    /// As [`Search::solve`], with the help of other threads where it takes long.
    pub fn solve_together(&mut self, plies: Plies) -> Option<Value> {
        if self.helpers.is_empty() {
            return self.solve(plies);
        }
        let alone = self.nodes + self.crew.nodes_alone;
        let nodes = Some(self.limits.nodes.map_or(alone, |limit| limit.min(alone)));
        let value = self.within(Limits { nodes, ..self.limits }, |search| search.solve(plies));
        if value.is_some() || self.limits.are_reached(self.nodes) {
            return value;
        }
        let helpers = std::mem::take(&mut self.helpers);
        let value = self.solve_with(helpers, plies);
        self.helpers = helpers;
        value
    }

    fn solve_with(&mut self, helpers: &mut [PathTable], plies: Plies) -> Option<Value> {
        let (position, attacker, crew, limits) = (self.position.clone(), self.attacker, self.crew, self.limits);
        crew.nodes.store(self.nodes, Relaxed);
        crew.is_done.store(false, Relaxed);
        self.nodes_told = self.nodes;
        let (own, others) = thread::scope(|scope| {
            let threads: Vec<_> = helpers
                .iter_mut()
                .filter_map(|paths| {
                    let position = &position;
                    let search = move || Search::<G>::new(position, attacker, crew, paths, limits).share_in(plies);
                    // Without the thread there is a helper less.
                    Builder::new().name("mate helper".into()).spawn_scoped(scope, search).ok()
                })
                .collect();
            let own = self.share_in(plies);
            let join = |thread: thread::ScopedJoinHandle<'_, Share>| {
                thread.join().unwrap_or_else(|reason| panic::resume_unwind(reason))
            };
            (own, threads.into_iter().map(join).collect::<Vec<_>>())
        });
        self.table.take();
        self.nodes = crew.nodes.load(Relaxed);
        self.deepest = others.iter().fold(own.deepest, |deepest, share| deepest.max(share.deepest));
        others.into_iter().fold(own.value, |value, share| value.or(share.value))
    }

    /// One thread's part.
    fn share_in(&mut self, plies: Plies) -> Share {
        self.in_company = true;
        let value = self.solve(plies);
        self.in_company = false;
        self.tell_nodes();
        self.crew.is_done.fetch_or(value.is_some(), Relaxed);
        // Others may still have to make room.
        self.table.let_go();
        Share { value, deepest: self.deepest }
    }

    /// Whether a limit is reached by all together, or another thread has the answer.
    pub fn crew_stops(&mut self) -> bool {
        let nodes = self.tell_nodes();
        self.crew.is_done.load(Relaxed) || self.limits.are_reached(nodes)
    }

    /// Tells the others of new nodes. Returns the number of all.
    fn tell_nodes(&mut self) -> u64 {
        let new = self.nodes - self.nodes_told;
        self.nodes_told = self.nodes;
        self.crew.nodes.fetch_add(new, Relaxed) + new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With another thread still at work it would take for ever.
    #[test]
    fn nobody_waits_for_room_that_is_there() {
        let crew = Crew::new(Table::new(1));
        let _other = crew.hold();
        let mut late = crew.hold();
        late.make_room(&mut || panic!("there is room"));
        assert!(!late.is_crowded());
    }
}
