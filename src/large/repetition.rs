//! Repeated positions, over the whole game and the path of the search.

use super::Position;
use super::geometry::Square;
use super::movegen;
use super::options::Repetition;
use crate::board::Color;
use crate::game::Ending;

/// The occurrence of a position that ends the game if repeating as such does not.
const LAST_OCCURRENCE: usize = 4;

impl Position {
    /// Distances in plies to earlier occurrences of the position, nearest first. A lion may pass, so two plies may
    /// suffice for one.
    #[inline]
    fn same_positions(&self) -> impl Iterator<Item = usize> {
        let reach = (self.state.reversible as usize).min(self.history.len());
        let (key, last) = (self.state.key, self.history.len());
        (2..=reach).step_by(2).filter(move |distance| self.history[last - distance].key == key)
    }

    /// Repetition as the search should see it, `ply` plies from its root: already the second occurrence ends the game.
    #[inline]
    pub(super) fn search_repetition(&self, ply: usize) -> Option<Ending> {
        let distance = self.same_positions().next()?;
        let ending = self.judge(distance);
        if distance <= ply || ending == Ending::Draw {
            return Some(ending);
        }
        // A cycle that began before the root may still be left by the side that would lose by it, until the rules end
        // the game.
        self.repetition()
    }

    /// The result of repetition by the rules, for the side to move, once a position has occurred often enough.
    #[must_use]
    pub fn repetition(&self) -> Option<Ending> {
        let needed = match self.rules.repetition {
            Repetition::AttackerLoses | Repetition::CheckerLoses => LAST_OCCURRENCE - 1,
            Repetition::RepeaterLoses => 1,
        };
        let distances: Vec<usize> = self.same_positions().collect();
        let first = *distances.last()?;
        (distances.len() >= needed).then(|| self.judge(first))
    }

    fn judge(&self, distance: usize) -> Ending {
        if self.rules.repetition == Repetition::RepeaterLoses {
            return Ending::Win;
        }
        match self.attacked_throughout(distance) {
            [true, false] => Ending::Loss,
            [false, true] => Ending::Win,
            _ => Ending::Draw,
        }
    }

    /// True for the side to move, and for the other side, if it attacked with each of its moves in the last `distance`
    /// plies.
    fn attacked_throughout(&self, distance: usize) -> [bool; 2] {
        let mut position = self.clone();
        let mut throughout = [true; 2];
        for ply in 0..distance {
            // The last move is one of the other side.
            throughout[1 - ply % 2] &= position.last_move_attacks();
            if throughout == [false; 2] {
                break;
            }
            // No position recurs across a null move, so there always is a move to take back.
            let Some(m) = position.state.last else { break };
            position.unmake(m);
        }
        throughout
    }

    /// True if the last move attacks: a royal piece is attacked after it, or the moved piece could capture, if more
    /// than checks count.
    fn last_move_attacks(&mut self) -> bool {
        let us = self.side;
        if self.royals(us).iter().any(|royal| self.is_attacked(royal, !us)) {
            return true;
        }
        if self.rules.repetition == Repetition::CheckerLoses {
            return false;
        }
        let Some(m) = self.state.last else { return false };
        self.could_capture(m.to(), !us)
    }

    /// True if a piece of `color` could capture if it were to move.
    fn could_capture(&mut self, from: Square, color: Color) -> bool {
        let (side, ban) = (self.side, self.state.ban);
        self.side = color;
        self.state.ban = None;
        let captures = movegen::captures(self, from);
        self.side = side;
        self.state.ban = ban;
        captures
    }
}
