//! Effects of moves beyond their own squares: captures on the way of a flight, burning, and the nature that a captured
//! piece passes on.

use super::Position;
use super::geometry::Square;
use super::moves::Move;
use super::piece::Piece;
use super::ways::Way;
use super::width::Width;
use crate::board::Color;
use crate::game::{PlayablePosition as _, Position as _};
use arrayvec::ArrayVec;

/// Pieces that a move removes besides those on its squares: all between the ends of a line, and eight neighbours.
pub(super) type Casualties<W> = ArrayVec<(Square<W>, Piece), 48>;

impl<W: Width> Position<W> {
    /// The piece that a move of a wide game leaves on its target, before anything burns.
    pub(super) fn turns_into(&self, m: Move<W>) -> Piece {
        let piece = self.mover(m);
        let traits = self.ruleset().traits(piece);
        if m.promotes() {
            return traits.promoted;
        }
        if !self.ruleset().taints || traits.royal {
            return piece;
        }
        let taint = |victim: Piece| Some(self.ruleset().traits(victim).taint).filter(|taint| !taint.is_none());
        let [between, last] = self.victims(m);
        taint(last).or_else(|| taint(between)).map_or(piece, |taint| Piece::new(piece.color(), taint.kind()))
    }

    /// True if the piece that ends a move of the side to move beside an enemy that burns is removed.
    pub(super) fn is_burnt(&self, m: Move<W>) -> bool {
        let burns = |direction: usize| {
            let near = m.to().offset(W::STEPS[direction]);
            let piece = self.board.at(near);
            piece.is(!self.side) && self.ruleset().traits(piece).burns && m.via() != Some(near)
        };
        self.ruleset().burns && (0..8).any(burns)
    }

    /// The pieces that a move removes besides those on its squares.
    pub(super) fn casualties(&self, m: Move<W>) -> Casualties<W> {
        let mut casualties = Casualties::new();
        if !W::EXTRA_MOVEMENT || self.has_drops() {
            return casualties;
        }
        casualties = self.flown_over(m);
        if self.ruleset().traits(self.turns_into(m)).burns && !self.is_burnt(m) {
            for near in W::STEPS.map(|step| m.to().offset(step)) {
                let piece = self.board.at(near);
                if piece.is(!self.side) && m.via() != Some(near) {
                    casualties.push((near, piece));
                }
            }
        }
        casualties
    }

    /// True if a piece of `by` could go to a square by a further way.
    pub(super) fn is_attacked_further(&self, square: Square<W>, by: Color) -> bool {
        let reaches = |from: Square<W>| self.board.reaches_further(self.ruleset(), self.piece(from), from, square);
        self.extra_movers[by.index()].iter().any(reaches)
    }

    /// True if a piece of `by` could capture a royal piece, or burn it.
    pub(super) fn is_royal_attacked(&self, royal: Square<W>, by: Color) -> bool {
        self.is_attacked(royal, by) || W::EXTRA_MOVEMENT && self.ruleset().burns && self.could_be_burnt(royal, by)
    }

    /// True if a piece of `by` that burns could come to stand beside a square.
    fn could_be_burnt(&self, square: Square<W>, by: Color) -> bool {
        let ruleset = self.ruleset();
        let is_safe = |to: Square<W>| {
            !W::STEPS.iter().any(|&step| {
                let near = self.piece(to.offset(step));
                near.is(!by) && ruleset.traits(near).burns
            })
        };
        let mut arsonists = self.extra_movers[by.index()].iter().filter(|&from| ruleset.traits(self.piece(from)).burns);
        arsonists.any(|from| {
            let goes =
                |to: Square<W>| !self.piece(to).bars(by) && self.board.takes(ruleset, self.piece(from), from, to);
            W::STEPS.iter().map(|&step| square.offset(step)).any(|to| goes(to) && is_safe(to))
        })
    }

    /// The position after a move, without what led to it.
    pub(super) fn after(&self, m: Move<W>) -> Self {
        let mut after = self.without_history();
        after.make(m, &mut ());
        after
    }

    /// True if a move leaves the side that makes it no last royal piece to be captured.
    pub(super) fn is_legal_slowly(&self, m: Move<W>) -> bool {
        let after = self.after(m);
        !after.has_lost_royals(self.side) && !after.state.exposed
    }

    /// The pieces that a capturing flight passes.
    pub(super) fn flown_over(&self, m: Move<W>) -> Casualties<W> {
        let mut casualties = Casualties::new();
        let piece = self.board.at(m.from());
        let Some(direction) = m.from().direction(m.to()) else { return casualties };
        let flies = |way: &Way| matches!(way, Way::RangeCapture { directions } if directions >> direction & 1 != 0);
        if m.via().is_some() || !self.ruleset().further(piece).iter().any(flies) {
            return casualties;
        }
        for n in 1..i16::from(m.from().distance(m.to())) {
            let cell = m.from().offset(n * W::STEPS[direction]);
            let passed = self.board.at(cell);
            if !passed.is_none() {
                casualties.push((cell, passed));
            }
        }
        casualties
    }
}
