//! `go mate`: the solver on threads of its own, or where there are none, at once.

use super::options::{MateOptions, Options};
use super::print::{Output, Wording};
use crate::game::Playable;
use crate::mate::{Limits, Outcome, Report, Solver};
use crate::memory;
use crate::search::{UNSTOPPABLE, per_second};
use crate::system;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Builder, JoinHandle};
use std::time::Instant;

/// A search for mate, which ends with exactly one `checkmate`. Dropping it stops it and waits for that answer.
pub struct MateSearch {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// What the thread needs.
struct Task<G: Playable> {
    wording: Wording<G>,
    deadline: Option<Instant>,
    nodes: Option<u64>,
    megabytes: usize,
    threads: usize,
    options: MateOptions,
    stop: Arc<AtomicBool>,
    output: Arc<Output>,
}

impl MateSearch {
    /// Starts looking for a mate by the side that is to give it; see [`Playable::problem_attacker`].
    pub fn start<G: Playable>(
        wording: Wording<G>,
        deadline: Option<Instant>,
        options: &Options,
        output: Arc<Output>,
    ) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let asked = options.mate.hash_megabytes;
        let megabytes = if asked > 0 { asked } else { options.hash_megabytes };
        let task = Task::<G> {
            wording,
            deadline,
            nodes: options.search.nodes_limit,
            megabytes: megabytes.min(memory::room(memory::available())),
            threads: options.search.threads,
            options: options.mate,
            stop: Arc::clone(&stop),
            output: Arc::clone(&output),
        };
        if !system::THREADS {
            let deadline = deadline.or_else(|| Some(Instant::now() + UNSTOPPABLE));
            Task { deadline, ..task }.run();
            return Self { stop, thread: None };
        }
        let thread = match Builder::new().name("mate".into()).spawn(move || task.run()) {
            Ok(thread) => Some(thread),
            Err(error) => {
                output.message(format_args!("no thread for the search for mate: {error}"));
                output.line("checkmate timeout");
                None
            }
        };
        Self { stop, thread }
    }

    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    pub fn is_running(&self) -> bool {
        self.thread.as_ref().is_some_and(|thread| !thread.is_finished())
    }
}

impl Drop for MateSearch {
    fn drop(&mut self) {
        self.stop();
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has nothing more to say.
            let _ = thread.join();
        }
    }
}

impl<G: Playable> Task<G> {
    fn run(mut self) {
        let started = Instant::now();
        let position = &mut self.wording.position;
        let attacker = G::problem_attacker(position, self.options.defender_first);
        if self.options.remaining_pieces {
            G::hand_over_missing(position, !attacker);
        }
        let limits = Limits { deadline: self.deadline, nodes: self.nodes, stop: Some(&self.stop) };
        // Lives longer than the answer: giving much memory back takes time.
        let mut solver = Solver::<G>::new(self.megabytes);
        solver.set_threads(self.threads);
        let report = solver.solve(&self.wording.position, attacker, self.options.length, limits);
        self.print(&report, started);
    }

    fn print(&self, report: &Report<G::Move>, started: Instant) {
        let elapsed = started.elapsed();
        let milliseconds = elapsed.as_millis();
        let nps = per_second(report.nodes, elapsed);
        let (nodes, hashfull) = (report.nodes, report.table_permille);
        let effort = format!("nodes {nodes} nps {nps} hashfull {hashfull} time {milliseconds}");
        let depth = report.deepest;
        match &report.outcome {
            Outcome::Mate(mate) => {
                let (line, length) = (self.wording.line(&mate.line), mate.line.len());
                self.output.line(format_args!("info depth {depth} score mate {length} {effort} pv {line}"));
                self.output.line(format_args!("checkmate {line}"));
            }
            Outcome::NoMate => self.output.line(format_args!("info depth {depth} {effort}\ncheckmate nomate")),
            Outcome::Unknown => self.output.line(format_args!("info depth {depth} {effort}\ncheckmate timeout")),
        }
    }
}
