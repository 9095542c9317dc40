//! `go mate` and `go hisshi`: the solver, run in the background.

mod hisshi;

use super::options::{LESS, MateOptions, Options};
use super::print::{Output, Wording};
use super::work::Work;
use crate::board::Color;
use crate::game::{Playable, PlayablePosition as _, Position as _, RuleChoices};
use crate::mate::{Limits, Outcome, Report, Solver};
use crate::memory::{self, NoRoom};
use crate::search::{UNSTOPPABLE, per_second};
use crate::system::{self, Reach};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Question of a `go` to the solver. Each kind has a word of its own for its answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    Mate,
    /// Is there a hisshi of at most this length, in moves of both sides?
    Hisshi {
        length: usize,
    },
}

impl Question {
    const fn name(self) -> &'static str {
        match self {
            Self::Mate => "mate",
            Self::Hisshi { .. } => "hisshi",
        }
    }

    /// Answer that there is none.
    pub const fn none(self) -> &'static str {
        match self {
            Self::Mate => "checkmate nomate",
            Self::Hisshi { .. } => "hisshi none",
        }
    }

    /// Answer that a limit was reached.
    const fn timeout(self) -> &'static str {
        match self {
            Self::Mate => "checkmate timeout",
            Self::Hisshi { .. } => "hisshi timeout",
        }
    }

    /// Answer where there is no position, or none of a game that has such problems.
    pub const fn not_implemented(self) -> &'static str {
        match self {
            Self::Mate => "checkmate notimplemented",
            Self::Hisshi { .. } => "hisshi notimplemented",
        }
    }
}

/// A search by the solver, which ends with exactly one answer.
struct Task<G: Playable> {
    question: Question,
    wording: Wording<G>,
    rules: RuleChoices,
    deadline: Option<Instant>,
    nodes: Option<u64>,
    megabytes: usize,
    threads: usize,
    options: MateOptions,
    output: Arc<Output>,
}

/// Starts the search for the answer to a question. If the system has no thread for it, answers the client and returns
/// none.
pub fn start<G: Playable>(
    question: Question,
    wording: Wording<G>,
    deadline: Option<Instant>,
    options: &Options,
    output: &Arc<Output>,
) -> Option<Work> {
    let asked = options.mate.hash_megabytes;
    let megabytes = if asked > 0 { asked } else { options.hash_megabytes };
    let unstoppable = || (!system::THREADS && system::reach() == Reach::Never).then(|| Instant::now() + UNSTOPPABLE);
    let task = Task::<G> {
        question,
        wording,
        rules: options.rules.clone(),
        deadline: deadline.or_else(unstoppable),
        nodes: options.search.nodes_limit,
        megabytes: megabytes.min(memory::room(memory::available())),
        threads: options.search.threads,
        options: options.mate,
        output: Arc::clone(output),
    };
    let name = question.name();
    let started = Work::start(name, move |stop| task.run(stop));
    started
        .inspect_err(|error| {
            output.message(format_args!("no thread for the search for {name}: {error}"));
            output.line(question.timeout());
        })
        .ok()
}

impl<G: Playable> Task<G> {
    fn run(mut self, stop: &AtomicBool) {
        let started = Instant::now();
        let position = &mut self.wording.position;
        let attacker = match self.question {
            Question::Mate => position.problem_attacker(self.options.defender_first),
            Question::Hisshi { .. } => position.side_to_move(),
        };
        if self.options.remaining_pieces {
            position.hand_over_missing(!attacker);
        }
        let answered = match self.question {
            Question::Mate => self.find_mate(attacker, started, stop),
            Question::Hisshi { length } => self.find_hisshi(length, started, stop),
        };
        if let Err(error) = answered {
            self.output.message(format_args!("{error}; {LESS}"));
            self.output.line(self.question.timeout());
        }
    }

    fn find_mate(&self, attacker: Color, started: Instant, stop: &AtomicBool) -> Result<(), NoRoom> {
        let limits = Limits { deadline: self.deadline, nodes: self.nodes, stop: Some(stop) };
        // Dropped after the answer: giving much memory back takes time.
        let mut solver = Solver::<G>::new(self.megabytes)?;
        solver.set_threads(self.threads);
        let report = solver.solve(&self.wording.position, attacker, self.options.length, limits);
        self.print(&report, started);
        Ok(())
    }

    fn print(&self, report: &Report<G::Move>, started: Instant) {
        let effort = effort(report.nodes, Some(report.table_permille), started);
        let depth = report.deepest;
        let timeout = self.question.timeout();
        match &report.outcome {
            Outcome::Mate(mate) if mate.line.is_empty() => {
                // There is no mating move to send, and a distance of zero plies could carry no sign.
                self.output.message("the defender is mated already");
                self.output.line(self.question.none());
            }
            Outcome::Mate(mate) => {
                let (line, length) = (self.wording.line(&mate.line), mate.line.len());
                self.output.line(format_args!("info depth {depth} score mate {length} {effort} pv {line}"));
                self.output.line(format_args!("checkmate {line}"));
            }
            Outcome::NoMate => {
                self.output.line(format_args!("info depth {depth} {effort}\n{}", self.question.none()));
            }
            Outcome::Proved(plies) => {
                self.output.message(format_args!("mate in at most {plies} plies, but no time to show it"));
                self.output.line(format_args!("info depth {depth} {effort}\n{timeout}"));
            }
            Outcome::Unknown => self.output.line(format_args!("info depth {depth} {effort}\n{timeout}")),
        }
    }
}

/// Fields of an `info` on the effort so far.
fn effort(nodes: u64, table_permille: Option<usize>, started: Instant) -> impl fmt::Display {
    let elapsed = started.elapsed();
    fmt::from_fn(move |f| {
        write!(f, "nodes {nodes} nps {}", per_second(nodes, elapsed))?;
        table_permille.map_or(Ok(()), |permille| write!(f, " hashfull {permille}"))?;
        write!(f, " time {}", elapsed.as_millis())
    })
}
