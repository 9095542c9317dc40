//! `go mate`: the solver, run in the background.

use super::options::{LESS, MateOptions, Options};
use super::print::{Output, Wording};
use super::work::Work;
use crate::game::{Playable, PlayablePosition as _};
use crate::mate::{Limits, Outcome, Report, Solver};
use crate::memory;
use crate::search::{UNSTOPPABLE, per_second};
use crate::system::{self, Reach};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// A search for mate, which ends with exactly one `checkmate`.
struct Task<G: Playable> {
    wording: Wording<G>,
    deadline: Option<Instant>,
    nodes: Option<u64>,
    megabytes: usize,
    threads: usize,
    options: MateOptions,
    output: Arc<Output>,
}

/// Starts a search for a mate by the side of [`PlayablePosition::problem_attacker`]. If the system has no thread for
/// it, answers the client and returns none.
pub fn start<G: Playable>(
    wording: Wording<G>,
    deadline: Option<Instant>,
    options: &Options,
    output: &Arc<Output>,
) -> Option<Work> {
    let asked = options.mate.hash_megabytes;
    let megabytes = if asked > 0 { asked } else { options.hash_megabytes };
    let unstoppable = || (!system::THREADS && system::reach() == Reach::Never).then(|| Instant::now() + UNSTOPPABLE);
    let task = Task::<G> {
        wording,
        deadline: deadline.or_else(unstoppable),
        nodes: options.search.nodes_limit,
        megabytes: megabytes.min(memory::room(memory::available())),
        threads: options.search.threads,
        options: options.mate,
        output: Arc::clone(output),
    };
    let started = Work::start("mate", move |stop| task.run(stop));
    started
        .inspect_err(|error| {
            output.message(format_args!("no thread for the search for mate: {error}"));
            output.line("checkmate timeout");
        })
        .ok()
}

impl<G: Playable> Task<G> {
    fn run(mut self, stop: &AtomicBool) {
        let started = Instant::now();
        let position = &mut self.wording.position;
        let attacker = position.problem_attacker(self.options.defender_first);
        if self.options.remaining_pieces {
            position.hand_over_missing(!attacker);
        }
        let limits = Limits { deadline: self.deadline, nodes: self.nodes, stop: Some(stop) };
        // Declared here so that it is dropped after the answer: giving much memory back takes time.
        let mut solver = match Solver::<G>::new(self.megabytes) {
            Ok(solver) => solver,
            Err(error) => {
                self.output.message(format_args!("{error}; {LESS}"));
                return self.output.line("checkmate timeout");
            }
        };
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
            Outcome::Mate(mate) if mate.line.is_empty() => {
                // There is no mating move to send, and a distance of zero plies could carry no sign.
                self.output.message("the defender is mated already");
                self.output.line("checkmate nomate");
            }
            Outcome::Mate(mate) => {
                let (line, length) = (self.wording.line(&mate.line), mate.line.len());
                self.output.line(format_args!("info depth {depth} score mate {length} {effort} pv {line}"));
                self.output.line(format_args!("checkmate {line}"));
            }
            Outcome::NoMate => self.output.line(format_args!("info depth {depth} {effort}\ncheckmate nomate")),
            Outcome::Proved(plies) => {
                self.output.message(format_args!("mate in at most {plies} plies, but no time to show it"));
                self.output.line(format_args!("info depth {depth} {effort}\ncheckmate timeout"));
            }
            Outcome::Unknown => self.output.line(format_args!("info depth {depth} {effort}\ncheckmate timeout")),
        }
    }
}
