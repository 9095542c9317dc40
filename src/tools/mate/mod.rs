//! Solving mate problems from files, many at a time.

mod problems;
mod results;

use super::terminal::{interruption, progress_bar};
use crate::mate::{Length, Limits, Outcome, Solver};
use crate::record::{Format, WriteError};
use crate::rules::{Position, Rules};
use crate::variants::Variant;
use clap::{Args, value_parser};
use problems::Problem;
use rayon::prelude::*;
use results::{Solutions, Solved, Summary};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::{Duration, Instant};
use thiserror::Error;

/// Solve mate problems.
///
/// With one king on the board the side without it attacks; with two the side to move. Of game records the start
/// position is the problem, of lines in SFEN or USI the position after their moves. Ctrl-C ends with a summary of what
/// was solved by then.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kumataka mate problems.sfen
  kumataka mate --ms 60000 --shortest --check-unique --show \"4k4/9/4P4/9/9/9/9/9/9 b G 1\"
  kumataka mate --remaining \"7nl/5B1k1/6Ppp/5+R3/9/9/9/9/9 b S 1\"
  kumataka mate problems.sfen --records solutions --record-format kif
  cat problems.sfen | kumataka mate -")]
pub struct MateArgs {
    /// Files with a position in SFEN or USI on each line, game records (CSA, KIF, KI2, JKF), positions in SFEN, or -
    /// for the standard input
    #[arg(required = true, value_name = "FILE|SFEN")]
    pub problems: Vec<String>,
    /// The game: shogi or torishogi
    #[arg(long, default_value_t)]
    pub variant: Variant,
    /// Milliseconds for each problem
    #[arg(long, default_value_t = 10_000, value_parser = value_parser!(u64).range(1..))]
    pub ms: u64,
    /// Nodes for each problem [default: no bound]
    #[arg(long, value_parser = value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Problems to solve at a time [default: one for each processor]
    #[arg(long, value_parser = value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Megabytes of memory for each problem being solved
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = value_parser!(u32).range(1..))]
    pub hash: u32,
    /// Prove that no shorter mate exists
    #[arg(long, conflicts_with = "first")]
    pub shortest: bool,
    /// Take the first mate found, however long
    #[arg(long)]
    pub first: bool,
    /// Look for other solutions
    #[arg(long)]
    pub check_unique: bool,
    /// Draw the positions
    #[arg(long)]
    pub show: bool,
    /// With two kings, let a side to move that is in check be the defender
    #[arg(long)]
    pub defender_first: bool,
    /// Give the defender every piece that the diagram leaves out
    #[arg(long)]
    pub remaining: bool,
    /// Keep each solution as a game record in this folder
    #[arg(long, value_name = "FOLDER")]
    pub records: Option<PathBuf>,
    /// Format of those records, any of `kumataka convert`
    #[arg(long, value_name = "FORMAT", default_value = "kifu", requires = "records")]
    pub record_format: Format,
}

