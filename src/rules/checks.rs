//! Attackers of a square, pins, and moves that give check.

use super::facts::kinds_of;
use super::tables::Tables;
use super::{Kind, Move, Origin, Position, Rules};
use crate::board::{Bitboard, Color, Direction, Square, aligned, between, lines, ray_mask, sliders};

/// Pieces of `color` that attack `square`, piece by piece; in games with borrowed moves, kind by kind.
#[inline(always)]
pub(super) fn attackers_by_table<R: Rules>(
    position: &Position<R>,
    color: Color,
    square: Square,
    occupied: Bitboard,
) -> Bitboard {
    if position.spec().borrows {
        return attackers_among(position.rules, |kind| position.moving_as(color, kind), color, square, occupied);
    }
    let tables = position.tables();
    (position.pieces(color) & tables.sources(color, square))
        .filter(|&from| {
            let kind = position.piece(from).kind();
            tables.reaches(kind, color, from, square)
                && (!between(from, square).intersects(occupied) || tables.steps(kind, color, from).contains(square))
        })
        .collect()
}

/// Pieces of `color` that attack `square`, given the pieces that move as each kind does.
#[inline(always)]
pub(super) fn attackers_among<R: Rules>(
    rules: R,
    moving_as: impl Fn(Kind) -> Bitboard,
    color: Color,
    square: Square,
    occupied: Bitboard,
) -> Bitboard {
    let mut attackers = Bitboard::EMPTY;
    for kind in rules.spec().all_kinds() {
        let candidates = moving_as(kind) & rules.tables().reach(kind, !color, square);
        if !candidates.is_empty() {
            attackers |= candidates & rules.attacks(kind, !color, square, occupied);
        }
    }
    attackers
}

#[inline(always)]
pub(super) fn snipers_by_table<R: Rules>(position: &Position<R>, color: Color, square: Square) -> Bitboard {
    kinds_of(position.facts().sliders()).fold(Bitboard::EMPTY, |snipers, kind| {
        snipers | position.pieces_of(color, kind) & position.tables().reach(kind, !color, square)
    })
}

impl<R: Rules> Position<R> {
    /// Pieces of either side that alone stand between the king of `color` and a slider of the other side; none in games
    /// with borrowed moves, where they prove too little.
    #[inline(always)]
    pub(super) fn slider_blockers(&self, color: Color) -> Bitboard {
        let Some(king) = self.king(color).filter(|_| !self.spec().borrows) else { return Bitboard::EMPTY };
        let occupied = self.occupied();
        let mut blockers = Bitboard::EMPTY;
        for sniper in R::snipers(self, !color, king) {
            let shield = between(king, sniper) & occupied;
            if !shield.more_than_one() {
                blockers |= shield;
            }
        }
        blockers
    }

    /// True if a change on `changed` can alter the blockers of the king of `color`.
    #[inline(always)]
    pub(super) fn touches_king_lines(&self, color: Color, changed: Bitboard) -> bool {
        self.king(color).is_some_and(|king| (lines(king) | Bitboard::square(king)).intersects(changed))
    }

    /// The kind on the target after `m`, which must be pseudo-legal.
    #[inline(always)]
    pub(super) fn kind_after(&self, m: Move) -> Kind {
        self.facts().after(self.kind_before(m), m.promotes())
    }

    /// True if `m` takes a piece that alone stands between a slider and `king`, that of `color`, out of their line.
    #[inline(always)]
    pub(super) fn uncovers(&self, m: Move, color: Color, king: Square) -> bool {
        self.blockers(color).intersects(m.left())
            && matches!(m.origin(), Origin::Board(from) if !self.keeps_line(king, from, m.to()))
    }

    /// True if a piece that alone stands between `king` and a slider still does when it goes from `from` to `to`.
    #[inline(always)]
    pub(super) fn keeps_line(&self, king: Square, from: Square, to: Square) -> bool {
        let jumps = self.facts().has_line_jumpers() && between(from, to).intersects(self.occupied());
        aligned(king, from, to) && !jumps
    }

    /// Squares where the only piece between `king` and a slider, now on `from`, still blocks, or captures the slider.
    #[inline(always)]
    pub(super) fn line_kept(&self, king: Square, from: Square) -> Bitboard {
        let Some(direction) = Direction::towards(king, from) else { return Bitboard::EMPTY };
        let line = ray_mask(direction, king);
        if self.facts().has_line_jumpers() {
            let hidden = ray_mask(direction, from).without(sliders::ray(direction, from, self.occupied()));
            line.without(hidden)
        } else {
            line
        }
    }

    /// Squares that block `checker` from `king`.
    #[inline(always)]
    pub(super) fn shields(&self, king: Square, checker: Square) -> Bitboard {
        let jumps = self.facts().has_line_jumpers()
            && self.tables().steps(self.moving_kind(checker), self.piece(checker).color(), checker).contains(king);
        if jumps { Bitboard::EMPTY } else { between(king, checker) }
    }

    /// True if `color` could capture on `square` with only `occupied` on the board.
    #[inline(always)]
    pub(super) fn is_attacked(&self, square: Square, color: Color, occupied: Bitboard) -> bool {
        self.attackers(color, square, occupied).intersects(occupied)
    }

    /// Squares where a piece pinned on `from` still shields its king; all squares if it is not pinned.
    #[inline(always)]
    pub(super) fn pin_mask(&self, from: Square) -> Bitboard {
        match self.king(self.side) {
            Some(king) if self.blockers(self.side).contains(from) => self.line_kept(king, from),
            _ => Bitboard::ALL,
        }
    }
}

const _: () = assert!(size_of::<Tables>() < 200_000);
