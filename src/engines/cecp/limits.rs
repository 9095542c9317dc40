//! Limits of a turn in the words of CECP.

use crate::board::Color;
use crate::engines::clock::Clock;
use crate::engines::protocol::MoveClock;
use std::time::Duration;

/// Limits sent to the engine in this game; they hold until others replace them.
#[derive(Default)]
pub struct Limits {
    told: Vec<String>,
    move_clock: MoveClock,
}

impl Limits {
    #[must_use]
    pub const fn new(move_clock: MoveClock) -> Self {
        Self { told: Vec::new(), move_clock }
    }

    /// Limits of another game with the same engine.
    #[must_use]
    pub const fn anew(&self) -> Self {
        Self::new(self.move_clock)
    }

    /// Lines with the limits of the coming turn. `clocks` holds the clocks of both sides. `[color]`
    pub fn lines(&mut self, clocks: &[Clock; 2], mover: Color, tells_time: bool) -> Vec<String> {
        let own = &clocks[mover.index()];
        let control = own.control();
        let by_time = self.move_clock == MoveClock::Time;
        let whole = own.limit().filter(|_| by_time).map(|time| format!("st {}", time.as_secs_f64().ceil()));
        let time = level(own).or(whole);
        let lasting: Vec<String> = time.into_iter().chain(control.depth.map(|depth| format!("sd {depth}"))).collect();
        let mut lines = if lasting == self.told { Vec::new() } else { lasting.clone() };
        self.told = lasting;
        if tells_time || by_time {
            let times = [("time", own), ("otim", &clocks[(!mover).index()])];
            // The whole time for the move, as in XBoard, whose clocks include the increment of the coming move.
            let line = |(word, clock): (&str, &Clock)| Some(format!("{word} {}", clock.limit()?.as_millis() / 10));
            lines.extend(times.into_iter().filter_map(line));
        }
        if level(own).is_none() && !by_time {
            // Sjaak II reads a `time` after `st` as one for many moves, so `st` is the last word of each turn.
            lines.extend(own.limit().map(|time| format!("st {}", time.as_secs_f64())));
        }
        lines
    }
}

/// The `level` line of a clock, while it has main time or an increment and its moves no fixed time.
fn level(clock: &Clock) -> Option<String> {
    let control = clock.control();
    let runs = control.move_time.is_none() && !(clock.remaining() + control.increment).is_zero();
    runs.then(|| format!("level 0 {} {}", minutes(control.main), control.increment.as_secs_f64()))
}

/// Minutes and seconds as `M` or `M:SS`.
fn minutes(time: Duration) -> String {
    let (minutes, seconds) = (time.as_secs() / 60, time.as_secs() % 60);
    if seconds == 0 { minutes.to_string() } else { format!("{minutes}:{seconds:02}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::clock::TimeControl;

    fn seconds(n: f64) -> Duration {
        Duration::from_secs_f64(n)
    }

    #[test]
    fn a_clock_runs_down_to_a_time_for_each_move() {
        let control = TimeControl { main: seconds(65.0), byoyomi: seconds(3.0), ..TimeControl::default() };
        let mut clocks = [Clock::new(control), Clock::new(control)];
        let mut limits = Limits::default();
        assert_eq!(limits.lines(&clocks, Color::Black, true), ["level 0 1:05 0", "time 6800", "otim 6800"]);
        clocks[1].charge(seconds(1.5));
        assert_eq!(limits.lines(&clocks, Color::Black, true), ["time 6800", "otim 6650"]);
        clocks[0].charge(seconds(67.0));
        assert_eq!(limits.lines(&clocks, Color::Black, false), ["st 3"]);
    }

    #[test]
    fn a_clock_may_tell_the_time_of_each_move() {
        let control = TimeControl { main: seconds(5.0), byoyomi: seconds(0.75), ..TimeControl::default() };
        let mut clocks = [Clock::new(control), Clock::new(control)];
        let mut limits = Limits::new(MoveClock::Time);
        assert_eq!(limits.lines(&clocks, Color::Black, true), ["level 0 0:05 0", "time 575", "otim 575"]);
        clocks[0].charge(seconds(5.5));
        assert_eq!(limits.lines(&clocks, Color::Black, false), ["st 1", "time 75", "otim 575"]);
        assert_eq!(limits.lines(&clocks, Color::Black, true), ["time 75", "otim 575"]);
        assert_eq!(limits.anew().lines(&clocks, Color::Black, true)[0], "st 1");
    }

    #[test]
    fn fixed_limits() {
        let lines = |control: TimeControl| {
            let clocks = [Clock::new(control), Clock::new(control)];
            Limits::default().lines(&clocks, Color::White, true)
        };
        let fixed = TimeControl { move_time: Some(seconds(0.3)), ..TimeControl::default() };
        assert_eq!(lines(fixed), ["time 30", "otim 30", "st 0.3"]);
        assert_eq!(lines(TimeControl { depth: Some(7), ..TimeControl::default() }), ["sd 7"]);
        let fischer = TimeControl { main: seconds(120.0), increment: seconds(0.5), ..TimeControl::default() };
        assert_eq!(lines(fischer), ["level 0 2 0.5", "time 12050", "otim 12050"]);
    }
}
