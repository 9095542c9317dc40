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
        written.push(&format!("{text:<WIDTH$}"));
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

/// A clock that runs on the screen until it is dropped.
pub struct Ticking {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Ticking {
    /// Runs a clock for a move that began at `began`.
    pub fn start(face: Face, clock: Clock, began: Instant) -> Option<Self> {
        if !system::THREADS {
            return None;
        }
        let (stop, stopped) = channel();
        let tick = move || {
            let mut shown = clock_text(&clock, began.elapsed());
            loop {
                let now = clock_text(&clock, began.elapsed());
                if now != shown {
                    // A terminal that is gone is noticed where lines are read.
                    let _ = Output::lock().paint(&face.write(&now));
                    shown = now;
                }
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
        assert_eq!(face.write("0:07").as_str(), "\x1b7\x1b[4;43H0:07        \x1b8");
    }
}
