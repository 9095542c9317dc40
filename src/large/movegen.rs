//! Generation of moves.
//!
//! Every move is generated once: a lion's way over an empty square is the equivalent jump or pass. The moves obey every
//! rule of movement, those on trading lions included; the safety of the own king is not tested here.

use super::Position;
use super::geometry::{JUMPS, STEPS, Square, opposite};
use super::moves::Move;
use super::piece::Piece;
use super::tables::{Gait, Nature};
use crate::board::Color;
use crate::game::Position as _;

/// The scope of every move.
pub(super) const ALL: u8 = 0;
/// Every move but promotions declined for nothing.
pub(super) const SENSIBLE: u8 = 1;
/// Captures and promotions, but for promotions declined for nothing.
pub(super) const TACTICAL: u8 = 2;
/// The other sensible moves.
pub(super) const QUIET: u8 = 3;

/// A piece about to move.
struct Walker<'p, const WHAT: u8> {
    position: &'p Position,
    from: Square,
    color: Color,
    nature: &'p Nature,
    gait: Gait,
    /// The piece can promote at all.
    promotes: bool,
    from_zone: bool,
    /// The rules on trading lions apply.
    ruled: bool,
}

impl<'p, const WHAT: u8> Walker<'p, WHAT> {
    #[inline(always)]
    fn new(position: &'p Position, from: Square, ruled: bool) -> Self {
        let piece = position.board.at(from);
        let ruleset = position.ruleset();
        let (nature, color) = (ruleset.nature(piece), piece.color());
        Self {
            position,
            from,
            color,
            nature,
            gait: ruleset.gait(piece),
            promotes: !nature.promoted.is_none(),
            from_zone: ruleset.in_zone(color, from),
            ruled,
        }
    }

    #[inline(always)]
    fn moves(&self, take: &mut impl FnMut(Move)) {
        let mut steps = self.gait.steps & !self.gait.slides;
        while steps != 0 {
            let direction = steps.trailing_zeros() as usize;
            steps &= steps - 1;
            self.arrive(self.from.offset(STEPS[direction]), take);
        }
        let mut slides = self.gait.slides;
        while slides != 0 {
            let direction = slides.trailing_zeros() as usize;
            slides &= slides - 1;
            let mut to = self.from.offset(STEPS[direction]);
            while self.arrive(to, take) {
                to = to.offset(STEPS[direction]);
            }
        }
        let mut jumps = self.gait.jumps;
        while jumps != 0 {
            let jump = jumps.trailing_zeros() as usize;
            jumps &= jumps - 1;
            self.arrive(self.from.offset(JUMPS[jump]), take);
        }
        if self.gait.lines | self.gait.short != 0 {
            self.double_moves(take);
        }
    }

    /// Passes on the moves to a square. True if it is empty.
    #[inline(always)]
    fn arrive(&self, to: Square, take: &mut impl FnMut(Move)) -> bool {
        let target = self.position.board.at(to);
        if target.is_none() {
            if self.promotes || WHAT != TACTICAL {
                self.pass_on(to, false, take);
            }
            return true;
        }
        if !target.bars(self.color) && (WHAT != QUIET) {
            self.capture(to, target, take);
        }
        false
    }

    #[inline(always)]
    fn capture(&self, to: Square, target: Piece, take: &mut impl FnMut(Move)) {
        let lion = self.position.ruleset().nature(target).lion;
        if lion && self.ruled && !self.position.may_take_lions(Move::new(self.from, to, false)) {
            return;
        }
        self.pass_on(to, true, take);
    }

    /// Passes on the move with and without promotion, as far as the scope includes them.
    #[inline(always)]
    fn pass_on(&self, to: Square, captures: bool, take: &mut impl FnMut(Move)) {
        let could = self.promotes && self.position.could_promote(self.nature, self.color, self.from_zone, to, captures);
        if could && WHAT != QUIET {
            take(Move::new(self.from, to, true));
        }
        let plain = match WHAT {
            TACTICAL => captures,
            QUIET => !captures,
            _ => true,
        };
        let must = || self.position.rules.promotes_as_in_shogi && self.is_stuck_on(to);
        if plain && !(could && (WHAT != ALL && self.nature.pointless_to_decline || must())) {
            take(Move::new(self.from, to, false));
        }
    }

    /// True if the piece could not move again from a square without promotion.
    #[inline(never)]
    fn is_stuck_on(&self, to: Square) -> bool {
        self.position.ruleset().is_stuck(self.position.piece(self.from), to)
    }

