//! Sources of typed lines: a terminal with editing, history and completion, or any other input.

use super::screen::is_dumb;
use crate::jobs::command::Output;
use crate::jobs::plain;
use std::io::{self, BufRead, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Result of asking for a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typed {
    Line(String),
    /// Ctrl-C; it never comes in WebAssembly.
    #[cfg_attr(target_family = "wasm", allow(dead_code))]
    Interrupted,
    /// Ctrl-D, the end of the input, or a closed terminal.
    Ended,
}

/// A source of typed lines.
pub trait Console {
    /// Asks for a line, for which completion makes offers.
    fn ask(&mut self, prompt: &str, offers: &[String]) -> Typed;
}

/// Opens the console that suits the standard input. It raises `stop` while it waits for a line, when nothing is
/// searched, and lowers it afterwards.
pub fn open(stop: Arc<AtomicBool>) -> Box<dyn Console> {
    let has_editing = io::stdin().is_terminal() && Output::is_terminal() && !is_dumb();
    let terminal = has_editing.then(terminal::open).flatten();
    Box::new(Waiting { console: terminal.unwrap_or_else(|| Box::new(Plain)), stop })
}

/// A console that shares its flag with the signals. A signal that finds the flag raised ends the program, since nothing
/// else interrupts the wait for a line.
struct Waiting {
    console: Box<dyn Console>,
    stop: Arc<AtomicBool>,
}

impl Console for Waiting {
    fn ask(&mut self, prompt: &str, offers: &[String]) -> Typed {
        self.stop.store(true, Ordering::Relaxed);
        let typed = self.console.ask(&plain::lines(prompt), offers);
        self.stop.store(false, Ordering::Relaxed);
        typed
    }
}

/// The standard input, line by line; it need not be UTF-8.
struct Plain;

impl Console for Plain {
    fn ask(&mut self, prompt: &str, _: &[String]) -> Typed {
        let mut output = Output::lock();
        if write!(output, "{prompt}").and_then(|()| output.flush()).is_err() {
            return Typed::Ended;
        }
        drop(output);
        let mut line = Vec::new();
        match io::stdin().lock().read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => Typed::Ended,
            Ok(_) => Typed::Line(String::from_utf8_lossy(&line).into_owned()),
        }
    }
}

/// The offers that begin with the typed text.
#[cfg_attr(target_family = "wasm", allow(dead_code))]
fn completions(typed: &str, offers: &[String]) -> Vec<String> {
    offers.iter().filter(|offered| offered.starts_with(typed)).cloned().collect()
}

#[cfg(not(target_family = "wasm"))]
mod terminal {
    use super::{Console, Typed, completions};
    use rustyline::completion::Completer;
    use rustyline::error::ReadlineError;
    use rustyline::history::MemHistory;
    use rustyline::{CompletionType, Config, Context, Editor, Helper, Highlighter, Hinter, Validator};
    use std::io::ErrorKind;

    /// Completion of words and moves.
    #[derive(Default, Helper, Highlighter, Hinter, Validator)]
    struct Offers(Vec<String>);

    impl Completer for Offers {
        type Candidate = String;

        fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
            let typed = line.get(..at).unwrap_or(line);
            Ok((0, completions(typed, &self.0)))
        }
    }

    struct Terminal(Editor<Offers, MemHistory>);

    impl Console for Terminal {
        fn ask(&mut self, prompt: &str, offers: &[String]) -> Typed {
            if let Some(known) = self.0.helper_mut() {
                known.0 = offers.to_vec();
            }
            match self.0.readline(prompt) {
                Ok(line) => Typed::Line(line),
                Err(ReadlineError::Interrupted) => Typed::Interrupted,
                // The invalid bytes have been consumed; an empty line stands for them.
                Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData => Typed::Line(String::new()),
                Err(_) => Typed::Ended,
            }
        }
    }

    /// A terminal with editing, if the system has one.
    pub fn open() -> Option<Box<dyn Console>> {
        let config = Config::builder().completion_type(CompletionType::List).auto_add_history(true).build();
        let mut editor = Editor::with_history(config, MemHistory::new()).ok()?;
        editor.set_helper(Some(Offers::default()));
        Some(Box::new(Terminal(editor)))
    }
}

#[cfg(target_family = "wasm")]
mod terminal {
    pub const fn open() -> Option<Box<dyn super::Console>> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_moves_are_completed() {
        let offers = ["resign", "7g7f", "7i7h"].map(str::to_owned);
        assert_eq!(completions("7", &offers), offers[1..]);
        assert_eq!(completions("7g", &offers), ["7g7f"]);
        assert_eq!(completions("res", &offers), ["resign"]);
        assert_eq!(completions("zzz", &offers), [""; 0]);
    }
}
