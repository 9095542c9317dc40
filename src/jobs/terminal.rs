//! Progress of long work, and its end by Ctrl-C.

use crate::jobs::command::{Output, Trouble};
use crate::jobs::plain;
use crate::words::Language;
use crate::{system, tell};
use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};
use std::fmt::{self, Display};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Template of a progress bar for files.
pub const fn files(language: Language) -> &'static str {
    language.choose("{bar:40} {pos}/{len} files, {per_sec}, {eta} to go", "{bar:40} {pos}/{len}ファイル、残り{left}")
}

/// Template of a progress bar for games.
pub const fn games(language: Language) -> &'static str {
    language.choose("{bar:40} {pos}/{len} games, {eta} to go", "{bar:40} {pos}/{len}局、残り{left}")
}

/// A span of time in Japanese, in its greatest unit.
fn japanese(span: Duration) -> String {
    match span.as_secs() {
        seconds @ 0..60 => format!("{seconds}秒"),
        seconds @ 60..3_600 => format!("{}分", seconds / 60),
        seconds => format!("{}時間{}分", seconds / 3_600, seconds / 60 % 60),
    }
}

/// A progress bar, shown only on a terminal; its words do not steer it.
#[derive(Clone)]
pub struct Bar(ProgressBar);

impl Bar {
    /// A bar of `length` steps, or of an unknown number if `None`, drawn by a template of indicatif. `{left}` is the
    /// time left in Japanese.
    pub fn new(length: impl Into<Option<u64>>, template: &str) -> Self {
        let bar = length.into().map_or_else(ProgressBar::new_spinner, ProgressBar::new);
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.with_key("left", |state: &ProgressState, out: &mut dyn fmt::Write| {
                let _ = out.write_str(&japanese(state.eta()));
            }));
        }
        Self(bar)
    }

    /// A bar that is never shown.
    pub fn hidden() -> Self {
        Self(ProgressBar::hidden())
    }

    pub fn is_hidden(&self) -> bool {
        self.0.is_hidden()
    }

    pub fn set_prefix(&self, text: &str) {
        self.0.set_prefix(plain::line(text));
    }

    pub fn set_message(&self, text: &str) {
        self.0.set_message(plain::line(text));
    }

    pub fn length(&self) -> Option<u64> {
        self.0.length()
    }

    pub fn set_length(&self, length: u64) {
        self.0.set_length(length);
    }

    pub fn inc_length(&self, steps: u64) {
        self.0.inc_length(steps);
    }

    pub fn dec_length(&self, steps: u64) {
        self.0.dec_length(steps);
    }

    pub fn set_position(&self, position: u64) {
        self.0.set_position(position);
    }

    pub fn inc(&self, steps: u64) {
        self.0.inc(steps);
    }

    pub fn reset(&self) {
        self.0.reset();
    }

    /// Hides the bar while something else is printed.
    pub fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.0.suspend(print)
    }

    pub fn finish_and_clear(&self) {
        self.0.finish_and_clear();
    }
}

/// Target of progress lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    Output,
    Error,
}

impl Stream {
    /// Prints a line. A closed stream does not end the work.
    pub fn say(self, line: impl Display) {
        match self {
            Self::Output => drop(Output::lock().say(line)),
            Self::Error => tell!("{line}"),
        }
    }
}

/// Progress of work that may take hours: a bar on a terminal; elsewhere a line at the first news, then one a minute.
pub struct Meter {
    bar: Bar,
    stream: Stream,
    pace: Mutex<Pace>,
}

impl Meter {
    /// Progress of `length` steps, or of an unknown number if `None`: a bar drawn by a template of indicatif, or lines
    /// on `stream`.
    pub fn new(length: impl Into<Option<u64>>, template: &str, stream: Stream) -> Self {
        Self { bar: Bar::new(length, template), stream, pace: Mutex::default() }
    }

    /// Starts again, with a name for the work from now on.
    pub fn begin(&self, name: impl Into<String>) {
        self.bar.reset();
        self.bar.set_prefix(&name.into());
    }

    /// Starts with steps that were done before; they do not count for the estimate of the time left.
    pub fn begin_at(&self, position: u64) {
        self.bar.set_position(position);
        self.bar.0.reset_eta();
    }

