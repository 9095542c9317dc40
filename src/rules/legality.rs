//! Legality of moves: fast tests for the search, typed reasons for people.

use super::{Illegality, Kind, Move, Origin, Position, Rules};
use crate::board::{Bitboard, Square};

impl<R: Rules> Position<R> {
    #[inline(always)]
    pub(super) fn moves_king(&self, m: Move) -> bool {
        matches!(m.origin(), Origin::Board(from) if self.king(self.side) == Some(from))
    }

    /// True if dropping `kind` on `to` mates: it stands where it would check from the next square, and the other side can
    /// neither capture it nor step away. Interposing is impossible, so this never asks about further drops.
    ///
    /// Escapes are counted with the dropped piece in place, which may cut a slider of the dropper; a capturer
    /// counts unless leaving its square opens a line to its own king.
    pub(super) fn drop_mates(&self, kind: Kind, to: Square) -> bool {
        let (us, them) = (self.side, !self.side);
        let Some(king) = self.king(them) else { return false };
        if !self.tables().steps(kind, us, to).contains(king) {
            return false;
        }
        if self.spec().borrows {
            return self.drop_mates_borrowing(kind, to, king);
        }
        let occupied = self.occupied().with(to);
        let king_set = Bitboard::square(king);
        let others = (self.occupied() ^ king_set).with(to);
        let dropped_attacks = self.attacks(kind, us, to, others);
        let captors = self.attackers(them, to, occupied) & !king_set;
        for captor in captors {
            let after = occupied ^ Bitboard::square(captor);
            if !self.is_attacked(king, us, after) {
                return false;
            }
        }
        let escapes = self.tables().steps(self.spec().king, them, king).without(self.pieces(them));
        escapes.into_iter().all(|square| {
            square != to && dropped_attacks.contains(square) || !self.attackers(us, square, others).is_empty()
        })
    }

    /// The reason why the move breaks the rules of movement, promotion or drops, if it does; the safety of kings is not looked
    /// at.
    pub(super) fn movement(&self, m: Move) -> Result<(), Illegality> {
        if !self.tables().board().contains(m.to()) {
            return Err(Illegality::OffBoard);
        }
        match m.origin() {
            Origin::Hand(kind) => self.drop_movement(kind, m),
            Origin::Board(from) => self.board_movement(from, m),
        }
    }

    fn drop_movement(&self, kind: Kind, m: Move) -> Result<(), Illegality> {
        if m.promotes() {
            return Err(Illegality::DropPromoted);
        }
        if kind.index() >= self.spec().drop_kinds() {
            let is_promoted = self.spec().kinds.get(kind.index()).is_some_and(|kind| kind.promoted);
            return Err(if is_promoted { Illegality::DropPromoted } else { Illegality::NotInHand });
        }
        if self.hand_count(self.side, kind) == 0 {
            return Err(Illegality::NotInHand);
        }
        let to = Bitboard::square(m.to());
        if self.occupied().intersects(to) {
            return Err(Illegality::DropOnPiece);
        }
        if self.tables().dead(kind, self.side).intersects(to) {
            return Err(Illegality::DeadDrop);
        }
        if self.drop_targets(kind, to).is_empty() {
            return Err(Illegality::FileLimit);
        }
        Ok(())
    }

    fn board_movement(&self, from: Square, m: Move) -> Result<(), Illegality> {
        let (us, to) = (self.side, m.to());
        let piece = self.piece(from);
        if piece.is_none() {
            return Err(Illegality::NoPiece);
        }
        if !piece.is(us) {
            return Err(Illegality::WrongSide);
        }
        let kind = piece.kind();
        if !self.attacks(self.moving_kind(from), us, from, self.occupied()).contains(to) {
            return Err(Illegality::Movement);
        }
        if self.piece(to).is(us) {
            return Err(Illegality::OwnPiece);
        }
        if !self.spec().king_capture && self.king(!us) == Some(to) {
            return Err(Illegality::CapturesKing);
        }
        self.promotion(kind, m)
    }

    /// True if a piece on the board may promote by the way of `m`, with or without its promotion flag.
    #[must_use]
    pub fn could_promote(&self, m: Move) -> bool {
        let Origin::Board(from) = m.origin() else { return false };
        let spec = self.spec().kinds.get(self.piece(from).kind().index());
        let zone = self.tables().zone(self.side);
        spec.is_some_and(|spec| spec.promotes_to.is_some()) && (zone.contains(from) || zone.contains(m.to()))
    }

    /// True if every possible promotion is obligatory.
    #[inline(always)]
    pub(super) fn must_promote(&self) -> bool {
        self.spec().turns || self.options.forced_promotion
    }

    fn promotion(&self, kind: Kind, m: Move) -> Result<(), Illegality> {
        match (m.promotes(), self.could_promote(m)) {
            (true, false) => Err(Illegality::NoPromotion),
            (false, true) if self.must_promote() || self.tables().dead(kind, self.side).contains(m.to()) => {
                Err(Illegality::PromotionForced)
            }
            _ => Ok(()),
        }
    }
}
