//! The contract between a game's rules and everything above them: search, mate solver, training.
//!
//! Free of squares, piece names and drops, so that a game the drop kernel cannot express may implement it too.

mod footprint;
pub mod hash;
mod moves;
mod observer;
mod reserve;
pub mod score;

pub use footprint::{Footprint, StructureKeys};
pub use moves::{GameMove, MoveBits, MoveBuffer, MoveSink};
pub use observer::{Delta, Observer, Placement};
pub use reserve::Reserve;
pub use score::Score;

use crate::board::Color;

/// A two-player game of perfect information, as a type: all its parts are fixed at compile time.
pub trait Game: Copy + Send + Sync + 'static {
    type Move: GameMove;
    type Position: Position<Move = Self::Move>;
    /// A list that holds the moves of any position.
    type MoveList: MoveBuffer<Self::Move>;

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

/// Which moves [`Position::generate`] yields. All are pseudo-legal: they obey every rule of movement, and only
/// [`Position::is_legal`] tells whether they leave the own royal piece attacked or break a ban on mating drops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Captures, and promotions that as a rule win material. Not in check.
    Tactical,
    /// Of those, the moves that gain at least `least` at once, and captures on the square `besides`, of any gain; a few
    /// others may be among them. Not in check.
    Gaining { least: Score, besides: Option<u8> },
    /// All others, drops included: with [`Scope::Tactical`] every move once. Not in check.
    Quiet,
    /// The answers to a check, tactical and quiet. In check only.
    Evasions,
    /// Everything, in check or not, declined promotions that are never better included.
    Everything,
    /// Every move that gives check, in check or not, tactical or quiet, declined promotions included.
    Checks,
}

/// How a game stands at a node of the search, seen by the side to move. Depends on the path, so it never enters
/// the transposition table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By repetition or by the limit of moves.
    Draw,
    /// The opponent broke the rule on repetition.
    Win,
    /// The side to move broke that rule, or has lost its last royal piece.
    Loss,
    /// The board of an earlier position with more in reserve: at least this good.
    Superior,
    /// The board of an earlier position with less in reserve: at most this good.
    Inferior,
}

/// A win that the side to move may take now without giving mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim<M> {
    /// Declared instead of a move.
    Declaration,
    /// By playing this move.
    Move(M),
}

/// A position with its history: what the search asks of it.
pub trait Position: Clone + Send + Sync {
    type Move: GameMove;

    fn side_to_move(&self) -> Color;

    /// Moves made since the game's start, counted as the notation counts them.
    fn game_ply(&self) -> u32;

    /// Hash of all that the rules look at but the history: board, reserves, side to move.
    fn key(&self) -> u64;

    /// [`Position::key`] after `m`, as far as it can be told cheaply: for prefetching only.
    fn key_after(&self, m: Self::Move) -> u64;

    /// Hash of the board and the side to move, without the reserves.
    fn board_key(&self) -> u64;

    /// [`Position::board_key`] after a pseudo-legal move.
    fn board_key_after(&self, m: Self::Move) -> u64;

    /// What the side to move will hold after a pseudo-legal move.
    fn reserve_after(&self, m: Self::Move) -> Reserve;

    fn structure_keys(&self) -> StructureKeys;

    /// What `color` holds off the board.
    fn reserve(&self, color: Color) -> Reserve;

    /// Plays a legal move, telling `observer` of every placement that changes.
    fn make(&mut self, m: Self::Move, observer: &mut impl Observer);

    /// Takes back `m`, the last move made.
    fn unmake(&mut self, m: Self::Move);

    /// Passes the turn. Not in check.
    fn make_null(&mut self);

    fn unmake_null(&mut self);

    fn in_check(&self) -> bool;

    fn generate(&self, scope: Scope, sink: &mut impl MoveSink<Self::Move>);

    /// Every legal move. There is none for a side that has lost its last royal piece.
    fn legal_moves(&self, sink: &mut impl MoveSink<Self::Move>);

