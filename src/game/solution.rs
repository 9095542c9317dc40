//! Solutions of games.

use super::{Score, score};
use std::error::Error;
use std::fmt::Debug;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// Value of a position under perfect play, for the side to move. A win takes as few plies as possible, and a loss as
/// many; the ply that ends the game counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameValue {
    /// The side to move wins in this many plies.
    Win(u32),
    /// Neither side can force a win.
    Draw,
    /// The side to move loses in this many plies; zero if it has lost already.
    Loss(u32),
}

impl GameValue {
    /// The value before a move, for the side that plays it, if this is the value after it for the other side.
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
    /// The value of a position, given in SFEN; none if it is not a position of the game. The history does not matter:
    /// positions may recur without limit.
    fn value(&self, sfen: &str) -> Option<GameValue>;
}

/// Solves a game, and opens its solution.
pub trait Solver: Debug + Sync {
    /// Opens a solution.
    ///
    /// # Errors
    /// If the file cannot be read, or is no solution of this game, or is damaged.
    fn open(&self, path: &Path) -> Result<Box<dyn Solution>, SolutionError>;

    /// Solves the game and writes its solution, replacing the file. A run that
    /// was stopped is resumed.
    ///
    /// # Errors
    /// If a file cannot be read or written, or the files of a stopped run are not this program's.
    fn solve(&self, path: &Path, watch: &Watch<'_>) -> Result<Solved, SolutionError>;
}

/// Threads, progress and cancellation of a solving run.
pub struct Watch<'a> {
    /// Threads that share the work; the calling one is the first.
    pub threads: usize,
    /// Ends the run soon, once it is set.
    pub stop: &'a AtomicBool,
    /// Receives the progress, often and from any thread.
    pub progress: &'a (dyn Fn(Progress) + Sync),
}

/// Progress of a solving run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The current stage, such as "wins in 7".
    pub stage: String,
    /// Positions done.
    pub done: u64,
    /// Positions in all.
    pub total: u64,
}

/// End of a solving run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solved {
    /// The file is written, with these facts about its contents.
    Finished(Vec<String>),
    /// The run was stopped; this command resumes it.
    Stopped(String),
}
