//! The clocks of a game, counted as the server counts them.

use crate::board::Color;
use crate::engines::clock::{Clock, TimeControl};
use std::time::Duration;

/// Time control of one side and the server's rounding of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// Granularity of counted times.
    pub unit: Duration,
    pub total: Duration,
    pub byoyomi: Duration,
    pub increment: Duration,
    /// Free time of each move.
    pub delay: Duration,
    /// Least time counted for a move.
    pub least: Duration,
    /// True if a fraction of a unit counts as a whole one.
    pub rounds_up: bool,
}

impl Default for Rate {
    fn default() -> Self {
        let none = Duration::ZERO;
        let unit = Duration::from_secs(1);
        Self { unit, total: none, byoyomi: none, increment: none, delay: none, least: none, rounds_up: false }
    }
}

impl Rate {
    fn control(&self) -> TimeControl {
        TimeControl { main: self.total, increment: self.increment, byoyomi: self.byoyomi, ..TimeControl::default() }
    }

    /// Time that the server should count for a move that took `elapsed`.
    fn counted(&self, elapsed: Duration) -> Duration {
        let unit = self.unit.as_nanos().max(1);
        let nanos = elapsed.saturating_sub(self.delay).as_nanos();
        let units = if self.rounds_up { nanos.div_ceil(unit) } else { nanos / unit };
        let units = u32::try_from(units).unwrap_or(u32::MAX);
        self.unit.saturating_mul(units).max(self.least)
    }
}

/// Both clocks. `[color]`
#[derive(Clone, Debug)]
pub struct GameClock {
    rates: [Rate; 2],
    clocks: [Clock; 2],
}

impl GameClock {
    pub fn new(rates: [Rate; 2]) -> Self {
        Self { rates, clocks: rates.map(|rate| Clock::new(rate.control())) }
    }

    /// Time controls of both sides. `[color]`
    pub fn controls(&self) -> [TimeControl; 2] {
        self.rates.map(|rate| rate.control())
    }

    fn rate(&self, color: Color) -> &Rate {
        let [black, white] = &self.rates;
        if color == Color::Black { black } else { white }
    }

    fn clock(&self, color: Color) -> &Clock {
        let [black, white] = &self.clocks;
        if color == Color::Black { black } else { white }
    }

    fn clock_mut(&mut self, color: Color) -> &mut Clock {
        let [black, white] = &mut self.clocks;
        if color == Color::Black { black } else { white }
    }

    /// Main time left to a side, without byoyomi and the increment of its next move.
    pub fn remaining(&self, color: Color) -> Duration {
        self.clock(color).remaining()
    }

    /// Sets the main time left to a side.
    pub fn set_remaining(&mut self, color: Color, remaining: Duration) {
        let control = *self.clock(color).control();
        *self.clock_mut(color) = Clock::resumed(control, remaining);
    }

    /// Charges a side for a move. Returns the part of `spent` that main time and increment could pay.
    pub fn charge(&mut self, color: Color, spent: Duration) -> Duration {
        let clock = self.clock_mut(color);
        let there = clock.remaining() + clock.control().increment;
        clock.charge(spent);
        spent.min(there)
    }

    /// Time that the server should count for a move of `color` that took `elapsed`.
    pub fn counted(&self, color: Color, elapsed: Duration) -> Duration {
        self.rate(color).counted(elapsed)
    }

    /// Longest time that the next move of a side may take; none without a clock.
    pub fn limit(&self, color: Color) -> Option<Duration> {
        self.clock(color).limit().map(|limit| limit + self.rate(color).delay)
    }

    /// Clocks to send to the engine of side `color`, less the delay of the network.
    pub fn told(&self, color: Color, lag: Duration) -> [Clock; 2] {
        let mut told = self.clone();
        let own = self.clock(color);
        let mut control = *own.control();
        let free = lag.saturating_sub(self.rate(color).delay);
        let taken_of = |time: &mut Duration, lag: Duration| {
            let taken = lag.min(*time);
            *time = time.saturating_sub(taken);
            lag.saturating_sub(taken)
        };
        let rest = taken_of(&mut control.byoyomi, free);
        let rest = taken_of(&mut control.increment, rest);
        let remaining = own.remaining().saturating_sub(rest);
        *told.clock_mut(color) = Clock::resumed(control, remaining);
        told.clocks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(n: f64) -> Duration {
        Duration::from_secs_f64(n)
    }

    #[test]
    fn moves_are_counted_in_units() {
        let second = Rate { total: seconds(10.0), ..Rate::default() };
        assert_eq!(second.counted(seconds(1.9)), seconds(1.0));
        assert_eq!(Rate { rounds_up: true, ..second }.counted(seconds(1.1)), seconds(2.0));
        assert_eq!(Rate { least: seconds(1.0), ..second }.counted(seconds(0.3)), seconds(1.0));
        assert_eq!(Rate { delay: seconds(2.0), ..second }.counted(seconds(3.5)), seconds(1.0));
        let fine = Rate { unit: Duration::from_millis(1), ..second };
        assert_eq!(fine.counted(seconds(0.1234)), seconds(0.123));
        assert_eq!(Rate { unit: Duration::from_secs(60), ..second }.counted(seconds(59.0)), Duration::ZERO);
    }

    #[test]
    fn clocks_run_down_on_their_own_sides() {
        let rate = Rate { total: seconds(300.0), increment: seconds(10.0), ..Rate::default() };
        let mut clock = GameClock::new([rate; 2]);
        assert_eq!(clock.limit(Color::Black), Some(seconds(310.0)));
        assert_eq!(clock.charge(Color::Black, seconds(12.0)), seconds(12.0));
        assert_eq!((clock.remaining(Color::Black), clock.remaining(Color::White)), (seconds(298.0), seconds(300.0)));
        assert_eq!(clock.charge(Color::White, seconds(999_999.0)), seconds(310.0));
        assert_eq!((clock.remaining(Color::White), clock.limit(Color::White)), (Duration::ZERO, Some(seconds(10.0))));
        assert_eq!(GameClock::new([Rate::default(); 2]).limit(Color::White), None);
    }

    #[test]
    fn the_network_is_paid_by_what_comes_back() {
        let told = |rate: Rate, lag: f64| {
            let [black, white] = GameClock::new([rate; 2]).told(Color::Black, seconds(lag));
            assert_eq!((white.remaining(), white.control().byoyomi), (rate.total, rate.byoyomi));
            (black.remaining(), black.control().byoyomi, black.control().increment)
        };
        let rate = Rate { total: seconds(60.0), byoyomi: seconds(10.0), ..Rate::default() };
        assert_eq!(told(rate, 0.5), (seconds(60.0), seconds(9.5), Duration::ZERO));
        let rate = Rate { total: seconds(60.0), increment: seconds(1.0), ..Rate::default() };
        assert_eq!(told(rate, 1.5), (seconds(59.5), Duration::ZERO, Duration::ZERO));
        assert_eq!(told(Rate { delay: seconds(2.0), ..rate }, 1.5), (seconds(60.0), Duration::ZERO, seconds(1.0)));
    }
}
