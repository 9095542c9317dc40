//! The command `kumataka perft`, which counts the move sequences of a given length: the usual proof of a move
//! generator.

use super::command::{Command, Output, Trouble, workers};
use super::game::{GameArgs, RuleArgs};
use super::handicaps::{StartArgs, StartError};
use crate::game::{Playable, Position, RuleError};
use crate::search::per_second;
use crate::with_game;
use clap::{Args, value_parser};
use rayon::prelude::*;
use std::time::Instant;
use thiserror::Error;

/// The greatest depth; a deeper count would not end in a lifetime.
pub const DEPTH_LIMIT: u32 = 20;

/// Count the sequences of legal moves of a given length.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kumataka perft 6
  kumataka perft --threads 1 --divide 4
  kumataka perft --sfen \"4k4/9/4P4/9/9/9/9/9/4K4 b G 1\" 5
  kumataka perft --handicap 2-piece 5
  kumataka perft --variant torishogi --rule ToriPromotion=optional 5")]
pub struct PerftArgs {
    /// Length of the sequences, in plies
    #[arg(value_parser = value_parser!(u32).range(0..=DEPTH_LIMIT.into()))]
    depth: u32,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    start: StartArgs,
    /// Threads to count with [default: one for each processor]
    #[arg(long, value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Also show the count after each move
    #[arg(long)]
    divide: bool,
    #[command(flatten)]
    rules: RuleArgs,
}

/// The reason why nothing was counted.
#[derive(Debug, Error)]
pub enum PerftError {
    #[error(transparent)]
    Start(#[from] StartError),
    #[error("--rule: {0}")]
    Rule(#[from] RuleError),
    #[error(transparent)]
    Trouble(#[from] Trouble),
}

impl Command for PerftArgs {
    type Error = PerftError;

    fn run(&self) -> Result<(), PerftError> {
        with_game!(self.game.variant, game => self.count(game))
    }
}

impl PerftArgs {
    fn count<G: Playable>(&self, game: G) -> Result<(), PerftError> {
        let mut position = self.start.position(game)?;
        G::set_rules(&mut position, &game.rules(&self.rules.choices(game)?));
        let threads = self.threads.unwrap_or(0).into();
        let pool = workers(threads).build().map_err(Trouble::from)?;
        let started = Instant::now();
        let division = pool.install(|| Division::<G>::new(&position, self.depth));
        let elapsed = started.elapsed();
        let mut output = Output::lock();
        division.lines(self.divide).try_for_each(|line| output.say(line))?;
        output.say(format_args!("Time: {} ms", elapsed.as_millis()))?;
        output.say(format_args!("Nodes/second: {}", per_second(division.nodes, elapsed)))?;
        Ok(())
    }
}

/// The counts of a position: in total and after each of its moves.
pub struct Division<G: Playable> {
    game: G,
    /// The counts after each move; empty at depth zero.
    pub after: Vec<(G::Move, u64)>,
    pub nodes: u64,
}

impl<G: Playable> Division<G> {
    /// Counts on the threads of the current rayon pool.
    #[must_use]
    pub fn new(position: &G::Position, depth: u32) -> Self {
        if depth == 0 {
            return Self { game: G::of(position), after: Vec::new(), nodes: 1 };
        }
        let after = divide::<G>(position, depth);
        let nodes = after.iter().map(|(_, nodes)| nodes).sum();
        Self { game: G::of(position), after, nodes }
    }

    /// The printed lines: one for each move if `each_move` is set, then the total.
    pub fn lines(&self, each_move: bool) -> impl Iterator<Item = String> {
        let moves = self.after.iter().filter(move |_| each_move);
        let moves = moves.map(|&(m, nodes)| format!("{}: {nodes}", self.game.usi(m)));
        moves.chain(std::iter::once_with(|| format!("Nodes searched: {}", self.nodes)))
    }
}

/// The depth from which on the work is distributed by pairs of moves.
const PARALLEL_DEPTH: u32 = 4;

/// The number of sequences of `depth` legal moves. The moves of the last ply are counted and not played.
#[must_use]
pub fn perft<G: Playable>(position: &mut G::Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => G::count_legal_moves(position),
        _ => {
            let mut nodes = 0;
            for &m in G::legal(position).as_ref() {
                position.make(m, &mut ());
                nodes += perft::<G>(position, depth - 1);
                position.unmake(m);
            }
            nodes
        }
    }
}

/// The value of [`perft`] after each legal move, in the order of the moves' names, counted on the threads of the
/// current rayon pool.
#[must_use]
pub fn divide<G: Playable>(position: &G::Position, depth: u32) -> Vec<(G::Move, u64)> {
    let mut moves = G::legal(position).as_ref().to_vec();
    moves.sort_by_cached_key(|&m| G::of(position).usi(m).to_string());
    let rest = depth.saturating_sub(1);
    if depth < PARALLEL_DEPTH || rayon::current_num_threads() == 1 {
        let mut position = position.clone();
        return moves.into_iter().map(|m| (m, perft_after::<G>(&mut position, &[m], rest))).collect();
    }
    // The counts of single root moves differ too much; pairs of moves keep every thread busy to the end.
    let pairs =
        moves.iter().flat_map(|&first| replies::<G>(position, first).into_iter().map(move |reply| [first, reply]));
    let pairs = pairs.collect::<Vec<_>>();
    let counts = pairs.par_iter().map_init(|| position.clone(), |p, pair| perft_after::<G>(p, pair, rest - 1));
    let counts = counts.collect::<Vec<_>>();
    let mut divided = moves.into_iter().map(|m| (m, 0)).collect::<Vec<_>>();
    for ([first, _], count) in pairs.into_iter().zip(counts) {
        if let Some((_, sum)) = divided.iter_mut().find(|(m, _)| *m == first) {
            *sum += count;
        }
    }
    divided
}

/// The value of [`perft`] after some moves.
fn perft_after<G: Playable>(position: &mut G::Position, moves: &[G::Move], depth: u32) -> u64 {
    moves.iter().for_each(|&m| position.make(m, &mut ()));
    let nodes = perft::<G>(position, depth);
    moves.iter().rev().for_each(|&m| position.unmake(m));
    nodes
}

fn replies<G: Playable>(position: &G::Position, m: G::Move) -> Vec<G::Move> {
    let mut position = position.clone();
    position.make(m, &mut ());
    G::legal(&position).as_ref().to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::for_each_game;

    fn check<G: Playable>(game: G) {
        let sum = |depth, threads| -> u64 {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| divide::<G>(&game.start(), depth)).iter().map(|(_, nodes)| nodes).sum()
        };
        assert_eq!(perft::<G>(&mut game.start(), 0), 1);
        for depth in 1..=4 {
            let nodes = perft::<G>(&mut game.start(), depth);
            assert_eq!((sum(depth, 1), sum(depth, 3)), (nodes, nodes), "{} {depth}", game.name());
        }
    }

    #[test]
    fn all_ways_of_counting_agree() {
        for_each_game!(game => check(game));
    }
}
