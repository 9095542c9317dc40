//! A cheap test for mates in one by a piece that ends next to the king or jumps at it.
//!
//! Such a check cannot be blocked: the answers are capturing the piece or moving the king. Mates from afar are left
//! to the search. Nothing is reported that is not mate.

use super::hand::held;
use super::{Kind, Move, Position, Rules};
use crate::board::{Bitboard, Square, lines};
use std::cell::LazyCell;
use std::ops::Deref;

impl<R: Rules> Position<R> {
    /// See [`Position::mate_in_one`](crate::game::Position::mate_in_one).
    pub(super) fn contact_mate(&self) -> Option<Move> {
        let king = self.king(!self.side)?;
        let flights = LazyCell::new(|| self.flights(king));
        self.mating_drop(king, &flights).or_else(|| self.mating_move(king, &flights))
    }

    /// Squares that the other king can go to as things stand: what a mating piece must take away by itself.
    fn flights(&self, king: Square) -> Bitboard {
        let them = !self.side;
        let occupied = self.occupied() ^ Bitboard::square(king);
        let steps = R::tables().steps(R::KING, them, king).without(self.pieces(them));
        steps.filter(|&to| R::attackers(self, self.side, to, occupied).is_empty()).collect()
    }

    fn mating_drop(&self, king: Square, flights: &impl Deref<Target = Bitboard>) -> Option<Move> {
        let empty = R::tables().board().without(self.occupied());
        for kind in held::<R>(self.hand(self.side)) {
            if R::KINDS[kind.index()].no_drop_mate {
                continue;
            }
            let near = R::tables().contact(kind, self.side, king) & empty;
            if near.is_empty() {
                continue;
            }
            // Where the king could go it captures the piece.
            for to in self.drop_targets(kind, near.without(**flights)) {
                let m = Move::drop(kind, to);
                if self.takes_away(m, kind, king, **flights) && self.contact_check_mates(m, kind, king) {
                    return Some(m);
                }
            }
        }
        None
    }

    fn mating_move(&self, king: Square, flights: &impl Deref<Target = Bitboard>) -> Option<Move> {
        let (us, tables) = (self.side, R::tables());
        let approach = tables.approaches(us, king);
        let near_enough =
            self.by_kind.iter().zip(approach).fold(Bitboard::EMPTY, |near, (&kind, &approach)| near | kind & approach);
        let targets = tables.board().without(self.pieces(us));
        for from in near_enough & self.pieces(us) {
            let kind = self.piece(from).kind();
            let mut near = tables.contact(kind, us, king);
            if let Some(promoted) = R::KINDS[kind.index()].promotes_to {
                near |= tables.contact(promoted, us, king);
            }
            for to in R::attacks(kind, us, from, self.occupied()) & near & targets {
                if let Some(m) = self.mating_choice(kind, from, to, king, **flights) {
                    return Some(m);
                }
            }
        }
        None
    }

    /// The mating form of a move to `to`, promoting or not.
    fn mating_choice(&self, kind: Kind, from: Square, to: Square, king: Square, flights: Bitboard) -> Option<Move> {
        // Where the piece leaves a line, one behind it may take squares away as well.
        let flights = flights.without(lines(from));
        [true, false].into_iter().map(|promotes| Move::board(from, to, promotes)).find(|&m| {
            let after = if m.promotes() { R::KINDS[kind.index()].promotes_to } else { Some(kind) };
            after.is_some_and(|after| {
                R::tables().contact(after, self.side, king).contains(to)
                    && self.takes_away(m, after, king, flights)
                    && self.is_generated(m)
                    && self.is_permitted(m)
                    && self.contact_check_mates(m, after, king)
            })
        })
    }

    /// Whether `kind` attacks all of `flights` but its own square, once `m` has brought it to its target.
    #[inline(always)]
    fn takes_away(&self, m: Move, kind: Kind, king: Square, flights: Bitboard) -> bool {
        let to = Bitboard::square(m.to());
        let occupied = (self.occupied() ^ Bitboard::square(king)).without(m.left()) | to;
        let flights = flights.without(to);
        // Most often already what the piece reaches at best falls short.
        flights.without(R::tables().reach(kind, self.side, m.to())).is_empty()
            && flights.without(R::attacks(kind, self.side, m.to(), occupied)).is_empty()
    }

    /// Whether a legal move that checks by contact leaves no answer.
    fn contact_check_mates(&self, m: Move, kind: Kind, king: Square) -> bool {
        let (us, them, to) = (self.side, !self.side, m.to());
        let occupied = self.occupied().with(to) ^ m.left();
        let king_set = Bitboard::square(king);
        let without_king = occupied ^ king_set;
        // A piece that has left its square is not occupied any more, and one that was captured is not ours.
        let attacked =
            |square: Square, occupied: Bitboard| !(R::attackers(self, us, square, occupied) & occupied).is_empty();
        let checker_attacks = R::attacks(kind, us, to, without_king);
        let blocked = self.pieces(them).without(Bitboard::square(to));
        let escapes = R::tables().steps(R::KING, them, king).without(blocked);
        for square in escapes {
            if !(square != to && checker_attacks.contains(square) || attacked(square, without_king)) {
                return false;
            }
        }
        let captors = (R::attackers(self, them, to, occupied) & occupied).without(king_set);
        captors.into_iter().all(|captor| attacked(king, occupied ^ Bitboard::square(captor)))
    }
}
