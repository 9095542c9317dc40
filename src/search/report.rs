//! Reports of a search to its caller, while it runs and when it ends.

use super::tt::Bound;
use crate::game::{Claim, Score};
use std::time::Duration;

/// One finished iteration of one line.
#[derive(Clone, Copy, Debug)]
pub struct Info<'a, M> {
    /// Plies of the iteration.
    pub depth: usize,
    /// The deepest ply reached.
    pub seldepth: usize,
    /// Rank of the line, from 1.
    pub multi_pv: usize,
    /// Centipawns, or a mate distance, for the side to move at the root.
    pub score: Score,
    /// Exactness of the score, or the side on which it bounds the true one.
    pub bound: Bound,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Nodes of all threads a second.
    pub nps: u64,
    /// Permille of the table written in this search.
    pub hashfull: u32,
    /// Time since the search began.
    pub elapsed: Duration,
    /// The principal variation, legal moves from the root; never empty.
    pub pv: &'a [M],
}

impl<M> Info<'_, M> {
    /// The same with another principal variation, perhaps of another type of moves.
    #[doc(hidden)]
    #[must_use]
    pub const fn with_pv<'b, N>(&self, pv: &'b [N]) -> Info<'b, N> {
        Info {
            depth: self.depth,
            seldepth: self.seldepth,
            multi_pv: self.multi_pv,
            score: self.score,
            bound: self.bound,
            nodes: self.nodes,
            nps: self.nps,
            hashfull: self.hashfull,
            elapsed: self.elapsed,
            pv,
        }
    }
}

/// Result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome<M> {
    /// The move to play; none if there is no legal move, or if `claim` is a declaration.
    pub best: Option<M>,
    /// A legal answer to `best` worth thinking about.
    pub ponder: Option<M>,
    /// The game is won by declaring, or by `best` itself reaching the goal.
    pub claim: Option<Claim<M>>,
    /// Centipawns, or a mate distance, for the side to move at the root.
    pub score: Score,
    /// Plies of the last finished iteration.
    pub depth: usize,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
}

/// Receiver of a search's reports, on the thread that leads it.
pub trait Reporter<M>: Send {
    /// False to skip iterations: a small search takes as long to report one as to search it.
    fn listens(&self) -> bool {
        true
    }

    /// True once nobody waits for the outcome. The search then ends, as by a stop, after the current report.
    fn is_abandoned(&self) -> bool {
        false
    }

    /// A line of an iteration is known, or its score failed high or low after a while.
    fn iteration(&mut self, info: &Info<'_, M>);

    /// A long search turns to the `number`-th root move, from 1.
    fn current_move(&mut self, depth: usize, m: M, number: usize) {
        let _ = (depth, m, number);
    }

    /// The search has ended. Called once a search, last of all.
    fn finished(&mut self, outcome: &Outcome<M>);
}

/// A reporter that listens to nothing.
impl<M> Reporter<M> for () {
    fn listens(&self) -> bool {
        false
    }

    fn iteration(&mut self, _: &Info<'_, M>) {}
    fn finished(&mut self, _: &Outcome<M>) {}
}

/// Rate of `count` a second over `elapsed`, taken to be at least a tenth of a millisecond: clocks cannot be trusted
/// with less.
#[must_use]
pub fn per_second(count: u64, elapsed: Duration) -> u64 {
    (count as f64 / elapsed.as_secs_f64().max(1e-4)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_finite() {
        assert_eq!(per_second(500, Duration::from_millis(250)), 2_000);
        assert_eq!(per_second(0, Duration::ZERO), 0);
        assert_eq!(per_second(7, Duration::ZERO), 70_000);
        assert_eq!(per_second(u64::MAX, Duration::from_nanos(1)), u64::MAX);
    }
}
