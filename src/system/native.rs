//! A system with threads and files that can be mapped.

use super::Reach;
use std::fs::File;
use std::io;

/// True if the program can start threads.
pub const THREADS: bool = true;

/// Threads need no other to give way: whoever wants a search to end says so by its signals.
#[inline]
pub const fn give_way() -> bool {
    false
}

/// A search on the thread that reads commands hears none of them: clients are served by other threads.
#[must_use]
pub const fn reach() -> Reach {
    Reach::Never
}

/// The bytes of a file.
pub type Bytes = memmap2::Mmap;

/// Maps the bytes of a file, which must not be empty. The file must stay as it is while it is mapped: cutting it short
/// ends the program.
///
/// # Errors
/// If the system refuses.
#[allow(unsafe_code)]
pub fn map(file: &File) -> io::Result<Bytes> {
    // SAFETY: the mapping is read-only, and only plain integers are read from it. If another program changes the bytes,
    // they are other integers; if it cuts the file short, the system ends this program.
    unsafe { memmap2::Mmap::map(file) }
}
