//! The services of the operating system, and their substitutes where it has none of them, as in WebAssembly.
//!
//! A library reads files, maps them and starts threads. What only a program does, replacing files, holding locks and
//! answering Ctrl-C, comes with the feature `cli`.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

#[cfg(not(target_family = "wasm"))]
#[path = "system/native.rs"]
mod here;
#[cfg(target_family = "wasm")]
#[path = "system/wasm.rs"]
mod here;

#[cfg(feature = "cli")]
mod growing;
#[cfg(all(feature = "cli", not(target_family = "wasm")))]
#[path = "system/native_host.rs"]
mod host;
#[cfg(all(feature = "cli", target_family = "wasm"))]
#[path = "system/wasm_host.rs"]
mod host;
#[cfg(feature = "cli")]
mod lock;
#[cfg(feature = "cli")]
mod replacing;
mod start;
#[cfg(test)]
mod tests;

pub use here::{Bytes, THREADS, give_way, map, reach};
#[cfg(target_family = "wasm")]
pub use here::{are_searches_forbidden, forbid_searches, set_reach};

#[cfg(feature = "cli")]
pub use growing::Growing;
#[cfg(feature = "cli")]
pub use host::{
    InterruptError, home_folder, is_double_clicked, obey_limits_of_files, on_interrupt, open_page, remember_terminal,
    state_folder,
};
#[cfg(feature = "cli")]
pub use lock::{Lock, LockError};
#[cfg(feature = "cli")]
pub use replacing::{
    Replacement, is_stream, is_unfinished, make_file_soon, remove_unfinished, replace_file, replace_file_soon,
    try_replacing,
};
pub use start::{arguments, program, start_as};

/// The way to a program that searches on the thread by which it reads commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// There is none: a search has to end by itself.
    Never,
    /// The host replaces the program by another one.
    Replacement,
    /// The host hands over messages whenever the program gives way.
    Messages,
}

/// Opens a file for reading. A pipe without a writer would block forever, and a device may never end.
///
/// # Errors
/// If it cannot be opened, or is not a file.
pub fn open_file(path: &Path) -> io::Result<File> {
    refuse_other_than_file(&path.metadata()?)?;
    File::open(path)
}

/// Reads a file that [`open_file`] would open.
///
/// # Errors
/// If it cannot be read, or is not a file.
pub fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    refuse_other_than_file(&path.metadata()?)?;
    fs::read(path)
}

/// Opens a file for appending, or makes it.
///
/// # Errors
/// If it cannot be opened, or something other than a file is there.
pub fn append_to_file(path: &Path) -> io::Result<File> {
    path.metadata().map_or(Ok(()), |found| refuse_other_than_file(&found))?;
    OpenOptions::new().create(true).append(true).open(path)
}

fn refuse_other_than_file(found: &Metadata) -> io::Result<()> {
    // For folders, each system has its own message.
    if found.is_file() || found.is_dir() {
        Ok(())
    } else {
        Err(io::Error::new(io::ErrorKind::InvalidInput, "not a file"))
    }
}

/// The absolute path of a file, with links resolved where the system can write that plainly. Windows can only begin it
/// with `\\?\`, which command files and some programs do not understand.
///
/// # Errors
/// If there is no such file.
pub fn real_path(path: &Path) -> io::Result<PathBuf> {
    if cfg!(windows) { path.metadata().and_then(|_| std::path::absolute(path)) } else { path.canonicalize() }
}
