//! WebAssembly: one thread, and files that can only be read.

use super::Reach;
use std::cell::Cell;
use std::fs::File;
use std::io::{self, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// True if the program can start threads.
pub const THREADS: bool = false;

/// The bytes of a file.
pub type Bytes = Vec<u8>;

/// Reads the bytes of a file.
///
/// # Errors
/// If it cannot be read.
pub fn map(file: &File) -> io::Result<Bytes> {
    let mut bytes = Vec::new();
    let mut file = file;
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Raised to end the search at hand. There is one thread, and so one search.
static UNWANTED: AtomicBool = AtomicBool::new(false);

/// Lets the host do other work now and then, where it can suspend a program that yields: a browser that implements
/// JavaScript Promise Integration takes messages meanwhile. True if the search at hand is to end.
pub fn give_way() -> bool {
    /// A frame of a screen.
    const EVERY: Duration = Duration::from_millis(16);
    thread_local! {
        static LATEST: Cell<Option<Instant>> = const { Cell::new(None) };
    }
    let is_due = |latest: Instant| latest.elapsed() >= EVERY;
    if LATEST.get().is_none_or(is_due) {
        thread::yield_now();
        LATEST.set(Some(Instant::now()));
    }
    are_searches_forbidden()
}

/// Ends the search at hand and all that follow, or allows them again.
pub fn forbid_searches(is_forbidden: bool) {
    UNWANTED.store(is_forbidden, Ordering::Relaxed);
}

/// True if searches end as soon as they begin.
#[must_use]
pub fn are_searches_forbidden() -> bool {
    UNWANTED.load(Ordering::Relaxed)
}

thread_local! {
    static REACH: Cell<Reach> = const { Cell::new(Reach::Never) };
}

/// The way to this program while it searches, as its host has named it.
#[must_use]
pub fn reach() -> Reach {
    REACH.get()
}

/// Notes the way by which the host reaches this program while it searches.
pub fn set_reach(reach: Reach) {
    REACH.set(reach);
}
