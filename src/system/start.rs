//! The start of this process: its program and its arguments, or those that a host stands in for.

use once_cell::sync::OnceCell;
use std::env;
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;

/// The command line of a host, an interpreter for example, that runs the program inside its own process.
static HOSTED: OnceCell<Vec<OsString>> = OnceCell::new();

/// Sets the command line in place of that of the process, the path of a program that starts this one first. The first call counts.
pub fn start_as(arguments: Vec<OsString>) {
    // A second host of one process changes nothing.
    let _ = HOSTED.set(arguments);
}

/// The command line, the program first.
pub fn arguments() -> Vec<OsString> {
    HOSTED.get().cloned().unwrap_or_else(|| env::args_os().collect())
}

/// The program that starts this one once more.
///
/// # Errors
/// If the system does not say.
pub fn program() -> io::Result<PathBuf> {
    let hosted = HOSTED.get().and_then(|arguments| arguments.first());
    hosted.map_or_else(env::current_exe, std::path::absolute)
}
