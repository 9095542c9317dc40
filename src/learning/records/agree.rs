//! `kumataka records agree`: the comparison of networks by the moves of strong players that the search finds with them.

use super::RecordsError;
use crate::eval::{Evaluated, EvaluationModel as _};
use crate::game::{PlayablePosition as _, SfenMode};
use crate::jobs::command::{Output, Trouble, workers};
use crate::jobs::game::EvaluatorOf;
use crate::jobs::terminal::{Meter, Stream};
use crate::learning::networks::networks;
use crate::search::{Limits, STACK_SIZE, SearchOptions, Searcher};
use crate::training::predict::Estimate;
use crate::words::counted;
use clap::{Args, value_parser};
use rayon::prelude::*;
use serde::Deserialize;
use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Compare networks by how often the search finds the moves of strong players.
///
/// Each position is searched with every network. The output is the share of positions in which the search finds the
/// given move, and the difference from the first network with its standard error, paired by position. A thousand
/// positions take a minute and rank networks much as long matches do.
///
/// Each line of FILE is a JSON object with the members `sfen` and `bestmove`, in USI; other members are ignored.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kumataka records agree positions.jsonl --nodes 3000 \\
      --eval '<internal>' --eval new.kmt")]
pub struct AgreeArgs {
    /// Positions with the moves of strong players
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Nodes per position
    #[arg(long, default_value_t = 3000, value_parser = value_parser!(u64).range(1..))]
    nodes: u64,
    /// Network file (of this program or the community), `<internal>` for the built-in evaluation, or `<handmade>`;
    /// repeatable, and the first is the baseline
    #[arg(long, required = true, value_name = "FILE")]
    eval: Vec<String>,
    /// Number of search threads [default: the number of processors]
    #[arg(long, value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// A line of a file.
#[derive(Deserialize)]
struct Line {
    sfen: String,
    #[serde(rename = "bestmove")]
    best: String,
}

/// A position with the move that the search should find.
struct Problem<G: Evaluated> {
    position: G::Position,
    best: G::Move,
}

impl<G: Evaluated> Problem<G> {
    /// # Errors
    /// The reason why the line gives no position with a legal move.
    fn read(game: G, text: &str) -> Result<Self, String> {
        let line: Line = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let position = game.read_sfen(&line.sfen, SfenMode::Strict).map_err(|error| error.to_string())?;
        let best = game.read_move(&line.best).map_err(|error| error.to_string())?;
        position.legality(best).map_err(|error| format!("{}: {error}", line.best))?;
        Ok(Self { position, best })
    }
}

/// Searchers of the networks, one set a thread. Their locks are always free.
type Searchers<G> = Vec<Mutex<Vec<Searcher<G, EvaluatorOf<G>>>>>;

/// Prints the agreement of the networks on the command line.
pub fn run<G: Evaluated>(game: G, args: &AgreeArgs, stop: &AtomicBool) -> Result<(), RecordsError> {
    let problems = read(game, &args.files)?;
    let pool = workers(args.threads.unwrap_or(0).into()).stack_size(STACK_SIZE).build().map_err(Trouble::from)?;
    let searchers = searchers(game, &args.eval, pool.current_num_threads())?;
    let meter = Meter::new(Some(problems.len() as u64), "{spinner} {msg}", Stream::Error);
    let done = AtomicUsize::new(0);
    let found = |problem: &Problem<G>| {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let mut searchers = searchers[rayon::current_thread_index()?].lock().ok()?;
        let found = searchers.iter_mut().map(|searcher| finds(searcher, problem, args.nodes)).collect();
        let done = 1 + done.fetch_add(1, Ordering::Relaxed);
        meter.set(done as u64, format!("{done} of {}", counted(problems.len(), "position")));
        Some(found)
    };
    let rows: Vec<Vec<bool>> = pool.install(|| problems.par_iter().filter_map(found).collect());
    meter.clear();
    print(args, &rows)?;
    if stop.load(Ordering::Relaxed) {
        return Err(RecordsError::StoppedAgreeing { positions: rows.len() });
    }
    Ok(())
}

/// The problems of all files.
///
/// # Errors
/// If a file cannot be read, or a line of it is none.
fn read<G: Evaluated>(game: G, files: &[PathBuf]) -> Result<Vec<Problem<G>>, RecordsError> {
    let mut problems = Vec::new();
    for path in files {
        let text = fs::read_to_string(path).map_err(Trouble::file(path))?;
        for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let fault = |told| RecordsError::Line { path: path.clone(), line: index + 1, told };
            problems.push(Problem::read(game, line).map_err(fault)?);
        }
    }
    if problems.is_empty() { Err(RecordsError::NoPositions) } else { Ok(problems) }
}

fn searchers<G: Evaluated>(game: G, eval: &[String], threads: usize) -> Result<Searchers<G>, RecordsError> {
    const MEGABYTES: usize = 2;
    let models = networks(game, eval)?;
    let set = || models.iter().map(|model| Searcher::new(MEGABYTES, model.evaluator())).collect::<Result<_, _>>();
    let sets = (0..threads).map(|_| set().map(Mutex::new)).collect::<Result<_, _>>();
    Ok(sets.map_err(Trouble::from)?)
}

fn finds<G: Evaluated>(searcher: &mut Searcher<G, EvaluatorOf<G>>, problem: &Problem<G>, nodes: u64) -> bool {
    let options = SearchOptions { draw_values: [0, 0], ..SearchOptions::default() };
    searcher.new_game();
    let limits = Limits { nodes: Some(nodes), ..Limits::new() };
    let outcome = searcher.think(&problem.position, &limits, &options, &mut ());
    outcome.best == Some(problem.best)
}

/// Prints a line for each network. A row holds, for one position, which of them found the move.
fn print(args: &AgreeArgs, rows: &[Vec<bool>]) -> Result<(), RecordsError> {
    let mut output = Output::lock();
    output.say(format_args!("{} of {} nodes", counted(rows.len(), "position"), args.nodes))?;
    output.say(format_args!("{:>9} {:>18}  network", "agreement", "to the first"))?;
    for (index, network) in args.eval.iter().enumerate() {
        let percent = |share: f64| 100.0 * share;
        let estimate = |value: &dyn Fn(&Vec<bool>) -> f64| {
            let values: Vec<f64> = rows.iter().map(value).collect();
            Estimate::clustered(&values, &vec![1; rows.len()])
        };
        let share = estimate(&|row| row[index].into());
        let difference = estimate(&|row| f64::from(row[index]) - f64::from(row[0]));
        let difference = match index {
            0 => String::new(),
            _ => format!("{:+.1} +- {:.1}", percent(difference.mean), percent(difference.error)),
        };
        output.say(format_args!("{:>7.1} % {difference:>18}  {network}", percent(share.mean)))?;
    }
    Ok(())
}
