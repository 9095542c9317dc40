//! What long work shows in a terminal, and how Ctrl-C ends it.

use super::command::Trouble;
use indicatif::{ProgressBar, ProgressStyle};
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// How the progress through files is drawn.
pub const FILES: &str = "{bar:40} {pos}/{len} files, {per_sec}, {eta} to go";

/// A bar of `length` steps, or of any number if none, drawn by a template of indicatif; only a terminal shows it.
pub fn progress_bar(length: impl Into<Option<u64>>, template: &str) -> ProgressBar {
    let bar = length.into().map_or_else(ProgressBar::new_spinner, ProgressBar::new);
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

/// What a shell reports for a program ended by Ctrl-C.
const INTERRUPTED: i32 = 130;

/// Lets Ctrl-C raise `stop` from now on, for the work to end in good order. A second Ctrl-C ends the program at once,
/// after `last` has been run.
///
/// # Errors
/// If the system lets no handler be set.
pub fn obey_interrupts(stop: Arc<AtomicBool>, last: impl Fn() + Send + 'static) -> Result<(), Trouble> {
    ctrlc::set_handler(move || {
        if stop.swap(true, Ordering::Relaxed) {
            last();
            process::exit(INTERRUPTED);
        }
    })?;
    Ok(())
}

/// A flag that Ctrl-C raises from now on; a second Ctrl-C ends the program at once.
///
/// # Errors
/// If the system lets no handler be set.
pub fn interruption() -> Result<Arc<AtomicBool>, Trouble> {
    let stop = Arc::new(AtomicBool::new(false));
    obey_interrupts(Arc::clone(&stop), || {})?;
    Ok(stop)
}
