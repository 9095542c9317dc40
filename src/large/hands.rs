//! Hands and drops, in the games of the wide kernel that have them.

use super::geometry::{Square, SquareSet};
use super::moves::Move;
use super::piece::{Kind, Piece};
use super::reserve::Reserve;
use super::tables::Ruleset;
use super::width::Width;
use super::{Illegality, LargeGame, Position};
use crate::board::Color;
use crate::game::MoveError;

impl<W: Width> LargeGame<W> {
    /// Reads a drop in USI notation, cut at its asterisk.
    pub(super) fn read_drop(self, id: &str, square: &str, text: &str) -> Result<Move<W>, MoveError<Illegality>> {
        let kind = self.spec().kind_of_id(id, false).filter(|kind| kind.index() < self.spec().hand_kinds);
        let kind = kind.ok_or_else(|| MoveError::Syntax(text.to_owned()))?;
        let off_board = || MoveError::Illegal { text: text.to_owned(), reason: Illegality::OffBoard };
        self.read_square(square).map(|to| Move::drop(kind, to)).ok_or_else(off_board)
    }
}

impl<W: Width> Position<W> {
    /// True if captured pieces are held and dropped.
    #[inline(always)]
    pub(super) const fn has_drops(&self) -> bool {
        W::EXTRA_MOVEMENT && self.ruleset().spec.hand_kinds > 0
    }

    /// The number of pieces of a kind that a side holds.
    #[must_use]
    pub fn held(&self, color: Color, kind: Kind) -> u32 {
        self.hands[color.index()].count(kind)
    }

    /// The pieces that a side holds, with their counts.
    pub fn hand_pieces(&self, color: Color) -> impl Iterator<Item = (Kind, u32)> + use<W> {
        self.hands[color.index()].kinds()
    }

    /// The piece that a move of the side to move moves or drops.
    #[must_use]
    #[inline(always)]
    pub fn mover(&self, m: Move<W>) -> Piece {
        m.dropped().map_or_else(|| self.board.at(m.from()), |kind| Piece::new(self.side, kind))
    }

    /// The kinds as which captures come to be held.
    pub(super) fn held_by_capture(&self, victims: [Piece; 2]) -> impl Iterator<Item = Kind> + use<W> {
        let ruleset = self.ruleset();
        let held = move |victim: Piece| if victim.is_none() { None } else { ruleset.held_as(victim) };
        victims.into_iter().filter(|_| ruleset.spec.hand_kinds > 0).filter_map(held)
    }

    /// The key of the last piece of a kind in the hand of the side to move, or of a further one.
    fn hand_key(&self, kind: Kind, further: u32) -> u64 {
        Ruleset::<W>::hand_key(Piece::new(self.side, kind), (self.held(self.side, kind) + further) as u8)
    }

    /// The change of the key by what a move adds to a hand or takes out of it.
    pub(super) fn hands_key_by(&self, m: Move<W>, victims: [Piece; 2]) -> u64 {
        let held = self.held_by_capture(victims).fold(0, |key, kind| key ^ self.hand_key(kind, 1));
        held ^ m.dropped().map_or(0, |kind| self.hand_key(kind, 0))
    }

    /// Gives the captures of a move to the side to move.
    pub(super) fn receive(&mut self, victims: [Piece; 2]) {
        for kind in self.held_by_capture(victims) {
            self.state.key ^= self.hand_key(kind, 1);
            self.hands[self.side.index()].add(kind);
        }
    }

    /// Takes a piece out of the hand of the side to move.
    pub(super) fn release(&mut self, kind: Kind) {
        self.state.key ^= self.hand_key(kind, 0);
        self.hands[self.side.index()].remove(kind);
    }

    /// Fills the empty hands of a position.
    pub(super) fn take_hands(&mut self, hands: [Reserve; 2]) {
        self.hands = hands;
        for color in Color::ALL {
            for (kind, count) in self.hand_pieces(color) {
                let piece = Piece::new(color, kind);
                (1..=count).for_each(|number| self.state.key ^= Ruleset::<W>::hand_key(piece, number as u8));
            }
        }
    }

    /// Passes the drops of the side to move to `take`.
    #[inline(never)]
    pub(super) fn list_drops(&self, take: &mut impl FnMut(Move<W>)) {
        let targets = self.drop_targets();
        for (kind, _) in self.hand_pieces(self.side) {
            targets.iter().filter(|&to| self.is_allowed(kind, to)).for_each(|to| take(Move::drop(kind, to)));
        }
    }

