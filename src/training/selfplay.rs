//! The engine's games against itself, for training: short searches, random openings, agreed results.

use super::records::{EndReason, GameRecord, GameResult, Ply};
use crate::board::Color;
use crate::game::{Evaluator, Game, Position, Score, score};
use crate::search::{Limits, STACK_SIZE, SearchOptions, Searcher};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

/// What self-play must know of a game beyond the contract of the search.
pub trait Arena<G: Game>: Sync {
    /// A position to start from, and how many random plies follow it of the usual number.
    fn start(&self, rng: &mut SmallRng, random_plies: usize) -> (G::Position, usize);

    /// The position in the game's notation.
    fn describe(&self, position: &G::Position) -> String;

    /// The position as a record has it: nothing is known of the moves that led there.
    fn without_history(&self, position: G::Position) -> G::Position;

    /// The result by the rules, once the last move has ended the game.
    fn verdict(&self, position: &G::Position) -> Option<(GameResult, EndReason)>;
}

/// How the games are played.
#[derive(Clone, Debug)]
pub struct SelfPlayOptions {
    pub games: u64,
    /// Nodes a move after which no iteration starts; eight times as many end the search at once.
    pub nodes: u64,
    pub threads: usize,
    /// Game `i` depends on this and on `i` alone.
    pub seed: u64,
    /// Megabytes of table a thread; cleared for every game, so that no more than a game needs.
    pub hash: usize,
    /// Random plies at the start; every other game gets one more, so that both sides begin.
    pub random_plies: usize,
    /// Openings that the first search finds further from balance are played anew, centipawns.
    pub opening_limit: Score,
    /// Both sides' scores beyond this for `adjudication_plies` end a game, centipawns.
    pub adjudication_score: Score,
    pub adjudication_plies: usize,
    /// Percent of the games that are played to the end all the same.
    pub played_out: u32,
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
            hash: 2,
            random_plies: 8,
            opening_limit: 1000,
            adjudication_score: 2500,
            adjudication_plies: 6,
            played_out: 10,
            max_plies: 320,
        }
    }
}

/// Limits of a search in which no iteration starts after so many nodes.
pub(super) fn node_limits<M>(nodes: u64) -> Limits<M> {
    /// Nodes that end a search at once, as a multiple of the soft limit.
    const HARD_LIMIT: u64 = 8;
    Limits { soft_nodes: Some(nodes), nodes: Some(nodes.saturating_mul(HARD_LIMIT)), ..Limits::new() }
}

/// Plays the games on as many threads as asked, handing each finished one to `take` with its number, in the order
/// in which they end. A raised `stop`, or an error of `take`, abandons the games in play.
///
/// # Errors
/// The first error of `take`.
pub fn play<G: Game, E: Evaluator<G>, X>(
    arena: &impl Arena<G>,
    evaluator: &(impl Fn() -> E + Sync),
    options: &SelfPlayOptions,
    stop: &AtomicBool,
    mut take: impl FnMut(u64, GameRecord) -> Result<(), X>,
) -> Result<(), X> {
    let next = AtomicU64::new(0);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..options.threads.max(1) {
            let (next, sender) = (&next, sender.clone());
            let work = move || {
                let mut player = Player { searcher: Searcher::new(options.hash, evaluator()), arena, options, stop };
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= options.games {
                        break;
                    }
                    let Some(record) = player.game(number) else { break };
                    if sender.send((number, record)).is_err() {
                        break;
                    }
                }
            };
            let spawned = thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, work);
            spawned.expect("the system starts another thread");
        }
        drop(sender);
        let result = receiver.iter().try_for_each(|(number, record)| take(number, record));
        if result.is_err() {
            stop.store(true, Ordering::Relaxed);
        }
        result
    })
}

struct Player<'a, G: Game, E: Evaluator<G>, A> {
    searcher: Searcher<G, E>,
    arena: &'a A,
    options: &'a SelfPlayOptions,
    stop: &'a AtomicBool,
}

impl<G: Game, E: Evaluator<G>, A: Arena<G>> Player<'_, G, E, A> {
    /// Plays game `number`; none if it was stopped.
    fn game(&mut self, number: u64) -> Option<GameRecord> {
        let mut rng = SmallRng::seed_from_u64(self.options.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number);
        while !self.stop.load(Ordering::Relaxed) {
            self.searcher.new_game();
            let Some(position) = self.opening(number, &mut rng) else { continue };
            if let Some(record) = self.play_from(position, &mut rng) {
                return Some(record);
            }
        }
        None
    }

    /// A start with random legal plies; none if they ended the game.
    fn opening(&self, number: u64, rng: &mut SmallRng) -> Option<G::Position> {
        let random_plies = self.options.random_plies + (number % 2) as usize;
        let (mut position, random_plies) = self.arena.start(rng, random_plies);
        for _ in 0..random_plies {
            let mut moves = G::MoveList::default();
            position.legal_moves(&mut moves);
            let moves = moves.as_ref();
            if moves.is_empty() {
                return None;
            }
            position.make(moves[rng.random_range(0..moves.len())], &mut ());
        }
        let position = self.arena.without_history(position);
        self.arena.verdict(&position).is_none().then_some(position)
    }

    /// Plays on to the end; none if the opening was lopsided or the games were stopped.
    fn play_from(&mut self, mut position: G::Position, rng: &mut SmallRng) -> Option<GameRecord> {
        let start = self.arena.describe(&position);
        let played_out = rng.random_range(0..100) < self.options.played_out;
        let mut plies = Vec::new();
        let mut agreement = Agreement::default();
        let options = SearchOptions { draw_values: [0, 0], ..SearchOptions::default() };
        let (result, reason) = loop {
            if let Some(end) = self.arena.verdict(&position) {
                break end;
            }
            if plies.len() >= self.options.max_plies {
                break (GameResult::Draw, EndReason::MaxMoves);
            }
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            let outcome = self.searcher.think(&position, &node_limits(self.options.nodes), &options, &mut ());
            let side = position.side_to_move();
            if outcome.claim.is_some() {
                break (win_of(side), EndReason::Claim);
            }
            if plies.is_empty() && outcome.score.abs() > self.options.opening_limit {
                return None;
            }
            let best = outcome.best?;
            plies.push(Ply::new(best, outcome.score as i16));
            let for_black = if side == Color::Black { outcome.score } else { -outcome.score };
            let agreed = agreement.count(for_black, self.options.adjudication_score);
            // A score that is a mate is played out where that takes few plies only.
            if !played_out && agreed >= self.options.adjudication_plies && !score::is_mate(for_black) {
                break (
                    if for_black > 0 { GameResult::BlackWins } else { GameResult::WhiteWins },
                    EndReason::Adjudicated,
                );
            }
            position.make(best, &mut ());
        };
        Some(GameRecord { start, result, reason, plies })
    }
}

const fn win_of(side: Color) -> GameResult {
    match side {
        Color::Black => GameResult::BlackWins,
        Color::White => GameResult::WhiteWins,
    }
}

/// Plies in a row whose scores were lopsided the same way.
#[derive(Default)]
struct Agreement {
    sign: Score,
    plies: usize,
}

impl Agreement {
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