/// Why problems could not be read or results not written.
#[derive(Debug, Error)]
pub enum MateError {
    #[error("{path}: {source}")]
    Read { path: String, source: io::Error },
    #[error("no threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    #[error("the output cannot be written: {0}")]
    Output(#[from] io::Error),
    #[error("--record-format: {0}")]
    Format(#[from] WriteError),
    #[error("{}: {source}", path.display())]
    Record { path: PathBuf, source: io::Error },
    #[error("no handler for Ctrl-C can be set: {0}")]
    Signal(#[from] ctrlc::Error),
}

/// What became of the problem of this index, none if it could not be read.
type Told<R> = (usize, Option<Solved<R>>);

impl MateArgs {
    /// Solves every problem and writes a line for each, in their order, and a summary.
    ///
    /// # Errors
    /// If a file cannot be read or the output not be written.
    pub fn run<R: Rules>(&self, output: &mut impl Write) -> Result<(), MateError> {
        let solutions = self.solutions::<R>()?;
        let problems = problems::read::<R>(&self.problems)?;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads.unwrap_or(0).into()).build()?;
        let stop = interruption()?;
        let started = Instant::now();
        let (sender, receiver) = mpsc::channel();
        let summary = std::thread::scope(|scope| {
            scope.spawn(|| pool.install(|| self.solve_all(&problems, &stop, sender)));
            let told = self.tell(output, &problems, receiver, solutions.as_ref());
            // Nobody waits for the rest once the output is closed.
            stop.fetch_or(told.is_err(), Ordering::Relaxed);
            told
        })?;
        let left = problems.len() - summary.problems();
        if left > 0 {
            writeln!(output, "stopped before {left} problems were done")?;
        }
        writeln!(output, "{summary}, {:.1} s", started.elapsed().as_secs_f64())?;
        Ok(())
    }

    fn solutions<R: Rules>(&self) -> Result<Option<Solutions>, MateError> {
        let Some(folder) = &self.records else { return Ok(None) };
        let solutions = Solutions { folder: folder.clone(), format: self.record_format };
        solutions.check::<R>()?;
        solutions.prepare().map_err(|source| MateError::Record { path: folder.clone(), source })?;
        Ok(Some(solutions))
    }

    /// Solves the problems, several at a time, until `stop` is raised.
    fn solve_all<R: Rules>(&self, problems: &[Problem<R>], stop: &AtomicBool, results: Sender<Told<R>>) {
        let stopped = || stop.load(Ordering::Relaxed);
        let solver = || (Solver::<R>::new(self.hash as usize), results.clone());
        problems.par_iter().enumerate().with_max_len(1).for_each_init(solver, |(solver, results), (index, problem)| {
            if stopped() {
                return;
            }
            let position = problem.position.as_ref().ok();
            let solved = position.map(|position| self.solve(solver, position.clone(), stop));
            let is_cut = |solved: &Solved<R>| solved.report.outcome == Outcome::Unknown && stopped();
            if !solved.as_ref().is_some_and(is_cut) {
                // The other end is gone once the output is closed.
                let _ = results.send((index, solved));
            }
        });
    }

    /// Tells of the results in the order of the problems, as they come in.
    fn tell<R: Rules>(
        &self,
        output: &mut impl Write,
        problems: &[Problem<R>],
        results: Receiver<Told<R>>,
        solutions: Option<&Solutions>,
    ) -> Result<Summary, MateError> {
        let bar = progress_bar(problems.len() as u64, "{bar:40} {pos}/{len} problems, {eta} to go");
        let mut summary = Summary::default();
        let mut tell = |index: usize, solved: Option<Solved<R>>| -> Result<(), MateError> {
            let problem = &problems[index];
            bar.suspend(|| results::write(output, problem, solved.as_ref(), self.show, self.check_unique))?;
            if let Some(solutions) = solutions {
                let kept = solutions.keep(index + 1, &problem.name, solved.as_ref());
                kept.map_err(|(path, source)| MateError::Record { path, source })?;
            }
            summary.add(solved.as_ref());
            Ok(())
        };
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        for (index, solved) in results {
            bar.inc(1);
            waiting.insert(index, solved);
            while let Some(solved) = waiting.remove(&next) {
                tell(next, solved)?;
                next += 1;
            }
        }
        // Stopped early, some have been solved behind one that has not.
        waiting.into_iter().try_for_each(|(index, solved)| tell(index, solved))?;
        bar.finish_and_clear();
        Ok(summary)
    }

    fn solve<R: Rules>(&self, solver: &mut Solver<R>, mut position: Position<R>, stop: &AtomicBool) -> Solved<R> {
        let started = Instant::now();
        let attacker = position.problem_attacker(self.defender_first);
        if self.remaining {
            position.hand_over_missing(!attacker);
        }
        let length = match (self.shortest, self.first) {
            (true, _) => Length::Shortest,
            (_, true) => Length::FirstFound,
            _ => Length::Short,
        };
        let deadline = Some(started + Duration::from_millis(self.ms));
        let report =
            solver.solve(&position, attacker, length, Limits { deadline, nodes: self.nodes, stop: Some(stop) });
        let elapsed = started.elapsed();
        let cooks = match &report.outcome {
            Outcome::Mate(mate) if self.check_unique => {
                let deadline = Some(Instant::now() + Duration::from_millis(self.ms));
                let line = &mate.line[..mate.counted];
                solver.cooks(&position, attacker, line, Limits { deadline, nodes: None, stop: Some(stop) })
            }
            _ => None,
        };
        Solved { position, report, cooks, elapsed }
    }
}
