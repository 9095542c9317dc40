//! What the operating system gives a program, and what takes its place where there is none of it, as in WebAssembly.

use std::fs::{self, File};
use std::io;
use std::path::Path;

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
    let replaced = written.and_then(|()| fs::rename(&beside, path));
    if replaced.is_err() {
        // What could not be written needs no file.
        let _ = fs::remove_file(&beside);
    }
    replaced
}