    /// Whether any encoding at all is a move of [`Scope::Everything`] here.
    fn is_pseudo_legal(&self, m: Self::Move) -> bool;

    /// Whether a pseudo-legal move is legal.
    fn is_legal(&self, m: Self::Move) -> bool;

    /// Whether a pseudo-legal move gives check.
    fn gives_check(&self, m: Self::Move) -> bool;

    fn is_capture(&self, m: Self::Move) -> bool;

    /// Whether a pseudo-legal move belongs to [`Scope::Tactical`].
    fn is_tactical(&self, m: Self::Move) -> bool;

    /// A declined promotion that could only matter where the rules ban a mating drop: left out by every scope but
    /// [`Scope::Everything`].
    fn is_pointless(&self, m: Self::Move) -> bool;

    /// Whether a pseudo-legal move brings in a piece from the reserve.
    fn is_from_reserve(&self, m: Self::Move) -> bool;

    /// Those among the moves that bring in the same piece as `like` does that give check. There may be others with
    /// them that are not even pseudo-legal.
    fn checks_from_reserve(&self, like: Self::Move) -> impl Iterator<Item = Self::Move>;

    /// A number shared by pseudo-legal moves so alike that a solver tries them one after the other: one target for
    /// several pieces of the reserve, one board move with and without promotion.
    fn likeness(&self, m: Self::Move) -> u32;

    /// In check: whether a piece from the reserve could answer, if the side to move held the right one.
    fn reserve_can_answer(&self) -> bool;

    /// If a legal move in check does nothing but stand between checker and royal piece: the moves by which the
    /// checker would then take it, with and without promotion, the likeliest first.
    fn interposition_captures(&self, m: Self::Move) -> [Option<Self::Move>; 2];

    /// Gives what `from` holds of `what` to the other side, as if it had never been captured. To be reversed before
    /// the move that led here is taken back.
    fn hand_over(&mut self, from: Color, what: Reserve);

    /// Material a pseudo-legal move wins if it is not answered, in centipawns: captured piece with its worth in
    /// reserve, gain of promotion. The capture of the last royal piece gains more than twice
    /// [`score::EVALUATION_LIMIT`], so that no margin prunes it.
    fn material_gain(&self, m: Self::Move) -> Score;

    /// Whether the exchange that `m` starts on its target wins at least `threshold` centipawns.
    fn see_at_least(&self, m: Self::Move, threshold: Score) -> bool;

    /// A move that mates at once, if one of the simple kinds is there. Not in check.
    fn mate_in_one(&self) -> Option<Self::Move>;

    fn footprint(&self, m: Self::Move) -> Footprint;

    /// Whether the game has ended here by repetition, by the limit of moves, or by the capture of the last royal piece
    /// of the side to move, where the rules let a royal piece be captured. Repetition counts as the search should see
    /// it: already at the second occurrence of a position. `ply` is the distance from the root, where bounds by
    /// comparison of reserves are not reported. The search asks at every node below the root, whether or not it
    /// generates moves there, so that the answer should be cheap where nothing has been repeated.
    fn ending(&self, ply: usize) -> Option<Ending>;

    /// A win that can be taken now by the rules in force, entering king or try.
    fn claim(&self) -> Option<Claim<Self::Move>>;
}

/// What search and training need of an evaluation. It follows the moves made: [`Evaluator::push`] before each
/// [`Position::make`], [`Evaluator::pop`] after each [`Position::unmake`]; null moves change nothing.
pub trait Evaluator<G: Game>: Send {
    /// Starts afresh from `position`.
    fn reset(&mut self, position: &G::Position);

    /// The record of the coming move, to be filled as its observer.
    fn push(&mut self) -> &mut Delta;

    fn pop(&mut self);

    /// Starts to load what evaluating `position` will need.
    fn prefetch(&self, _: &G::Position) {}

    /// Centipawns for the side to move, within [`score::EVALUATION_LIMIT`].
    fn evaluate(&mut self, position: &G::Position) -> Score;
}
