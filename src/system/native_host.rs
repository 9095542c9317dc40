//! A system with signals, terminals and the folders of a user.

use std::io;
#[cfg(windows)]
use std::io::IsTerminal as _;
use std::path::PathBuf;
#[cfg(unix)]
use std::{mem, ptr};
#[cfg(windows)]
use windows_sys::Win32::System::Console::GetConsoleProcessList;

pub use ctrlc::Error as InterruptError;

/// Calls `handler` on a separate thread at every Ctrl-C from now on, and at every other signal that asks the program to
/// end. If `nohup` has made it ignore the end of the terminal, it goes on ignoring it. Ctrl-C gets the handler even in
/// the background jobs of a script, which start with it ignored: a signal sent there is meant.
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

/// True if the program was started by a double click: Windows has opened a terminal for it alone, and whatever else
/// starts a program without arguments gives it pipes or a terminal of its own.
#[cfg(windows)]
#[allow(unsafe_code)]
#[must_use]
pub fn is_double_clicked() -> bool {
    let mut processes = [0; 2];
    // SAFETY: the call writes at most as many numbers as the array has room for.
    let count = unsafe { GetConsoleProcessList(processes.as_mut_ptr(), processes.len() as u32) };
    count == 1 && io::stdin().is_terminal()
}

/// Other systems open no terminal for a program that is clicked.
#[cfg(not(windows))]
#[must_use]
pub const fn is_double_clicked() -> bool {
    false
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

/// Other systems cannot have a program ignore the end of its terminal.
#[cfg(not(unix))]
const fn ignores_end_of_terminal() -> bool {
    false
}

#[cfg(not(unix))]
const fn ignore_end_of_terminal() {}

/// Turns a file beyond the system's limit of size (`ulimit -f`) into an error of its writer: the signal would end the
/// program without a word.
#[cfg(unix)]
#[allow(unsafe_code)]
pub fn obey_limits_of_files() {
    // SAFETY: a signal that is ignored runs no code.
    unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
}

/// Other systems send no such signal.
#[cfg(not(unix))]
pub const fn obey_limits_of_files() {}

/// Remembers the settings of the terminal behind the standard input. The returned function restores them, from any
/// thread; without a terminal it does nothing.
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

/// Other systems restore the terminal themselves when a program ends.
#[cfg(not(unix))]
pub fn remember_terminal() -> impl Fn() + Send {
    || {}
}

/// The user's folder for data that programs keep between runs; none where the system has no such folder.
pub fn state_folder() -> Option<PathBuf> {
    // Unit tests leave the user's files alone.
    if cfg!(test) { None } else { dirs::state_dir().or_else(dirs::data_local_dir) }
}

/// The user's home folder; none where the system has no such folder.
pub fn home_folder() -> Option<PathBuf> {
    dirs::home_dir()
}

/// Opens a page in the browser that the user prefers, and does not wait for it.
///
/// # Errors
/// If the system has no browser, or cannot start it.
pub fn open_page(address: &str) -> io::Result<()> {
    open::that_detached(address)
}
