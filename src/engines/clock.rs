//! Time controls and clocks.

use crate::board::Color;
use crate::engines::seconds::{TimeError, parse_seconds};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// Limits of a side's moves. They combine: main time with byoyomi, or a clock with a limit of nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct TimeControl {
    pub main: Duration,
    pub increment: Duration,
    pub byoyomi: Duration,
    pub move_time: Option<Duration>,
    pub nodes: Option<u64>,
    pub depth: Option<u32>,
}

/// Main time, and increment for each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MainTime {
    pub main: Duration,
    pub increment: Duration,
}

impl FromStr for MainTime {
    type Err = TimeError;

    fn from_str(text: &str) -> Result<Self, TimeError> {
        let (main, increment) = text.split_once('+').unwrap_or((text, "0"));
        let whole = |_| TimeError::from(text);
        Ok(Self { main: parse_seconds(main).map_err(whole)?, increment: parse_seconds(increment).map_err(whole)? })
    }
}

impl TimeControl {
    /// True if nothing limits a move.
    #[must_use]
    pub fn is_unlimited(&self) -> bool {
        *self == Self::default()
    }

    /// True if a clock limits the time, rather than a fixed time for each move.
    #[must_use]
    pub fn has_clock(&self) -> bool {
        !(self.main + self.increment + self.byoyomi).is_zero()
    }

    /// The clock as CSA files of version 3 write it: main time, byoyomi, increment. None without a clock.
    #[must_use]
    pub fn csa(&self) -> Option<String> {
        let seconds = [self.main, self.byoyomi, self.increment].map(|time| time.as_secs_f64().to_string());
        self.has_clock().then(|| seconds.join("+"))
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if !(self.main + self.increment).is_zero() {
            parts.push(format!("{}+{} s", self.main.as_secs_f64(), self.increment.as_secs_f64()));
        }
        if !self.byoyomi.is_zero() {
            parts.push(format!("byoyomi {} s", self.byoyomi.as_secs_f64()));
        }
        parts.extend(self.move_time.map(|time| format!("{} s a move", time.as_secs_f64())));
        parts.extend(self.nodes.map(|nodes| format!("{nodes} nodes a move")));
        parts.extend(self.depth.map(|depth| format!("depth {depth}")));
        f.write_str(&parts.join(", "))
    }
}

/// Clock of one side in a game.
///
/// A move may take the rest of the main time, the increment and the byoyomi together. Time from the first two is gone,
/// while the byoyomi comes back. The server of the Computer Shogi Association counts the same way, and `btime` and
/// `wtime` never include the increment of the coming move.
#[derive(Clone, Debug)]
pub struct Clock {
    control: TimeControl,
    remaining: Duration,
}

impl Clock {
    #[must_use]
    pub const fn new(control: TimeControl) -> Self {
        Self { control, remaining: control.main }
    }

    /// A clock with this time left.
    #[must_use]
    pub const fn resumed(control: TimeControl, remaining: Duration) -> Self {
        Self { control, remaining }
    }

    /// The longest time for the coming move; none if nothing limits it.
    #[must_use]
    pub fn limit(&self) -> Option<Duration> {
        let by_clock = self.control.has_clock().then(|| self.remaining + self.control.increment + self.control.byoyomi);
        match (by_clock, self.control.move_time) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        }
    }

    /// Main time left.
    #[must_use]
    pub const fn remaining(&self) -> Duration {
        self.remaining
    }

    #[must_use]
    pub const fn control(&self) -> &TimeControl {
        &self.control
    }

    /// Subtracts the time of a finished move.
    pub fn charge(&mut self, used: Duration) {
        self.remaining = (self.remaining + self.control.increment).saturating_sub(used);
    }
}

