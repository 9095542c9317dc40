//! Making moves and taking them back.

use super::position::{StateInfo, side_key};
use super::{Kind, Move, Origin, Piece, PieceAt, Position, Rules, zobrist};
use crate::board::{Bitboard, Color, Square};
use crate::game::{Hand, Observer};

impl<R: Rules> Position<R> {
    pub(super) fn make(&mut self, m: Move, observer: &mut impl Observer) {
        let (us, to) = (self.side, m.to());
        self.states.push(self.state.clone());
        let captured = self.board[to.index()];
        if !captured.is_none() {
            self.capture(to, observer);
        }
        let (kind, changed) = match m.origin() {
            Origin::Hand(kind) => {
                self.spend(us, self.facts().slot(kind), observer);
                (kind, Bitboard::square(to))
            }
            Origin::Board(from) => {
                let kind = self.kind_after(m);
                let before = self.take(from).kind();
                self.toggle(us, before, from);
                observer.removed(PieceAt::on_board(us, before, from));
                (kind, Bitboard::square(to) | Bitboard::square(from))
            }
        };
        self.put(to, us, kind);
        self.toggle(us, kind, to);
        observer.added(PieceAt::on_board(us, kind, to));

        self.state.captured = captured;
        self.state.last = Some(m);
        self.state.reversible += 1;
        self.side = !us;
        self.move_number += 1;
        self.find_checkers(m, kind);
        for color in Color::ALL {
            if self.touches_king_lines(color, changed) {
                self.state.blockers[color.index()] = self.slider_blockers(color);
            }
        }
        self.history.push(self.board_key(), self.hands[0]);
    }

    /// Captures the piece on `square` into the hand of the side to move.
    #[inline(always)]
    fn capture(&mut self, square: Square, observer: &mut impl Observer) {
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
    fn spend(&mut self, color: Color, kind: Kind, observer: &mut impl Observer) {
        let feature = PieceAt::in_hand(color, kind, self.hand_count(color, kind));
        self.state.hands_key ^= zobrist::key(feature);
        observer.removed(feature);
        self.hands[color.index()].remove(kind.index());
    }

    #[inline(always)]
    fn toggle(&mut self, color: Color, kind: Kind, square: Square) {
        self.state.structure[self.facts().structure(kind)] ^= zobrist::key(PieceAt::on_board(color, kind, square));
    }

    /// Finds the checkers of the side now to move, after `m` has brought `kind` to its target.
    #[inline(always)]
    fn find_checkers(&mut self, m: Move, kind: Kind) {
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

    /// # Panics
    /// If no move has been made.
    pub(super) fn unmake(&mut self, m: Move) {
        self.history.pop();
        let captured = self.state.captured;
        self.state = self.states.pop().expect("a move to take back");
        self.move_number -= 1;
        self.side = !self.side;
        let us = self.side;
        let moved = self.take(m.to());
        match m.origin() {
            Origin::Hand(kind) => self.hands[us.index()].add(self.facts().slot(kind).index()),
            Origin::Board(from) => {
                let kind = if m.promotes() { self.facts().before(moved.kind()) } else { moved.kind() };
                self.put(from, us, kind);
            }
        }
        if !captured.is_none() {
            if let Some(held) = self.facts().held(captured.kind()) {
                self.hands[us.index()].remove(held.index());
            }
            self.put(m.to(), !us, captured.kind());
        }
    }

    pub(super) fn make_null(&mut self) {
        debug_assert!(self.state.checkers.is_empty());
        self.states.push(self.state.clone());
        self.state =
            StateInfo { captured: Piece::NONE, last: None, checks: [0; 2], reversible: 0, ..self.state.clone() };
        self.side = !self.side;
        self.move_number += 1;
        self.history.push(self.board_key(), self.hands[0]);
    }

    /// # Panics
    /// If no move has been made.
    pub(super) fn unmake_null(&mut self) {
        self.history.pop();
        self.state = self.states.pop().expect("a pass to take back");
        self.side = !self.side;
        self.move_number -= 1;
    }

    /// Key of board, side and hands after `m`, by the features that it changes.
    #[inline(always)]
    pub(super) fn key_after(&self, m: Move) -> u64 {
        let us = self.side;
        let mut hands = self.state.hands_key;
        if let Some(held) = self.gained(m) {
            hands ^= zobrist::key(PieceAt::in_hand(us, held, self.hand_count(us, held) + 1));
        }
        if let Origin::Hand(kind) = m.origin() {
            let held = self.facts().slot(kind);
            hands ^= zobrist::key(PieceAt::in_hand(us, held, self.hand_count(us, held)));
        }
        self.board_key_after(m) ^ hands
    }

    /// Key of board and side after `m`.
    #[inline(always)]
    pub(super) fn board_key_after(&self, m: Move) -> u64 {
        let (us, to) = (self.side, m.to());
        let on_board = |color, kind, square| zobrist::key(PieceAt::on_board(color, kind, square));
        let mut after = self.board_key() ^ side_key(us) ^ side_key(!us) ^ on_board(us, self.kind_after(m), to);
        let captured = self.board[to.index()];
        if !captured.is_none() {
            after ^= on_board(!us, captured.kind(), to);
        }
        if let Origin::Board(from) = m.origin() {
            after ^= on_board(us, self.board[from.index()].kind(), from);
        }
        after
    }

    /// The hand of the side to move after `m`.
    #[inline(always)]
    pub(super) fn hand_after(&self, m: Move) -> Hand {
        let mut hand = self.hand(self.side);
        if let Some(held) = self.gained(m) {
            hand.add(held.index());
        }
        if let Origin::Hand(kind) = m.origin() {
            hand.remove(self.facts().slot(kind).index());
        }
        hand
    }

    /// The kind that `m` captures into the hand.
    #[inline(always)]
    fn gained(&self, m: Move) -> Option<Kind> {
        let captured = self.board[m.to().index()];
        if captured.is_none() { None } else { self.facts().held(captured.kind()) }
    }
}
