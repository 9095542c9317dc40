//! Self-play for training: short searches, random openings, adjudicated results.

use super::maths::sigmoid;
use super::samples::{Branch, GameResult, PackedGame, Ply};
use crate::board::Color;
use crate::game::{
    Claim, Declaration, End, Evaluator, Playable, PlayablePosition, Position, Reason, Score, Verdict, hash, score,
};
use crate::search::{Bound, Info, Limits, NoThread, Outcome, Reporter, STACK_SIZE, SearchOptions, Searcher};
use arrayvec::ArrayVec;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;
use thiserror::Error;

/// Source of start positions.
pub trait Starts<G: Playable>: Sync {
    /// A start position, with the number of random plies to play from it, which is usually `random_plies`.
    fn draw(&self, rng: &mut SmallRng, random_plies: usize) -> (G::Position, usize);
}

/// A game by itself is the source of its even start position.
impl<G: Playable> Starts<G> for G {
    fn draw(&self, _: &mut SmallRng, random_plies: usize) -> (G::Position, usize) {
        (self.start(), random_plies)
    }
}

/// Options of self-play.
#[derive(Clone, Debug)]
pub struct SelfPlayOptions {
    pub games: u64,
    /// Nodes a move after which no iteration starts; eight times as many end the search at once.
    pub nodes: u64,
    pub threads: usize,
    /// The start of game `i` depends on this and on `i` alone. Histories and table last from one game of a thread to
    /// the next, so that games on several threads differ from run to run, unless they are to be `alone`.
    pub seed: u64,
    /// Forgets everything learned before each game, so that it depends on nothing but seed and number.
    pub alone: bool,
    /// Kilobytes of transposition table a thread: small enough for the processor's caches.
    pub table: usize,
    /// Random plies at the start: games take the numbers of the range in turn, so that both sides begin.
    pub random_plies: PlyRange,
    /// Openings whose first search scores beyond this limit are replaced, centipawns.
    pub opening_limit: Score,
    /// Both sides' scores beyond this for `adjudication_plies` end a game, centipawns.
    pub adjudication_score: Score,
    pub adjudication_plies: usize,
    /// Percent of the games that are played to the end instead.
    pub played_out: u32,
    pub variety: Variety,
    pub branching: Branching,
    /// Plies after which a game is drawn.
    pub max_plies: usize,
}

impl Default for SelfPlayOptions {
    fn default() -> Self {
        Self {
            games: 1000,
            nodes: 1000,
            threads: 1,
            seed: 1,
            alone: false,
            table: 128,
            random_plies: PlyRange { first: 8, last: 9 },
            opening_limit: 1000,
            adjudication_score: 2500,
            adjudication_plies: 6,
            played_out: 10,
            variety: Variety::default(),
            branching: Branching::default(),
            max_plies: 320,
        }
    }
}

/// A range of plies, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlyRange {
    first: usize,
    last: usize,
}

impl PlyRange {
    /// Upper bound of the random plies: more would leave nothing of a game.
    const MOST: usize = 100;

    /// Number `n` of the range, which repeats behind its end.
    const fn nth(self, n: u64) -> usize {
        self.first + (n % (self.last - self.first + 1) as u64) as usize
    }
}

/// A text that is no [`PlyRange`].
#[derive(Debug, Error)]
#[error("a number of plies up to {}, or a range like 4-12", PlyRange::MOST)]
pub struct PlyRangeError;

impl FromStr for PlyRange {
    type Err = PlyRangeError;

    fn from_str(text: &str) -> Result<Self, PlyRangeError> {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        match (first.parse(), last.parse()) {
            (Ok(first), Ok(last)) if first <= last && last <= Self::MOST => Ok(Self { first, last }),
            _ => Err(PlyRangeError),
        }
    }
}

impl Display for PlyRange {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.first == self.last { write!(f, "{}", self.first) } else { write!(f, "{}-{}", self.first, self.last) }
    }
}

/// Moves other than the best one, so that games from the same opening differ.
#[derive(Clone, Copy, Debug)]
pub struct Variety {
    /// Percent of the moves for which the best lines are compared.
    pub percent: u32,
    /// The last ply of a game, counted from its start, with such moves.
    pub last_ply: u32,
    /// Centipawns by which such a move may be worse than the best one.
    pub margin: Score,
}

impl Default for Variety {
    fn default() -> Self {
        Self { percent: 0, last_ply: 40, margin: 60 }
    }
}

/// Positions from the trees of the searches that choose the moves, each with a search of its own.
#[derive(Clone, Copy, Debug, Default)]
pub struct Branching {
    /// Positions for each move.
    pub positions: u32,
    /// Nodes for each position, as [`SelfPlayOptions::nodes`]; 0 for its static evaluation.
    pub nodes: u64,
}

