//! `kumataka evolve`: better networks from the engine's own games, by generations or in a stream.

mod comparison;
mod generations;
mod stream;

use crate::eval::NetworkError;
use crate::jobs::command::{Command, Trouble, processors};
use crate::jobs::game::GameArgs;
use crate::jobs::journal::JournalError;
use crate::jobs::terminal::interruption;
use crate::learning::records::RecordsError;
use crate::learning::selfplay::SelfPlayError;
use crate::learning::train::TrainError;
use crate::training::checkpoint::CheckpointError;
use crate::training::samples::PackedError;
use crate::variants::Variant;
use clap::{ArgGroup, Args, value_parser};
use std::io;
use std::path::PathBuf;
use std::process::ExitStatus;
use thiserror::Error;

/// Make a network from nothing: play, train, compare, and repeat with the new network.
///
/// The first generation plays with the simple evaluation, later ones with the previous network. Each network learns
/// from the games of its own generation and the one before. The same command resumes an interrupted run.
///
/// With --stream, one network is improved without end. Each round plays games with it, trains a candidate on these and
/// some older games, and replaces the network unless the candidate scores less than half of the points in a match.
/// After Ctrl-C or a crash, the same command resumes the work.
#[derive(Args, Debug)]
#[command(group(ArgGroup::new("way").required(true).args(["folder", "stream"])))]
#[command(after_help = "\
Examples:
  kumataka evolve --folder shogi --games 50000 --generations 4
  kumataka evolve --variant torishogi --folder birds --games 30000 \\
      --generations 3
  kumataka evolve --stream river --threads 2
  kumataka evolve --stream river --eval river-last-week.kmt --nodes 100")]
pub struct EvolveArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Folder for the games and networks of the generations
    #[arg(long)]
    folder: Option<PathBuf>,
    /// Number of generations
    #[arg(long, default_value_t = 3, value_parser = value_parser!(u32).range(1..), conflicts_with = "stream")]
    generations: u32,
    /// Self-play games per generation
    #[arg(long, default_value_t = 50_000, value_parser = value_parser!(u64).range(64..), conflicts_with = "stream")]
    games: u64,
    /// Nodes per move in self-play [default: 1000, with --stream 600]
    #[arg(long, value_parser = value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Games of the match against the previous network, at ten times the nodes [default: 100, with --stream 200]
    #[arg(long, value_parser = value_parser!(u32).range(2..))]
    match_games: Option<u32>,
    /// Seed for the games and the training
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of games at a time, and of training threads [default: the number of processors]
    #[arg(long, value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[command(flatten)]
    stream: stream::StreamArgs,
}

/// The reason why a generation or a round was not finished.
#[derive(Debug, Error)]
pub enum EvolveError {
    #[error(transparent)]
    Network(#[from] NetworkError),
    #[error("{path}: {source}")]
    Folder { path: PathBuf, source: io::Error },
    #[error("{0} is in use by another \"kumataka evolve --stream\"")]
    InUse(PathBuf),
    #[error("{} has no network yet to begin with: name one with --eval", .0.display())]
    NoNetwork(PathBuf),
    #[error(
        "no network for {0} comes with the program: name one to begin with by --eval; \"kumataka evolve --folder\" makes one \
         from nothing"
    )]
    NoneInside(Variant),
    #[error(transparent)]
    Journal(#[from] JournalError),
    #[error(transparent)]
    Record(#[from] PackedError),
    #[error(transparent)]
    Records(#[from] RecordsError),
    #[error(transparent)]
    SelfPlay(#[from] SelfPlayError),
    #[error(transparent)]
    Train(#[from] TrainError),
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    #[error("this program cannot be started again: {0}")]
    Start(io::Error),
    #[error("\"{command}\" failed: {status}")]
    Failed { command: String, status: ExitStatus },
    #[error(transparent)]
    Trouble(#[from] Trouble),
    #[error("stopped by Ctrl-C; the same command goes on")]
    Stopped,
}

/// Makes the missing generations, or continues the stream.
impl Command for EvolveArgs {
    type Error = EvolveError;
    const NEEDS_THREADS: bool = true;

    fn run(&self) -> Result<(), EvolveError> {
        // The command of a generation's step gets the signal too, and ends in good order.
        let stop = interruption()?;
        match (&self.stream.folder, &self.folder) {
            (Some(folder), _) => stream::run(self, folder, &stop),
            (None, Some(folder)) => generations::run(self, folder, &stop),
            // The command line requires one of them.
            (None, None) => Ok(()),
        }
    }
}

impl EvolveArgs {
    fn threads(&self) -> usize {
        self.threads.map_or_else(processors, usize::from)
    }
}
