//! A terminal with a person before it: a pseudo-terminal whose screen is read as an emulator shows it.

use crate::support::obey_usual_signals;
use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};
use rustix::termios::{LocalModes, tcgetattr};
use std::io::{Read, Write};
use std::num::NonZero;
use std::path::Path;
use std::process::{self, Child, ExitStatus};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};
use vt100::{Parser, Screen};

/// Long enough for a loaded machine; only a fault takes so long.
const PATIENCE: Duration = Duration::from_secs(300);
/// More rows than any answer needs, so that nothing scrolls away that a test looks for.
pub const ROWS: u16 = 50;

/// The screen behind some bytes.
pub fn screen_of(bytes: &[u8], columns: u16) -> Parser {
    let mut parser = Parser::new(cells(ROWS), cells(columns), 0);
    parser.process(bytes);
    parser
}

/// The rows of a screen as text.
pub fn rows(screen: &Screen) -> Vec<String> {
    screen.rows(0, screen.size().1.get()).collect()
}

/// The row of the cursor.
fn row_of_cursor(screen: &Screen) -> String {
    rows(screen).swap_remove(screen.cursor_position().0.into()).trim_end().to_owned()
}

fn cells(count: u16) -> NonZero<u16> {
    NonZero::new(count).unwrap()
}

/// What came from the program so far.
struct Seen {
    parser: Parser,
    bytes: Vec<u8>,
    /// The number of bytes when the last line was typed.
    typed_at: usize,
    is_closed: bool,
}

impl Seen {
    /// Whether the program has left the line that was typed last and waits behind a prompt.
    fn waits_behind(&self, prompt: &str) -> bool {
        self.bytes[self.typed_at..].contains(&b'\n') && row_of_cursor(self.parser.screen()) == prompt
    }
}

/// How a program is started.
pub struct Start<'a> {
    pub program: &'a Path,
    pub columns: u16,
    /// The folder in which it runs, and in which it keeps its state.
    pub folder: &'a Path,
    pub variables: &'a [(&'a str, &'a str)],
    pub arguments: &'a [&'a str],
}

pub struct Terminal {
    child: Child,
    pty: Arc<Pty>,
    seen: Arc<(Mutex<Seen>, Condvar)>,
}

impl Terminal {
    pub fn start(start: &Start<'_>) -> Self {
        let (pty, side) = open().unwrap();
        pty.resize(Size::new(ROWS, start.columns)).unwrap();
        let command = Command::new(start.program).current_dir(start.folder);
        let command = command.env("HOME", start.folder).env("XDG_STATE_HOME", start.folder.join("state"));
        let command = command.env("TERM", "xterm-256color").env("LANG", "C.UTF-8").env_remove("LC_ALL");
        let command = command.env_remove("LC_MESSAGES").env_remove("NO_COLOR").env_remove("COLORTERM");
        let command = command.envs(start.variables.iter().copied()).args(start.arguments);
        // SAFETY: what runs between fork and exec calls nothing but `signal`, which may be called there.
        let child = unsafe { command.pre_exec(obey_usual_signals) }.spawn(side).unwrap();
        let parser = screen_of(&[], start.columns);
        let seen = Seen { parser, bytes: b"\n".to_vec(), typed_at: 0, is_closed: false };
        let (pty, seen) = (Arc::new(pty), Arc::new((Mutex::new(seen), Condvar::new())));
        let terminal = Self { child, pty: Arc::clone(&pty), seen: Arc::clone(&seen) };
        thread::spawn(move || watch(&pty, &seen));
        terminal
    }

    /// Types something without waiting for what comes of it.
    pub fn press(&self, keys: impl AsRef<[u8]>) {
        let mut seen = self.seen.0.lock().unwrap();
        seen.typed_at = seen.bytes.len();
        drop(seen);
        (&*self.pty).write_all(keys.as_ref()).unwrap();
    }

    /// Types a line and waits for the prompt behind its answer; what the screen then shows.
    pub fn answer(&self, line: &str, prompt: &str) -> String {
        self.press(format!("{line}\r"));
        self.prompt(prompt)
    }

    /// Waits for a prompt below everything else; what the screen then shows.
    pub fn prompt(&self, prompt: &str) -> String {
        self.wait(prompt, |seen| seen.waits_behind(prompt))
    }

