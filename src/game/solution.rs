//! What is known of a game that has been solved.

use super::{Playable, Position as _, Score, score};
use std::error::Error;
use std::fmt::Debug;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// What perfect play of both sides makes of a position, for the side to move. A win takes as few plies as possible, and
/// a loss as many; the ply that ends the game counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameValue {
    /// The side to move wins in so many plies.
    Win(u32),
    /// Neither side can force a win.
    Draw,
    /// The side to move loses in so many plies; zero if it has lost already.
    Loss(u32),
}

impl GameValue {
    /// The value before a move, for the side that plays it, where this one is that of the position after it, for the
    /// other side.
    #[must_use]
    pub const fn before(self) -> Self {
        match self {
            Self::Win(plies) => Self::Loss(plies + 1),
            Self::Draw => Self::Draw,
            Self::Loss(plies) => Self::Win(plies + 1),
        }
    }

    /// The value as a score, for the side to move.
    #[must_use]
    pub const fn score(self) -> Score {
        match self {
            Self::Win(plies) => score::mate_in(plies as usize),
            Self::Draw => 0,
            Self::Loss(plies) => score::mated_in(plies as usize),
        }
    }
}

/// A perfect move with what perfect play of both sides makes of the game after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerfectLine<M> {
    /// The value for the side that plays the first move.
    pub value: GameValue,
    /// The moves, up to the end of the game; of a draw, which has none, the first one.
    pub moves: Vec<M>,
}

impl<M> PerfectLine<M> {
    /// The line from a position; none if no move is legal, or the solution does not know the position.
    #[must_use]
    pub fn new<G: Playable<Move = M>>(solution: &dyn Solution, position: &G::Position) -> Option<Self>
    where
        M: Copy,
    {
        let mut position = position.clone();
        let (value, first) = best_move::<G>(solution, &mut position)?;
        position.make(first, &mut ());
        let mut moves = vec![first];
        let plies = match value {
            GameValue::Win(plies) | GameValue::Loss(plies) => plies,
            GameValue::Draw => 1,
        };
        while moves.len() < plies as usize && G::verdict(&position).is_none() {
            let Some((_, next)) = best_move::<G>(solution, &mut position) else { break };
            position.make(next, &mut ());
            moves.push(next);
        }
        Some(Self { value, moves })
    }
}

/// The best legal move, the first of several, and the value that it keeps.
fn best_move<G: Playable>(solution: &dyn Solution, position: &mut G::Position) -> Option<(GameValue, G::Move)> {
    let mut best: Option<(GameValue, G::Move)> = None;
    for &m in G::legal(position).as_ref() {
        position.make(m, &mut ());
        let value = value_after::<G>(solution, position);
        position.unmake(m);
        let value = value?;
        if best.is_none_or(|(known, _)| value.score() > known.score()) {
            best = Some((value, m));
        }
    }
    best
}

/// The value of the last move, for the side that has played it. It may have ended the game, by a repetition too.
fn value_after<G: Playable>(solution: &dyn Solution, position: &G::Position) -> Option<GameValue> {
    match G::verdict(position) {
        None => Some(solution.value(&G::sfen(position))?.before()),
        Some(verdict) => Some(match verdict.winner {
            None => GameValue::Draw,
            Some(winner) if winner == position.side_to_move() => GameValue::Loss(1),
            Some(_) => GameValue::Win(1),
        }),
    }
}

/// The reason why a solution cannot be read or made, whatever the game.
pub type SolutionError = Box<dyn Error + Send + Sync>;

/// The values of all positions of a game.
pub trait Solution: Debug + Send + Sync {
    /// The value of a position, given in SFEN; none if it is not a position of the game. What happened before does not
    /// matter: a position that recurs counts as often as it likes.
    fn value(&self, sfen: &str) -> Option<GameValue>;
}

/// How a game is solved, and where its solution is kept.
pub trait Solver: Debug + Sync {
    /// Opens a solution.
    ///
    /// # Errors
    /// If the file cannot be read, or is no solution of this game, or is damaged.
    fn open(&self, path: &Path) -> Result<Box<dyn Solution>, SolutionError>;

    /// Solves the game on the threads of the current rayon pool and writes its solution, replacing the file. Where it was
    /// stopped before, it goes on.
    ///
    /// # Errors
    /// If a file cannot be read or written, or what is to be continued is not what this program has left.
    fn solve(&self, path: &Path, watch: &Watch<'_>) -> Result<Solved, SolutionError>;
}

/// How somebody watches the game being solved, and stops it.
pub struct Watch<'a> {
    /// Ends the work soon, once it is set.
    pub stop: &'a AtomicBool,
    /// Is told what has been done, often and from any thread.
    pub progress: &'a (dyn Fn(Progress) + Sync),
}

/// How far the work is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What is being done, such as "wins in 7".
    pub stage: String,
    /// Positions that are done with.
    pub done: u64,
    /// Positions in all.
    pub total: u64,
}

/// How the work ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solved {
    /// The file is written. These lines tell what it holds.
    Finished(Vec<String>),
    /// The work was stopped, and the same command goes on from here.
    Stopped(String),
}
