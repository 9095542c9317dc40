//! Drives the real engine over pipes, and gives tests folders.

mod heard;
mod running;
#[cfg(unix)]
mod script;
#[cfg(unix)]
mod signals;

pub use heard::Heard;
pub use running::{Running, with_usual_signals};
#[cfg(unix)]
pub use script::Script;
#[cfg(unix)]
pub use signals::obey_usual_signals;

use kumataka::search::STACK_SIZE;
use std::io::{BufRead, BufReader, Write};
use std::ops::Deref;
use std::path::Path;
use std::process::{ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};
use sysinfo::{Pid, ProcessRefreshKind, ProcessesToUpdate, System};
use tempfile::TempDir;

/// Long enough for a loaded machine; only a fault takes so long.
const PATIENCE: Duration = Duration::from_secs(300);

pub struct Engine {
    program: Running,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    pub fn start() -> Self {
        Self::start_in(Path::new("."))
    }

    pub fn start_in(folder: &Path) -> Self {
        Self::start_as(&[], folder)
    }

    /// The program with these words on its command line.
    pub fn start_as(words: &[&str], folder: &Path) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kumataka"));
        command.args(words).current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut program = Running::start(&mut command);
        let stdout = BufReader::new(program.stdout.take().unwrap());
        let (sender, lines) = channel();
        thread::spawn(move || {
            stdout.lines().map_while(Result::ok).take_while(|line| sender.send(line.clone()).is_ok()).for_each(drop);
        });
        Self { stdin: program.stdin.take(), program, lines }
    }

    /// Started, with a small table and no book, and ready.
    pub fn ready() -> Self {
        let mut engine = Self::start();
        engine.send("usi");
        engine.expect("usiok");
        engine.send("setoption name USI_Hash value 16");
        engine.send("setoption name BookFile value no_book");
        engine.sync();
        engine
    }

    pub fn send(&mut self, text: &str) {
        self.send_bytes(format!("{text}\n").as_bytes());
    }

    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(bytes).and_then(|()| stdin.flush()).unwrap();
    }

    /// The next line if it comes in time.
    pub fn line_within(&self, time: Duration) -> Option<String> {
        match self.lines.recv_timeout(time) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => panic!("the engine is gone"),
        }
    }

    /// All lines up to the first that starts with `prefix`, that one last.
    pub fn until(&self, prefix: &str) -> Vec<String> {
        let deadline = Instant::now() + PATIENCE;
        let mut seen = Vec::new();
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = self.line_within(left).unwrap_or_else(|| panic!("no {prefix} after {seen:#?}"));
            let found = line.starts_with(prefix);
            seen.push(line);
            if found {
                return seen;
            }
        }
    }

    /// The first line that starts with `prefix`.
    pub fn expect(&self, prefix: &str) -> String {
        self.until(prefix).pop().unwrap()
    }

    /// The processor time that the program has used. On a busy machine more time passes, but no more is used.
    pub fn processor_time(&self) -> Duration {
        let id = Pid::from_u32(self.program.id());
        let mut system = System::new().expect("a system that knows its processes");
        let wanted = ProcessRefreshKind::nothing().with_cpu();
        system.refresh_processes_specifics(ProcessesToUpdate::Some(&[id]), false, wanted);
        ms(system.process(id).expect("the engine runs").accumulated_cpu_time())
    }

    /// What comes unasked within `time`.
    pub fn listen(&self, time: Duration) -> Vec<String> {
        let deadline = Instant::now() + time;
        let mut seen = Vec::new();
        while let Some(line) = self.line_within(deadline.saturating_duration_since(Instant::now())) {
            seen.push(line);
        }
        seen
    }

    /// What was said until everything sent so far has been obeyed.
    pub fn sync(&mut self) -> Vec<String> {
        self.send("isready");
        let mut seen = self.until("readyok");
        seen.pop();
        seen
    }

    /// The board as `d` shows it, by its SFEN.
    pub fn sfen(&mut self) -> String {
        self.send("d");
        self.expect("sfen ").split_off("sfen ".len())
    }

    /// Ends the process by the end of its input, and returns what it still said.
    pub fn finish(mut self) -> (ExitStatus, Vec<String>) {
        drop(self.stdin.take());
        let mut rest = Vec::new();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => rest.push(line),
                Err(RecvTimeoutError::Timeout) => panic!("the engine does not end after {rest:#?}"),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        (self.program.wait().unwrap(), rest)
    }
}

/// Runs on a thread with the stack that a search may need.
pub fn on_large_stack<T: Send + 'static>(run: impl FnOnce() -> T + Send + 'static) -> T {
    thread::Builder::new().stack_size(STACK_SIZE).spawn(run).unwrap().join().unwrap()
}

pub fn ms(n: u64) -> Duration {
    Duration::from_millis(n)
}

/// Checks that a text has some parts, one behind the other.
#[track_caller]
pub fn assert_in_order(text: &str, parts: &[&str]) {
    let mut rest = text;
    for part in parts {
        let Some((_, behind)) = rest.split_once(part) else { panic!("\"{part}\" is not there in order:\n{text}") };
        rest = behind;
    }
}

pub fn count(lines: &[String], prefix: &str) -> usize {
    lines.iter().filter(|line| line.starts_with(prefix)).count()
}

/// A folder that goes with the last look at it.
pub struct Folder(TempDir);

impl Folder {
    /// The program in this folder by a line as it is typed, with nothing to read and no part of another job.
    pub fn command(&self, line: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kumataka"));
        command.args(line.split_whitespace()).current_dir(&**self).stdin(Stdio::null());
        for variable in ["SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX"] {
            command.env_remove(variable);
        }
        command
    }
}

impl Deref for Folder {
    type Target = Path;

    fn deref(&self) -> &Path {
        self.0.path()
    }
}

/// An empty folder of its own, with `name` in its name.
pub fn folder(name: &str) -> Folder {
    Folder(tempfile::Builder::new().prefix(&format!("kumataka-{name}-")).tempdir().unwrap())
}