    /// The squares on which a drop may be of use: all empty ones, or those between a checker and the last royal piece.
    fn drop_targets(&self) -> SquareSet<W> {
        if self.state.in_check {
            return self.interpositions();
        }
        let mut targets = SquareSet::EMPTY;
        self.ruleset().squares().filter(|&to| self.piece(to).is_none()).for_each(|to| targets.insert(to));
        targets
    }

    /// The squares between the only checker and the last royal piece of the side to move.
    fn interpositions(&self) -> SquareSet<W> {
        let mut between = SquareSet::EMPTY;
        let Some(royal) = self.sole_royal(self.side) else { return between };
        let mut checkers = SquareSet::EMPTY;
        let reaches = |from: &Square<W>| self.board.takes(self.ruleset(), self.piece(*from), *from, royal);
        self.pieces(!self.side).iter().filter(reaches).for_each(|from| checkers.insert(from));
        if let Some(checker) = checkers.first().filter(|_| checkers.len() == 1)
            && let Some(direction) = royal.direction(checker)
        {
            let line = (1..i16::from(royal.distance(checker))).map(|n| royal.offset(n * W::STEPS[direction]));
            line.filter(|&cell| self.piece(cell).is_none()).for_each(|cell| between.insert(cell));
        }
        between
    }

    /// True if a piece could move again from an empty square, and no rule on pawns forbids its drop there but that on
    /// mates.
    fn is_allowed(&self, kind: Kind, to: Square<W>) -> bool {
        !self.is_dead_drop(kind, to) && !self.doubles_pawn(kind, to)
    }

    fn is_dead_drop(&self, kind: Kind, to: Square<W>) -> bool {
        self.ruleset().is_stuck(Piece::new(self.side, kind), to)
    }

    /// True if a pawn would be the second one of its side on a file.
    fn doubles_pawn(&self, kind: Kind, to: Square<W>) -> bool {
        let spec = &self.ruleset().spec;
        let pawn = Piece::new(self.side, kind);
        spec.kind(kind).drops_as_pawn && (0..spec.ranks).any(|rank| self.piece(Square::new(to.file(), rank)) == pawn)
    }

    /// True if the drop of a kind, which may be any, is generated here.
    pub(super) fn may_drop(&self, kind: Kind, to: Square<W>) -> bool {
        self.has_drops()
            && self.held(self.side, kind) > 0
            && self.drop_targets().contains(to)
            && self.is_allowed(kind, to)
    }

    /// True if a pseudo-legal drop leaves no last royal piece attacked, and is no pawn that mates.
    pub(super) fn is_legal_drop(&self, m: Move<W>) -> bool {
        (!self.state.in_check || self.is_legal_slowly(m)) && !self.mates_by_pawn(m)
    }

    fn mates_by_pawn(&self, m: Move<W>) -> bool {
        let is_pawn = m.dropped().is_some_and(|kind| self.ruleset().spec.kind(kind).drops_as_pawn);
        is_pawn && self.checks_by_drop(m) && !self.after(m).has_defence()
    }

    /// True if a dropped piece attacks the last royal piece of the other side.
    pub(super) fn checks_by_drop(&self, m: Move<W>) -> bool {
        let royal = self.sole_royal(!self.side);
        royal.is_some_and(|royal| self.board.takes(self.ruleset(), self.mover(m), m.to(), royal))
    }

    /// The first rule that a drop breaks.
    pub(super) fn drop_legality(&self, kind: Kind, m: Move<W>) -> Result<(), Illegality> {
        if self.held(self.side, kind) == 0 {
            return Err(Illegality::NotInHand);
        }
        if !self.piece(m.to()).is_none() {
            return Err(Illegality::DropOnPiece);
        }
        if self.is_dead_drop(kind, m.to()) {
            return Err(Illegality::DeadDrop);
        }
        if self.doubles_pawn(kind, m.to()) {
            return Err(Illegality::FileLimit);
        }
        if !self.may_drop(kind, m.to()) || self.state.in_check && !self.is_legal_slowly(m) {
            return Err(Illegality::RoyalLeft);
        }
        if self.mates_by_pawn(m) { Err(Illegality::DropMate) } else { Ok(()) }
    }
}
