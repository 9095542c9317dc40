//! The contract between a game's rules and everything above them.
//!
//! [`Game`] and [`Position`] are what alpha-beta needs, [`Reserves`] what a game with drops adds to it, and
//! [`Playable`] what people and programs need to play: text, verdicts, handicaps, options, assets. The contract is free
//! of squares, piece names and drops, so that a game the drop kernel cannot express may implement it too.

mod evaluator;
mod footprint;
pub mod hash;
mod moves;
mod observer;
mod option;
mod playable;
mod position;
mod reserve;
mod reserves;
pub mod score;
mod verdict;

pub use evaluator::Evaluator;
pub use footprint::{Footprint, StructureKeys};
pub use moves::{GameMove, MoveBits, MoveBuffer, MoveSink};
pub use observer::{Delta, Observer, Placement};
pub use option::{Choice, GameOption, RuleChoices, RuleError};
pub use playable::{Assets, Handicap, MoveError, Playable, SfenMode};
pub use position::{Claim, Ending, Position, Scope};
pub use reserve::Reserve;
pub use reserves::Reserves;
pub use score::Score;
pub use verdict::{Declaration, Reason, Verdict};

/// A two-player game of perfect information, as a type: all its parts are fixed at compile time.
pub trait Game: Copy + Send + Sync + 'static {
    type Move: GameMove;
    type Position: Reserves<Move = Self::Move>;
    /// A list that holds the moves of any position.
    type MoveList: MoveBuffer<Self::Move>;

    /// The name under which protocol and command line know the game.
    const NAME: &'static str;
    /// No position has more legal or pseudo-legal moves.
    const MAX_MOVES: usize;
    /// [`Footprint::to`] is below it.
    const TARGETS: usize;
    /// [`Footprint::piece_to`] is below it.
    const PIECE_TARGETS: usize;
    /// [`Footprint::from_to`] is below it.
    const FROM_TARGETS: usize;
    /// [`Footprint::captured`] is below it.
    const CAPTURED_KINDS: usize;
}
