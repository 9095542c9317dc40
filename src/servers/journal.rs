//! What people are told of the games, and the log of every line.

use super::error::CsaError;
use super::secret::Secret;
use crate::jobs::plain;
use crate::jobs::terminal::Stream;
use crate::usi::Quoted;
use jiff::Zoned;
use std::fmt::Display;
use std::fs::File;
use std::io::Write;
use std::path::Path;

/// Tells people what happens. What was exchanged is told without the password; the program's own words are told as they are,
/// since a short password stands in many of them.
pub struct Journal {
    /// Whether moves and lines of the server are told too.
    talks: bool,
    log: Option<File>,
    secret: Secret,
}

impl Journal {
    /// A journal with a log in `path`, which is added to what is there.
    ///
    /// # Errors
    /// If the log cannot be written.
    pub fn new(quiet: bool, log: Option<&Path>, secret: Secret) -> Result<Self, CsaError> {
        let open = |path: &Path| {
            let file = File::options().create(true).append(true).open(path);
            file.map_err(|source| CsaError::File { path: path.to_owned(), source })
        };
        Ok(Self { talks: !quiet, log: log.map(open).transpose()?, secret })
    }

    /// Tells what somebody who watches the games wants to see.
    pub fn say(&mut self, text: impl Display) {
        let text = plain::line(text);
        if self.talks {
            Stream::Output.say(&text);
        }
        self.note("  ", &text);
    }

    /// Tells what is wrong, to the standard error, even to somebody who wants quiet.
    pub fn warn(&mut self, text: impl Display) {
        let text = plain::line(text);
        Stream::Error.say(&text);
        self.note("! ", &text);
    }

    /// Logs a line that was sent.
    pub fn sent(&mut self, line: &str) {
        let line = plain::line(self.relayed(line));
        self.note("> ", &line);
    }

    /// Logs a line that has come.
    pub fn heard(&mut self, line: &str) {
        let line = plain::line(self.relayed(line));
        self.note("< ", &line);
    }

    /// What the server said, or a message with some of it, without the password, which the server may repeat.
    pub fn relayed(&self, text: impl Display) -> String {
        self.secret.hidden_in(&text.to_string())
    }

    /// What the server said, for a message that quotes it.
    pub fn quoted(&self, text: &str) -> Quoted {
        Quoted::from(self.relayed(text).as_str())
    }

    /// A log that cannot be written any more must not disturb the game: it ends.
    fn note(&mut self, mark: &str, text: &str) {
        let now = || Zoned::now().strftime("%Y-%m-%d %H:%M:%S%.3f");
        if let Some(log) = &mut self.log
            && writeln!(log, "{} {mark}{text}", now()).is_err()
        {
            self.log = None;
        }
    }
}
