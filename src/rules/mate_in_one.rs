//! A cheap test for mates in one by a piece that ends next to the king or jumps at it.
//!
//! Such a check cannot be blocked: the answers are capturing the piece or moving the king. Mates from afar are left
//! to the search. Nothing is reported that is not mate.

use super::hand::held;
use super::{Kind, Move, Origin, Position, Rules};
use crate::board::{Bitboard, Square, neighbours};

impl<R: Rules> Position<R> {
    /// See [`Position::mate_in_one`](crate::game::Position::mate_in_one).
    pub(super) fn contact_mate(&self) -> Option<Move> {
        let king = self.king(!self.side)?;
        self.mating_drop(king).or_else(|| self.mating_move(king))
    }

    fn mating_drop(&self, king: Square) -> Option<Move> {
        let empty = R::tables().board().without(self.occupied());
        for kind in held::<R>(self.hand(self.side)) {
            if R::KINDS[kind.index()].no_drop_mate {
                continue;
            }
            let near = self.contact_squares(kind, king) & empty;
            if near.is_empty() {
                continue;
            }
            for to in self.drop_targets(kind, near) {
                let m = Move::drop(kind, to);
                if self.contact_check_mates(m, kind, king) {
                    return Some(m);
                }
            }
        }
        None
    }

    fn mating_move(&self, king: Square) -> Option<Move> {
        let us = self.side;
        let targets = R::tables().board().without(self.pieces(us));
        for kind in (0..R::KINDS.len()).map(Kind::new) {
            let pieces = self.pieces_of(us, kind);
            if pieces.is_empty() || kind == R::KING {
                continue;
            }
            let plain = self.contact_squares(kind, king) & targets;
            let promoted = match R::KINDS[kind.index()].promotes_to {
                Some(promoted) => self.contact_squares(promoted, king) & targets,
                None => Bitboard::EMPTY,
            };
            if (plain | promoted).is_empty() {
                continue;
            }
            for from in pieces {
                for to in R::attacks(kind, us, from, self.occupied()) & (plain | promoted) {
                    if let Some(m) = self.mating_choice(kind, from, to, king) {
                        return Some(m);
                    }
                }
            }
        }
        None
    }

    /// The mating form of a move to `to`, promoting or not.
    fn mating_choice(&self, kind: Kind, from: Square, to: Square, king: Square) -> Option<Move> {
        [true, false].into_iter().map(|promotes| Move::board(from, to, promotes)).find(|&m| {
            let after = if m.promotes() { R::KINDS[kind.index()].promotes_to } else { Some(kind) };
            after.is_some_and(|after| {
                self.contact_squares(after, king).contains(to)
                    && self.is_generated(m)
                    && self.is_permitted(m)
                    && self.contact_check_mates(m, after, king)
            })
        })
    }

    /// Squares from which `kind` of the side to move checks without anything able to stand between.
    #[inline(always)]
    fn contact_squares(&self, kind: Kind, king: Square) -> Bitboard {
        let tables = R::tables();
        let near = tables.reach(kind, !self.side, king) & neighbours(king);
        near | tables.steps(kind, !self.side, king)
    }

    /// Whether a legal move that checks by contact leaves no answer.
    fn contact_check_mates(&self, m: Move, kind: Kind, king: Square) -> bool {
        let (us, them, to) = (self.side, !self.side, m.to());
        let mut occupied = self.occupied().with(to);
        if let Origin::Board(from) = m.origin() {
            occupied ^= Bitboard::square(from);
        }
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
