//! Repeated positions, over the whole game and the path of the search.

use super::{Position, RepetitionOutcome, Rules};
use crate::board::Color;
use crate::game::{Ending, Hand};

impl<R: Rules> Position<R> {
    /// Repetition as the search should see it; see [`Position::ending`](crate::game::Position::ending).
    #[inline(always)]
    pub(super) fn search_repetition(&self, ply: usize) -> Option<Ending> {
        let now = self.hands[0];
        let mut compared = None;
        for (distance, then) in self.history.same_boards(self.state.reversible as usize) {
            if then == now {
                return self.judge_in_search(distance, ply);
            }
            // Gains within the search were free choices of both sides. A board of the game so far is no measure: a side
            // that blundered a pawn there has not lost by that.
            if distance <= ply {
                compared = compared.or_else(|| self.compare_hands(now, then));
            }
        }
        compared
    }

    /// Value of this board with Black's hand `now` after the same board with `then`.
    fn compare_hands(&self, now: Hand, then: Hand) -> Option<Ending> {
        let more = now.dominates(then);
        if !more && !then.dominates(now) {
            return None;
        }
        Some(if more == (self.side == Color::Black) { Ending::Superior } else { Ending::Inferior })
    }

    fn judge_in_search(&self, distance: usize, ply: usize) -> Option<Ending> {
        let ending = self.perpetual_check(distance).unwrap_or_else(|| self.repetition_outcome());
        if distance <= ply || ending == Ending::Draw {
            return Some(ending);
        }
        // A cycle that began before the root may still be left by the side that would lose by it, until the rules end
        // the game.
        self.repetition().map(|verdict| verdict.ending)
    }

    /// Result of a repetition under the rule in force, for the side to move, without perpetual check.
    fn repetition_outcome(&self) -> Ending {
        match self.options.repetition.outcome {
            RepetitionOutcome::Draw => Ending::Draw,
            RepetitionOutcome::MoverLoses => Ending::Loss,
            RepetitionOutcome::RepeaterLoses => Ending::Win,
            RepetitionOutcome::FirstMoverLoses if self.first_mover() == self.side => Ending::Loss,
            RepetitionOutcome::FirstMoverLoses => Ending::Win,
        }
    }

    /// Result of perpetual check over the last `distance` plies, for the side to move: a draw if both sides checked
    /// with each move. None under a rule without that clause.
    fn perpetual_check(&self, distance: usize) -> Option<Ending> {
        if !self.options.repetition.perpetual_check {
            return None;
        }
        let checked_all = |color: Color| self.state.checks[color.index()] as usize * 2 >= distance;
        match (checked_all(self.side), checked_all(!self.side)) {
            (true, false) => Some(Ending::Loss),
            (false, true) => Some(Ending::Win),
            (true, true) => Some(Ending::Draw),
            (false, false) => None,
        }
    }

    /// Occurrences of the position, this one included, and the plies since the first.
    pub(super) fn occurrences(&self) -> (usize, usize) {
        let now = self.hands[0];
        self.history
            .same_boards(self.state.reversible as usize)
            .filter(|&(_, then)| then == now)
            .fold((1, 0), |(count, _), (distance, _)| (count + 1, distance))
    }

    /// The result of repetition by the rules, for the side to move, once a position has occurred often enough. The
    /// window for perpetual check starts at its first occurrence.
    #[must_use]
    pub fn repetition(&self) -> Option<RepetitionVerdict> {
        let (count, window) = self.occurrences();
        if count < usize::from(self.options.repetition.count) {
            return None;
        }
        if let Some(ending) = self.perpetual_check(window) {
            return Some(RepetitionVerdict { ending, perpetual_check: ending != Ending::Draw });
        }
        Some(RepetitionVerdict { ending: self.repetition_outcome(), perpetual_check: false })
    }
}

/// Verdict of the rules on a repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RepetitionVerdict {
    /// For the side to move.
    pub ending: Ending,
    pub perpetual_check: bool,
}
