//! Searches that block their caller, for commands without a protocol loop.

use super::Pool;
use super::limits::{Limits, SearchOptions};
use super::report::{Info, Outcome, Reporter};
use crate::game::{Evaluator, Game, Score};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// Interval at which the stop flag is polled.
const PATIENCE: Duration = Duration::from_millis(50);

/// A move with the line expected after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoredLine<M> {
    /// For the side to move.
    pub score: Score,
    /// The move first; never empty.
    pub moves: Vec<M>,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Thought<M> {
    /// The best first. The first one begins with the move of the outcome, if that has one.
    pub lines: Vec<ScoredLine<M>>,
    pub outcome: Outcome<M>,
}

impl<M: Copy + Eq> Thought<M> {
    fn new(mut lines: Vec<ScoredLine<M>>, outcome: Outcome<M>) -> Self {
        let first = lines.first().and_then(|line| line.moves.first());
        if let Some(best) = outcome.best.filter(|best| first != Some(best)) {
            lines.retain(|line| line.moves.first() != Some(&best));
            let moves = std::iter::once(best).chain(outcome.ponder).collect();
            lines.insert(0, ScoredLine { score: outcome.score, moves });
        }
        Self { lines, outcome }
    }
}

/// Searches a position and waits for the end, which comes within some milliseconds once `stop` is raised.
pub fn think<G: Game, E: Evaluator<G> + 'static>(
    pool: &mut Pool<G, E>,
    position: &G::Position,
    limits: Limits<G::Move>,
    options: &SearchOptions,
    stop: &AtomicBool,
) -> Thought<G::Move> {
    // Only the last lines are wanted.
    let options = SearchOptions { pv_interval: Duration::MAX, ..options.clone() };
    let (sender, receiver) = channel();
    pool.start(position, limits, &options, Listener { lines: Vec::new(), sender });
    loop {
        match receiver.recv_timeout(PATIENCE) {
            Err(RecvTimeoutError::Timeout) if stop.load(Ordering::Relaxed) => pool.stop(),
            Err(RecvTimeoutError::Timeout) => {}
            told => break told.expect("a search reports its outcome"),
        }
    }
}

/// Keeps the last lines that a search reports, and sends them with its outcome.
struct Listener<M> {
    lines: Vec<ScoredLine<M>>,
    sender: Sender<Thought<M>>,
}

impl<M: Copy + Eq + Send> Reporter<M> for Listener<M> {
    fn iteration(&mut self, info: &Info<'_, M>) {
        if info.multi_pv == 1 {
            self.lines.clear();
        }
        self.lines.push(ScoredLine { score: info.score, moves: info.pv.to_vec() });
    }

    fn finished(&mut self, outcome: &Outcome<M>) {
        // Sending fails only if nobody waits any more, and then nobody needs the outcome.
        let _ = self.sender.send(Thought::new(std::mem::take(&mut self.lines), *outcome));
    }
}
