//! The hands of the drop kernel as the [`Hands`] that the search and the mate solver compare.

use super::{Move, Origin, PieceAt, Position, Rules, position::side_key, zobrist};
use crate::board::{Bitboard, Color, Direction, Square};
use crate::game::{Hand, Hands, Nuance};

impl<R: Rules> Hands for Position<R> {
    #[inline(always)]
    fn board_key(&self) -> u64 {
        let [pawns, guards, others] = self.state.structure;
        pawns ^ guards ^ others ^ side_key(self.side)
    }

    #[inline(always)]
    fn board_key_after(&self, m: Move) -> u64 {
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

    #[inline(always)]
    fn hand_after(&self, m: Move) -> Hand {
        let mut hand = self.hand(self.side);
        if let Some(held) = self.gained(m) {
            hand.add(held.index());
        }
        if let Origin::Hand(kind) = m.origin() {
            hand.remove(self.facts().slot(kind).index());
        }
        hand
    }

    #[inline(always)]
    fn hand(&self, color: Color) -> Hand {
        self.hands[color.index()]
    }

    #[inline(always)]
    fn is_drop(&self, m: Move) -> bool {
        m.is_drop()
    }

    #[inline(always)]
    fn checks_by_drop(&self, like: Move) -> impl Iterator<Item = Move> {
        let dropped = match like.origin() {
            Origin::Hand(kind) => Some(kind),
            Origin::Board(_) => None,
        };
        let targets = dropped.zip(self.king(!self.side)).map_or(Bitboard::EMPTY, |(kind, king)| {
            if self.spec().borrows {
                return self.drop_checks(kind, king);
            }
            self.attacks(kind, !self.side, king, self.occupied()).without(self.occupied())
        });
        targets.into_iter().filter_map(move |to| Some(Move::drop(dropped?, to)))
    }

    #[inline(always)]
    fn move_class(&self, m: Move) -> u32 {
        let origin = if m.is_drop() { Square::COUNT } else { m.origin_code() };
        (origin * Square::COUNT + m.to().index()) as u32
    }

    #[inline(always)]
    fn drop_can_answer(&self) -> bool {
        !self.is_lost_by_check() && !self.check_answers().without(self.occupied()).is_empty()
    }

    fn nuance(&self, m: Move, other: Move) -> Option<Nuance> {
        if m.origin() != other.origin() {
            return None;
        }
        if m.to() == other.to() {
            return Some(Nuance::Promotion);
        }
        let king = self.king(!self.side)?;
        let direction = Direction::towards(king, m.to())?;
        (Some(direction) == Direction::towards(king, other.to())).then_some(Nuance::Distance)
    }

    fn interposition_captures(&self, m: Move) -> [Option<Move>; 2] {
        let (Some(king), Some(checker)) = (self.king(self.side), self.checkers().first()) else { return [None; 2] };
        let moves_king = matches!(m.origin(), Origin::Board(from) if from == king);
        if self.spec().borrows || moves_king || !self.shields(king, checker).contains(m.to()) {
            return [None; 2];
        }
        [false, true].map(|promotes| Some(Move::board(checker, m.to(), promotes)))
    }

    fn hand_over(&mut self, from: Color, what: Hand) {
        for kind in self.facts().held_in(what) {
            for _ in 0..what.count(kind.index()) {
                let given = PieceAt::in_hand(from, kind, self.hand_count(from, kind));
                self.hands[from.index()].remove(kind.index());
                self.hands[(!from).index()].add(kind.index());
                let taken = PieceAt::in_hand(!from, kind, self.hand_count(!from, kind));
                self.state.hands_key ^= zobrist::key(given) ^ zobrist::key(taken);
            }
        }
    }
}