/// The best line of the last iteration.
struct BestLine<M>(Vec<M>);

impl<M: Copy + Send> Reporter<M> for BestLine<M> {
    fn iteration(&mut self, info: &Info<'_, M>) {
        if info.bound == Bound::Exact {
            self.0.clear();
            self.0.extend(info.pv);
        }
    }

    fn finished(&mut self, _: &Outcome<M>) {}
}

/// Upper bound of [`Branching::positions`].
pub const MOST_BRANCHES: usize = 32;

/// Moves compared for variety.
const LINES: usize = 4;

/// The best lines of the last iteration, each by its first move.
struct Lines<M>(ArrayVec<(M, Score), LINES>);

impl<M: Copy + Send> Reporter<M> for Lines<M> {
    fn iteration(&mut self, info: &Info<'_, M>) {
        if info.multi_pv == 1 {
            self.0.clear();
        }
        if info.bound == Bound::Exact {
            // There are no more lines than requested.
            let _ = self.0.try_push((info.pv[0], info.score));
        }
    }

    fn finished(&mut self, _: &Outcome<M>) {}
}

impl<M: Copy> Lines<M> {
    /// One of the moves within the margin of the best score, with equal chances.
    fn choose(&self, best: Score, margin: Score, rng: &mut SmallRng) -> Option<M> {
        let good: ArrayVec<M, LINES> =
            self.0.iter().filter(|(_, score)| *score >= best - margin).map(|&(m, _)| m).collect();
        good.get(rng.random_range(0..good.len().max(1))).copied()
    }
}

/// Limits of a search in which no iteration starts after this number of `nodes`.
pub(super) fn node_limits<M>(nodes: u64) -> Limits<M> {
    /// Nodes that end a search at once, as a multiple of the soft limit.
    const HARD_LIMIT: u64 = 8;
    Limits { soft_nodes: Some(nodes), nodes: Some(nodes.saturating_mul(HARD_LIMIT)), ..Limits::new() }
}

/// Plays the games whose numbers are `wanted`, on the threads of the options, and passes each finished one to `take`
/// with its number, in the order of their ends. A raised `stop`, or an error of `take`, abandons the games in play.
///
/// # Errors
/// If the threads cannot be started, and the first error of `take`.
pub fn play<G: Playable, E: Evaluator<G>, X: From<NoThread>>(
    starts: &dyn Starts<G>,
    evaluator: &(dyn Fn() -> E + Sync),
    options: &SelfPlayOptions,
    wanted: &(dyn Fn(u64) -> bool + Sync),
    stop: &AtomicBool,
    take: &mut dyn FnMut(u64, PackedGame) -> Result<(), X>,
) -> Result<(), X> {
    let next = AtomicU64::new(0);
    let abandoned = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        let start = |_| {
            let (next, sender) = (&next, sender.clone());
            let searcher = Searcher::small(options.table, evaluator())?;
            let mut player = Player { searcher, starts, options, stops: [stop, &abandoned] };
            let work = move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= options.games {
                        break;
                    }
                    if !wanted(number) {
                        continue;
                    }
                    let Some(record) = player.game(number) else { break };
                    if sender.send((number, record)).is_err() {
                        break;
                    }
                }
            };
            let thread = thread::Builder::new().stack_size(STACK_SIZE);
            thread.spawn_scoped(scope, work).map(drop).map_err(NoThread::System)
        };
        let started = (0..options.threads.max(1)).try_for_each(start);
        drop(sender);
        let result = started
            .map_err(X::from)
            .and_then(|()| receiver.iter().try_for_each(|(number, record)| take(number, record)));
        abandoned.store(true, Ordering::Relaxed);
        result
    })
}

struct Player<'a, G: Playable, E: Evaluator<G>> {
    searcher: Searcher<G, E>,
    starts: &'a dyn Starts<G>,
    options: &'a SelfPlayOptions,
    /// Flags, either of which ends the games in play.
    stops: [&'a AtomicBool; 2],
}

