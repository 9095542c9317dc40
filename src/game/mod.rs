//! The contract between a game's rules and everything above them.
//!
//! [`Game`] and [`Position`] are what alpha-beta needs. [`Reserves`] is what a game with drops adds, and [`Playable`]
//! is what people and programs need to play: text, verdicts, handicaps, options, assets. [`Visible`] is what they see, and
//! the one part of the contract that speaks of squares and pieces: a game which the drop kernel cannot express may implement
//! the others too.

#![warn(missing_docs)]

mod cecp;
mod dialect;
mod evaluator;
mod formation;
pub mod hash;
mod history_index;
mod motif;
mod moves;
mod observer;
mod option;
mod packed;
mod perfect;
mod phase;
mod playable;
mod position;
mod reserve;
mod reserves;
pub mod score;
mod solution;
mod verdict;
mod visible;

pub use cecp::{CecpGame, CecpSetup};
pub use dialect::Dialect;
pub use evaluator::Evaluator;
pub use formation::{Formation, Topic};
pub use history_index::{HistoryIndex, StructureKeys};
pub use motif::Motif;
pub use moves::{GameMove, MoveBits, MoveBuffer, MoveSink};
pub use observer::{Delta, Observer, Placement};
pub use option::{Choice, GameOption, RuleChoices, RuleError, RuleOption};
pub use packed::Packed;
pub use perfect::PerfectLine;
pub use phase::Phase;
pub use playable::{Assets, Handicap, MoveError, Playable, SfenMode};
pub use position::{Claim, Ending, Position, Scope};
pub use reserve::Reserve;
pub use reserves::{Nuance, Reserves};
pub use score::Score;
pub use solution::{GameValue, Progress, Solution, SolutionError, Solved, Solver, Watch};
pub use verdict::{Declaration, Reason, Verdict};
pub use visible::{Cell, Departure, Figure, KindFace, Visible, Way};

/// A two-player game of perfect information. Its type fixes what code is compiled for it; a value of that type is the game
/// itself, since one type may stand for many games that have code in common.
pub trait Game: Copy + Send + Sync + 'static {
    /// A move of the game.
    type Move: GameMove;
    /// A position of the game with its history.
    type Position: Reserves<Move = Self::Move>;
    /// A list that has room for the moves of any position.
    type MoveList: MoveBuffer<Self::Move>;

    /// The greatest number of legal or pseudo-legal moves in any position.
    const MAX_MOVES: usize;
    /// The upper bound, exclusive, of [`HistoryIndex::to`].
    const TARGETS: usize;
    /// The upper bound, exclusive, of [`HistoryIndex::piece_to`].
    const PIECE_TARGETS: usize;
    /// The upper bound, exclusive, of [`HistoryIndex::from_to`].
    const FROM_TARGETS: usize;
    /// The upper bound, exclusive, of [`HistoryIndex::captured`].
    const CAPTURED_KINDS: usize;
    /// True if a mate in one is looked for again in positions that were evaluated and not searched. Where quiet moves are so
    /// many that the search leaves most of them out, nothing else would find it.
    const LOOKS_TWICE_FOR_MATE: bool = false;

    /// The name under which the protocol and the command line know the game.
    fn name(self) -> &'static str;

    /// The game that is played in a position.
    fn of(position: &Self::Position) -> Self;
}
