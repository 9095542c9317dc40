//! Common ground of the commands: their trait, their output, and errors that any of them may meet.

use crate::eval::NetworkError;
use crate::jobs::plain::{self, Painted};
use crate::memory::NoRoom;
use crate::search::NoThread;
use crate::system::{self, Lock, LockError};
use crate::words::InLanguage;
use rayon::ThreadPoolBuilder;
use std::error::Error;
use std::fmt::{Arguments, Display};
use std::fs;
use std::io::{self, IsTerminal, StdoutLock, Write};
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, Scope, ScopedJoinHandle};
use thiserror::Error;

/// A sub-command with its arguments.
pub trait Command {
    type Error: Error + Send + Sync + 'static;

    /// True for commands that play games or train on all threads of the machine.
    const NEEDS_THREADS: bool = false;

    /// The file with its help in Japanese; none for commands of those who make engines.
    const JAPANESE: Option<&'static str> = None;

    /// Runs the command.
    ///
    /// # Errors
    /// If the command fails, or succeeds only in part.
    fn run(&self) -> Result<(), Self::Error>;

    /// The text of its error for people, in the language of its output.
    fn explain(&self, error: &Self::Error) -> String {
        error.to_string()
    }
}

/// An error that any command may meet.
#[derive(Debug, Error)]
pub enum Trouble {
    #[error("no handler for Ctrl-C can be set: {0}")]
    Interrupt(#[from] system::InterruptError),
    #[error("no threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    #[error("the output cannot be written: {0}")]
    Output(#[from] io::Error),
    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: io::Error },
    #[error("{} exists already; {remedy}", path.display())]
    Exists { path: PathBuf, remedy: &'static str },
    #[error(transparent)]
    Lock(#[from] LockError),
    #[error(transparent)]
    Network(#[from] NetworkError),
    #[error("{0}; {LESS}")]
    NoRoom(#[from] NoRoom),
    #[error("{0}; {LESS}")]
    NoThread(#[from] NoThread),
}

/// Remedy for too little memory.
const LESS: &str = "smaller tables (--hash) and fewer threads (--threads, --concurrency) take less";

impl InLanguage for Trouble {
    fn japanese(&self) -> String {
        let less = "置換表を小さく（--hash）、スレッドを少なく（--threads、--concurrency）してください";
        match self {
            Self::Interrupt(error) => format!("Ctrl-Cを受け取れません：{error}"),
            Self::Threads(error) => format!("スレッドを作れません：{error}"),
            Self::Output(error) => format!("出力できません：{}", error.japanese()),
            Self::File { path, source } => format!("{}：{}", path.display(), source.japanese()),
            Self::Exists { path, .. } => {
                format!("{}はすでにあります。上書きするには --force を付けてください", path.display())
            }
            Self::Lock(error) => error.japanese(),
            Self::Network(error) => error.japanese(),
            Self::NoRoom(error) => format!("{}。{less}", error.japanese()),
            Self::NoThread(error) => format!("{}。{less}", error.japanese()),
        }
    }
}

impl Trouble {
    /// Adds the path of a file to its error.
    pub fn file(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| Self::File { path, source }
    }
}

/// Threads that share a command's work; zero means one for each processor thread. On a system without threads, the
/// calling thread does the work.
pub fn workers(threads: usize) -> ThreadPoolBuilder {
    let builder = ThreadPoolBuilder::new();
    if system::THREADS { builder.num_threads(threads) } else { builder.num_threads(1).use_current_thread() }
}

/// Work that a command has begun beside its output.
pub enum Beside<'scope, T> {
    Thread(ScopedJoinHandle<'scope, T>),
    /// On a system without threads it is done before the output begins.
    Done(T),
}

impl<'scope, T: Send + 'scope> Beside<'scope, T> {
    /// # Errors
    /// If the system starts no thread.
    pub fn begin<'env>(
        scope: &'scope Scope<'scope, 'env>,
        work: impl FnOnce() -> T + Send + 'scope,
    ) -> Result<Self, Trouble> {
        if !system::THREADS {
            return Ok(Self::Done(work()));
        }
        let started = thread::Builder::new().spawn_scoped(scope, work);
        Ok(Self::Thread(started.map_err(NoThread::System)?))
    }

    /// The result of the work; none if it panicked.
    pub fn end(self) -> Option<T> {
        match self {
            Self::Thread(thread) => thread.join().ok(),
            Self::Done(result) => Some(result),
        }
    }
}

/// Threads of the processor; one on a system without threads.
pub fn processors() -> usize {
    if system::THREADS { thread::available_parallelism().map_or(1, usize::from) } else { 1 }
}

/// Remedy for an existing file that a command can only overwrite.
pub const FORCE: &str = "--force overwrites it";

/// Refuses a file that exists, before the work for it begins.
///
/// # Errors
/// If the file exists; `remedy` names the option that helps.
pub fn refuse_existing(path: &Path, remedy: &'static str) -> Result<(), Trouble> {
    if path.exists() { Err(Trouble::Exists { path: path.to_owned(), remedy }) } else { Ok(()) }
}

/// Locks the state in a file against other processes, and makes the folders on the way.
///
/// # Errors
/// If another process holds the lock, or the folders cannot be made.
pub fn hold(path: &Path) -> Result<Lock, Trouble> {
    path.parent().map_or(Ok(()), fs::create_dir_all).map_err(Trouble::file(path))?;
    Ok(Lock::of(path)?)
}

/// Locks, whether or not a thread has panicked with the lock: the program is ending then.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An error of the standard output, marked to tell it from those of other closed pipes.
#[derive(Debug, Error)]
#[error(transparent)]
struct OutputError(io::Error);

fn marked(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), OutputError(error))
}

/// The standard output, locked for a command; its text steers no terminal. A reader that has gone away ends the command
/// quietly, see [`is_closed_output`]. Nothing else writes to the standard output, and only [`tell!`](crate::tell) to
/// the standard error: `tests/layering/` checks it.
pub struct Output(StdoutLock<'static>);

impl Output {
    #[must_use]
    pub fn lock() -> Self {
        Self(io::stdout().lock())
    }

    /// True if a terminal shows it.
    #[must_use]
    pub fn is_terminal() -> bool {
        io::stdout().is_terminal()
    }

    /// Prints a text of one or more lines.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn say(&mut self, line: impl Display) -> Result<(), Trouble> {
        Ok(writeln!(self, "{line}")?)
    }

    /// Prints text with this program's escape sequences.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn paint(&mut self, text: &Painted) -> io::Result<()> {
        self.write_exactly(text.as_str().as_bytes()).and_then(|()| self.flush())
    }

    fn write_exactly(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.write_all(bytes).map_err(marked)
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Formatting hands over whole characters.
        self.write_exactly(plain::lines(&String::from_utf8_lossy(bytes)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(marked)
    }
}

/// The standard output for threads that take turns, locked line by line.
#[derive(Debug)]
pub struct SharedOutput;

impl SharedOutput {
    /// Prints a line.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn say(&self, line: impl Display) -> Result<(), Trouble> {
        Output::lock().say(line)
    }
}

impl Write for SharedOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Output::lock().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Output::lock().flush()
    }
}

