//! Legality of moves: fast tests for the search, typed reasons for people.

use super::letters::Letter;
use super::{Illegality, Kind, Move, MoveError, Origin, Position, Rules};
use crate::board::{Bitboard, Square};

impl<R: Rules> Position<R> {
    /// True if `m`, which may be any encoding, is pseudo-legal here. In check it must also block, capture or move the
    /// king.
    pub(super) fn is_pseudo_legal(&self, m: Move) -> bool {
        !self.is_lost_by_check()
            && self.movement(m).is_ok()
            && (self.moves_king(m) || self.check_answers().contains(m.to()))
    }

    #[inline(always)]
    fn moves_king(&self, m: Move) -> bool {
        matches!(m.origin(), Origin::Board(from) if self.king(self.side) == Some(from))
    }

    /// True if a pseudo-legal move keeps the king safe and is no forbidden mate.
    #[inline(always)]
    pub(super) fn is_legal(&self, m: Move) -> bool {
        match m.origin() {
            Origin::Hand(kind) => !(self.spec().kind(kind).no_drop_mate && self.drop_mates(kind, m.to())),
            Origin::Board(_) if self.spec().borrows => !self.exposes_king(m),
            Origin::Board(from) if self.king(self.side) == Some(from) => {
                let occupied = self.occupied() ^ Bitboard::square(from);
                self.attackers(!self.side, m.to(), occupied).is_empty()
            }
            Origin::Board(from) => self.pin_mask(from).contains(m.to()),
        }
    }

    /// True if dropping `kind` on `to` mates: it checks from the next square, and the other side can neither capture it
    /// nor step away. Interposing is impossible, so no further drops need be tested.
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

    /// Tests a move against the rules of movement, promotion and drops, but not the safety of kings.
    fn movement(&self, m: Move) -> Result<(), Illegality> {
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

    /// Tests the legality of a move.
    ///
    /// # Errors
    /// The first rule it breaks, in the order in which an arbiter would name them.
    pub fn legality(&self, m: Move) -> Result<(), Illegality> {
        if self.ended_by_kings().is_some() {
            return Err(Illegality::GameOver);
        }
        self.movement(m)?;
        let answers = self.spec().king_capture || self.moves_king(m) || self.check_answers().contains(m.to());
        match m.origin() {
            Origin::Hand(_) if !answers => Err(Illegality::SelfCheck),
            Origin::Hand(_) if !self.is_legal(m) => Err(Illegality::DropMate),
            Origin::Board(_) if !answers || !self.spec().king_capture && !self.is_legal(m) => {
                Err(Illegality::SelfCheck)
            }
            _ => Ok(()),
        }
    }

    /// True if a pseudo-legal move declines a promotion that is always at least as good.
    pub(super) fn is_pointless(&self, m: Move) -> bool {
        !m.promotes()
            && self.could_promote(m)
            && self.tables().pointless_to_decline(self.kind_before(m), self.side).contains(m.to())
    }

    /// Reads a legal move in USI notation.
    ///
    /// # Errors
    /// If the text is not a move of this game, or the move is not legal.
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        let m = self.as_meant(Self::read_move(self.rules, text)?);
        self.legality(m).map_err(|reason| MoveError::Illegal { text: text.to_owned(), reason })?;
        Ok(m)
    }

    /// The move meant by `m` as it was read. Where pieces turn over, texts disagree about the promotion sign, which is
    /// redundant.
    #[must_use]
    pub fn as_meant(&self, m: Move) -> Move {
        match m.origin() {
            Origin::Board(from) if self.spec().turns => Move::board(from, m.to(), self.could_promote(m)),
            _ => m,
        }
    }

    /// Reads a move in USI notation, legal or not.
    ///
    /// # Errors
    /// If the text is not a move of this game.
    pub fn read_move(rules: R, text: &str) -> Result<Move, MoveError> {
        let spec = rules.spec();
        let syntax = || MoveError::Syntax(text.to_owned());
        let off_board = |m: Move| {
            let on_board = |square: Square| rules.tables().board().contains(square);
            let inside = on_board(m.to()) && !matches!(m.origin(), Origin::Board(from) if !on_board(from));
            if inside { Ok(m) } else { Err(MoveError::Illegal { text: text.to_owned(), reason: Illegality::OffBoard }) }
        };
        match *text.as_bytes() {
            [ref sign @ .., letter, b'*', file, rank] if matches!(sign, [] | [b'+']) => {
                let kind = Letter::new(letter, !sign.is_empty()).kind(spec);
                off_board(Move::drop(kind.ok_or_else(syntax)?, Square::from_usi(file, rank).ok_or_else(syntax)?))
            }
            [from_file, from_rank, to_file, to_rank, ref rest @ ..]
                if matches!(rest, [] | [b'+']) || spec.turns && matches!(rest, [b'-']) =>
            {
                let from = Square::from_usi(from_file, from_rank).ok_or_else(syntax)?;
                let to = Square::from_usi(to_file, to_rank).ok_or_else(syntax)?;
                if from == to {
                    return Err(syntax());
                }
                off_board(Move::board(from, to, !rest.is_empty()))
            }
            _ => Err(syntax()),
        }
    }
}
