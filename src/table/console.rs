//! Where lines are typed: a terminal with editing, history and completion, or any other input, line by line.

use super::request::WORDS;
use super::screen::is_dumb;
use crate::jobs::command::Output;
use crate::jobs::plain;
use std::io::{self, BufRead, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typed {
    Line(String),
    /// Ctrl-C, which WebAssembly has no word of.
    #[cfg_attr(target_family = "wasm", allow(dead_code))]
    Interrupted,
    /// Ctrl-D, the end of the input, or a terminal that is gone.
    Ended,
}

/// Somebody who is asked for lines.
pub trait Console {
    /// Asks for a line. `moves` are offered for completion beside the words.
    fn ask(&mut self, prompt: &str, moves: &[String]) -> Typed;
}

/// The console that the input is good for. `stop` is raised while it waits for a line, because nothing is thought of then, and
/// not raised any more behind the line.
pub fn open(stop: Arc<AtomicBool>) -> Box<dyn Console> {
    let has_editing = io::stdin().is_terminal() && Output::is_terminal() && !is_dumb();
    let terminal = has_editing.then(terminal::open).flatten();
    Box::new(Waiting { console: terminal.unwrap_or_else(|| Box::new(Plain)), stop })
}

/// A console with the flag that a signal raises too. One that finds it raised ends the program: it would wait for the line
/// otherwise.
struct Waiting {
    console: Box<dyn Console>,
    stop: Arc<AtomicBool>,
}

impl Console for Waiting {
    fn ask(&mut self, prompt: &str, moves: &[String]) -> Typed {
        self.stop.store(true, Ordering::Relaxed);
        let typed = self.console.ask(&plain::lines(prompt), moves);
        self.stop.store(false, Ordering::Relaxed);
        typed
    }
}

/// Reads lines of the standard input, whatever bytes they hold.
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

/// The words and moves that begin with what has been typed.
#[cfg_attr(target_family = "wasm", allow(dead_code))]
fn completions(typed: &str, moves: &[String]) -> Vec<String> {
    let words = WORDS.iter().flat_map(|word| word.english.iter().chain(word.japanese)).map(|&word| word.to_owned());
    words.chain(moves.iter().cloned()).filter(|offered| offered.starts_with(typed)).collect()
}

#[cfg(not(target_family = "wasm"))]
mod terminal {
    use super::{Console, Typed, completions};
    use rustyline::completion::Completer;
    use rustyline::error::ReadlineError;
    use rustyline::history::MemHistory;
    use rustyline::{CompletionType, Config, Context, Editor, Helper, Highlighter, Hinter, Validator};
    use std::io::ErrorKind;

    /// Offers words and moves.
    #[derive(Default, Helper, Highlighter, Hinter, Validator)]
    struct Offers {
        moves: Vec<String>,
    }

    impl Completer for Offers {
        type Candidate = String;

        fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
            let typed = line.get(..at).unwrap_or(line);
            Ok((0, completions(typed, &self.moves)))
        }
    }

    struct Terminal(Editor<Offers, MemHistory>);

    impl Console for Terminal {
        fn ask(&mut self, prompt: &str, moves: &[String]) -> Typed {
            if let Some(offers) = self.0.helper_mut() {
                offers.moves = moves.to_vec();
            }
            match self.0.readline(prompt) {
                Ok(line) => Typed::Line(line),
                Err(ReadlineError::Interrupted) => Typed::Interrupted,
                // Bytes that are no text have been read, and are no line that means anything.
                Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData => Typed::Line(String::new()),
                Err(_) => Typed::Ended,
            }
        }
    }

    /// A terminal with editing; none where the system has none.
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
        let moves = ["7g7f", "7i7h"].map(str::to_owned);
        assert_eq!(completions("7", &moves), moves);
        assert_eq!(completions("7g", &moves), ["7g7f"]);
        assert_eq!(completions("res", &moves), ["resign"]);
        assert_eq!(completions("zzz", &moves), [""; 0]);
    }
}
