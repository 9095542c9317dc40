//! Signals between the threads of a search and those who wait for it.

use super::limits::Clock;
use super::time::{IterationProgress, TimeManager};
use crate::mate::Stop;
use crate::system;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The alarm of a search that no clock ends.
const NEVER: u64 = u64::MAX;

/// Shared by the threads of a pool. The flags and counts carry no data with them, so relaxed order will do.
pub struct Signals {
    halt: AtomicBool,
    /// Nodes of all threads, added in batches.
    nodes: AtomicU64,
    /// The instant at which the clock ends the search, in nanoseconds after `epoch`, or [`NEVER`].
    alarm: AtomicU64,
    epoch: Instant,
    state: Mutex<SearchState>,
    changed: Condvar,
}

#[derive(Default)]
struct SearchState {
    searching: bool,
    infinite: bool,
    pondering: bool,
    /// The clock of the search that is running, or of the last one.
    time: Option<TimeManager>,
}

impl Default for Signals {
    fn default() -> Self {
        Self {
            halt: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            alarm: AtomicU64::new(NEVER),
            epoch: Instant::now(),
            state: Mutex::default(),
            changed: Condvar::new(),
        }
    }
}

impl Signals {
    fn state(&self) -> MutexGuard<'_, SearchState> {
        // The state is whole at any moment, even if a thread has panicked with the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens a search. None may be running.
    pub fn begin(&self, infinite: bool, pondering: bool, time: TimeManager) {
        let mut state = self.state();
        self.halt.store(false, Relaxed);
        self.nodes.store(0, Relaxed);
        self.set_alarm(&time);
        *state = SearchState { searching: true, infinite, pondering, time: Some(time) };
    }

    fn set_alarm(&self, time: &TimeManager) {
        let alarm = time.deadline().map_or(NEVER, |deadline| {
            u64::try_from(deadline.saturating_duration_since(self.epoch).as_nanos()).unwrap_or(NEVER)
        });
        self.alarm.store(alarm, Relaxed);
    }

    /// Closes the search, and wakes those who wait for its end.
    pub fn end(&self) {
        self.state().searching = false;
        self.changed.notify_all();
    }

    /// True if a search is still running after `patience`: one that has just answered takes a moment to end.
    pub fn is_searching_after(&self, patience: Duration) -> bool {
        let wait = self.changed.wait_timeout_while(self.state(), patience, |state| state.searching);
        wait.unwrap_or_else(PoisonError::into_inner).0.searching
    }

    /// Blocks until no search is running.
    pub fn wait_for_end(&self) {
        let state = self.state();
        drop(self.changed.wait_while(state, |state| state.searching).unwrap_or_else(PoisonError::into_inner));
    }

    /// Ends the search and releases its result.
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

    /// True if the search is to end.
    #[inline]
    pub fn is_halted(&self) -> bool {
        self.halt.load(Relaxed)
    }

    /// Ends the search if its time is over, or a host without threads wants it to end.
    #[inline]
    pub fn look_at_clock(&self) {
        if system::give_way() {
            self.halt();
        }
        let alarm = self.alarm.load(Relaxed);
        if alarm != NEVER && self.epoch.elapsed().as_nanos() >= u128::from(alarm) {
            self.halt();
        }
    }

    /// True if the clock allows no further iteration after one that went like this.
    pub fn should_stop(&self, progress: IterationProgress) -> bool {
        let mut state = self.state();
        let Some(time) = &mut state.time else { return false };
        let stops = time.should_stop(progress, Instant::now());
        self.set_alarm(time);
        stops
    }

    /// The expected move was played just now; ignored unless the search ponders. `clock` replaces the earlier times.
    pub fn ponder_hit(&self, clock: Option<&Clock>) {
        let mut state = self.state();
        let pondering = std::mem::take(&mut state.pondering);
        if pondering && let Some(time) = &mut state.time {
            if time.ponderhit(Instant::now(), clock) {
                self.halt();
            }
            self.set_alarm(time);
        }
        drop(state);
        self.changed.notify_all();
    }

    /// True until the expected move of a search that ponders is played.
    pub fn is_pondering(&self) -> bool {
        self.state().pondering
    }

    /// Blocks while the result is held back.
    pub fn wait_for_release(&self) {
        let held = |state: &mut SearchState| state.infinite || state.pondering;
        drop(self.changed.wait_while(self.state(), held).unwrap_or_else(PoisonError::into_inner));
    }

    /// Adds nodes that one thread has made.
    pub fn add_nodes(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Relaxed);
    }

    /// Nodes that all threads have added.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }
}

/// Ends a mate probe together with its search. The solver must poll the clock itself, since a ponder hit can start it
/// meanwhile.
impl Stop for Signals {
    fn is_wanted(&self) -> bool {
        self.look_at_clock();
        self.is_halted()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;
    use crate::search::{Limits, SearchOptions};

    /// Signals of a search that ponders and has no clock yet.
    fn pondering() -> Signals {
        let limits = Limits::<u16> { ponder: true, ..Limits::new() };
        let signals = Signals::default();
        signals.begin(false, true, TimeManager::new(&limits, &SearchOptions::default(), Color::Black, 0));
        signals
    }

    #[test]
    fn a_look_for_mate_ends_with_the_time_that_a_ponder_hit_tells() {
        let signals = pondering();
        assert!(!signals.is_wanted());
        signals.ponder_hit(Some(&Clock::default()));
        assert!(!signals.is_halted() && signals.is_wanted());
    }

    #[test]
    fn a_look_for_mate_ends_when_the_search_is_stopped() {
        let signals = pondering();
        signals.stop();
        assert!(signals.is_wanted());
    }
}
