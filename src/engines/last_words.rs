//! The last lines of an engine's standard error, which show people why it has ended.

use super::lines::{Ended, read_line};
use std::collections::VecDeque;
use std::io::{self, BufReader};
use std::process::ChildStderr;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Number of lines kept.
const LINES: usize = 3;
/// Number of characters kept of a line.
const LENGTH: usize = 200;
/// Wait for the end of the output after that of the process. A grandchild may hold it open for long.
const GRACE: Duration = Duration::from_millis(200);

/// The last lines of an engine's standard error.
pub struct LastWords {
    lines: Arc<Mutex<VecDeque<String>>>,
    /// Closed at the end of the output.
    ended: Receiver<()>,
}

impl LastWords {
    /// Listens on a new thread.
    ///
    /// # Errors
    /// If the thread cannot be started.
    pub fn of(output: ChildStderr) -> io::Result<Self> {
        let lines = Arc::new(Mutex::new(VecDeque::new()));
        let kept = Arc::clone(&lines);
        let (end, ended) = channel();
        thread::Builder::new().spawn(move || {
            let _end: Sender<()> = end;
            keep_last(&mut BufReader::new(output), &kept);
        })?;
        Ok(Self { lines, ended })
    }

    /// The last lines of a process that has ended, joined into one; empty if it has written none.
    pub fn of_the_dead(&self) -> String {
        let _ = self.ended.recv_timeout(GRACE);
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        lines.iter().map(String::as_str).collect::<Vec<_>>().join(" / ")
    }
}

/// Reads to the end and keeps the last lines that are not blank.
fn keep_last(output: &mut impl io::BufRead, kept: &Mutex<VecDeque<String>>) {
    let mut line = Vec::new();
    while matches!(read_line(output, &mut line), Ok(Ended::ByNewline | Ended::ByStream)) {
        let text: String = String::from_utf8_lossy(&line).trim().chars().take(LENGTH).collect();
        if text.is_empty() {
            continue;
        }
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() == LINES {
            kept.pop_front();
        }
        kept.push_back(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_are_kept() {
        let kept = Mutex::new(VecDeque::new());
        let long = "x".repeat(LENGTH + 1);
        keep_last(&mut format!("one\ntwo\n\n three\r\n{long}\nfive").as_bytes(), &kept);
        assert_eq!(kept.into_inner().unwrap(), ["three", &long[..LENGTH], "five"]);
    }
}
