//! Mate problems: the attacker, and the pieces that diagrams leave out.

use super::{PieceAt, Position, Rules, zobrist};
use crate::board::Color;
use crate::game::Hand;

impl<R: Rules> Position<R> {
    /// The side that gives mate: with one king the side without it; with two the side to move, or the other if the side
    /// to move is in check and `defender_first`.
    #[must_use]
    pub fn problem_attacker(&self, defender_first: bool) -> Color {
        let lone = Color::ALL.into_iter().find(|&color| self.king(color).is_none());
        lone.unwrap_or_else(|| {
            let defends = defender_first && !self.checkers().is_empty();
            if defends { !self.side } else { self.side }
        })
    }

    /// Gives `color` every piece of a full set that is neither on the board nor in a hand, kings aside. The history
    /// starts afresh.
    pub fn hand_over_missing(&mut self, color: Color) {
        let mut setup = self.setup();
        setup.hold_rest(color);
        *self = Self::assemble(self.rules, &setup, self.options);
    }

    /// See [`Position::hand_over`](crate::game::Position::hand_over).
    pub(super) fn hand_over(&mut self, from: Color, what: Hand) {
        for kind in self.facts().held_in(what) {
            for _ in 0..what.count(kind.index()) {
                let given = PieceAt::in_hand(from, kind, self.hand_count(from, kind));
                self.hands[from.index()].remove(kind.index());
                self.hands[(!from).index()].add(kind.index());
                let taken = PieceAt::in_hand(!from, kind, self.hand_count(!from, kind));
                self.state.hands_key ^= zobrist::key(given) ^ zobrist::key(taken);
            }
        }
    }
}
