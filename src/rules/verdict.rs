//! The ends of a game that kings and moves bring about, as the [shared referee](crate::kernel) asks for them.

use super::{Position, Rules};
use crate::game::{PlayablePosition as _, Reason, Verdict};
use crate::kernel::Endings;

impl<R: Rules> Endings for Position<R> {
    /// A king was captured or lost by a check, or stands safe on the far rank under a rule that makes this a win at any time.
    #[inline(always)]
    fn ended_by_pieces(&self) -> Option<Verdict> {
        if !self.facts().can_end_by_kings() {
            return None;
        }
        let (us, them) = (self.side, !self.side);
        if self.is_lost_by_check() {
            return Some(Verdict { winner: Some(them), reason: Reason::Check });
        }
        if self.spec().king_capture && self.king(us).is_none() {
            return Some(Verdict { winner: Some(them), reason: Reason::RoyalLost });
        }
        let winner = match (self.has_entered(us), self.has_entered(them)) {
            (true, true) => None,
            (true, false) => Some(us),
            (false, true) => Some(them),
            (false, false) => return None,
        };
        Some(Verdict { winner, reason: Reason::Try })
    }

    fn won_by_last_move(&self) -> Option<Verdict> {
        self.has_just_tried().then_some(Verdict { winner: Some(!self.side), reason: Reason::Try })
    }

    fn has_lost_by_moves(&self) -> bool {
        self.count_legal_moves() == 0
    }

    #[inline(always)]
    fn move_limits(&self) -> [u32; 2] {
        [self.options.max_moves, 0]
    }
}
