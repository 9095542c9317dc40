//! Progress bars for long work, and how Ctrl-C ends it.

use super::command::Trouble;
use indicatif::{ProgressBar, ProgressStyle};
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The template of a progress bar for files.
pub const FILES: &str = "{bar:40} {pos}/{len} files, {per_sec}, {eta} to go";

/// A progress bar of `length` steps, or of any number if `None`, drawn by a template of indicatif. Only a terminal
/// shows it.
pub fn progress_bar(length: impl Into<Option<u64>>, template: &str) -> ProgressBar {
    let bar = length.into().map_or_else(ProgressBar::new_spinner, ProgressBar::new);
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

/// The exit status of a program that Ctrl-C has ended, as shells report it.
const INTERRUPTED: i32 = 130;

/// Lets Ctrl-C set `stop` from now on, so that the work can end in good order. A second Ctrl-C calls `last` and ends
/// the program at once.
///
/// # Errors
/// If the handler cannot be set.
pub fn obey_interrupts(stop: Arc<AtomicBool>, last: impl Fn() + Send + 'static) -> Result<(), Trouble> {
    ctrlc::set_handler(move || {
        if stop.swap(true, Ordering::Relaxed) {
            last();
            process::exit(INTERRUPTED);
        }
    })?;
    Ok(())
}

/// A flag that Ctrl-C sets from now on; a second Ctrl-C ends the program at once.
///
/// # Errors
/// If the handler cannot be set.
pub fn interruption() -> Result<Arc<AtomicBool>, Trouble> {
    let stop = Arc::new(AtomicBool::new(false));
    obey_interrupts(Arc::clone(&stop), || {})?;
    Ok(stop)
}
