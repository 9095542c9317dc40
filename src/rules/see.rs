//! The pieces that capture on one square, for [static exchange evaluation](crate::kernel::exchange).
//!
//! Least valuable is the least exchange value, and among equals the lower square. A capture is worth the piece on the board and
//! in the captor's hand. Pieces behind others on the line join in. A piece pinned at the start takes part only along its pin.
//! After the first move nothing promotes, but in a game where pieces turn over each captor does, gaining or losing by it, and
//! stands to be captured as what it has become. Moves are borrowed as they are before the first move.

use super::{Kind, Move, Position, Rules};
use crate::board::{Bitboard, Color, Direction, Square, ray_mask, sliders};
use crate::game::Score;
use crate::kernel::exchange;

/// The captures on the target of a move.
pub(super) struct Exchange<'p, R: Rules> {
    position: &'p Position<R>,
    to: Square,
    occupied: Bitboard,
    /// The pieces that could capture, those of the mover once they are `supported`.
    attackers: Bitboard,
    /// The mover's own attackers are looked up late, because many exchanges end before they matter.
    supported: bool,
}

impl<'p, R: Rules> Exchange<'p, R> {
    #[inline(always)]
    pub(super) fn new(position: &'p Position<R>, m: Move) -> Self {
        let to = m.to();
        let occupied = position.occupied().with(to) ^ m.left();
        let attackers = position.attackers(!position.side, to, occupied);
        Self { position, to, occupied, attackers, supported: false }
    }

    /// Pieces of `color` that are pinned away from the square. Not inlined, because few exchanges have pinned pieces.
    #[inline(never)]
    fn pinned_off(&self, color: Color) -> Bitboard {
        let position = self.position;
        let pinned = position.blockers(color) & position.pieces(color);
        match position.king(color).and_then(|king| Direction::towards(king, self.to).zip(Some(king))) {
            Some((direction, king)) => pinned.without(ray_mask(direction, king)),
            None => pinned,
        }
    }

    /// The slider that attacks the square now that `from` is empty, if there is one.
    #[inline(always)]
    fn uncovered(&self, from: Square) -> Bitboard {
        let (position, to, occupied) = (self.position, self.to, self.occupied);
        let Some(direction) = Direction::towards(to, from) else { return Bitboard::EMPTY };
        let next = sliders::ray(direction, from, occupied) & occupied;
        match next.first() {
            Some(square) => {
                let (kind, color) = (position.moving_kind(square), position.piece(square).color());
                let attacks = position.tables().reaches(kind, color, square, to)
                    && position.attacks(kind, color, square, occupied).contains(to);
                if attacks { next } else { Bitboard::EMPTY }
            }
            None => Bitboard::EMPTY,
        }
    }
}

impl<R: Rules> exchange::Exchange for Exchange<'_, R> {
    type Captor = (Square, Kind);

    #[inline(always)]
    fn least_valuable(&mut self, side: Color) -> Option<(Square, Kind)> {
        if self.attackers.is_empty() {
            return None;
        }
        let position = self.position;
        self.attackers &= self.occupied;
        let mut usable = self.attackers & position.pieces(side);
        if usable.intersects(position.blockers(side)) {
            usable = usable.without(self.pinned_off(side));
        }
        let mut best = None;
        let mut least = Score::MAX;
        for square in usable {
            let kind = position.piece(square).kind();
            let value = position.facts().exchange_value(kind);
            if value < least {
                least = value;
                best = Some((square, kind));
            }
        }
        best
    }

    #[inline(always)]
    fn worth(&self, (_, kind): (Square, Kind)) -> Score {
        let facts = self.position.facts();
        facts.exchange_value(facts.after(kind, self.position.spec().turns))
    }

    #[inline(always)]
    fn gain(&self, (_, kind): (Square, Kind)) -> Score {
        self.position.facts().promotion_gain(kind)
    }

    #[inline(always)]
    fn is_last_royal(&self, (_, kind): (Square, Kind)) -> bool {
        kind == self.position.spec().king
    }

    #[inline(always)]
    fn lift(&mut self, (from, _): (Square, Kind)) {
        let position = self.position;
        if !self.supported {
            self.attackers |= position.attackers(position.side, self.to, self.occupied) & self.occupied;
            self.supported = true;
        }
        self.occupied ^= Bitboard::square(from);
        self.attackers |= self.uncovered(from);
    }

    #[inline(always)]
    fn is_attacked(&self, by: Color) -> bool {
        self.attackers.intersects(self.position.pieces(by))
    }
}
