//! The command `kumataka solve`, which solves a game that is small enough.

use crate::game::{Progress, SolutionError, Solved, Solver, Watch};
use crate::jobs::command::{Command, FORCE, Output, Trouble, hold, processors, refuse_existing};
use crate::jobs::files::try_out;
use crate::jobs::game::GameArgs;
use crate::jobs::terminal::{Meter, Stream, interruption};
use crate::variants::Variant;
use clap::{Args, value_parser};
use once_cell::sync::OnceCell;
use std::path::PathBuf;
use thiserror::Error;

const STAGES: &str = "{prefix}{bar:40} {pos}/{len} positions, {msg}, {elapsed}";

/// Solve a game: find the result of every position with perfect play, and the number of moves.
///
/// The file is a table of all positions. With the option SolutionFile set to it, the engine plays perfectly and reports
/// in how many plies the game ends. Dobutsu shogi takes about a minute of processor time, 250 MB of memory and 121 MB
/// on disk. Ctrl-C saves the work in FILE.part, and the same command resumes it.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kumataka solve --variant dobutsu --out dobutsu.solution
  kumataka solve --variant dobutsu --out dobutsu.solution --threads 1 --force

To use the table, in a shogi front-end or after starting \"kumataka\":
  setoption name USI_Variant value dobutsu
  setoption name SolutionFile value dobutsu.solution
  position startpos
  go byoyomi 1000")]
pub struct SolveArgs {
    #[command(flatten)]
    game: GameArgs,
    /// File to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Number of threads [default: the number of processors]
    #[arg(long, value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Overwrite the file if it exists
    #[arg(long)]
    force: bool,
}

/// The reason why nothing was solved.
#[derive(Debug, Error)]
pub enum SolveError {
    #[error("{game} is too large to be solved; {known}")]
    NoSolver { game: &'static str, known: String },
    #[error(transparent)]
    Solution(SolutionError),
    #[error("stopped by Ctrl-C; the same command goes on from {0}")]
    Interrupted(String),
    #[error(transparent)]
    Trouble(#[from] Trouble),
}

impl Command for SolveArgs {
    type Error = SolveError;

    fn run(&self) -> Result<(), SolveError> {
        let game = self.game.variant();
        self.solve(game.name(), game.solver())
    }
}

/// The games that can be solved, for a message.
fn known() -> String {
    let has_solver = |variant: &&Variant| variant.solver().is_some();
    let names: Vec<String> = Variant::ALL.iter().filter(has_solver).map(ToString::to_string).collect();
    if names.is_empty() {
        "no game of this program can be".to_owned()
    } else {
        format!("--variant {}", names.join(", "))
    }
}

impl SolveArgs {
    fn solve(&self, game: &'static str, solver: Option<&dyn Solver>) -> Result<(), SolveError> {
        let solver = solver.ok_or_else(|| SolveError::NoSolver { game, known: known() })?;
        let _lock = hold(&self.out)?;
        if !self.force {
            refuse_existing(&self.out, FORCE)?;
        }
        // The table is written at the end: a place that refuses it must show before the work.
        try_out(&self.out, false).map_err(Trouble::file(&self.out))?;
        let stop = interruption()?;
        let meter = OnceCell::new();
        let progress = |Progress { stage, done, total }| {
            meter.get_or_init(|| Meter::new(total, STAGES, Stream::Error)).set(done, stage);
        };
        let threads = self.threads.map_or_else(processors, usize::from);
        let solved = solver.solve(&self.out, &Watch { threads, stop: &stop, progress: &progress });
        meter.get().into_iter().for_each(Meter::clear);
        match solved.map_err(SolveError::Solution)? {
            Solved::Finished(lines) => {
                let mut output = Output::lock();
                Ok(lines.iter().try_for_each(|line| output.say(line))?)
            }
            Solved::Stopped(place) => Err(SolveError::Interrupted(place)),
        }
    }
}
