//! The command `kumataka bench`, which searches fixed positions one after the other, for the speed and the signature of
//! the search.

use crate::engines::seconds::{TimeError, parse_seconds_up_to};
use crate::eval::{EvalOptions, Evaluated, EvaluationModel, NetworkError};
use crate::game::score::Shown;
use crate::game::{Assets, Playable, SfenMode};
use crate::jobs::command::{Command, Output, Trouble};
use crate::jobs::game::GameArgs;
use crate::search::{Limits, NoThread, Outcome, Pool, SearchOptions, per_second, think};
use crate::variants::Variant;
use crate::with_game;
use clap::{Args, value_parser};
use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use thiserror::Error;

/// Search fixed positions and print the number of nodes.
///
/// With one thread and without --movetime, the number is the same for every build and machine: it is the signature of
/// the search.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kumataka bench
  kumataka bench --variant torishogi --depth 8
  kumataka bench --movetime 0.5 --threads 2 --hash 256
  kumataka bench --eval eval/nn.bin --depth 12")]
pub struct BenchArgs {
    #[command(flatten)]
    game: GameArgs,
    #[arg(long, conflicts_with_all = ["nodes", "movetime"], value_parser = value_parser!(u16).range(1..),
          help = format!("Search every position to this depth [default: {}, less in the largest games]", Assets::NONE.bench_depth))]
    depth: Option<u16>,
    /// Search every position for this number of nodes
    #[arg(long, conflicts_with = "movetime", value_parser = value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search every position for this time, at most 60 seconds
    #[arg(long, value_name = "SECONDS", value_parser = parse_movetime)]
    movetime: Option<Duration>,
    /// Number of search threads
    #[arg(long, default_value_t = 1, value_parser = value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Size of the transposition table in megabytes
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = value_parser!(u32).range(1..))]
    hash: u32,
    /// Evaluate with the network in this file
    #[arg(long, value_name = "FILE")]
    eval: Option<PathBuf>,
}

/// The longest time for a position in seconds. Milliseconds, which the option once took, mostly exceed it.
const LONGEST: u64 = 60;

fn parse_movetime(text: &str) -> Result<Duration, TimeError> {
    parse_seconds_up_to(LONGEST, text)
}

/// The reason why the bench could not run.
#[derive(Debug, Error)]
pub enum BenchError {
    #[error(transparent)]
    Network(#[from] NetworkError),
    #[error(transparent)]
    Trouble(#[from] Trouble),
}

impl Command for BenchArgs {
    type Error = BenchError;

    fn run(&self) -> Result<(), BenchError> {
        with_game!(self.game.variant(), game => self.run_for(game))
    }
}

impl BenchArgs {
    fn run_for<G: Evaluated>(&self, game: G) -> Result<(), BenchError> {
        let model = match &self.eval {
            Some(path) => G::Model::load(game, path, EvalOptions::default().fv_scale)?,
            None => G::Model::internal(game)?,
        };
        let mut output = Output::lock();
        let never = AtomicBool::new(false);
        let summary = run::<G, Trouble>(game, &self.settings(), &model, &never, |line| output.say(line))?;
        output.say(summary)?;
        Ok(())
    }

    fn settings(&self) -> Settings {
        let effort = Effort::chosen(self.game.variant(), self.depth.map(usize::from), self.nodes, self.movetime);
        let hash_megabytes = usize::try_from(self.hash).unwrap_or(usize::MAX);
        Settings { effort, threads: self.threads.into(), hash_megabytes }
    }
}

/// The limit of the search of each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    Depth(usize),
    Nodes(u64),
    Time(Duration),
}

impl Effort {
    /// The first limit that is given, or else the usual depth of the game.
    #[must_use]
    pub fn chosen(game: Variant, depth: Option<usize>, nodes: Option<u64>, time: Option<Duration>) -> Self {
        let given = depth.map(Self::Depth).or(nodes.map(Self::Nodes)).or(time.map(Self::Time));
        given.unwrap_or(Self::Depth(game.assets().bench_depth.into()))
    }

    fn limits<M>(self) -> Limits<M> {
        match self {
            Self::Depth(depth) => Limits::depth(depth),
            Self::Nodes(nodes) => Limits::nodes(nodes),
            Self::Time(time) => Limits::move_time(time),
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Settings {
    pub effort: Effort,
    pub threads: usize,
    pub hash_megabytes: usize,
}

impl Settings {
    /// The settings of the signature, for some effort: with them, every build searches the same tree.
    #[must_use]
    pub const fn of(effort: Effort) -> Self {
        Self { effort, threads: 1, hash_megabytes: 16 }
    }
}

/// Nodes and time of all positions together.
#[derive(Clone, Copy, Debug, Default)]
pub struct Summary {
    pub nodes: u64,
    pub elapsed: Duration,
}

impl Summary {
    #[must_use]
    pub fn nodes_per_second(&self) -> u64 {
        per_second(self.nodes, self.elapsed)
    }
}

/// Writes the summary with the signature in the last line.
impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Nodes searched: {}", self.nodes)?;
        writeln!(f, "Time: {} ms", self.elapsed.as_millis())?;
        writeln!(f, "Nodes/second: {}", self.nodes_per_second())?;
        write!(f, "Bench: {}", self.nodes)
    }
}

/// Searches the bench positions of a game, each from an empty table, with the evaluation of `model`, and passes a line
/// about each to `line`. Once `stop` is raised, every search ends soon, and `line` must end the bench with an error.
///
/// # Errors
/// If no thread can search, or if `line` fails.
pub fn run<G: Evaluated, E: From<NoThread>>(
    game: G,
    settings: &Settings,
    model: &G::Model,
    stop: &AtomicBool,
    mut line: impl FnMut(String) -> Result<(), E>,
) -> Result<Summary, E> {
    let model = model.clone();
    let mut pool = Pool::<G, _>::new(move || model.evaluator())?;
    pool.set_threads(settings.threads);
    pool.resize_tt(settings.hash_megabytes);
    let options = SearchOptions { threads: settings.threads, ..SearchOptions::default() };
    let positions = positions(game);
    let mut summary = Summary::default();
    for (number, position) in positions.iter().enumerate() {
        pool.new_game();
        let started = Instant::now();
        let outcome = think(&mut pool, position, settings.effort.limits(), &options, stop).outcome;
        summary.elapsed += started.elapsed();
        summary.nodes += outcome.nodes;
        line(report(game, number + 1, positions.len(), &outcome))?;
    }
    Ok(summary)
}

fn report<G: Playable>(game: G, number: usize, of: usize, outcome: &Outcome<G::Move>) -> String {
    let best = outcome.best.map_or_else(|| "none".to_owned(), |m| game.usi(m).to_string());
    format!(
        "position {number:>2}/{of}  depth {:>2}  nodes {:>9}  score {:>8}  best {best}",
        outcome.depth,
        outcome.nodes,
        Shown(outcome.score).to_string(),
    )
}

/// The bench positions that come with the game.
///
/// # Panics
/// If one of them cannot be read.
fn positions<G: Playable>(game: G) -> Vec<G::Position> {
    let bytes = game.assets().bench.map(|file| file.unpack().expect("there is memory for some positions"));
    let text = String::from_utf8(bytes.unwrap_or_default()).expect("positions are ASCII");
    let sfens = text.lines().filter(|line| !line.starts_with('#'));
    sfens.map(|sfen| game.read_sfen(sfen, SfenMode::Strict).expect("a bench position is sound")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::for_each_game;

    #[test]
    fn every_game_has_sound_positions() {
        for_each_game!(game => assert!(positions(game).len() >= 8));
    }
}
