//! The contract for positions of the alpha-beta search.

use super::{GameMove, HistoryIndex, MoveSink, Observer, Score, StructureKeys, Threats};
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

/// End of the game at a node of the search, for the side to move. It depends on the path, and so never enters the
/// transposition table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The game is drawn by repetition or by the limit of moves.
    Draw,
    /// The opponent broke the rule on repetition.
    Win,
    /// The side to move broke that rule, or has lost its last royal piece.
    Loss,
    /// The board of an earlier position with more in hand: the side to move stands at least as well as there.
    Superior,
    /// The board of an earlier position with less in hand: the side to move stands at most as well as there.
    Inferior,
}

impl Ending {
    /// False if only the reserve differs from that of an earlier position, which bounds a score and ends no game.
    #[must_use]
    pub const fn ends_game(self) -> bool {
        matches!(self, Self::Draw | Self::Win | Self::Loss)
    }
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

    /// The hash of board, hands and side to move: everything that the rules depend on but the history.
    fn key(&self) -> u64;

    /// The hashes of the parts of the position that change rarely.
    fn structure_keys(&self) -> StructureKeys;

    /// Plays a legal move, and reports every piece feature that changes to `observer`.
    fn make(&mut self, m: Self::Move, observer: &mut impl Observer);

    /// Takes back `m`, the last move made.
    fn unmake(&mut self, m: Self::Move);

    /// Passes the turn. The side to move must not be in check.
    fn make_null(&mut self);

    /// Takes back the null move, which was the last one made.
    fn unmake_null(&mut self);

    /// True if the side to move would lose its last royal piece by passing. False where the rules leave royal pieces
    /// unprotected.
    fn in_check(&self) -> bool;

    /// Passes the moves of `scope` to `sink`.
    fn generate(&self, scope: Scope, sink: &mut impl MoveSink<Self::Move>);

    /// Every legal move. There is none for a side that has lost its last royal piece.
    fn legal_moves(&self, sink: &mut impl MoveSink<Self::Move>);

    /// The legal moves that do not leave the last royal piece of the side to move en prise: all legal moves unless the
    /// rules allow others.
    fn defences(&self, sink: &mut impl MoveSink<Self::Move>) {
        self.legal_moves(sink);
    }

    /// True if `m`, which may be garbage, is a move of [`Scope::Everything`] here.
    fn is_pseudo_legal(&self, m: Self::Move) -> bool;

    /// True if a pseudo-legal move is legal.
    fn is_legal(&self, m: Self::Move) -> bool;

    /// True if a pseudo-legal move gives check.
    fn gives_check(&self, m: Self::Move) -> bool;

    /// [`Position::gives_check`] for many moves, with the lookups that they share made once.
    #[inline(always)]
    fn check_test(&self) -> impl Fn(Self::Move) -> bool {
        |m| self.gives_check(m)
    }

    /// True if a pseudo-legal move captures a piece.
    fn is_capture(&self, m: Self::Move) -> bool;

    /// The material that a pseudo-legal move wins if it is not answered, in centipawns: the captured piece with its
    /// worth in hand, and the gain of promotion. The capture of the last royal piece gains more than twice
    /// [`EVALUATION_LIMIT`](super::score::EVALUATION_LIMIT), so that no margin prunes it.
    fn material_gain(&self, m: Self::Move) -> Score;

    /// True if the static exchange that `m` starts on its target wins at least `threshold` centipawns.
    fn see_at_least(&self, m: Self::Move, threshold: Score) -> bool;

    /// The indices of a pseudo-legal move in history tables.
    fn history_index(&self, m: Self::Move) -> HistoryIndex;

    /// The end of the game by repetition, by the limit of moves, or by the capture of the last royal piece of the side
    /// to move, where the rules allow it. Repetition counts as the search should see it: already at the second
    /// occurrence of a position. `ply` is the distance from the root. If a cycle began before the root, the side that
    /// would lose by it can still leave it, so it is lost only once the rules say so; and hands are compared only with
    /// those of boards from the root on. The search asks at every node, even without generating moves there, so the
    /// answer must be cheap if nothing has been repeated.
    fn ending(&self, ply: usize) -> Option<Ending>;

    /// The hash of the optional rules in force, if there are any: the value of a position may depend on them.
    fn rules_key(&self) -> u64 {
        0
    }

    /// An approximation of [`Position::key`] after `m`, for prefetching only.
    fn key_after(&self, _: Self::Move) -> u64 {
        self.key()
    }

    /// True if a pseudo-legal move captures on the square where the last move captured.
    fn is_recapture(&self, _: Self::Move) -> bool {
        false
    }

    /// The squares that cheaper pieces of the other side attack.
    fn threats(&self) -> Threats {
        Threats::default()
    }

    /// The worth of the piece that a pseudo-legal move takes out of the reach of cheaper ones, in centipawns; negative for
    /// a piece that it puts there. `threats` are those of this position.
    fn relief(&self, _threats: &Threats, _: Self::Move) -> Score {
        0
    }

    /// The worth of the dearest piece of the side to move that a cheaper one attacks, in centipawns. `threats` are those of this
    /// position.
    fn at_risk(&self, _threats: &Threats) -> Score {
        0
    }

    /// True if a pseudo-legal move belongs to [`Scope::Tactical`].
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

    /// True if a legal move wins the game whatever threatens the king, such as one to the goal of a try rule.
    fn wins_at_once(&self) -> bool {
        matches!(self.claim(), Some(Claim::Move(_)))
    }
}
