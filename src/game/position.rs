//! What alpha-beta needs of a position.

use super::{GameMove, HistoryIndex, MoveSink, Observer, Score, StructureKeys};
use crate::board::Color;

/// The moves that [`Position::generate`] yields. All of them are pseudo-legal: they obey every rule of movement, but
/// only [`Position::is_legal`] tells whether they leave the own royal piece attacked or break a ban on mating drops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Captures, and promotions that as a rule win material. The side to move must not be in check.
    Tactical,
    /// The tactical moves that gain at least `least` at once, and all captures on the square `besides`; a few other
    /// moves may be among them. The side to move must not be in check.
    Gaining {
        /// The least gain, as [`Position::material_gain`] counts it.
        least: Score,
        /// A square, by its [`HistoryIndex::to`].
        besides: Option<u8>,
    },
    /// All moves that are not tactical, drops included, so that both scopes together yield every move once. The side to
    /// move must not be in check.
    Quiet,
    /// The answers to a check, tactical and quiet. The side to move must be in check.
    Evasions,
    /// All moves, whether the side to move is in check or not, including declined promotions that are never better.
    Everything,
    /// All moves that give check, whether the side to move is in check or not, tactical and quiet, including declined
    /// promotions.
    Checks,
}

/// How the game has ended at a node of the search, seen by the side to move. An ending depends on the path, so that it
/// never enters the transposition table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The game is drawn by repetition or by the limit of moves.
    Draw,
    /// The opponent broke the rule on repetition.
    Win,
    /// The side to move broke that rule, or has lost its last royal piece.
    Loss,
    /// The board of an earlier position with more in reserve: the side to move stands at least as well as there.
    Superior,
    /// The board of an earlier position with less in reserve: the side to move stands at most as well as there.
    Inferior,
}

/// A win that the side to move may take now without giving mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim<M> {
    /// The win is declared instead of a move.
    Declaration,
    /// The win is taken by playing this move.
    Move(M),
}

/// A position with its history, as the search needs it. Required methods come first, then those with a default that a
/// game overrides where it knows better.
pub trait Position: Clone + Send + Sync {
    /// A move of the game.
    type Move: GameMove;

    /// The side that makes the next move.
    fn side_to_move(&self) -> Color;

    /// The number of moves since the game's start, counted as the notation counts them.
    fn game_ply(&self) -> u32;

    /// The hash of board, reserves and side to move: all that the rules look at but the history.
    fn key(&self) -> u64;

    /// The hashes of the parts of the position that change rarely.
    fn structure_keys(&self) -> StructureKeys;

    /// Plays a legal move, telling `observer` of every placement that changes.
    fn make(&mut self, m: Self::Move, observer: &mut impl Observer);

    /// Takes back `m`, the last move made.
    fn unmake(&mut self, m: Self::Move);

    /// Passes the turn. The side to move must not be in check.
    fn make_null(&mut self);

    /// Takes back the null move, which was the last one made.
    fn unmake_null(&mut self);

    /// Whether the side to move would lose its last royal piece if it passed. False where the rules leave royal pieces
    /// unprotected.
    fn in_check(&self) -> bool;

    /// Passes the moves of `scope` to `sink`.
    fn generate(&self, scope: Scope, sink: &mut impl MoveSink<Self::Move>);

    /// Every legal move. There is none for a side that has lost its last royal piece.
    fn legal_moves(&self, sink: &mut impl MoveSink<Self::Move>);

    /// The legal moves that do not leave the last royal piece of the side to move to be captured at once: all legal moves
    /// where the rules know no others.
    fn defences(&self, sink: &mut impl MoveSink<Self::Move>) {
        self.legal_moves(sink);
    }

    /// Whether `m`, which may be garbage, is a move of [`Scope::Everything`] here.
    fn is_pseudo_legal(&self, m: Self::Move) -> bool;

    /// Whether a pseudo-legal move is legal.
    fn is_legal(&self, m: Self::Move) -> bool;

    /// Whether a pseudo-legal move gives check.
    fn gives_check(&self, m: Self::Move) -> bool;

    /// Whether a pseudo-legal move captures a piece.
    fn is_capture(&self, m: Self::Move) -> bool;

    /// The material that a pseudo-legal move wins if it is not answered, in centipawns: the captured piece with its
    /// worth in reserve, and the gain of promotion. The capture of the last royal piece gains more than twice
    /// [`EVALUATION_LIMIT`](super::score::EVALUATION_LIMIT), so that no margin prunes it.
    fn material_gain(&self, m: Self::Move) -> Score;

    /// Whether the exchange that `m` starts on its target wins at least `threshold` centipawns.
    fn see_at_least(&self, m: Self::Move, threshold: Score) -> bool;

    /// The indices under which tables that learn know a pseudo-legal move.
    fn history_index(&self, m: Self::Move) -> HistoryIndex;

    /// Whether the game has ended here by repetition, by the limit of moves, or by the capture of the last royal piece
    /// of the side to move, where the rules let a royal piece be captured. Repetition counts as the search should see
    /// it: already at the second occurrence of a position. `ply` is the distance from the root. Where a cycle began
    /// earlier, whoever would lose by it can still leave it, so that it is lost only once the rules say so; and reserves
    /// are compared only with those of boards that stood no earlier. The search asks at every node below the root,
    /// whether or not it generates moves there, so that the answer should be cheap where nothing has been repeated.
    fn ending(&self, ply: usize) -> Option<Ending>;

    /// The hash of the choices among the rules that are in force, where there are any: the same position may be worth
    /// something else under others.
    fn rules_key(&self) -> u64 {
        0
    }

    /// An estimate of [`Position::key`] after `m`, as exact as it is cheap. It serves prefetching only.
    fn key_after(&self, _: Self::Move) -> u64 {
        self.key()
    }

    /// Whether a pseudo-legal move belongs to [`Scope::Tactical`].
    fn is_tactical(&self, m: Self::Move) -> bool {
        self.is_capture(m)
    }

    /// True for a non-promotion that is never better than the promotion except against a ban on mating drops. Every
    /// scope but [`Scope::Everything`] and [`Scope::Checks`] leaves such moves out.
    fn is_pointless(&self, _: Self::Move) -> bool {
        false
    }

    /// A move that mates at once, if there is one of the simple kinds. The side to move must not be in check.
    fn mate_in_one(&self) -> Option<Self::Move> {
        None
    }

    /// A win that can be taken now by the rules in force, such as entering king or try.
    fn claim(&self) -> Option<Claim<Self::Move>> {
        None
    }

    /// Whether a legal move wins the game whatever threatens the king, as one to the goal of a try rule does.
    fn wins_at_once(&self) -> bool {
        matches!(self.claim(), Some(Claim::Move(_)))
    }
}