    /// Sets the number of steps done, with a message about them.
    pub fn set(&self, position: u64, message: impl Into<String>) {
        self.bar.set_message(&message.into());
        self.bar.set_position(position);
        if self.bar.is_hidden() && self.pace.lock().unwrap_or_else(PoisonError::into_inner).is_due(Instant::now()) {
            self.stream.say(self.line());
        }
    }

    /// Number of steps done.
    pub fn position(&self) -> u64 {
        self.bar.0.position()
    }

    /// The time since the work began.
    pub fn elapsed(&self) -> Duration {
        self.bar.0.elapsed()
    }

    /// Stops the bar and leaves it on the screen.
    pub fn leave(&self) {
        self.bar.0.abandon();
    }

    /// Removes the bar.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }

    fn line(&self) -> String {
        /// Earlier than this, an estimate of the time left has no basis.
        const EARLY: Duration = Duration::from_secs(1);
        let position = self.bar.0.position();
        let share = |length: u64| format!("{} %", 100 * position / length.max(1));
        let left = self.bar.length().filter(|_| self.elapsed() > EARLY && position > 0);
        let left = left.map(|_| format!("{} to go", HumanDuration(self.bar.0.eta())));
        let parts = [self.bar.0.prefix(), self.bar.length().map_or_else(String::new, share), self.bar.0.message()];
        parts.into_iter().chain(left).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
    }
}

/// Pace of the progress lines.
#[derive(Debug, Default)]
struct Pace {
    last: Option<Instant>,
}

impl Pace {
    const INTERVAL: Duration = Duration::from_mins(1);

    fn is_due(&mut self, now: Instant) -> bool {
        let due = self.last.is_none_or(|last| now.duration_since(last) >= Self::INTERVAL);
        if due {
            self.last = Some(now);
        }
        due
    }
}

/// Exit status after Ctrl-C, as shells report it.
const INTERRUPTED: i32 = 130;

/// Makes Ctrl-C set `stop`, so that the work can end in good order. A second Ctrl-C calls `last` and ends the program
/// at once, without its incomplete files.
///
/// # Errors
/// If the handler cannot be set.
pub fn obey_interrupts(stop: Arc<AtomicBool>, last: impl Fn() + Send + 'static) -> Result<(), Trouble> {
    system::on_interrupt(move || {
        if stop.swap(true, Ordering::Relaxed) {
            last();
            system::remove_unfinished();
            process::exit(INTERRUPTED);
        }
    })?;
    Ok(())
}

/// A flag that Ctrl-C sets; a second Ctrl-C ends the program at once.
///
/// # Errors
/// If the handler cannot be set.
pub fn interruption() -> Result<Arc<AtomicBool>, Trouble> {
    let stop = Arc::new(AtomicBool::new(false));
    obey_interrupts(Arc::clone(&stop), || {})?;
    Ok(stop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_comes_at_once_and_others_by_the_minute() {
        let (mut pace, start) = (Pace::default(), Instant::now());
        let due: Vec<u64> = (0..200).filter(|&second| pace.is_due(start + Duration::from_secs(second))).collect();
        assert_eq!(due, [0, 60, 120, 180]);
    }

    #[test]
    fn the_time_left_has_japanese_units() {
        let told = [2, 59, 60, 3_599, 3_600, 5_400].map(|seconds| japanese(Duration::from_secs(seconds)));
        assert_eq!(told, ["2秒", "59秒", "1分", "59分", "1時間0分", "1時間30分"]);
    }

    #[test]
    fn lines_say_what_bars_show() {
        let meter = Meter { bar: Bar::hidden(), stream: Stream::Error, pace: Mutex::default() };
        meter.bar.set_length(200);
        meter.begin("epoch 1/8");
        meter.set(50, "loss 0.5");
        assert!(meter.line().starts_with("epoch 1/8, 25 %, loss 0.5"), "{}", meter.line());
        let endless = Meter { bar: Bar(ProgressBar::no_length()), stream: Stream::Error, pace: Mutex::default() };
        endless.set(7, "7 games");
        assert_eq!(endless.line(), "7 games");
    }
}
