//! The output of the engine: whole lines, from any thread, to the client and to the log.

use super::error::UsiError;
use crate::any::{AnyMove, AnyPosition};
use crate::eval::shown;
use crate::game::score::Shown;
use crate::game::{Claim, Dialect, Playable, PlayablePosition as _, Score};
use crate::jobs::command::SharedOutput;
use crate::jobs::plain;
use crate::opening::Picked;
use crate::search::{Bound, Info, Outcome, Reporter};
use crate::system::append_to_file;
use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Output of all lines, shared by the threads that write.
pub struct Output {
    sinks: Mutex<Sinks>,
    /// Faults reported to the client and not yet gone.
    faults: Mutex<BTreeMap<Subject, String>>,
    /// True once a write to the client has failed.
    closed: AtomicBool,
}

/// A file that the options name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    Network,
    Book,
    Solution,
}

struct Sinks {
    client: Box<dyn Write + Send>,
    log: Option<File>,
}

impl Output {
    #[must_use]
    pub fn new(client: impl Write + Send + 'static) -> Self {
        let sinks = Mutex::new(Sinks { client: Box::new(client), log: None });
        Self { sinks, faults: Mutex::default(), closed: AtomicBool::new(false) }
    }

    #[must_use]
    pub fn stdout() -> Self {
        Self::new(SharedOutput)
    }

    /// Output to a client inside the program. `hear` gets every line, and returns false to close the output.
    #[must_use]
    pub fn by_line(hear: impl FnMut(&str) -> bool + Send + 'static) -> Self {
        Self::new(Lines { hear, begun: Vec::new() })
    }

    /// True once the client has closed its end.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }

    /// Sends a text of one or more lines at once, so that no other thread writes between them.
    pub fn line(&self, text: impl fmt::Display) {
        let mut text = text.to_string();
        let mut sinks = self.lock();
        sinks.note("< ", &text);
        text.push('\n');
        if sinks.client.write_all(text.as_bytes()).and_then(|()| sinks.client.flush()).is_err() {
            self.closed.store(true, Ordering::Relaxed);
        }
    }

    /// Sends a message for people as `info string`, in one line whatever characters it holds.
    pub fn message(&self, text: impl fmt::Display) {
        self.line(format_args!("info string {}", plain::line(text)));
    }

    /// Reports a fault in `words`, unless it is the last one of the subject: `isready` meets the same fault before
    /// every game.
    pub fn complain(&self, subject: Subject, fault: &str, words: impl fmt::Display) {
        let last = self.faults().insert(subject, fault.to_owned());
        if last.as_deref() != Some(fault) {
            self.message(words);
        }
    }

    /// Notes that the subject has no fault any more.
    pub fn settle(&self, subject: Subject) {
        self.faults().remove(&subject);
    }

    fn faults(&self) -> MutexGuard<'_, BTreeMap<Subject, String>> {
        self.faults.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Logs a line of the client.
    pub fn note_input(&self, line: &str) {
        self.lock().note("> ", line.trim_end());
    }

    /// Starts a log, appended to the file `path`; an empty `path` ends it. On an error the earlier log stays.
    pub fn log_to(&self, path: &str) -> Result<(), UsiError> {
        let log = (!path.is_empty()).then(|| append_to_file(Path::new(path))).transpose();
        self.lock().log = log.map_err(|source| UsiError::Log { path: path.into(), source })?;
        Ok(())
    }