impl<G: Playable, E: Evaluator<G>> Player<'_, G, E> {
    fn is_stopped(&self) -> bool {
        self.stops.iter().any(|stop| stop.load(Ordering::Relaxed))
    }

    /// Plays game `number`; none if it was stopped. Not inlined, so that the search in it is compiled once for all
    /// errors of `take`.
    #[inline(never)]
    fn game(&mut self, number: u64) -> Option<PackedGame> {
        let mut rng = SmallRng::seed_from_u64(hash::spread(self.options.seed) ^ number);
        while !self.is_stopped() {
            if self.options.alone {
                self.searcher.new_game();
            } else {
                self.searcher.next_game();
            }
            let Some(position) = self.opening(number, &mut rng) else { continue };
            if let Some(record) = self.play_from(position, &mut rng) {
                return Some(record);
            }
        }
        None
    }

    /// A start position after random legal plies; none if they ended the game.
    fn opening(&self, number: u64, rng: &mut SmallRng) -> Option<G::Position> {
        let random_plies = self.options.random_plies.nth(number);
        let (mut position, random_plies) = self.starts.draw(rng, random_plies);
        for _ in 0..random_plies {
            let mut moves = G::MoveList::default();
            position.legal_moves(&mut moves);
            let moves = moves.as_ref();
            if moves.is_empty() {
                return None;
            }
            position.make(moves[rng.random_range(0..moves.len())], &mut ());
        }
        let position = position.without_history();
        position.verdict().is_none().then_some(position)
    }

    /// Plays a game to its end; none if the opening was lopsided or the games were stopped.
    fn play_from(&mut self, mut position: G::Position, rng: &mut SmallRng) -> Option<PackedGame> {
        let start = position.sfen();
        let played_out = rng.random_range(0..100) < self.options.played_out;
        let (mut plies, mut branches) = (Vec::new(), Vec::new());
        let mut lopsided = Lopsided::default();
        let options = SearchOptions { draw_values: [0, 0], ..SearchOptions::default() };
        let (result, reason) = loop {
            if let Some(Verdict { winner, reason }) = position.verdict() {
                break (GameResult::of(winner), reason.into());
            }
            if plies.len() >= self.options.max_plies {
                break (GameResult::Draw, End::Rules(Reason::MaxMoves));
            }
            if self.is_stopped() {
                return None;
            }
            let (outcome, played) = self.think(&position, &options, rng);
            let side = position.side_to_move();
            if let Some(claim) = outcome.claim {
                break (GameResult::of(Some(side)), end_by(&position, claim));
            }
            if plies.is_empty() && outcome.score.abs() > self.options.opening_limit {
                return None;
            }
            let m = played?;
            // Behind this score there is little to learn.
            if outcome.score.abs() < self.options.adjudication_score {
                self.branch(&position, plies.len() as u16, &options, rng, &mut branches);
            }
            plies.push(Ply::new(m, outcome.score as i16));
            let for_black = if side == Color::Black { outcome.score } else { -outcome.score };
            let agreed = lopsided.count(for_black, self.options.adjudication_score);
            // Mate scores are played out, which takes few plies only.
            if !played_out && agreed >= self.options.adjudication_plies && !score::is_mate(for_black) {
                let winner = if for_black > 0 { Color::Black } else { Color::White };
                break (GameResult::of(Some(winner)), End::WinByScore);
            }
            position.make(m, &mut ());
        };
        Some(PackedGame { start, result, reason, plies, branches })
    }

    /// Adds positions of the tree that the search of `root`, after `at` plies, has left.
    fn branch(
        &mut self,
        root: &G::Position,
        at: u16,
        options: &SearchOptions,
        rng: &mut SmallRng,
        branches: &mut Vec<Branch>,
    ) {
        let lines: ArrayVec<Vec<G::Move>, MOST_BRANCHES> = (0..self.options.branching.positions)
            .filter_map(|_| self.searcher.sample_line(root, &mut || rng.random()))
            .collect();
        for (number, line) in lines.iter().enumerate() {
            // Small trees have few nodes to choose from.
            if !lines[..number].contains(line) {
                branches.extend(self.explore(root, at, line, options));
            }
        }
    }

    /// The position behind `line`, or the first quiet one of its best line, with its score.
    fn explore(&mut self, root: &G::Position, at: u16, line: &[G::Move], options: &SearchOptions) -> Option<Branch> {
        let mut position = root.clone();
        line.iter().for_each(|&m| position.make(m, &mut ()));
        // The path to it is one of many.
        let mut position = position.without_history();
        if position.verdict().is_some() {
            return None;
        }
        if self.options.branching.nodes == 0 {
            return self.unsearched(position, at, line);
        }
        let mut best_line = BestLine(Vec::new());
        let limits = node_limits(self.options.branching.nodes);
        let outcome = self.searcher.think(&position, &limits, options, &mut best_line);
        if outcome.claim.is_some() || score::is_mate(outcome.score) {
            return None;
        }
        let mut moves: Vec<u16> = line.iter().map(|&m| Ply::new(m, 0).move_bits).collect();
        let mut score = outcome.score as i16;
        for m in best_line.0 {
            if !position.in_check() && !position.is_tactical(m) {
                let eval = self.searcher.known_eval(&position)?;
                return is_calm(score.into(), eval).then(|| Branch { at, moves, best: Ply::new(m, score) });
            }
            moves.push(Ply::new(m, 0).move_bits);
            position.make(m, &mut ());
            score = -score;
        }
        None
    }

    /// A position of the tree with its static evaluation. Its move is any quiet one.
    fn unsearched(&self, position: G::Position, at: u16, line: &[G::Move]) -> Option<Branch> {
        let eval = self.searcher.known_eval(&position)?;
        let mut moves = G::MoveList::default();
        position.legal_moves(&mut moves);
        let quiet = moves.as_ref().iter().copied().find(|&m| !position.is_tactical(m))?;
        let moves = line.iter().map(|&m| Ply::new(m, 0).move_bits).collect();
        Some(Branch { at, moves, best: Ply::new(quiet, eval as i16) })
    }

    /// The outcome of a search, and the move to play, which now and then is not the best one.
    fn think(
        &mut self,
        position: &G::Position,
        options: &SearchOptions,
        rng: &mut SmallRng,
    ) -> (Outcome<G::Move>, Option<G::Move>) {
        let Variety { percent, last_ply, margin } = self.options.variety;
        let nodes = self.options.nodes;
        if percent == 0 || position.game_ply() >= last_ply || rng.random_range(0..100) >= percent {
            let outcome = self.searcher.think(position, &node_limits(nodes), options, &mut ());
            return (outcome, outcome.best);
        }
        let mut lines = Lines(ArrayVec::new());
        let options = SearchOptions { multi_pv: LINES, ..options.clone() };
        let outcome = self.searcher.think(position, &node_limits(nodes), &options, &mut lines);
        let varied = if outcome.claim.is_none() { lines.choose(outcome.score, margin, rng) } else { None };
        (outcome, varied.or(outcome.best))
    }
}

