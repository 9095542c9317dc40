//! What the threads of a search, and those who wait for it, tell each other.

use super::Clock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The expected move was played.
#[derive(Clone, Copy, Debug)]
pub struct PonderHit {
    pub at: Instant,
    /// Replaces the times told with `go`.
    pub clock: Option<Clock>,
}

/// Shared by the threads of a pool. Flags carry no data with them, so relaxed order will do.
#[derive(Default)]
pub struct Signals {
    halt: AtomicBool,
    /// Made by all threads, in batches.
    nodes: AtomicU64,
    /// What a weak player gets wrong in this game.
    whim: AtomicU64,
    /// There is news in the state for the first thread.
    news: AtomicBool,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    searching: bool,
    infinite: bool,
    pondering: bool,
    ponder_hit: Option<PonderHit>,
}

impl Signals {
    fn state(&self) -> MutexGuard<'_, State> {
        // The state is plain flags, whole at any moment.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens a search. None may be running.
    pub fn begin(&self, infinite: bool, pondering: bool) {
        let mut state = self.state();
        *state = State { searching: true, infinite, pondering, ponder_hit: None };
        self.halt.store(false, Relaxed);
        self.news.store(false, Relaxed);
        self.nodes.store(0, Relaxed);
    }

    /// Closes a search.
    pub fn end(&self) {
        self.state().searching = false;
        self.changed.notify_all();
    }

    /// Whether a search is still running after `patience`: one that has just answered takes a moment to end.
    pub fn is_searching_after(&self, patience: Duration) -> bool {
        let wait = self.changed.wait_timeout_while(self.state(), patience, |state| state.searching);
        wait.unwrap_or_else(PoisonError::into_inner).0.searching
    }

    /// Blocks until no search is running.
    pub fn wait_for_end(&self) {
        let state = self.state();
        drop(self.changed.wait_while(state, |state| state.searching).unwrap_or_else(PoisonError::into_inner));
    }

    /// Ends the search and lets its result be told.
    pub fn stop(&self) {
        let mut state = self.state();
        (state.infinite, state.pondering) = (false, false);
        self.halt();
        drop(state);
        self.changed.notify_all();
    }

    /// Ends the search of all threads; the result may have to wait.
    pub fn halt(&self) {
        self.halt.store(true, Relaxed);
    }

    #[inline(always)]
    pub fn is_halted(&self) -> bool {
        self.halt.load(Relaxed)
    }

    /// For others to see when the search is to end.
    pub const fn halt_flag(&self) -> &AtomicBool {
        &self.halt
    }

    pub fn ponder_hit(&self, hit: PonderHit) {
        let mut state = self.state();
        if state.pondering {
            state.pondering = false;
            state.ponder_hit = Some(hit);
            self.news.store(true, Relaxed);
        }
        drop(state);
        self.changed.notify_all();
    }

    /// A ponder hit that nobody has seen yet.
    #[inline]
    pub fn take_ponder_hit(&self) -> Option<PonderHit> {
        if !self.news.load(Relaxed) {
            return None;
        }
        self.news.store(false, Relaxed);
        self.state().ponder_hit.take()
    }

    /// Blocks while the result may not be told yet.
    pub fn wait_for_release(&self) {
        let held = |state: &mut State| state.infinite || state.pondering;
        drop(self.changed.wait_while(self.state(), held).unwrap_or_else(PoisonError::into_inner));
    }

    pub fn add_nodes(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Relaxed);
    }

    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Another game: a weak player gets other things wrong.
    pub fn new_whim(&self) {
        self.whim.store(rand::random(), Relaxed);
    }

    pub fn whim(&self) -> u64 {
        self.whim.load(Relaxed)
    }
}
