//! Tests behind the legality of moves: lines that a move opens, checks, defences, captures of royal pieces.

use super::geometry::Square;
use super::moves::Move;
use super::piece::Piece;
use super::width::Width;
use super::{MoveList, Position};
use crate::board::Color;
use crate::game::Position as _;

impl<W: Width> Position<W> {
    /// The squares that a move empties, the origin twice if that is the only one.
    #[inline(always)]
    pub(super) fn emptied(m: Move<W>) -> [Square<W>; 2] {
        [m.from(), m.via().unwrap_or(m.from())]
    }

    /// True if a move opens a line of `by` to a square where no piece of the move stands.
    #[inline]
    pub(super) fn uncovers(&self, m: Move<W>, square: Square<W>, by: Color) -> bool {
        let emptied = Self::emptied(m);
        emptied.into_iter().any(|cell| {
            square.direction(cell).is_some_and(|direction| {
                self.board.slider_beyond(self.ruleset(), square, direction, emptied, m.to(), by)
            })
        })
    }

    /// True if a move captures every royal piece that the other side has left.
    #[inline]
    pub(super) fn takes_last_royal(&self, m: Move<W>) -> bool {
        let royal = |piece: Piece| u32::from(self.ruleset().traits(piece).royal);
        let [between, last] = self.victims(m).map(royal);
        let fallen = self.casualties(m).into_iter().filter(|(_, piece)| piece.is(!self.side));
        let taken = between + last + fallen.map(|(_, piece)| royal(piece)).sum::<u32>();
        taken > 0 && taken == self.royals(!self.side).len()
    }

    pub(super) fn gives_check_slowly(&self, m: Move<W>) -> bool {
        let mut board = self.board;
        board.play(m, self.becomes(m));
        let is_royal =
            |square: &Square<W>| board.at(*square).is(!self.side) && self.ruleset().traits(board.at(*square)).royal;
        let mut royals = self.royals(!self.side).iter().filter(is_royal);
        match (royals.next(), royals.next()) {
            (Some(royal), None) => board.is_attacked(self.ruleset(), royal, self.side, true),
            _ => false,
        }
    }

    /// True if some move keeps the last royal piece of the side to move, or captures the other side's.
    pub(super) fn has_defence(&self) -> bool {
        let mut moves = MoveList::<W>::default();
        self.legal_moves(&mut moves);
        moves.into_iter().any(|m| self.is_legal(m))
    }

    /// A capture of the other side's last royal piece, which was left en prise.
    pub(super) fn royal_capture(&self) -> Option<Move<W>> {
        if !self.state.exposed {
            return None;
        }
        if W::EXTRA_MOVEMENT {
            let mut moves = MoveList::<W>::default();
            self.legal_moves(&mut moves);
            return moves.into_iter().find(|&m| self.takes_last_royal(m));
        }
        let royal = self.sole_royal(!self.side)?;
        let mut capture = None;
        self.board.attackers(self.ruleset(), royal, self.side, |from, _| {
            capture = capture.or(Some(Move::new(from, royal, false)));
        });
        capture
    }
}
