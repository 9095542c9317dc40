//! Legality of moves: fast tests for the search, typed reasons for people.

use super::geometry::{STEPS, Square};
use super::moves::Move;
use super::piece::Piece;
use super::{Illegality, MoveList, Position};
use crate::board::Color;
use crate::game::Position as _;
use crate::kernel::Endings as _;

impl Position {
    /// The squares that a move empties, the origin twice if that is the only one.
    #[inline(always)]
    pub(super) fn emptied(m: Move) -> [Square; 2] {
        [m.from(), m.via().unwrap_or(m.from())]
    }

    /// True if a move opens a line of `by` to a square where no piece of the move stands.
    #[inline]
    pub(super) fn uncovers(&self, m: Move, square: Square, by: Color) -> bool {
        let emptied = Self::emptied(m);
        emptied.into_iter().any(|cell| {
            square.direction(cell).is_some_and(|direction| {
                self.board.slider_beyond(self.ruleset(), square, direction, emptied, m.to(), by)
            })
        })
    }

    /// True if a move captures every royal piece that the other side has left.
    #[inline]
    pub(super) fn takes_last_royal(&self, m: Move) -> bool {
        let royal = |piece: Piece| u32::from(self.ruleset().nature(piece).royal);
        let [between, last] = self.victims(m).map(royal);
        between + last > 0 && between + last == self.royals(!self.side).len()
    }

    pub(super) fn gives_check_slowly(&self, m: Move) -> bool {
        let mut board = self.board;
        board.play(m, self.becomes(m));
        let is_royal =
            |square: &Square| board.at(*square).is(!self.side) && self.ruleset().nature(board.at(*square)).royal;
        let mut royals = self.royals(!self.side).iter().filter(is_royal);
        match (royals.next(), royals.next()) {
            (Some(royal), None) => board.is_attacked(self.ruleset(), royal, self.side, true),
            _ => false,
        }
    }

    /// True if some move keeps the last royal piece of the side to move, or captures the other side's.
    pub(super) fn has_defence(&self) -> bool {
        let mut moves = MoveList::default();
        self.legal_moves(&mut moves);
        moves.into_iter().any(|m| self.is_legal(m))
    }

    /// A capture of the other side's last royal piece, which was left en prise.
    pub(super) fn royal_capture(&self) -> Option<Move> {
        if !self.state.exposed {
            return None;
        }
        let royal = self.sole_royal(!self.side)?;
        let mut capture = None;
        self.board.attackers(self.ruleset(), royal, self.side, |from, _| {
            capture = capture.or(Some(Move::new(from, royal, false)));
        });
        capture
    }

    /// The move meant by `m` as it was read: a way over an empty square is the equivalent jump or pass.
    #[must_use]
    pub fn as_meant(&self, m: Move) -> Move {
        let piece = self.piece(m.from());
        let Some(via) = m.via().filter(|&via| piece.is_piece() && self.piece(via).is_none()) else { return m };
        let gait = self.ruleset().gait(piece);
        let first = m.from().direction(via).filter(|_| m.from().distance(via) == 1);
        let lines = gait.lines;
        let Some(first) = first.filter(|first| lines >> first & 1 != 0) else { return m };
        if m.to() == m.from() {
            let empty = |&direction: &usize| {
                lines >> direction & 1 != 0 && self.piece(m.from().offset(STEPS[direction])).is_none()
            };
            let chosen = (0..8).find(empty).unwrap_or(first);
            return Move::double(m.from(), m.from().offset(STEPS[chosen]), m.from());
        }
        let goes_on = via.distance(m.to()) == 1 && (gait.roams() || via.direction(m.to()) == Some(first));
        if goes_on { Move::new(m.from(), m.to(), m.promotes()) } else { m }
    }

    /// Tests the legality of a move.
    ///
    /// # Errors
    /// The first rule it breaks, in the order in which an arbiter would name them.
    pub fn legality(&self, m: Move) -> Result<(), Illegality> {
        if self.ended_by_pieces().is_some() {
            return Err(Illegality::GameOver);
        }
        let piece = self.piece(m.from());
        if !piece.is_piece() {
            return Err(Illegality::NoPiece);
        }
        if !piece.is(self.side) {
            return Err(Illegality::WrongSide);
        }
        if self.is_generated(m, true) {
            return if self.keeps_royal(m) { Ok(()) } else { Err(Illegality::RoyalLeft) };
        }
        if self.is_generated(m, false) {
            return match self.ruleset().nature(piece).lion {
                true => Err(Illegality::LionProtected),
                false if self.rules.ban_is_read_loosely && self.breaks_ban_between(m) => Ok(()),
                false => Err(Illegality::CounterStrike),
            };
        }
        if m.to() != m.from() && self.piece(m.to()).is(self.side) {
            return Err(Illegality::OwnPiece);
        }
        if m.promotes() && self.is_generated(m.with_promotion(false), false) {
            return Err(Illegality::NoPromotion);
        }
        if self.is_generated(m.with_promotion(true), false) {
            return Err(Illegality::MustPromote);
        }
        Err(Illegality::Movement)
    }
}
