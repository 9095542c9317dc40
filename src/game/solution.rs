//! What is known of a game that has been solved.

use super::{Score, score};
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
