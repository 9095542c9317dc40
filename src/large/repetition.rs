//! Earlier positions, as the [shared rule on repetition](crate::kernel) asks for them.

use super::Position;
use super::geometry::Square;
use super::movegen;
use super::moves::Move;
use super::width::Width;
use crate::board::Color;
use crate::game::{Hand, PlayablePosition as _};
use crate::kernel::{RepetitionRule, Repetitions};

impl<W: Width> Repetitions for Position<W> {
    #[inline]
    fn repetition_rule(&self) -> RepetitionRule {
        self.rules.repetition
    }

    /// A lion may pass, so that two plies may lead back.
    #[inline]
    fn same_boards(&self) -> impl Iterator<Item = (usize, Hand)> {
        let reach = (self.state.reversible as usize).min(self.history.len());
        let (key, last) = (self.state.key, self.history.len());
        let distances = (2..=reach).step_by(2).filter(move |distance| self.history[last - distance].key == key);
        distances.map(|distance| (distance, Hand::EMPTY))
    }

    fn checked_throughout(&self, distance: usize) -> [bool; 2] {
        let mut position = self.without_history();
        let mut throughout = [true; 2];
        let mut state = self.state;
        for (ply, before) in self.history.iter().rev().take(distance).enumerate() {
            // The last move is one of the other side.
            throughout[1 - ply % 2] &= position.attacks_after(state.last);
            // No position recurs across a null move, so there is always a move to take back.
            let Some(m) = state.last.filter(|_| throughout != [false; 2]) else { break };
            position.take_back(m, *before);
            state = *before;
        }
        throughout
    }
}

impl<W: Width> Position<W> {
    /// True if the move that led here attacks: a royal piece stands attacked after it, or the piece that moved could capture, if
    /// more than checks count.
    fn attacks_after(&mut self, last: Option<Move<W>>) -> bool {
        let us = self.side;
        if self.royals(us).iter().any(|royal| self.is_attacked(royal, !us)) {
            return true;
        }
        self.rules.threats_count_as_checks && last.is_some_and(|m| self.could_capture(m.to(), !us))
    }

    /// True if the piece on a square could capture if `color` were to move.
    fn could_capture(&mut self, from: Square<W>, color: Color) -> bool {
        let (side, ban) = (self.side, self.state.ban);
        self.side = color;
        self.state.ban = None;
        let captures = movegen::captures(self, from);
        self.side = side;
        self.state.ban = ban;
        captures
    }
}