    /// Generates captures by a first step with all second steps, the pass, and the second squares of short slides.
    fn double_moves(&self, take: &mut impl FnMut(Move)) {
        let board = &self.position.board;
        for direction in (0..8).filter(|direction| self.gait.short >> direction & 1 != 0) {
            let next = self.from.offset(STEPS[direction]);
            if board.at(next).is_none() {
                self.arrive(next.offset(STEPS[direction]), take);
            }
        }
        if self.gait.lines == 0 {
            return;
        }
        let mut pass = None;
        for direction in (0..8).filter(|direction| self.gait.lines >> direction & 1 != 0) {
            let via = self.from.offset(STEPS[direction]);
            let victim = board.at(via);
            if victim.is_none() {
                pass = pass.or(Some(Move::double(self.from, via, self.from)));
            } else if !victim.bars(self.color) && WHAT != QUIET {
                for (second, &step) in STEPS.iter().enumerate() {
                    if self.gait.roams() || second == direction || second == opposite(direction) {
                        self.go_on(via, victim, via.offset(step), take);
                    }
                }
            }
        }
        if let Some(pass) = pass
            && WHAT != TACTICAL
        {
            take(pass);
        }
    }

    #[inline]
    fn go_on(&self, via: Square, victim: Piece, to: Square, take: &mut impl FnMut(Move)) {
        let ruleset = self.position.ruleset();
        let target = if to == self.from { Piece::NONE } else { self.position.board.at(to) };
        if target.bars(self.color) {
            return;
        }
        let m = Move::double(self.from, via, to);
        let lions = ruleset.nature(victim).lion || ruleset.nature(target).lion;
        if !(lions && self.ruled) || self.position.may_take_lions(m) {
            take(m);
        }
    }
}

/// Passes the moves of the piece on a square to `take`, without pointlessly declined promotions, as if its side were to
/// move.
pub(super) fn moves_of(position: &Position, from: Square, mut take: impl FnMut(Move)) {
    Walker::<SENSIBLE>::new(position, from, true).moves(&mut take);
}

/// True if the piece on a square could capture if its side were to move.
pub(super) fn captures(position: &Position, from: Square) -> bool {
    let mut captures = false;
    Walker::<TACTICAL>::new(position, from, true).moves(&mut |m| captures |= position.is_capture(m));
    captures
}

impl Position {
    /// True if a piece may promote by going to a square.
    #[inline(always)]
    fn could_promote(&self, nature: &Nature, color: Color, from_zone: bool, to: Square, captures: bool) -> bool {
        let ruleset = self.ruleset();
        let to_zone = ruleset.in_zone(color, to);
        if !from_zone {
            return to_zone;
        }
        captures
            || self.rules.promotes_as_in_shogi
            || (nature.pawn && self.rules.pawn_promotes_last || nature.lance && self.rules.lance_promotes_last)
                && ruleset.on_last_rank(color, to)
    }

    /// True if the piece of a move may promote by it, with or without its promotion flag.
    #[must_use]
    pub fn may_promote(&self, m: Move) -> bool {
        let piece = self.piece(m.from());
        let (ruleset, color) = (self.ruleset(), piece.color());
        let nature = ruleset.nature(piece);
        let captures = !self.piece(m.to()).is_none();
        !nature.promoted.is_none()
            && self.could_promote(nature, color, ruleset.in_zone(color, m.from()), m.to(), captures)
    }

    #[inline(always)]
    pub(super) fn list<const WHAT: u8>(&self, take: &mut impl FnMut(Move)) {
        for from in self.pieces(self.side).iter() {
            Walker::<WHAT>::new(self, from, true).moves(take);
        }
    }

    /// True if a pseudo-legal move leaves no royal piece to be captured that must not be.
    #[inline(always)]
    pub(super) fn keeps_royal(&self, m: Move) -> bool {
        !self.rules.keeps_royal || self.is_safe(m)
    }

    /// Out of line: few rules require the test.
    #[cold]
    #[inline(never)]
    fn is_safe(&self, m: Move) -> bool {
        self.is_legal(m)
    }

    /// True if `m`, which may be any encoding at all, is generated here; with the rules on trading lions or without.
    pub(super) fn is_generated(&self, m: Move, ruled: bool) -> bool {
        let mut is_generated = false;
        if self.piece(m.from()).is(self.side) && !self.has_lost_royals(self.side) {
            Walker::<ALL>::new(self, m.from(), ruled).moves(&mut |other| is_generated |= other == m);
        }
        is_generated
    }
}
