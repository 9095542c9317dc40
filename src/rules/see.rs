//! Static exchange evaluation: what a series of captures on one square is worth.
//!
//! Both sides capture with their least valuable piece, by exchange value with the lower square first, and may stop
//! at any point. A capture is worth the piece on the board and in the captor's hand. Pieces behind others on the
//! line join in. A piece pinned at the start takes part only along its pin; a king only where nothing can retake.
//! After the first move nothing promotes.

use super::facts::Facts;
use super::{Kind, Move, Origin, Position, Rules};
use crate::board::{Bitboard, Color, Direction, Square, sliders};
use crate::game::Score;

impl<R: Rules> Position<R> {
    /// See [`Position::material_gain`](crate::game::Position::material_gain).
    #[inline(always)]
    pub(super) fn gain(&self, m: Move) -> Score {
        let captured = self.piece(m.to());
        let mut gain = if captured.is_none() { 0 } else { Facts::<R>::exchange_value(captured.kind()) };
        if m.promotes()
            && let Origin::Board(from) = m.origin()
        {
            gain += Facts::<R>::promotion_gain(self.piece(from).kind());
        }
        gain
    }

    /// See [`Position::see_at_least`](crate::game::Position::see_at_least).
    pub(super) fn exchange_wins(&self, m: Move, threshold: Score) -> bool {
        let to = m.to();
        let mut balance = self.gain(m) - threshold;
        if balance < 0 {
            return false;
        }
        balance = Facts::<R>::exchange_value(self.kind_after(m)) - balance;
        if balance <= 0 {
            return true;
        }
        let mut occupied = self.occupied().with(to);
        if let Origin::Board(from) = m.origin() {
            occupied ^= Bitboard::square(from);
        }
        let mut attackers = R::attackers(self, !self.side, to, occupied);
        if attackers.is_empty() {
            return true;
        }
        attackers = (attackers | R::attackers(self, self.side, to, occupied)) & occupied;
        let pinned = self.pinned_off(to);
        let mut side = self.side;
        let mut won = true;
        loop {
            side = !side;
            attackers &= occupied;
            let all = attackers & self.pieces(side);
            let usable = all.without(pinned[side.index()]);
            let Some((from, kind)) = self.least_valuable(usable) else { break };
            won = !won;
            if kind == R::KING {
                // The king may capture only where nothing can retake, from behind it either.
                let behind = self.uncovered(to, from, occupied ^ Bitboard::square(from));
                if (attackers | behind).intersects(self.pieces(!side)) {
                    won = !won;
                }
                break;
            }
            balance = Facts::<R>::exchange_value(kind) - balance;
            if balance < Score::from(won) {
                break;
            }
            occupied ^= Bitboard::square(from);
            attackers |= self.uncovered(to, from, occupied);
        }
        won
    }

    /// Pieces that are pinned away from `to`. `[color]`
    #[inline(always)]
    fn pinned_off(&self, to: Square) -> [Bitboard; 2] {
        Color::ALL.map(|color| {
            let pinned = self.blockers(color) & self.pieces(color);
            match self.king(color) {
                Some(king) if !pinned.is_empty() => match Direction::towards(king, to) {
                    Some(direction) => pinned.without(crate::board::ray_mask(direction, king)),
                    None => pinned,
                },
                _ => Bitboard::EMPTY,
            }
        })
    }

    #[inline(always)]
    fn least_valuable(&self, pieces: Bitboard) -> Option<(Square, Kind)> {
        let mut best: Option<(Square, Kind)> = None;
        let mut least = Score::MAX;
        for square in pieces {
            let kind = self.piece(square).kind();
            let value = Facts::<R>::exchange_value(kind);
            if value < least {
                least = value;
                best = Some((square, kind));
            }
        }
        best
    }

    /// The slider that attacks `to` now that `from` is empty, if there is one.
    #[inline(always)]
    fn uncovered(&self, to: Square, from: Square, occupied: Bitboard) -> Bitboard {
        let Some(direction) = Direction::towards(to, from) else { return Bitboard::EMPTY };
        let next = sliders::ray(direction, from, occupied) & occupied;
        match next.first() {
            Some(square) => {
                let piece = self.piece(square);
                let attacks = R::tables().reach(piece.kind(), piece.color(), square).contains(to)
                    && R::attacks(piece.kind(), piece.color(), square, occupied).contains(to);
                if attacks { next } else { Bitboard::EMPTY }
            }
            None => Bitboard::EMPTY,
        }
    }
}
