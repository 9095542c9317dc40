//! The time of a turn, without that in which the machine slept.
//!
//! While a machine sleeps, `Instant` stands still on Linux and macOS and runs on under Windows, so that a closed lid would be
//! free of charge or lose the game. The clock of the day always runs on. A look that comes far too late shows a sleep as well:
//! somebody looks each second while a turn lasts.

use std::time::{Duration, Instant, SystemTime};

/// Time between two looks.
pub const TICK: Duration = Duration::from_secs(1);
/// Time that no look of a machine that is awake is late by. The worker of a static site looks at nothing while its engine
/// searches without a pause.
const ASLEEP: Duration = Duration::from_secs(if cfg!(target_family = "wasm") { 20 } else { 5 });

/// A moment by both clocks of the system.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    steady: Instant,
    of_day: SystemTime,
}

impl Moment {
    pub fn now() -> Self {
        Self { steady: Instant::now(), of_day: SystemTime::now() }
    }

    /// Time since an earlier moment, by the clock that stands still at most, and by the one that never does. The latter may
    /// have been set back.
    fn since(self, earlier: Self) -> (Duration, Duration) {
        let steady = self.steady.saturating_duration_since(earlier.steady);
        (steady, self.of_day.duration_since(earlier.of_day).unwrap_or(steady))
    }
}

/// A watch that runs from its first moment until it is stopped.
#[derive(Debug)]
pub struct Stopwatch {
    counted: Duration,
    /// The latest look; none once the watch stands.
    seen: Option<Moment>,
    /// True once a sleep was left out.
    has_slept: bool,
}

impl Stopwatch {
    pub const fn new(now: Moment) -> Self {
        Self { counted: Duration::ZERO, seen: Some(now), has_slept: false }
    }

    /// Counts the time since the latest look; true if the machine has slept since, which counts nothing.
    pub fn look(&mut self, now: Moment) -> bool {
        let Some(seen) = self.seen else { return false };
        self.seen = Some(now);
        let (steady, of_day) = now.since(seen);
        let has_slept = steady > TICK + ASLEEP || of_day > steady + ASLEEP;
        if !has_slept {
            self.counted += steady;
        }
        self.has_slept |= has_slept;
        has_slept
    }

    /// The time that has counted, up to this moment.
    pub fn spent(&self, now: Moment) -> Duration {
        self.counted + self.seen.map_or(Duration::ZERO, |seen| now.since(seen).0)
    }

    pub const fn has_slept(&self) -> bool {
        self.has_slept
    }

    /// Stops the watch at the time that has counted.
    pub const fn stop(&mut self) {
        self.seen = None;
    }

    /// Lets the watch run on.
    pub const fn go_on(&mut self, now: Moment) {
        self.seen = Some(now);
    }
}

#[cfg(test)]
impl Moment {
    /// A later moment, by each clock.
    pub fn after(self, steady: Duration, of_day: Duration) -> Self {
        Self { steady: self.steady + steady, of_day: self.of_day + of_day }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_secs(3600);

    #[test]
    fn a_sleep_counts_nothing_on_any_system() {
        // An Instant that stands while the machine sleeps, one that runs on, and a process that was stopped.
        for (steady, of_day) in [(Duration::ZERO, HOUR), (HOUR, HOUR), (HOUR, Duration::ZERO)] {
            let start = Moment::now();
            let mut watch = Stopwatch::new(start);
            let before = start.after(TICK, TICK);
            assert!(!watch.look(before));
            let woken = before.after(steady, of_day);
            assert!(watch.look(woken) && watch.has_slept());
            assert_eq!(watch.spent(woken), TICK);
            assert!(!watch.look(woken.after(TICK, TICK)), "the page says it once");
            assert_eq!(watch.spent(woken.after(2 * TICK, 2 * TICK)), 3 * TICK);
        }
    }

    #[test]
    fn a_busy_machine_and_a_clock_that_is_set_back_are_no_sleep() {
        let start = Moment::now();
        let mut watch = Stopwatch::new(start);
        let late = start.after(4 * TICK, 5 * TICK);
        assert!(!watch.look(late) && watch.spent(late) == 4 * TICK);
        let set_back = Moment { of_day: late.of_day - HOUR, ..late.after(TICK, TICK) };
        assert!(!watch.look(set_back) && !watch.has_slept());
        assert_eq!(watch.spent(set_back), 5 * TICK);
    }

    #[test]
    fn a_stopped_watch_stands() {
        let start = Moment::now();
        let mut watch = Stopwatch::new(start);
        watch.look(start.after(TICK, TICK));
        watch.stop();
        let later = start.after(HOUR, HOUR);
        assert!(!watch.look(later));
        assert_eq!(watch.spent(later), TICK);
        watch.go_on(later);
        assert_eq!(watch.spent(later.after(TICK, TICK)), 2 * TICK);
    }
}
