//! Messages about the games, and the log of every line.

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

/// Terminal and log of a client.
///
/// The password is hidden in the server's words only: a short password occurs by chance in the program's own words.
pub struct Journal {
    /// False if only warnings are shown.
    talks: bool,
    log: Option<File>,
    secret: Secret,
}

impl Journal {
    /// Opens a journal. The log is appended to the file `path`.
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

    /// Shows and logs a message, unless the user wants quiet.
    pub fn say(&mut self, text: impl Display) {
        let text = plain::line(text);
        if self.talks {
            Stream::Output.say(&text);
        }
        self.note("  ", &text);
    }

    /// Shows a warning on the standard error, even if the user wants quiet, and logs it.
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

    /// Logs a line that was received.
    pub fn heard(&mut self, line: &str) {
        let line = plain::line(self.relayed(line));
        self.note("< ", &line);
    }

    /// Words of the server, or a message with them, without the password, which the server may echo.
    pub fn relayed(&self, text: impl Display) -> String {
        self.secret.hidden_in(&text.to_string())
    }

    /// Words of the server without the password, in quotes.
    pub fn quoted(&self, text: &str) -> Quoted {
        Quoted::from(self.relayed(text).as_str())
    }

    /// Writes to the log. A failure ends the log rather than the game.
    fn note(&mut self, mark: &str, text: &str) {
        let now = || Zoned::now().strftime("%Y-%m-%d %H:%M:%S%.3f");
        if let Some(log) = &mut self.log
            && writeln!(log, "{} {mark}{text}", now()).is_err()
        {
            self.log = None;
        }
    }
}