    /// The sinks, even after a panic of a writing thread, which has at worst left half a line.
    fn lock(&self) -> MutexGuard<'_, Sinks> {
        self.sinks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Divides written bytes into lines.
struct Lines<F> {
    hear: F,
    begun: Vec<u8>,
}

impl<F: FnMut(&str) -> bool> Write for Lines<F> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.begun.extend_from_slice(piece);
            if piece.ends_with(b"\n") {
                let line = std::mem::take(&mut self.begun);
                if !(self.hear)(String::from_utf8_lossy(&line).trim_end()) {
                    return Err(io::ErrorKind::BrokenPipe.into());
                }
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Sinks {
    /// Writes to the log. A failure ends the log rather than the game.
    fn note(&mut self, mark: &str, text: &str) {
        if let Some(log) = &mut self.log
            && text.split('\n').try_for_each(|line| writeln!(log, "{mark}{line}")).is_err()
        {
            self.log = None;
        }
    }
}

/// Texts of moves from a position, in the dialect of the client, and of scores.
pub struct Wording<G: Playable> {
    pub position: G::Position,
    pub dialect: Dialect,
    /// Centipawns shown to the client per centipawn of the search.
    pub factor: f64,
}

impl<G: Playable> Wording<G> {
    pub fn of(&self, m: G::Move) -> String {
        self.position.usi_in(m, self.dialect)
    }

    pub fn line(&self, moves: &[G::Move]) -> String {
        self.position.line_in(moves, self.dialect)
    }

    /// Score as the client sees it.
    fn score(&self, score: Score) -> Score {
        shown(score, self.factor)
    }

    fn best_move(&self, best: G::Move, ponder: Option<G::Move>) -> String {
        let line = ponder.map_or_else(|| self.of(best), |ponder| self.line(&[best, ponder]));
        best_move(&line)
    }
}

/// `bestmove` with the first move of a line, and the second, if any, to ponder on.
fn best_move(line: &str) -> String {
    format!("bestmove {}", line.replacen(' ', " ponder ", 1))
}

/// Reports the progress and result of a search to the client.
pub struct UsiReporter<G: Playable> {
    output: Arc<Output>,
    wording: Wording<G>,
    /// None in analysis, where a hopeless position gets a move like any other.
    resign_value: Option<Score>,
}

impl<G: Playable> UsiReporter<G> {
    #[must_use]
    pub const fn new(output: Arc<Output>, wording: Wording<G>, resign_value: Option<Score>) -> Self {
        Self { output, wording, resign_value }
    }

    fn resigns(&self, score: Score) -> bool {
        self.resign_value.is_some_and(|value| self.wording.score(score) <= -value)
    }
}

impl<G: Playable> Reporter<G::Move> for UsiReporter<G> {
    fn is_abandoned(&self) -> bool {
        self.output.is_closed()
    }

    fn iteration(&mut self, info: &Info<'_, G::Move>) {
        self.output.line(info_line(info, &self.wording));
    }

    fn current_move(&mut self, depth: usize, m: G::Move, _: usize) {
        self.output.line(format_args!("info depth {depth} currmove {}", self.wording.of(m)));
    }

    fn finished(&mut self, outcome: &Outcome<G::Move>) {
        match (outcome.claim, outcome.best) {
            (Some(Claim::Declaration), _) => {
                self.output.line(format_args!("info depth 0 score mate 1\nbestmove win"));
            }
            (Some(Claim::Move(m)), _) => self.output.line(self.wording.best_move(m, None)),
            // Mated already is written as mated in one ply, since zero could carry no sign.
            (None, None) => self.output.line(format_args!("info depth 0 score mate -1\nbestmove resign")),
            (None, Some(_)) if self.resigns(outcome.score) => self.output.line("bestmove resign"),
            (None, Some(m)) => self.output.line(self.wording.best_move(m, outcome.ponder)),
        }
    }
}

/// Lines for a book move: its data and the move. The depth of the book goes into an `info string`, since `info depth`
/// would claim a search that did not happen.
pub(super) fn book_lines(picked: &Picked, position: &AnyPosition, dialect: Dialect) -> String {
    let known = &picked.known;
    let mut lines = format!("info string book move {}", position.usi_in(known.m, dialect));
    if let Some(depth) = known.depth {
        lines.push_str(&format!(", searched to depth {depth}"));
    }
    if let Some(count) = known.count {
        lines.push_str(&format!(", games {count}"));
    }
    lines.push_str("\ninfo");
    if let Some(score) = known.score {
        lines.push_str(&format!(" score {}", Shown(score)));
    }
    let line = |plies: usize| {
        let moves: Vec<AnyMove> = picked.line.iter().take(plies).copied().collect();
        position.line_in(&moves, dialect)
    };
    format!("{lines} pv {}\n{}", line(usize::MAX), best_move(&line(2)))
}

fn info_line<'a, G: Playable>(info: &'a Info<'_, G::Move>, wording: &'a Wording<G>) -> impl fmt::Display + 'a {
    fmt::from_fn(move |f| {
        write!(f, "info depth {} seldepth {} multipv {} ", info.depth, info.seldepth, info.multi_pv)?;
        write!(f, "score {}", Shown(wording.score(info.score)))?;
        f.write_str(match info.bound {
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
            Bound::Exact | Bound::None => "",
        })?;
        write!(f, " nodes {} nps {} hashfull {}", info.nodes, info.nps, info.hashfull)?;
        write!(f, " time {} pv {}", info.elapsed.as_millis(), wording.line(info.pv))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    #[test]
    fn lines_are_heard_one_by_one_until_nobody_listens() {
        let (sender, lines) = channel();
        let output = Output::by_line(move |line| sender.send(line.to_owned()).is_ok());
        output.line("one\ntwo");
        output.message("三\n3");
        assert_eq!(lines.try_iter().collect::<Vec<_>>(), ["one", "two", "info string 三 3"]);
        drop(lines);
        assert!(!output.is_closed());
        output.line("four");
        assert!(output.is_closed());
    }
}
