//! Promotion: when a piece may turn over, and when it must.

use super::Position;
use super::geometry::Square;
use super::moves::Move;
use super::options::Promotion;
use super::tables::PieceTraits;
use super::width::Width;
use crate::board::Color;

/// The ways in which a move can be made.
#[derive(Clone, Copy)]
pub(super) struct Turns {
    /// With promotion.
    pub may: bool,
    /// Without.
    pub may_not: bool,
}

impl<W: Width> Position<W> {
    /// True if a piece may promote by going to a square, in a game of the narrow kernel.
    #[inline(always)]
    pub(super) fn could_promote(
        &self,
        traits: &PieceTraits,
        color: Color,
        from_zone: bool,
        to: Square<W>,
        captures: bool,
    ) -> bool {
        let ruleset = self.ruleset();
        let to_zone = ruleset.in_zone(color, to);
        if !from_zone {
            return to_zone;
        }
        captures
            || self.rules.promotion == Promotion::Shogi
            || (traits.pawn && self.rules.pawn_promotes_last || traits.lance && self.rules.lance_promotes_last)
                && ruleset.on_last_rank(color, to)
    }

    /// True if the piece of a move may promote by it, with or without its promotion flag.
    #[must_use]
    pub fn may_promote(&self, m: Move<W>) -> bool {
        if W::EXTRA_MOVEMENT {
            return self.turns(m.with_promotion(false)).may;
        }
        let piece = self.piece(m.from());
        let (ruleset, color) = (self.ruleset(), piece.color());
        let traits = ruleset.traits(piece);
        let captures = !self.piece(m.to()).is_none();
        !traits.promoted.is_none()
            && self.could_promote(traits, color, ruleset.in_zone(color, m.from()), m.to(), captures)
    }

    /// The ways in which a move of the wide kernel can be made.
    pub(super) fn turns(&self, m: Move<W>) -> Turns {
        let ruleset = self.ruleset();
        let piece = self.board.at(m.from());
        let traits = ruleset.traits(piece);
        if traits.promoted.is_none() {
            return Turns { may: false, may_not: true };
        }
        let captures = self.captures_on_its_way(m);
        let [before, after] = [m.from(), m.to()].map(|square| ruleset.in_zone(piece.color(), square));
        let is_stuck = after && ruleset.is_stuck(piece, m.to());
        match self.rules.promotion {
            Promotion::Shogi => Turns { may: before || after, may_not: !is_stuck },
            Promotion::Chu => Turns { may: !before && after || captures && before, may_not: true },
            Promotion::ChuOrStuck => {
                Turns { may: !before && after || captures && before || is_stuck, may_not: !is_stuck }
            }
            Promotion::EveryCapture => Turns { may: captures, may_not: !captures },
            Promotion::Captures => {
                let victims = self.victims(m);
                let victim_traits = victims.map(|victim| ruleset.traits(victim));
                let is_tainted = !traits.royal && victim_traits.iter().any(|victim| !victim.taint.is_none());
                let is_forced = victim_traits.iter().any(|victim| victim.is_promoted);
                Turns { may: captures && !is_tainted, may_not: is_tainted || !is_forced }
            }
        }
    }

    /// True if a move captures on its squares or between them; what burns is not captured.
    fn captures_on_its_way(&self, m: Move<W>) -> bool {
        self.victims(m).iter().any(|victim| !victim.is_none()) || !self.flown_over(m).is_empty()
    }
}
