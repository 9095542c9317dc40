//! Generation of moves.
//!
//! Every move is generated once: a lion's way over an empty square is the equivalent jump or pass. The moves obey every
//! rule of movement, those on trading lions included; the safety of the own king is not tested here.

use super::Position;
use super::geometry::{Square, SquareSet, opposite};
use super::moves::Move;
use super::options::Promotion;
use super::piece::Piece;
use super::tables::{ExtraMovement, Movement, PieceTraits};
use super::width::Width;
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
struct Walker<'p, W: Width, const WHAT: u8> {
    position: &'p Position<W>,
    from: Square<W>,
    color: Color,
    traits: &'p PieceTraits,
    movement: Movement,
    /// The piece can promote at all.
    promotes: bool,
    from_zone: bool,
    /// The rules on trading lions apply.
    ruled: bool,
}

impl<'p, W: Width, const WHAT: u8> Walker<'p, W, WHAT> {
    #[inline(always)]
    fn new(position: &'p Position<W>, from: Square<W>, ruled: bool) -> Self {
        let piece = position.board.at(from);
        let ruleset = position.ruleset();
        let (traits, color) = (ruleset.traits(piece), piece.color());
        Self {
            position,
            from,
            color,
            traits,
            movement: ruleset.movement(piece),
            promotes: !traits.promoted.is_none(),
            from_zone: ruleset.in_zone(color, from),
            ruled,
        }
    }

    #[inline(always)]
    fn moves(&self, take: &mut impl FnMut(Move<W>)) {
        if W::EXTRA_MOVEMENT && self.position.ruleset().extra_movement(self.position.piece(self.from)).overlaps {
            self.further_moves(take);
            return;
        }
        let mut steps = self.movement.steps & !self.movement.slides;
        while steps != 0 {
            let direction = steps.trailing_zeros() as usize;
            steps &= steps - 1;
            self.arrive(self.from.offset(W::STEPS[direction]), take);
        }
        let mut slides = self.movement.slides;
        while slides != 0 {
            let direction = slides.trailing_zeros() as usize;
            slides &= slides - 1;
            let mut to = self.from.offset(W::STEPS[direction]);
            while self.arrive(to, take) {
                to = to.offset(W::STEPS[direction]);
            }
        }
        let mut jumps = self.movement.jumps;
        while jumps != 0 {
            let jump = jumps.trailing_zeros() as usize;
            jumps &= jumps - 1;
            self.arrive(self.from.offset(W::JUMPS[jump]), take);
        }
        if self.movement.lines | self.movement.short != 0 {
            self.double_moves(take);
        }
    }

