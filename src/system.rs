//! What the operating system gives a program, and what takes its place where there is none of it, as in WebAssembly.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

#[cfg(not(target_family = "wasm"))]
#[path = "system/native.rs"]
mod here;
#[cfg(target_family = "wasm")]
#[path = "system/wasm.rs"]
mod here;

pub use here::{Bytes, InterruptError, THREADS, home_folder, map, on_interrupt, remember_terminal, state_folder};

/// Replaces a file, or makes it, all at once: whatever happens, there is the old one or the new one. What `write` writes stands
/// in a file beside it meanwhile, whose name ends in `.new`.
///
/// # Errors
/// If the file cannot be written; then the one beside it is deleted.
pub fn replace_file(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let beside = path.with_added_extension("new");
    let written = File::create(&beside).and_then(|mut file| write(&mut file));
    let replaced = written.and_then(|()| rename(&beside, path));
    if replaced.is_err() {
        // What could not be written needs no file.
        let _ = fs::remove_file(&beside);
    }
    replaced
}

/// Gives a file the name of another one, which goes. Windows refuses that while a program has the other one open, which those
/// that show a game as it goes on have for moments.
fn rename(from: &Path, to: &Path) -> io::Result<()> {
    const TRIES: u32 = 20;
    const BETWEEN: Duration = Duration::from_millis(10);
    for _ in 1..TRIES {
        match fs::rename(from, to) {
            Err(error) if cfg!(windows) && error.kind() == io::ErrorKind::PermissionDenied => thread::sleep(BETWEEN),
            done => return done,
        }
    }
    fs::rename(from, to)
}

/// The path of a file from the root on, links resolved where the system has a plain form for that. Windows has only one that
/// begins with `\\?\`, in which command files and some programs do not work.
///
/// # Errors
/// If there is no such file.
pub fn real_path(path: &Path) -> io::Result<PathBuf> {
    if cfg!(windows) { path.metadata().and_then(|_| std::path::absolute(path)) } else { path.canonicalize() }
}
