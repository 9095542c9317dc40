//! The moves of dōbutsu shōgi, forwards and backwards. A lion may stay, or be moved, where it can be taken.

use super::board::{ATTACKS, Board, CHICK, FAR, HELD, HEN, KINDS, LION_ATTACKS, OTHER, OWN, squares};

/// The kind in hand that a kind on the board becomes when taken.
const fn held_as(kind: usize) -> usize {
    if kind == HEN { CHICK } else { kind }
}

impl Board {
    /// Visits the board after each move of the side to move, not turned: it is still seen from the side that has moved.
    /// The capture of the lion, which leaves no board, is left out.
    #[inline]
    pub fn for_each_move(&self, mut visit: impl FnMut(&Self)) {
        let targets = !self.occupied_by(OWN) & !(1 << self.lions[OTHER]);
        for to in squares(LION_ATTACKS[usize::from(self.lions[OWN])] & targets) {
            let mut after = self.without(to);
            after.lions[OWN] = to as u8;
            visit(&after);
        }
        for (kind, attacks) in ATTACKS.iter().enumerate() {
            for from in squares(self.pieces[kind][OWN]) {
                for to in squares(attacks[OWN][from] & targets) {
                    let mut after = self.without(to);
                    after.pieces[kind][OWN] ^= 1 << from;
                    let lands_as = if kind == CHICK && FAR[OWN] >> to & 1 != 0 { HEN } else { kind };
                    after.pieces[lands_as][OWN] |= 1 << to;
                    visit(&after);
                }
            }
        }
        self.for_each_drop(visit);
    }

    #[inline]
    fn for_each_drop(&self, mut visit: impl FnMut(&Self)) {
        for kind in (0..HELD).filter(|&kind| self.hands[kind][OWN] > 0) {
            for to in squares(self.empty()) {
                let mut after = *self;
                after.hands[kind][OWN] -= 1;
                after.pieces[kind][OWN] |= 1 << to;
                visit(&after);
            }
        }
    }

    /// The board after the opponent's piece on a square has gone to the hand of the side to move.
    #[inline]
    fn without(&self, square: usize) -> Self {
        let mut board = *self;
        for kind in 0..KINDS {
            if board.pieces[kind][OTHER] >> square & 1 != 0 {
                board.pieces[kind][OTHER] ^= 1 << square;
                board.hands[held_as(kind)][OWN] += 1;
            }
        }
        board
    }

    /// Visits every board from which a move of `OWN` leads to this one, seen from the side that has moved. Boards from
    /// which its lion leaves the far rank are left out.
    #[inline]
    pub fn for_each_origin(&self, mut visit: impl FnMut(&Self)) {
        let empty = self.empty();
        let lion = usize::from(self.lions[OWN]);
        for from in squares(LION_ATTACKS[lion] & empty & !FAR[OWN]) {
            let mut before = *self;
            before.lions[OWN] = from as u8;
            before.for_each_capture(lion, &mut visit);
        }
        for kind in 0..KINDS {
            for to in squares(self.pieces[kind][OWN]) {
                let mut lifted = *self;
                lifted.pieces[kind][OWN] ^= 1 << to;
                if kind < HELD {
                    let mut before = lifted;
                    before.hands[kind][OWN] += 1;
                    visit(&before);
                }
                let is_far = FAR[OWN] >> to & 1 != 0;
                if kind != CHICK || !is_far {
                    lifted.for_each_step_back(kind, to, empty, &mut visit);
                }
                if kind == HEN && is_far {
                    lifted.for_each_step_back(CHICK, to, empty, &mut visit);
                }
            }
        }
    }

    #[inline]
    fn for_each_step_back(&self, kind: usize, to: usize, empty: u16, visit: &mut impl FnMut(&Self)) {
        for from in squares(ATTACKS[kind][OTHER][to] & empty) {
            let mut before = *self;
            before.pieces[kind][OWN] |= 1 << from;
            before.for_each_capture(to, visit);
        }
    }

    /// Visits this board, and those on which the other side had a piece on the square that was taken there.
    #[inline]
    fn for_each_capture(&self, square: usize, visit: &mut impl FnMut(&Self)) {
        visit(self);
        for kind in (0..KINDS).filter(|&kind| self.hands[held_as(kind)][OWN] > 0) {
            let mut before = *self;
            before.hands[held_as(kind)][OWN] -= 1;
            before.pieces[kind][OTHER] |= 1 << square;
            visit(&before);
        }
    }
}
