//! The rules on trading lions.
//!
//! A lion may always capture an adjacent lion, and one at the second step if that is unprotected or the first capture
//! counts. After another piece has captured a lion, the other lion is safe for one move from all but lions.

use super::Position;
use super::geometry::Square;
use super::moves::Move;
use super::piece::Piece;
use super::width::Width;

impl<W: Width> Position<W> {
    /// True if these rules allow a move that captures one lion or two.
    #[inline(never)]
    pub(super) fn may_take_lions(&self, m: Move<W>) -> bool {
        if self.rules.lions_are_free {
            return true;
        }
        let traits = |piece: Piece| self.ruleset().traits(piece);
        let victims = self.victims(m);
        if !traits(self.piece(m.from())).lion {
            return !self.breaks_ban(m, victims);
        }
        if !traits(victims[1]).lion || m.from().distance(m.to()) == 1 {
            return true;
        }
        let counts = !victims[0].is_none() && !traits(victims[0]).minor;
        counts || !self.is_protected(m, m.to())
    }

    /// True if a piece other than a lion captures one despite the ban of the move before.
    fn breaks_ban(&self, m: Move<W>, victims: [Piece; 2]) -> bool {
        let Some(ban) = self.state.ban else { return false };
        let squares = [m.via().unwrap_or(m.to()), m.to()];
        squares.into_iter().zip(victims).any(|(square, victim)| {
            self.ruleset().traits(victim).lion
                && (square != ban || self.rules.ban_covers_taker)
                && (!self.rules.ban_needs_protection || self.is_protected(m, square))
        })
    }

    /// True if a move breaks the ban only on its way, not on its target.
    pub(super) fn breaks_ban_between(&self, m: Move<W>) -> bool {
        let victims = self.victims(m);
        !self.ruleset().traits(self.piece(m.from())).lion
            && self.breaks_ban(m, victims)
            && !self.breaks_ban(m, [Piece::NONE, victims[1]])
    }

    /// True if the other side could recapture on `square` after a move that captures there. Lines that the move opens
    /// count, kings and pinned pieces protect, and recapturing lions are bound by no rule.
    fn is_protected(&self, m: Move<W>, square: Square<W>) -> bool {
        let (ruleset, them) = (self.ruleset(), !self.side);
        let mut board = self.board;
        board.play(m, self.piece(m.from()));
        board.put(square, self.piece(m.from()));
        let first = self.victims(m)[0];
        let by_first = || {
            let Some(via) = m.via().filter(|&via| via != square) else { return false };
            self.rules.first_victim_protects
                && ruleset.traits(first).minor
                && board.reaches(ruleset, first, via, square, [via; 2])
        };
        board.is_attacked(ruleset, square, them, true) || by_first()
    }
}
