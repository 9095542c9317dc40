//! What alpha-beta asks of a position.

use super::{Footprint, GameMove, MoveSink, Observer, Score, StructureKeys};
use crate::board::Color;

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

/// A position with its history: what the search asks of it. Required methods come first, then those that a game
/// overrides where it knows better, then those that follow from the others.
pub trait Position: Clone + Send + Sync {
    type Move: GameMove;

    fn side_to_move(&self) -> Color;

    /// Moves made since the game's start, counted as the notation counts them.
    fn game_ply(&self) -> u32;

    /// Hash of all that the rules look at but the history: board, reserves, side to move.
    fn key(&self) -> u64;

    fn structure_keys(&self) -> StructureKeys;

    /// Plays a legal move, telling `observer` of every placement that changes.
    fn make(&mut self, m: Self::Move, observer: &mut impl Observer);

    /// Takes back `m`, the last move made.
    fn unmake(&mut self, m: Self::Move);

    /// Passes the turn. Not in check.
    fn make_null(&mut self);

    fn unmake_null(&mut self);

    /// Whether the side to move would lose its last royal piece if it passed. False where the rules leave royal pieces
    /// unprotected.
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

    /// Material a pseudo-legal move wins if it is not answered, in centipawns: captured piece with its worth in
    /// reserve, gain of promotion. The capture of the last royal piece gains more than twice
    /// [`EVALUATION_LIMIT`](super::score::EVALUATION_LIMIT), so that no margin prunes it.
    fn material_gain(&self, m: Self::Move) -> Score;

    /// Whether the exchange that `m` starts on its target wins at least `threshold` centipawns.
    fn see_at_least(&self, m: Self::Move, threshold: Score) -> bool;

    fn footprint(&self, m: Self::Move) -> Footprint;

    /// Whether the game has ended here by repetition, by the limit of moves, or by the capture of the last royal piece
    /// of the side to move, where the rules let a royal piece be captured. Repetition counts as the search should see
    /// it: already at the second occurrence of a position. `ply` is the distance from the root, where bounds by
    /// comparison of reserves are not reported. The search asks at every node below the root, whether or not it
    /// generates moves there, so that the answer should be cheap where nothing has been repeated.
    fn ending(&self, ply: usize) -> Option<Ending>;

    /// [`Position::key`] after `m`, as far as it can be told cheaply: for prefetching only.
    #[inline(always)]
    fn key_after(&self, _: Self::Move) -> u64 {
        self.key()
    }

    /// Whether a pseudo-legal move belongs to [`Scope::Tactical`].
    #[inline(always)]
    fn is_tactical(&self, m: Self::Move) -> bool {
        self.is_capture(m)
    }

    /// Whether a pseudo-legal move declines a promotion that is never worse, except against a ban on mating drops.
    /// Every scope but [`Scope::Everything`] leaves such moves out.
    #[inline(always)]
    fn is_pointless(&self, _: Self::Move) -> bool {
        false
    }

    /// A move that mates at once, if one of the simple kinds is there. Not in check.
    #[inline(always)]
    fn mate_in_one(&self) -> Option<Self::Move> {
        None
    }

    /// A win that can be taken now by the rules in force, such as entering king or try.
    #[inline(always)]
    fn claim(&self) -> Option<Claim<Self::Move>> {
        None
    }
}
