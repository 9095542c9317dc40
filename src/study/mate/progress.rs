//! The progress of problems that are being solved.

use super::words;
use crate::mate::Stop;
use crate::words::Language;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

/// Interval between two looks at the progress.
pub(super) const TICK: Duration = Duration::from_millis(200);

/// Counters of the work in progress.
pub(super) struct Progress<'a> {
    /// The flag that Ctrl-C sets.
    stop: &'a AtomicBool,
    nodes: AtomicU64,
    /// Plies of the last proved mate; zero if there is none.
    within: AtomicUsize,
}

impl<'a> Progress<'a> {
    pub const fn new(stop: &'a AtomicBool) -> Self {
        Self { stop, nodes: AtomicU64::new(0), within: AtomicUsize::new(0) }
    }

    /// Time and nodes, and the best bound of a single problem.
    pub fn text_in(&self, language: Language, elapsed: Duration, is_single: bool) -> String {
        let nodes = self.nodes.load(Ordering::Relaxed);
        let within = Some(self.within.load(Ordering::Relaxed)).filter(|&plies| is_single && plies > 0);
        words::progress(language, elapsed.as_secs(), nodes, within)
    }
}

impl Stop for Progress<'_> {
    fn is_wanted(&self) -> bool {
        self.stop.is_wanted()
    }

    fn note_nodes(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    fn note_mate(&self, plies: usize) {
        self.within.store(plies, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bound_of_a_single_problem_is_told() {
        let stop = AtomicBool::new(false);
        let progress = Progress::new(&stop);
        let told = |language, is_single| progress.text_in(language, Duration::from_secs(3), is_single);
        progress.note_nodes(1_250_000);
        assert_eq!(told(Language::En, true), "3 s, 1.2 million nodes");
        progress.note_mate(117);
        assert_eq!(told(Language::En, true), "3 s, 1.2 million nodes, mate <=117");
        assert_eq!(told(Language::Ja, true), "3秒、125万局面、117手以内の詰み");
        assert_eq!(told(Language::En, false), "3 s, 1.2 million nodes");
    }
}