    /// Waits for a text on the screen; what it then shows.
    pub fn text(&self, text: &str) -> String {
        self.wait(text, |seen| seen.parser.screen().contents().contains(text))
    }

    /// Waits until the screen satisfies a condition that is called `what`; what it then shows.
    pub fn screen(&self, what: &str, condition: impl Fn(&Screen) -> bool) -> String {
        self.wait(what, |seen| condition(seen.parser.screen()))
    }

    /// The prompt that stands on the row of the cursor, once there is one.
    pub fn any_prompt(&self) -> String {
        let is_prompt = |line: &str| line.strip_suffix('>').is_some_and(|number| number.parse::<u32>().is_ok());
        self.screen("a prompt", |screen| is_prompt(&row_of_cursor(screen)));
        row_of_cursor(&self.look())
    }

    /// The screen as it is now.
    pub fn look(&self) -> Screen {
        self.seen.0.lock().unwrap().parser.screen().clone()
    }

    fn wait(&self, what: &str, condition: impl Fn(&Seen) -> bool) -> String {
        let (lock, news) = &*self.seen;
        let mut seen = lock.lock().unwrap();
        let deadline = Instant::now() + PATIENCE;
        while !condition(&seen) {
            let left = deadline.saturating_duration_since(Instant::now());
            let contents = seen.parser.screen().contents();
            assert!(!seen.is_closed, "the program has ended before {what:?}:\n{contents}");
            assert!(!left.is_zero(), "no {what:?} on the screen:\n{contents}");
            seen = news.wait_timeout(seen, left).unwrap().0;
        }
        seen.parser.screen().contents()
    }

    /// Waits for a question below everything else that begins so; what the screen then shows.
    pub fn question(&self, start: &str) -> String {
        self.wait(start, |seen| {
            let has_moved_on = seen.bytes[seen.typed_at..].contains(&b'\n');
            has_moved_on && row_of_cursor(seen.parser.screen()).starts_with(start)
        })
    }

    /// Waits until the row of the cursor is this.
    pub fn row(&self, row: &str) {
        self.screen(row, |screen| row_of_cursor(screen) == row);
    }

    /// Gives the terminal another width.
    pub fn resize(&self, columns: u16) {
        self.resize_to(ROWS, columns);
    }

    pub fn resize_to(&self, rows: u16, columns: u16) {
        self.seen.0.lock().unwrap().parser.screen_mut().set_size(cells(rows), cells(columns));
        self.pty.resize(Size::new(rows, columns)).unwrap();
    }

    /// Sends a signal by its name, such as `TERM`.
    pub fn signal(&self, name: &str) {
        let sent = process::Command::new("kill").arg(format!("-{name}")).arg(self.child.id().to_string()).status();
        assert!(sent.unwrap().success(), "SIG{name} cannot be sent");
    }

    /// Kills the program as a machine that goes down does.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Waits for the end of the program.
    pub fn end(mut self) -> End {
        let (lock, news) = &*self.seen;
        let seen = news.wait_timeout_while(lock.lock().unwrap(), PATIENCE, |seen| !seen.is_closed).unwrap().0;
        let text = seen.parser.screen().contents();
        assert!(seen.is_closed, "the program does not end:\n{text}");
        let modes = tcgetattr(&*self.pty).unwrap().local_modes;
        End {
            status: self.child.wait().unwrap(),
            text,
            bytes: seen.bytes[1..].to_vec(),
            has_lines: modes.contains(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG),
        }
    }
}

/// What a program leaves behind.
pub struct End {
    pub status: ExitStatus,
    /// What the screen shows.
    pub text: String,
    /// All that was written.
    pub bytes: Vec<u8>,
    /// Whether the terminal edits and shows lines and knows Ctrl-C, as a shell expects.
    pub has_lines: bool,
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // Fails only if the process has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads what the program writes until it has gone.
fn watch(pty: &Pty, seen: &(Mutex<Seen>, Condvar)) {
    let mut buffer = [0; 4096];
    let mut reader = pty;
    loop {
        let count = reader.read(&mut buffer).unwrap_or(0);
        let mut seen_now = seen.0.lock().unwrap();
        seen_now.parser.process(&buffer[..count]);
        seen_now.bytes.extend_from_slice(&buffer[..count]);
        seen_now.is_closed = count == 0;
        seen.1.notify_all();
        if count == 0 {
            return;
        }
    }
}