/// True unless the search has found something that no static evaluation could know. One position in eight is not calm, and
/// nearly all the noise is in them.
fn is_calm(score: Score, eval: Score) -> bool {
    /// Centipawns of an expected result of 73 %.
    const SCALE: f32 = 900.0;
    /// Greatest difference of the expected results.
    const MARGIN: f32 = 0.1;
    let expected = |score: Score| sigmoid(score as f32 / SCALE);
    (expected(score) - expected(eval)).abs() < MARGIN
}

/// The end of a game whose side to move takes a win.
pub fn end_by<P: PlayablePosition>(position: &P, claim: Claim<P::Move>) -> End {
    let Claim::Move(m) = claim else { return End::Declared(Declaration::Win) };
    let mut position = position.clone();
    position.make(m, &mut ());
    position.verdict().map_or(End::Claim, |verdict| verdict.reason.into())
}

/// Counts the plies in a row with lopsided scores for the same side.
#[derive(Default)]
struct Lopsided {
    sign: Score,
    plies: usize,
}

impl Lopsided {
    fn count(&mut self, for_black: Score, limit: Score) -> usize {
        let sign = if for_black.abs() >= limit { for_black.signum() } else { 0 };
        self.plies = match sign {
            0 => 0,
            sign if sign == self.sign => self.plies + 1,
            _ => 1,
        };
        self.sign = sign;
        self.plies
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn varied_moves_are_within_the_margin_and_all_come_up() {
        let lines = Lines(ArrayVec::from([(1u16, 90), (2, 40), (3, 30), (4, 20)]));
        let mut rng = SmallRng::seed_from_u64(1);
        let mut chosen: Vec<u16> = (0..100).filter_map(|_| lines.choose(90, 60, &mut rng)).collect();
        assert_eq!(chosen.len(), 100);
        chosen.sort_unstable();
        chosen.dedup();
        assert_eq!(chosen, [1, 2, 3]);
        assert_eq!(Lines::<u16>(ArrayVec::new()).choose(0, 60, &mut rng), None);
    }

    #[test]
    fn calm_positions_score_about_as_they_look() {
        assert!(is_calm(300, 0) && is_calm(0, -300) && is_calm(2900, 2200));
        assert!(!is_calm(500, 0) && !is_calm(200, -250) && !is_calm(-2900, 2200));
    }

    #[test]
    fn the_plies_of_a_range_come_in_turn() {
        let range: PlyRange = "4-6".parse().unwrap();
        assert_eq!([0, 1, 2, 3, 7].map(|n| range.nth(n)), [4, 5, 6, 4, 5]);
        for text in ["0", "8-9", "100"] {
            assert_eq!(text.parse::<PlyRange>().unwrap().to_string(), text);
        }
        for text in ["", "-", "9-8", "101", "4-", "-4", "4-5-6", "four"] {
            assert!(text.parse::<PlyRange>().is_err(), "{text}");
        }
    }

    #[test]
    fn plies_count_while_the_sides_agree() {
        let mut lopsided = Lopsided::default();
        let plies = [3000, 2600, 2400, -2600, -9000, 9000].map(|score| lopsided.count(score, 2500));
        assert_eq!(plies, [1, 2, 0, 1, 2, 1]);
    }
}
