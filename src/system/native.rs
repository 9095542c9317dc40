//! A system with threads, Ctrl-C and files that can be mapped.

use std::fs::File;
use std::io;
use std::path::PathBuf;
#[cfg(unix)]
use std::{mem, ptr};

pub use ctrlc::Error as InterruptError;

/// Whether the program can start threads.
pub const THREADS: bool = true;

/// The bytes of a file.
pub type Bytes = memmap2::Mmap;

/// Has every Ctrl-C from now on call `handler`, on a thread of its own, and so has every other signal that asks the program
/// to end. `nohup` has the end of the terminal ignored, and this stays so. A script has Ctrl-C ignored by what it leaves in the
/// background; there a signal that is sent all the same is meant.
///
/// # Errors
/// If the system sets no handler, or there is one already.
pub fn on_interrupt(handler: impl FnMut() + Send + 'static) -> Result<(), InterruptError> {
    let outlives_terminal = ignores_end_of_terminal();
    ctrlc::set_handler(handler)?;
    if outlives_terminal {
        ignore_end_of_terminal();
    }
    Ok(())
}

#[cfg(unix)]
#[allow(unsafe_code)]
fn ignores_end_of_terminal() -> bool {
    // SAFETY: zero is a value of every field, and the call only writes the action in force there.
    unsafe {
        let mut action: libc::sigaction = mem::zeroed();
        libc::sigaction(libc::SIGHUP, ptr::null(), &raw mut action) == 0 && action.sa_sigaction == libc::SIG_IGN
    }
}

#[cfg(unix)]
#[allow(unsafe_code)]
fn ignore_end_of_terminal() {
    // SAFETY: a signal that is ignored runs no code.
    unsafe { libc::signal(libc::SIGHUP, libc::SIG_IGN) };
}

/// Other systems tell programs nothing of the end of a terminal that could be ignored.
#[cfg(not(unix))]
const fn ignores_end_of_terminal() -> bool {
    false
}

#[cfg(not(unix))]
const fn ignore_end_of_terminal() {}

/// Lets a file that grows beyond a limit of the system (`ulimit -f`) be an error of whoever writes it: the signal would end the
/// program without a word.
#[cfg(unix)]
#[allow(unsafe_code)]
pub fn obey_limits_of_files() {
    // SAFETY: a signal that is ignored runs no code.
    unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
}

/// Other systems send no signal.
#[cfg(not(unix))]
pub const fn obey_limits_of_files() {}

/// Remembers how the terminal of the standard input is set; what is returned sets it so again, from any thread. Where there is
/// no such terminal it does nothing.
#[cfg(unix)]
pub fn remember_terminal() -> impl Fn() + Send {
    use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};
    let settings = tcgetattr(io::stdin()).ok();
    move || {
        if let Some(settings) = &settings {
            // A terminal that is gone needs no settings.
            let _ = tcsetattr(io::stdin(), OptionalActions::Now, settings);
        }
    }
}

/// Other systems set a terminal again when its program has ended.
#[cfg(not(unix))]
pub fn remember_terminal() -> impl Fn() + Send {
    || {}
}

/// Maps the bytes of a file, which must not be empty. It is for files that stay as they are as long as they are mapped: the
/// program ends with one that somebody cuts short.
///
/// # Errors
/// If the system does not map it.
#[allow(unsafe_code)]
pub fn map(file: &File) -> io::Result<Bytes> {
    // SAFETY: the mapping is read-only and only plain integers are read from it. Other bytes of another program are other
    // integers; where it has cut the file short, the system ends this program.
    unsafe { memmap2::Mmap::map(file) }
}

/// The user's folder for what programs keep between runs; none where the system has no such folder.
pub fn state_folder() -> Option<PathBuf> {
    dirs::state_dir().or_else(dirs::data_local_dir)
}

/// The user's own folder; none where the system has no such folder.
pub fn home_folder() -> Option<PathBuf> {
    dirs::home_dir()
}
