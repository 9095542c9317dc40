//! Clocks that run on the screen while somebody thinks.

use crate::engines::clock::Clock;
use crate::jobs::command::Output;
use crate::jobs::plain::{Painted, Sequence};
use crate::system;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Width of a clock in cells, so that a shorter text covers a longer one.
const WIDTH: usize = 12;

/// Place of a clock on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Face {
    /// From the top, counted from 0.
    pub row: usize,
    /// From the left, counted from 0.
    pub column: usize,
}

impl Face {
    pub const fn below(self, rows: usize) -> Self {
        Self { row: self.row + rows, ..self }
    }

    pub const fn right(self, columns: usize) -> Self {
        Self { column: self.column + columns, ..self }
    }

    /// Writes a text here and brings the cursor back.
    fn write(self, text: &str) -> Painted {
        let mut written = Painted::default();
        written.steer([Sequence::Save, Sequence::Go(self.row + 1, self.column + 1)]);
        written.push(text);
        written.steer([Sequence::Restore]);
        written
    }
}

/// Text of a clock some time after a move began: minutes and seconds, then the byoyomi until it runs.
pub fn clock_text(clock: &Clock, spent: Duration) -> String {
    let control = clock.control();
    let left = clock.limit().unwrap_or_default().saturating_sub(spent);
    let byoyomi = control.byoyomi;
    let (shown, more) = match left.checked_sub(byoyomi) {
        Some(main) if !main.is_zero() && !byoyomi.is_zero() => (main, format!(" +{}s", byoyomi.as_secs())),
        _ => (left, String::new()),
    };
    // The last second counts until it is over.
    let seconds = shown.as_millis().div_ceil(1000);
    format!("{}:{:02}{more}", seconds / 60, seconds % 60)
}

/// A clock to run on the screen.
pub struct Ticks {
    pub face: Face,
    pub clock: Clock,
    /// Start of the move.
    pub began: Instant,
    /// A place and a text to be written there when the flag falls.
    pub flag: Option<(Face, String)>,
    /// True if a bell rings in the last ten seconds.
    pub rings: bool,
}

impl Ticks {
    /// The change of the screen between two times that were spent on the move; none if nothing changes.
    fn change(&self, before: Duration, now: Duration) -> Option<Painted> {
        let left = |spent| self.clock.limit().unwrap_or_default().saturating_sub(spent);
        let text = clock_text(&self.clock, now);
        let has_fallen = left(now).is_zero() && !left(before).is_zero();
        if !has_fallen && text == clock_text(&self.clock, before) {
            return None;
        }
        let mut change = self.face.write(&format!("{text:<WIDTH$}"));
        if let Some((face, text)) = self.flag.as_ref().filter(|_| has_fallen) {
            change.append(&face.write(text));
        }
        if self.rings && (has_fallen || !left(now).is_zero() && left(now) <= RUNNING_OUT) {
            change.steer([Sequence::Bell]);
        }
        Some(change)
    }
}

/// The time in which a bell rings each second.
const RUNNING_OUT: Duration = Duration::from_secs(10);

/// A clock that runs on the screen until it is dropped.
pub struct Ticking {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Ticking {
    pub fn start(ticks: Ticks) -> Option<Self> {
        if !system::THREADS {
            return None;
        }
        let (stop, stopped) = channel();
        let tick = move || {
            let mut shown = Duration::ZERO;
            loop {
                let now = ticks.began.elapsed();
                if let Some(change) = ticks.change(shown, now) {
                    // A terminal that is gone is noticed where lines are read.
                    let _ = Output::lock().paint(&change);
                }
                shown = now;
                if stopped.recv_timeout(PACE) != Err(RecvTimeoutError::Timeout) {
                    return;
                }
            }
        };
        Some(Self { stop: Some(stop), thread: thread::Builder::new().spawn(tick).ok() })
    }
}

/// Interval at which a clock checks whether its second is over.
const PACE: Duration = Duration::from_millis(100);

impl Drop for Ticking {
    fn drop(&mut self) {
        drop(self.stop.take());
        // A clock that could not be written has nothing to report.
        drop(self.thread.take().map(JoinHandle::join));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::clock::TimeControl;

    #[test]
    fn time_runs_down_to_the_byoyomi() {
        let seconds = Duration::from_secs;
        let control = TimeControl { main: seconds(65), byoyomi: seconds(30), ..TimeControl::default() };
        let clock = Clock::new(control);
        let shown = [0, 5, 64, 65, 94, 95, 99].map(|spent| clock_text(&clock, seconds(spent)));
        assert_eq!(shown, ["1:05 +30s", "1:00 +30s", "0:01 +30s", "0:30", "0:01", "0:00", "0:00"]);
        assert_eq!(clock_text(&clock, Duration::from_millis(64_500)), "0:01 +30s");
    }

    #[test]
    fn a_face_is_written_and_left() {
        let face = Face { row: 2, column: 40 }.below(1).right(2);
        assert_eq!(face.write("0:07").as_str(), "\x1b7\x1b[4;43H0:07\x1b8");
    }

    #[test]
    fn a_flag_falls_once_and_a_bell_rings_in_the_last_ten_seconds() {
        let control = TimeControl { byoyomi: Duration::from_secs(30), ..TimeControl::default() };
        let face = Face { row: 2, column: 40 };
        let flag = Some((face.below(5), "You lose on time.".to_owned()));
        let mut ticks = Ticks { face, clock: Clock::new(control), began: Instant::now(), flag, rings: true };
        let change = |ticks: &Ticks, [before, now]: [u64; 2]| {
            let painted = ticks.change(Duration::from_millis(before), Duration::from_millis(now));
            painted.map(|painted| painted.as_str().to_owned())
        };
        let rings = |text: Option<String>| text.map(|text| text.contains('\x07'));
        assert_eq!(change(&ticks, [19_100, 19_300]), None);
        assert_eq!(rings(change(&ticks, [18_900, 19_100])), Some(false));
        assert_eq!(rings(change(&ticks, [19_900, 20_100])), Some(true));
        assert_eq!(rings(change(&ticks, [28_900, 29_100])), Some(true));
        let fallen = change(&ticks, [29_900, 30_000]).unwrap();
        assert!(
            fallen.contains("You lose on time.") && fallen.contains("0:00") && fallen.contains('\x07'),
            "{fallen:?}"
        );
        assert_eq!(change(&ticks, [30_000, 31_100]), None);
        ticks.rings = false;
        assert_eq!(rings(change(&ticks, [29_900, 30_000])), Some(false));
    }
}
