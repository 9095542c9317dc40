//! The contract between a game's rules and everything above them.
//!
//! [`Game`] and [`Position`] are what alpha-beta needs. A game with drops adds [`Hands`]; people and programs play by
//! [`Playable`] and [`PlayablePosition`]: text, verdicts, handicaps, options, assets. None of them speaks of squares and
//! pieces, so that a game that no kernel can express may implement them too. [`Cell`], [`Figure`] and [`Way`] are what is
//! drawn of a position and a move.

#![deny(missing_docs)]

mod cecp;
mod dialect;
mod end;
mod evaluator;
mod formation;
mod hand;
mod hands;
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
pub mod score;
mod solution;
mod strides;
mod threats;
mod verdict;
mod visible;

pub use cecp::{CecpGame, CecpSetup};
pub use dialect::Dialect;
pub use end::End;
pub use evaluator::Evaluator;
pub use formation::{Formation, Topic};
pub use hand::Hand;
pub use hands::{Hands, Nuance};
pub use history_index::{HistoryIndex, StructureKeys};
pub use motif::{Attack, Motif, Tactic};
pub use moves::{GameMove, MoveBits, MoveBuffer, MoveSink};
pub use observer::{Delta, Observer, PieceFeature};
pub use option::{Choice, GameOption, RuleChoices, RuleError, RuleOption};
pub use packed::Packed;
pub use perfect::PerfectLine;
pub use phase::Phase;
pub use playable::{Assets, Handicap, MoveError, Playable, PlayablePosition, SfenMode};
pub use position::{Claim, Ending, Position, Scope};
pub use score::Score;
pub use solution::{GameValue, Progress, Solution, SolutionError, Solved, Solver, Watch};
pub use strides::{Feat, Manner, Stride, Strides};
pub use threats::Threats;
pub use verdict::{Declaration, ImpasseCount, Reason, Verdict};
pub use visible::{Cell, Departure, Figure, KindFace, Way, rank_letters, read_rank};

/// A two-player game of perfect information. Its type fixes what code is compiled for it; a value of that type is the game
/// itself, since one type may stand for many games that have code in common.
pub trait Game: Copy + Send + Sync + 'static {
    /// A move of the game.
    type Move: GameMove;
    /// A position of the game with its history.
    type Position: Hands<Move = Self::Move>;
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
    /// True to search for a mate in one again in positions that were evaluated but not searched. Where the
    /// search prunes most quiet moves, as in large games, nothing else finds it.
    const RETRIES_MATE_IN_ONE: bool = false;
    /// Number of root moves from which captures come first, since a short search does not reach the end of the list.
    const MANY_MOVES: usize = usize::MAX;

    /// The name under which the protocol and the command line know the game.
    fn name(self) -> &'static str;

    /// The game that is played in a position.
    fn of(position: &Self::Position) -> Self;
}
