//! The command `kumataka perft`, which counts the move sequences of a given length: the usual proof of a move
//! generator.

use crate::any::{AnyPosition, Compiled};
use crate::game::{Dialect, Game as _, Playable, PlayablePosition, RuleError};
use crate::jobs::command::{Command, Output, Trouble, lock, workers};
use crate::jobs::game::{GameArgs, RuleArgs};
use crate::jobs::parts::{Items, Merged, Opened, PartArgs, PartError, Share};
use crate::jobs::start::{StartArgs, StartError};
use crate::jobs::terminal::interruption;
use crate::search::per_second;
use crate::system;
use crate::with_game;
use clap::{Args, value_parser};
use rayon::prelude::*;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;
use thiserror::Error;

/// The greatest depth: a deeper count would outlast a lifetime.
pub const DEPTH_LIMIT: u32 = 20;

/// Count the sequences of legal moves of a given length.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kumataka perft 6
  kumataka perft --threads 1 --divide 4
  kumataka perft --sfen \"4k4/9/4P4/9/9/9/9/9/4K4 b G 1\" 5
  kumataka perft --handicap 2-piece 5
  kumataka perft --variant torishogi --rule ToriPromotion=optional 5
  kumataka perft 7 --part 3/8 --into perft7
  kumataka merge perft7")]
pub struct PerftArgs {
    /// Length of the sequences, in plies
    #[arg(value_parser = value_parser!(u32).range(0..=DEPTH_LIMIT.into()))]
    depth: u32,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    start: StartArgs,
    /// Number of threads [default: the number of processors]
    #[arg(long, value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Also show the count after each move
    #[arg(long)]
    divide: bool,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    part: PartArgs,
    /// Plies from the start after which --part divides the sequences
    #[arg(long, value_name = "PLIES", default_value_t = 2, value_parser = value_parser!(u32).range(1..=4), requires = "part")]
    split: u32,
}