    /// Passes on the moves to a square. True if it is empty.
    #[inline(always)]
    fn arrive(&self, to: Square<W>, take: &mut impl FnMut(Move<W>)) -> bool {
        let target = self.position.board.at(to);
        if W::EXTRA_MOVEMENT {
            if !target.bars(self.color) {
                self.offer(Move::new(self.from, to, false), take);
            }
            return target.is_none();
        }
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
    fn capture(&self, to: Square<W>, target: Piece, take: &mut impl FnMut(Move<W>)) {
        let lion = self.position.ruleset().traits(target).lion;
        if lion && self.ruled && !self.position.may_take_lions(Move::new(self.from, to, false)) {
            return;
        }
        self.pass_on(to, true, take);
    }

    /// Passes on the move with and without promotion, as far as the scope includes them.
    #[inline(always)]
    fn pass_on(&self, to: Square<W>, captures: bool, take: &mut impl FnMut(Move<W>)) {
        let could = self.promotes && self.position.could_promote(self.traits, self.color, self.from_zone, to, captures);
        if could && WHAT != QUIET {
            take(Move::new(self.from, to, true));
        }
        let plain = match WHAT {
            TACTICAL => captures,
            QUIET => !captures,
            _ => true,
        };
        let must = || self.position.rules.promotion == Promotion::Shogi && self.is_stuck_on(to);
        if plain && !(could && (WHAT != ALL && self.traits.pointless_to_decline || must())) {
            take(Move::new(self.from, to, false));
        }
    }

    /// True if the piece could not move again from a square without promotion.
    #[inline(never)]
    fn is_stuck_on(&self, to: Square<W>) -> bool {
        self.position.ruleset().is_stuck(self.position.piece(self.from), to)
    }

    /// Generates captures by a first step with all second steps, the pass, and the second squares of short slides.
    fn double_moves(&self, take: &mut impl FnMut(Move<W>)) {
        let board = &self.position.board;
        for direction in (0..8).filter(|direction| self.movement.short >> direction & 1 != 0) {
            let next = self.from.offset(W::STEPS[direction]);
            if board.at(next).is_none() {
                self.arrive(next.offset(W::STEPS[direction]), take);
            }
        }
        if self.movement.lines == 0 {
            return;
        }
        let mut pass = None;
        for direction in (0..8).filter(|direction| self.movement.lines >> direction & 1 != 0) {
            let via = self.from.offset(W::STEPS[direction]);
            let victim = board.at(via);
            if victim.is_none() {
                pass = pass.or(Some(Move::in_two(self.from, direction, self.from, false)));
            } else if !victim.bars(self.color) && WHAT != QUIET {
                for (second, &step) in W::STEPS.iter().enumerate() {
                    if self.movement.roams() || second == direction || second == opposite(direction) {
                        self.go_on(direction, victim, via.offset(step), take);
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
    fn go_on(&self, first: usize, victim: Piece, to: Square<W>, take: &mut impl FnMut(Move<W>)) {
        let ruleset = self.position.ruleset();
        let target = if to == self.from { Piece::NONE } else { self.position.board.at(to) };
        if target.bars(self.color) {
            return;
        }
        let m = Move::in_two(self.from, first, to, false);
        let lions = ruleset.traits(victim).lion || ruleset.traits(target).lion;
        if !(lions && self.ruled) || self.position.may_take_lions(m) {
            take(m);
        }
    }
}

impl<W: Width, const WHAT: u8> Walker<'_, W, WHAT> {
    /// Passes on a move of the wide kernel with and without promotion, as far as the scope includes them.
    fn offer(&self, m: Move<W>, take: &mut impl FnMut(Move<W>)) {
        let turns = self.position.turns(m);
        if turns.may && WHAT != QUIET {
            take(m.with_promotion(true));
        }
        let is_sensible = WHAT == ALL || !(turns.may && self.traits.pointless_to_decline);
        let is_wanted = || match WHAT {
            TACTICAL => self.position.is_capture(m),
            QUIET => !self.position.is_capture(m),
            _ => true,
        };
        if turns.may_not && is_sensible && is_wanted() {
            take(m);
        }
    }

    /// Generates the moves of a piece with further ways, several of which may reach the same square.
    #[inline(never)]
    fn further_moves(&self, take: &mut impl FnMut(Move<W>)) {
        let (board, ruleset) = (&self.position.board, self.position.ruleset());
        let piece = self.position.piece(self.from);
        let mut targets = SquareSet::EMPTY;
        self.plain_targets(&mut targets);
        for &way in ruleset.further(piece) {
            board.reach_by(ruleset, way, self.from, piece, &mut |to| targets.insert(to));
        }
        for to in targets.iter().filter(|&to| !board.at(to).bars(self.color)) {
            self.offer(Move::new(self.from, to, false), take);
        }
        let extra = ruleset.extra_movement(piece);
        let mut pass = None;
        for first in (0..8).filter(|first| (self.movement.lines | extra.doubles | extra.iguis) >> first & 1 != 0) {
            let via = self.from.offset(W::STEPS[first]);
            let victim = board.at(via);
            if victim.is_none() {
                let passes = (self.movement.lines | extra.doubles) >> first & 1 != 0;
                pass = pass.or(passes.then(|| Move::in_two(self.from, first, self.from, false)));
            } else if !victim.bars(self.color) && WHAT != QUIET {
                let seconds = second_steps(self.movement, extra, first);
                for second in (0..8).filter(|second| seconds >> second & 1 != 0) {
                    let to = via.offset(W::STEPS[second]);
                    if to == self.from || !board.at(to).bars(self.color) {
                        self.offer(Move::in_two(self.from, first, to, false), take);
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

    /// Adds the squares that a piece reaches by the ways of chu shogi, own pieces included.
    fn plain_targets(&self, targets: &mut SquareSet<W>) {
        let board = &self.position.board;
        let among = |directions: u8| (0..8).filter(move |direction| directions >> direction & 1 != 0);
        let mut run = |direction: usize, longest: usize| {
            let mut cell = self.from;
            for _ in 0..longest {
                cell = cell.offset(W::STEPS[direction]);
                targets.insert(cell);
                if !board.at(cell).is_none() {
                    break;
                }
            }
        };
        among(self.movement.steps).for_each(|direction| run(direction, 1));
        among(self.movement.short).for_each(|direction| run(direction, 2));
        among(self.movement.slides).for_each(|direction| run(direction, usize::from(W::LONGEST)));
        for jump in (0..16).filter(|jump| self.movement.jumps >> jump & 1 != 0) {
            targets.insert(self.from.offset(W::JUMPS[jump]));
        }
    }
}

/// The second steps after a first one: those of a lion, straight on and back, or any of a set.
fn second_steps(movement: Movement, extra: &ExtraMovement, first: usize) -> u8 {
    if movement.roams() {
        return u8::MAX;
    }
    let (on, back) = (1 << first, 1 << opposite(first));
    let mut seconds = 0;
    if movement.lines >> first & 1 != 0 {
        seconds |= on | back;
    }
    if extra.doubles >> first & 1 != 0 {
        seconds |= extra.doubles;
    }
    if extra.iguis >> first & 1 != 0 {
        seconds |= back;
    }
    seconds
}

/// Passes the moves of the piece on a square to `take`, without pointlessly declined promotions, as if its side were to
/// move.
pub(super) fn moves_of<W: Width>(position: &Position<W>, from: Square<W>, mut take: impl FnMut(Move<W>)) {
    Walker::<W, SENSIBLE>::new(position, from, true).moves(&mut take);
}

/// True if the piece on a square could capture if its side were to move.
pub(super) fn captures<W: Width>(position: &Position<W>, from: Square<W>) -> bool {
    let mut captures = false;
    Walker::<W, TACTICAL>::new(position, from, true).moves(&mut |m| captures |= position.is_capture(m));
    captures
}

impl<W: Width> Position<W> {
    #[inline(always)]
    pub(super) fn list<const WHAT: u8>(&self, take: &mut impl FnMut(Move<W>)) {
        for from in self.pieces(self.side).iter() {
            Walker::<W, WHAT>::new(self, from, true).moves(take);
        }
        if WHAT != TACTICAL && self.has_drops() {
            self.list_drops(take);
        }
    }

    /// True if a pseudo-legal move leaves no royal piece to be captured that must not be.
    #[inline(always)]
    pub(super) fn keeps_royal(&self, m: Move<W>) -> bool {
        !self.rules.keeps_royal || self.is_safe(m)
    }

    /// Out of line: few rules require the test.
    #[cold]
    #[inline(never)]
    fn is_safe(&self, m: Move<W>) -> bool {
        self.is_legal(m)
    }

    /// True if `m`, which may be any encoding at all, is generated here; with the rules on trading lions or without.
    pub(super) fn is_generated(&self, m: Move<W>, ruled: bool) -> bool {
        if let Some(kind) = m.dropped() {
            return self.may_drop(kind, m.to()) && !self.has_lost_royals(self.side);
        }
        let mut is_generated = false;
        if self.piece(m.from()).is(self.side) && !self.has_lost_royals(self.side) {
            Walker::<W, ALL>::new(self, m.from(), ruled).moves(&mut |other| is_generated |= other == m);
        }
        is_generated
    }
}
