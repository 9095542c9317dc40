//! WebAssembly: no signals, no terminal, and no user.

use std::convert::Infallible;
use std::env;
use std::io;
use std::path::PathBuf;

pub type InterruptError = Infallible;

/// No program notices Ctrl-C here: it ends the host.
pub fn on_interrupt(_: impl FnMut() + Send + 'static) -> Result<(), InterruptError> {
    Ok(())
}

/// Nothing is clicked there.
#[must_use]
pub const fn is_double_clicked() -> bool {
    false
}

/// There is no terminal.
pub fn remember_terminal() -> impl Fn() + Send {
    || {}
}

/// There are no limits of files.
pub const fn obey_limits_of_files() {}

/// The user's folder for data that programs keep between runs, if the host has named one.
pub fn state_folder() -> Option<PathBuf> {
    env::var_os("XDG_STATE_HOME").map(PathBuf::from)
}

/// The user's home folder: there is none.
pub const fn home_folder() -> Option<PathBuf> {
    None
}

/// There is no browser.
pub fn open_page(_: &str) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