/// Words after `go` for the side `mover`. `clocks` holds the clocks of both sides. `[color]`
#[must_use]
pub fn go_words(clocks: &[Clock; 2], mover: Color) -> String {
    let own = &clocks[mover.index()].control;
    let mut words = Vec::new();
    if own.has_clock() {
        for (name, clock) in ["btime", "wtime"].into_iter().zip(clocks) {
            words.push(format!("{name} {}", clock.remaining.as_millis()));
        }
        let increments = clocks.iter().any(|clock| !clock.control.increment.is_zero());
        if increments {
            for (name, clock) in ["binc", "winc"].into_iter().zip(clocks) {
                words.push(format!("{name} {}", clock.control.increment.as_millis()));
            }
        }
        if !increments || !own.byoyomi.is_zero() {
            words.push(format!("byoyomi {}", own.byoyomi.as_millis()));
        }
    }
    words.extend(own.move_time.map(|time| format!("movetime {}", time.as_millis())));
    words.extend(own.nodes.map(|nodes| format!("nodes {nodes}")));
    words.extend(own.depth.map(|depth| format!("depth {depth}")));
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(n: f64) -> Duration {
        Duration::from_secs_f64(n)
    }

    #[test]
    fn reads_main_time() {
        assert_eq!("10+0.1".parse(), Ok(MainTime { main: seconds(10.0), increment: seconds(0.1) }));
        assert_eq!("60".parse(), Ok(MainTime { main: seconds(60.0), increment: Duration::ZERO }));
        for wrong in ["", "+", "10+", "-1", "1e99", "nan", "ten", "1+2+3"] {
            assert!(wrong.parse::<MainTime>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn main_time_runs_down_and_byoyomi_comes_back() {
        let control = TimeControl { main: seconds(2.0), byoyomi: seconds(1.0), ..TimeControl::default() };
        let mut clock = Clock::new(control);
        assert_eq!(clock.limit(), Some(seconds(3.0)));
        clock.charge(seconds(1.5));
        assert_eq!(clock.limit(), Some(seconds(1.5)));
        clock.charge(seconds(1.5));
        assert_eq!(clock.limit(), Some(seconds(1.0)));
    }

    #[test]
    fn increments_are_banked() {
        let control = TimeControl { main: seconds(1.0), increment: seconds(0.5), ..TimeControl::default() };
        let mut clock = Clock::new(control);
        clock.charge(seconds(0.25));
        assert_eq!(clock.limit(), Some(seconds(1.75)));
        clock.charge(seconds(1.75));
        assert_eq!(clock.limit(), Some(seconds(0.5)));
    }

    #[test]
    fn words_are_those_of_the_clients() {
        let words = |a: TimeControl, b: TimeControl, mover| go_words(&[Clock::new(a), Clock::new(b)], mover);
        let byoyomi = TimeControl { byoyomi: seconds(1.0), ..TimeControl::default() };
        assert_eq!(words(byoyomi, byoyomi, Color::Black), "btime 0 wtime 0 byoyomi 1000");
        let mixed = TimeControl { main: seconds(60.0), ..byoyomi };
        assert_eq!(words(mixed, byoyomi, Color::White), "btime 60000 wtime 0 byoyomi 1000");
        let fischer = TimeControl { main: seconds(10.0), increment: seconds(0.1), ..TimeControl::default() };
        assert_eq!(words(fischer, fischer, Color::Black), "btime 10000 wtime 10000 binc 100 winc 100");
        let nodes = TimeControl { nodes: Some(200), depth: Some(9), ..TimeControl::default() };
        assert_eq!(words(nodes, fischer, Color::Black), "nodes 200 depth 9");
        let fixed = TimeControl { move_time: Some(seconds(0.3)), ..TimeControl::default() };
        assert_eq!(words(fixed, fixed, Color::White), "movetime 300");
        assert_eq!(Clock::new(fixed).limit(), Some(seconds(0.3)));
        assert_eq!(Clock::new(nodes).limit(), None);
        assert_eq!(nodes.csa(), None);
        assert_eq!(TimeControl { byoyomi: seconds(1.0), ..fischer }.csa().as_deref(), Some("10+1+0.1"));
    }
}
