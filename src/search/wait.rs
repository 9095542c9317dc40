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
    /// The move to play, with score, depth and effort.
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
    wait(pool, position, limits, &options, stop, None)
}

/// As [`think`], with a call of `heard` on this thread for every line of every iteration.
pub fn think_aloud<G: Game, E: Evaluator<G> + 'static>(
    pool: &mut Pool<G, E>,
    position: &G::Position,
    limits: Limits<G::Move>,
    options: &SearchOptions,
    stop: &AtomicBool,
    heard: &mut dyn FnMut(&Info<'_, G::Move>),
) -> Thought<G::Move> {
    wait(pool, position, limits, options, stop, Some(heard))
}

/// Receiver of lines.
type Ear<'a, M> = Option<&'a mut dyn FnMut(&Info<'_, M>)>;

fn wait<G: Game, E: Evaluator<G> + 'static>(
    pool: &mut Pool<G, E>,
    position: &G::Position,
    limits: Limits<G::Move>,
    options: &SearchOptions,
    stop: &AtomicBool,
    mut heard: Ear<'_, G::Move>,
) -> Thought<G::Move> {
    let (sender, receiver) = channel();
    pool.start(position, limits, options, Listener { lines: Vec::new(), repeats: heard.is_some(), sender });
    loop {
        match receiver.recv_timeout(PATIENCE) {
            Ok(Told::Line(info, pv)) => heard.iter_mut().for_each(|heard| heard(&info.with_pv(&pv))),
            Ok(Told::End(thought)) => return thought,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => unreachable!("a search reports its outcome"),
        }
        if stop.load(Ordering::Relaxed) {
            pool.stop();
        }
    }
}

/// News of a search.
enum Told<M> {
    /// A line, with its moves apart: what it lends lives no longer than the call.
    Line(Info<'static, ()>, Vec<M>),
    End(Thought<M>),
}

/// Keeps the last lines that a search reports, and sends them with its outcome.
struct Listener<M> {
    lines: Vec<ScoredLine<M>>,
    /// Lines are sent at once, too.
    repeats: bool,
    // Sending fails only if nobody waits any more, and then nobody needs the news.
    sender: Sender<Told<M>>,
}

impl<M: Copy + Eq + Send> Reporter<M> for Listener<M> {
    fn iteration(&mut self, info: &Info<'_, M>) {
        if info.multi_pv == 1 {
            self.lines.clear();
        }
        self.lines.push(ScoredLine { score: info.score, moves: info.pv.to_vec() });
        if self.repeats {
            let _ = self.sender.send(Told::Line(info.with_pv(&[]), info.pv.to_vec()));
        }
    }

    fn finished(&mut self, outcome: &Outcome<M>) {
        let _ = self.sender.send(Told::End(Thought::new(std::mem::take(&mut self.lines), *outcome)));
    }
}