/// The reason why nothing was counted.
#[derive(Debug, Error)]
pub enum PerftError {
    #[error(transparent)]
    Start(#[from] StartError),
    #[error("--rule: {0}")]
    Rule(#[from] RuleError),
    #[error(transparent)]
    Part(#[from] PartError),
    #[error(transparent)]
    Trouble(#[from] Trouble),
}

impl Command for PerftArgs {
    type Error = PerftError;

    fn run(&self) -> Result<(), PerftError> {
        let variant = self.game.variant();
        let mut position = self.start.position(variant)?;
        position.set_rules(&self.rules.choices(variant)?);
        with_game!(variant, game => self.count(game, &position))
    }
}

impl PerftArgs {
    fn count<G: Compiled>(&self, _: G, position: &AnyPosition) -> Result<(), PerftError> {
        let position = G::position(position);
        let threads = self.threads.unwrap_or(0).into();
        let pool = workers(threads).build().map_err(Trouble::from)?;
        if let Some(share) = self.part.share()? {
            return pool.install(|| self.count_part(&*position, share));
        }
        let started = Instant::now();
        let count = || Division::new(&*position, self.depth, Dialect::Usual, &AtomicBool::new(false));
        let division = pool.install(count).expect("nobody stops the count");
        let elapsed = started.elapsed();
        let mut output = Output::lock();
        division.lines(self.divide).try_for_each(|line| output.say(line))?;
        output.say(format_args!("Time: {} ms", elapsed.as_millis()))?;
        output.say(format_args!("Nodes/second: {}", per_second(division.nodes, elapsed)))?;
        Ok(())
    }

    /// Counts below the sequences of this share, and writes the counts to the file of the part.
    fn count_part<P: PlayablePosition>(&self, position: &P, share: Share) -> Result<(), PerftError> {
        let game = P::Game::of(position);
        let split = self.split.min(self.depth);
        let subtrees = subtrees(&mut position.clone(), split);
        let names: Vec<String> = sorted(position).into_iter().map(|m| game.usi(m).to_string()).collect();
        let job = json!({
            "variant": game.name(), "sfen": position.sfen(), "rules": self.rules.rules, "depth": self.depth,
            "split": split, "divide": self.divide, "moves": names,
        });
        let items = Items::single(subtrees.len() as u64);
        let Opened::Begun(file) = self.part.open(share, "perft", items, job)? else { return Ok(()) };
        let stop = interruption()?;
        let (wanted, file, failure) = (file.wanted(), Mutex::new(file), Mutex::new(None));
        // Interrupted counts run to their end, so that they can be kept.
        let cut = AtomicBool::new(false);
        count_each(position, &subtrees, &wanted, self.depth - split, &cut, &|item, nodes| {
            let first = subtrees[item as usize].first().map(|&m| game.usi(m).to_string());
            if let Err(error) = lock(&file).add(item, json!({ "after": first, "nodes": nodes })) {
                *lock(&failure) = Some(error);
                stop.store(true, Ordering::Relaxed);
            }
            !stop.load(Ordering::Relaxed)
        });
        match lock(&failure).take() {
            Some(error) => Err(error.into()),
            None => Ok(file.into_inner().unwrap_or_else(PoisonError::into_inner).finish()?),
        }
    }
}

/// Adds up the parts of a count, and prints the output of a single run without its time.
///
/// # Errors
/// If a part cannot be read, or the output cannot be written.
pub fn merge(parts: &Merged) -> Result<(), PerftError> {
    let job = &parts.header.job;
    let names = job["moves"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let mut division = Division { after: names.map(|name| (name.to_owned(), 0)).collect(), nodes: 0 };
    parts.for_each(&mut |_, value| {
        let nodes = value["nodes"].as_u64().unwrap_or_default();
        division.nodes += nodes;
        let first = division.after.iter_mut().find(|(name, _)| value["after"].as_str() == Some(name.as_str()));
        first.into_iter().for_each(|(_, sum)| *sum += nodes);
        Ok::<(), PartError>(())
    })?;
    let mut output = Output::lock();
    division.lines(job["divide"] == true).try_for_each(|line| output.say(line))?;
    Ok(())
}

/// The counts of a position: in total and after each of its moves.
pub struct Division {
    /// The counts after each move, by its name; empty at depth zero.
    pub after: Vec<(String, u64)>,
    pub nodes: u64,
}

impl Division {
    /// Counts on the threads of the current rayon pool. Moves are named in `dialect` and sorted by name. Once `stop` is
    /// raised, the count ends soon and without a result.
    #[must_use]
    pub fn new<P: PlayablePosition>(position: &P, depth: u32, dialect: Dialect, stop: &AtomicBool) -> Option<Self> {
        if depth == 0 {
            return Some(Self { after: Vec::new(), nodes: 1 });
        }
        let counts = divide(position, depth, stop)?;
        let nodes = counts.iter().map(|(_, nodes)| nodes).sum();
        let named = counts.into_iter().map(|(m, nodes)| (position.usi_in(m, dialect), nodes));
        let mut after: Vec<_> = named.collect();
        after.sort();
        Some(Self { after, nodes })
    }

    /// The printed lines: one for each move if `each_move` is set, then the total.
    pub fn lines(&self, each_move: bool) -> impl Iterator<Item = String> {
        let moves = self.after.iter().filter(move |_| each_move);
        let moves = moves.map(|(name, nodes)| format!("{name}: {nodes}"));
        moves.chain(std::iter::once_with(|| format!("Nodes searched: {}", self.nodes)))
    }
}

/// The depth from which on threads share the work by pairs of moves.
const PARALLEL_DEPTH: u32 = 4;

/// Number of sequences of `depth` legal moves. The last ply is counted without playing its moves.
#[must_use]
pub fn perft<P: PlayablePosition>(position: &mut P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_moves(),
        _ => {
            let mut nodes = 0;
            for &m in position.legal().as_ref() {
                position.make(m, &mut ());
                nodes += perft(position, depth - 1);
                position.unmake(m);
            }
            nodes
        }
    }
}

/// Greatest depth of a count so short that it need not look at `stop`.
const SHORT_DEPTH: u32 = 3;

/// True once the count is to end. A host without threads has no other way to say so, and the other counts end with this one.
fn is_over(stop: &AtomicBool) -> bool {
    if system::give_way() {
        stop.store(true, Ordering::Relaxed);
    }
    stop.load(Ordering::Relaxed)
}

/// The result of [`perft`]; `None` once `stop` is raised.
fn perft_until<P: PlayablePosition>(position: &mut P, depth: u32, stop: &AtomicBool) -> Option<u64> {
    if is_over(stop) {
        return None;
    }
    if depth <= SHORT_DEPTH {
        return Some(perft(position, depth));
    }
    let mut nodes = 0;
    for &m in position.legal().as_ref() {
        position.make(m, &mut ());
        let below = perft_until(position, depth - 1, stop);
        position.unmake(m);
        nodes += below?;
    }
    Some(nodes)
}

/// The result of [`perft`] after each legal move, counted on the threads of the current rayon pool; `None` once `stop`
/// is raised.
fn divide<P: PlayablePosition>(position: &P, depth: u32, stop: &AtomicBool) -> Option<Vec<(P::Move, u64)>> {
    let moves = position.legal().as_ref().to_vec();
    // Single root moves differ too much in their counts; pairs of moves keep every thread busy to the end.
    let plies = if depth < PARALLEL_DEPTH || rayon::current_num_threads() == 1 { depth.min(1) } else { 2 };
    let subtrees = subtrees(&mut position.clone(), plies);
    let sums: Vec<AtomicU64> = moves.iter().map(|_| AtomicU64::new(0)).collect();
    let all: Vec<u64> = (0..subtrees.len() as u64).collect();
    count_each(position, &subtrees, &all, depth - plies, stop, &|item, nodes| {
        let first = moves.iter().position(|m| subtrees[item as usize].first() == Some(m));
        first.is_none_or(|first| {
            sums[first].fetch_add(nodes, Ordering::Relaxed);
            true
        })
    });
    let is_whole = !stop.load(Ordering::Relaxed);
    is_whole.then(|| moves.into_iter().zip(sums).map(|(m, sum)| (m, sum.into_inner())).collect())
}

/// Counts `depth` plies below the `wanted` sequences of moves, on the threads of the current rayon pool. `take`
/// receives each count with the number of its sequence; once it returns false, no further counts begin. Once `stop` is
/// raised, counts under way end without a result.
fn count_each<P: PlayablePosition>(
    position: &P,
    subtrees: &[Vec<P::Move>],
    wanted: &[u64],
    depth: u32,
    stop: &AtomicBool,
    take: &(dyn Fn(u64, u64) -> bool + Sync),
) {
    let is_over = AtomicBool::new(false);
    let count = |position: &mut P, &item: &u64| {
        if !is_over.load(Ordering::Relaxed)
            && let Some(nodes) = perft_after(position, &subtrees[item as usize], depth, stop)
        {
            is_over.fetch_or(!take(item, nodes), Ordering::Relaxed);
        }
    };
    wanted.par_iter().with_max_len(1).for_each_init(|| position.clone(), count);
}

/// The legal moves, sorted by name.
fn sorted<P: PlayablePosition>(position: &P) -> Vec<P::Move> {
    let mut moves = position.legal().as_ref().to_vec();
    moves.sort_by_cached_key(|&m| P::Game::of(position).usi(m).to_string());
    moves
}

/// All sequences of `plies` legal moves, sorted by name.
fn subtrees<P: PlayablePosition>(position: &mut P, plies: u32) -> Vec<Vec<P::Move>> {
    if plies == 0 {
        return vec![Vec::new()];
    }
    let mut found = Vec::new();
    for m in sorted(position) {
        position.make(m, &mut ());
        found.extend(subtrees(position, plies - 1).into_iter().map(|rest| [vec![m], rest].concat()));
        position.unmake(m);
    }
    found
}

/// The result of [`perft`] after some moves; `None` once `stop` is raised.
fn perft_after<P: PlayablePosition>(position: &mut P, moves: &[P::Move], depth: u32, stop: &AtomicBool) -> Option<u64> {
    moves.iter().for_each(|&m| position.make(m, &mut ()));
    let nodes = perft_until(position, depth, stop);
    moves.iter().rev().for_each(|&m| position.unmake(m));
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::for_each_game;

    fn check<G: Playable>(game: G) {
        let sum = |depth, threads| -> u64 {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let counts = pool.install(|| divide(&game.start(), depth, &AtomicBool::new(false)));
            counts.unwrap().iter().map(|(_, nodes)| nodes).sum()
        };
        assert_eq!(perft(&mut game.start(), 0), 1);
        for depth in 1..=4 {
            let nodes = perft(&mut game.start(), depth);
            assert_eq!((sum(depth, 1), sum(depth, 3)), (nodes, nodes), "{} {depth}", game.name());
            if nodes > 60_000 {
                break;
            }
        }
    }

    #[test]
    fn all_ways_of_counting_agree() {
        for_each_game!(game => check(game));
    }
}
