//! The parts of a move: captures, drops, keys and checks.

use super::{Kind, Move, PieceAt, Position, Rules, zobrist};
use crate::board::{Bitboard, Color, Square};
use crate::game::Observer;

impl<R: Rules> Position<R> {
    /// Captures the piece on `square`: it leaves the board and enters the hand of the side to move.
    #[inline(always)]
    pub(super) fn capture(&mut self, square: Square, observer: &mut impl Observer) {
        let us = self.side;
        let piece = self.take(square);
        self.toggle(!us, piece.kind(), square);
        observer.removed(PieceAt::on_board(!us, piece.kind(), square));
        if self.spec().king_capture && piece.kind() == self.spec().king {
            self.kings[(!us).index()] = None;
            self.state.blockers[(!us).index()] = Bitboard::EMPTY;
        }
        if let Some(held) = self.facts().held(piece.kind()) {
            self.hands[us.index()].add(held.index());
            let feature = PieceAt::in_hand(us, held, self.hand_count(us, held));
            self.state.hands_key ^= zobrist::key(feature);
            observer.added(feature);
        }
    }

    /// Removes a piece from the hand of `color`.
    #[inline(always)]
    pub(super) fn spend(&mut self, color: Color, kind: Kind, observer: &mut impl Observer) {
        let feature = PieceAt::in_hand(color, kind, self.hand_count(color, kind));
        self.state.hands_key ^= zobrist::key(feature);
        observer.removed(feature);
        self.hands[color.index()].remove(kind.index());
    }

    #[inline(always)]
    pub(super) fn toggle(&mut self, color: Color, kind: Kind, square: Square) {
        self.state.structure[self.facts().structure(kind)] ^= zobrist::key(PieceAt::on_board(color, kind, square));
    }

    /// Finds the checkers of the side now to move, after `m` has brought `kind` to its target.
    #[inline(always)]
    pub(super) fn find_checkers(&mut self, m: Move, kind: Kind) {
        let us = !self.side;
        self.state.checkers = Bitboard::EMPTY;
        if let Some(king) = self.king(self.side) {
            // A king that may be left attacked may have been attacked before.
            if self.spec().king_capture || self.spec().borrows || self.uncovers(m, self.side, king) {
                self.state.checkers = self.attackers(us, king, self.occupied());
            } else if self.tables().reaches(kind, us, m.to(), king) {
                self.state.checkers = self.attacks(kind, !us, king, self.occupied()) & Bitboard::square(m.to());
            }
        }
        let checks = &mut self.state.checks[us.index()];
        *checks = if self.state.checkers.is_empty() { 0 } else { *checks + 1 };
    }

    /// The kind that `m` brings into hand by a capture.
    #[inline(always)]
    pub(super) fn gained(&self, m: Move) -> Option<Kind> {
        let captured = self.board[m.to().index()];
        if captured.is_none() { None } else { self.facts().held(captured.kind()) }
    }
}
