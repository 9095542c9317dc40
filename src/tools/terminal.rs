//! What long work shows in a terminal, and how Ctrl-C ends it.

use indicatif::{ProgressBar, ProgressStyle};
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

/// A flag that Ctrl-C raises from now on, for the work to end in good order.
///
/// # Errors
/// If the system lets no handler be set.
pub fn interruption() -> Result<Arc<AtomicBool>, ctrlc::Error> {
    let stop = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&stop);
    ctrlc::set_handler(move || raised.store(true, Ordering::Relaxed))?;
    Ok(stop)
}
