//! Borrowed moves (annan shogi): a piece with a piece of its own side directly behind it moves as that one does.
//!
//! Pins do not tell which moves expose a king: a capture may return its own moves to the piece in front of the captured
//! one, and a piece that arrives or leaves changes the moves of the one in front of it. So the pieces are placed as
//! after the move, and tested.

use super::checks::attackers_among;
use super::forward::{behind, shift_forward};
use super::{Kind, Move, Position, Rules};
use crate::board::{Bitboard, Color, Square, between, lines};

/// The pieces on a board, without hands or state.
#[derive(Clone)]
struct Placed<R> {
    /// `[kind]`
    by_kind: [Bitboard; Kind::LIMIT],
    /// `[color]`
    by_color: [Bitboard; 2],
    rules: R,
}

impl<R: Rules> Placed<R> {
    fn of(position: &Position<R>) -> Self {
        Self { by_kind: position.by_kind, by_color: position.by_color, rules: position.rules }
    }

    /// Moves a piece of `color`, which becomes `kind`, and captures the piece on its target.
    fn make(&mut self, left: Bitboard, color: Color, kind: Kind, to: Square) {
        let to = Bitboard::square(to);
        for set in self.by_kind.iter_mut().chain(&mut self.by_color) {
            *set = set.without(left | to);
        }
        self.by_kind[kind.index()] |= to;
        self.by_color[color.index()] |= to;
    }

    fn attackers(&self, color: Color, square: Square) -> Bitboard {
        let own = self.by_color[color.index()];
        let moving_as = |kind: Kind| borrowers(color, own, self.by_kind[kind.index()] & own);
        attackers_among(self.rules, moving_as, color, square, self.by_color[0] | self.by_color[1])
    }

    fn in_check(&self, color: Color) -> bool {
        let king = self.by_kind[self.rules.spec().king.index()] & self.by_color[color.index()];
        king.first().is_some_and(|king| !self.attackers(!color, king).is_empty())
    }
}

/// The pieces among `own`, of `color`, that move as the `lenders` do: the pieces in front of lenders, and lenders with
/// nobody behind them.
#[inline(always)]
const fn borrowers(color: Color, own: Bitboard, lenders: Bitboard) -> Bitboard {
    own.and(shift_forward(color, lenders)).or(lenders.without(shift_forward(color, own)))
}

impl<R: Rules> Position<R> {
    /// Pieces of `color` that move as `kind` does: those of the kind, unless moves are borrowed.
    #[must_use]
    #[inline(always)]
    pub fn moving_as(&self, color: Color, kind: Kind) -> Bitboard {
        let lenders = self.pieces_of(color, kind);
        if self.spec().borrows { borrowers(color, self.pieces(color), lenders) } else { lenders }
    }

    /// The kind whose moves the piece on `square` has: its own, unless it borrows them.
    #[must_use]
    #[inline(always)]
    pub fn moving_kind(&self, square: Square) -> Kind {
        let piece = self.piece(square);
        if self.spec().borrows
            && let Some(lender) = behind(piece.color(), square)
            && self.piece(lender).is(piece.color())
        {
            return self.piece(lender).kind();
        }
        piece.kind()
    }

    /// True if the king of `color` is attacked after a pseudo-legal move.
    pub(super) fn is_checked_after(&self, m: Move, color: Color) -> bool {
        self.placed_after(m).in_check(color)
    }

    fn placed_after(&self, m: Move) -> Placed<R> {
        let mut placed = Placed::of(self);
        placed.make(m.left(), self.side, self.kind_after(m), m.to());
        placed
    }

    /// True if a pseudo-legal move on the board leaves the own king attacked.
    pub(super) fn exposes_king(&self, m: Move) -> bool {
        let (us, them) = (self.side, !self.side);
        let Some(king) = self.king(us) else { return false };
        // A move causes a new attack only if it opens a line or changes the moves of an enemy.
        let opens = m.left().intersects(lines(king) | Bitboard::square(king));
        let captured = Bitboard::square(m.to()) & self.pieces(them);
        let frees = shift_forward(them, captured).intersects(self.pieces(them));
        (opens || frees || !self.checkers().is_empty()) && self.is_checked_after(m, us)
    }

    /// Targets that answer a single checker without moving the king: blocking it, capturing it, or capturing the piece
    /// whose moves it borrows.
    pub(super) fn answers_to(&self, king: Square, checker: Square) -> Bitboard {
        let lender = behind(!self.side, checker).map_or(Bitboard::EMPTY, Bitboard::square);
        self.shields(king, checker).with(checker) | lender & self.pieces(!self.side)
    }

    /// Squares on which a drop of `kind` attacks the other side's `king`: by its own moves, by borrowed ones, or by
    /// lending its moves to the piece in front of it.
    pub(super) fn drop_checks(&self, kind: Kind, king: Square) -> Bitboard {
        let (us, occupied) = (self.side, self.occupied());
        let strikes = |kind: Kind| self.attacks(kind, !us, king, occupied);
        let own = self.pieces(us);
        let mut targets = strikes(kind).without(shift_forward(us, own));
        for lender in self.spec().all_kinds() {
            targets |= strikes(lender) & shift_forward(us, self.pieces_of(us, lender));
        }
        for borrower in strikes(kind) & own {
            let lender = behind(us, borrower).filter(|&lender| !between(king, borrower).contains(lender));
            targets |= lender.map_or(Bitboard::EMPTY, Bitboard::square);
        }
        targets.without(occupied)
    }

    /// True if dropping a pawn or another `kind` directly in front of the other `king` mates, even by borrowed moves.
    pub(super) fn drop_mates_borrowing(&self, kind: Kind, to: Square, king: Square) -> bool {
        let (us, them) = (self.side, !self.side);
        let placed = self.placed_after(Move::drop(kind, to));
        if !placed.attackers(us, king).contains(to) {
            return false;
        }
        // A drop changes the moves of its own side only.
        let flights = self.attacks(self.moving_kind(king), them, king, self.occupied().with(to));
        let flights = flights.without(self.pieces(them)).map(|flight| (king, flight));
        let captures = placed.attackers(them, to).map(|captor| (captor, to));
        flights.chain(captures).all(|(from, to)| {
            let mut answered = placed.clone();
            answered.make(Bitboard::square(from), them, self.piece(from).kind(), to);
            answered.in_check(them)
        })
    }
}