/// The standard output in place of a file: bytes pass unchanged, unless a terminal shows them.
#[derive(Debug)]
pub struct FileOutput;

impl Write for FileOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut output = Output::lock();
        if Output::is_terminal() {
            return output.write(bytes);
        }
        output.write_exactly(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Output::lock().flush()
    }
}

/// True if an error comes from an [`Output`] whose reader has gone away, as in `| head`. That is no failure.
#[must_use]
pub fn is_closed_output(error: &(dyn Error + 'static)) -> bool {
    let closed = |error: &(dyn Error + 'static)| {
        error.downcast_ref::<io::Error>().is_some_and(|error| {
            error.kind() == io::ErrorKind::BrokenPipe && error.get_ref().is_some_and(|inner| inner.is::<OutputError>())
        })
    };
    iter::successors(Some(error), |&error| error.source()).any(closed)
}

/// Writes one line to the standard error, with nothing that steers a terminal. If the stream is closed, the program
/// goes on.
pub fn tell_line(text: Arguments<'_>) {
    let _ = writeln!(io::stderr(), "{}", plain::line(text));
}

/// Writes one line to the standard error, as [`tell_line`](crate::jobs::command::tell_line) does.
#[doc(hidden)]
#[macro_export]
macro_rules! tell {
    ($($argument:tt)*) => {
        $crate::jobs::command::tell_line(format_args!($($argument)*))
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_closed_output_is_forgiven() {
        let broken = || io::Error::from(io::ErrorKind::BrokenPipe);
        assert!(is_closed_output(&Trouble::Output(marked(broken()))));
        assert!(!is_closed_output(&Trouble::Output(broken())));
        assert!(!is_closed_output(&Trouble::Output(marked(io::Error::from(io::ErrorKind::StorageFull)))));
        assert_eq!(marked(broken()).to_string(), broken().to_string());
    }
}
