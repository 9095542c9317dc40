//! Earlier positions, as the [shared rule on repetition](crate::kernel) asks for them.

use super::{Position, Rules};
use crate::board::Color;
use crate::game::Hand;
use crate::kernel::{RepetitionRule, Repetitions};

impl<R: Rules> Repetitions for Position<R> {
    #[inline(always)]
    fn repetition_rule(&self) -> RepetitionRule {
        self.options.repetition
    }

    #[inline(always)]
    fn same_boards(&self) -> impl Iterator<Item = (usize, Hand)> {
        self.history.same_boards(self.state.reversible as usize)
    }

    fn checked_throughout(&self, distance: usize) -> [bool; 2] {
        let checked = |color: Color| self.state.checks[color.index()] as usize * 2 >= distance;
        [checked(self.side), checked(!self.side)]
    }
}
