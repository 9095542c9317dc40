//! Static exchange evaluation (chessprogramming.org: Static Exchange Evaluation): the value of a series of captures on
//! one square.
//!
//! Both sides capture with their least valuable piece, by exchange value with the lower square first, and may stop at
//! any point. A capture is worth the piece on the board and in the captor's hand. Pieces behind others on the line join
//! in. A piece pinned at the start takes part only along its pin; a king only if nothing can recapture. After the first
//! move nothing promotes, but in a game where pieces turn over each captor does, gains or loses by it, and can then be
//! captured as its other face. Borrowed moves are those before the first move.

use super::{Kind, Move, Position, Rules};
use crate::board::{Bitboard, Color, Direction, Square, ray_mask, sliders};
use crate::game::Score;

impl<R: Rules> Position<R> {
    /// See [`Position::material_gain`](crate::game::Position::material_gain).
    #[inline(always)]
    pub(super) fn material_gain(&self, m: Move) -> Score {
        let captured = self.facts().exchange_value(self.piece(m.to()).kind());
        captured + Score::from(m.promotes()) * self.facts().promotion_gain(self.kind_before(m))
    }

    /// See [`Position::see_at_least`](crate::game::Position::see_at_least).
    pub(super) fn see_at_least(&self, m: Move, threshold: Score) -> bool {
        let to = m.to();
        let mut balance = self.material_gain(m) - threshold;
        if balance < 0 {
            return false;
        }
        balance = self.facts().exchange_value(self.kind_after(m)) - balance;
        // Where captors gain by turning over, only the loop can tell.
        if !self.spec().turns && balance <= 0 {
            return true;
        }
        let mut occupied = self.occupied().with(to) ^ m.left();
        let mut attackers = self.attackers(!self.side, to, occupied);
        if attackers.is_empty() {
            return true;
        }
        let mut side = self.side;
        let mut won = true;
        let mut supported = false;
        loop {
            side = !side;
            attackers &= occupied;
            let mut usable = attackers & self.pieces(side);
            if usable.intersects(self.blockers(side)) {
                usable = usable.without(self.pinned_off(to, side));
            }
            let Some((from, kind)) = self.least_valuable(usable) else { break };
            if self.spec().turns {
                balance += self.facts().promotion_gain(kind);
                if balance < Score::from(won) {
                    break;
                }
            }
            won = !won;
            if kind != self.spec().king {
                balance = self.facts().exchange_value(self.facts().after(kind, self.spec().turns)) - balance;
                if !self.spec().turns && balance < Score::from(won) {
                    break;
                }
            }
            if !supported {
                // The mover's own attackers are found late, because many exchanges end before they matter.
                attackers |= self.attackers(self.side, to, occupied) & occupied;
                supported = true;
            }
            occupied ^= Bitboard::square(from);
            attackers |= self.uncovered(to, from, occupied);
            if kind == self.spec().king {
                // A king may capture only if nothing can recapture.
                if attackers.intersects(self.pieces(!side)) {
                    won = !won;
                }
                break;
            }
        }
        won
    }

    /// Pieces of `color` that are pinned away from `to`. Not inlined, because few exchanges have pinned pieces.
    #[inline(never)]
    fn pinned_off(&self, to: Square, color: Color) -> Bitboard {
        let pinned = self.blockers(color) & self.pieces(color);
        match self.king(color).and_then(|king| Direction::towards(king, to).zip(Some(king))) {
            Some((direction, king)) => pinned.without(ray_mask(direction, king)),
            None => pinned,
        }
    }

    #[inline(always)]
    fn least_valuable(&self, pieces: Bitboard) -> Option<(Square, Kind)> {
        let mut best: Option<(Square, Kind)> = None;
        let mut least = Score::MAX;
        for square in pieces {
            let kind = self.piece(square).kind();
            let value = self.facts().exchange_value(kind);
            if value < least {
                least = value;
                best = Some((square, kind));
            }
        }
        best
    }

    /// The slider that attacks `to` after `from` has been emptied, if there is one.
    #[inline(always)]
    fn uncovered(&self, to: Square, from: Square, occupied: Bitboard) -> Bitboard {
        let Some(direction) = Direction::towards(to, from) else { return Bitboard::EMPTY };
        let next = sliders::ray(direction, from, occupied) & occupied;
        match next.first() {
            Some(square) => {
                let (kind, color) = (self.moving_kind(square), self.piece(square).color());
                let attacks = self.tables().reaches(kind, color, square, to)
                    && self.attacks(kind, color, square, occupied).contains(to);
                if attacks { next } else { Bitboard::EMPTY }
            }
            None => Bitboard::EMPTY,
        }
    }
}
