//! Repeated positions, over the whole game and the path of the search.

use super::{Position, RepetitionOutcome, Rules};
use crate::board::Color;
use crate::game::{Ending, Reserve};

impl<R: Rules> Position<R> {
    /// How the search should see a repetition here; see [`Position::ending`](crate::game::Position::ending).
    #[inline(always)]
    pub(super) fn search_repetition(&self, ply: usize) -> Option<Ending> {
        let now = self.hands[0];
        let mut compared = None;
        for (distance, then) in self.history.same_boards(self.state.reversible as usize) {
            if then == now {
                return self.judge_in_search(distance, ply);
            }
            // What was gained within the search was gained by free choice of both sides. A board of the game so far is
            // no measure: whoever blundered a pawn there has not thereby lost.
            if distance <= ply {
                compared = compared.or_else(|| self.compare_hands(now, then));
            }
        }
        compared
    }

    /// What standing here with the hand `now` of Black is worth after standing here with `then`.
    fn compare_hands(&self, now: Reserve, then: Reserve) -> Option<Ending> {
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
        // A cycle that began before the root may still be left by whoever would lose by it, until the rules end the game.
        self.repetition().map(|verdict| verdict.ending)
    }

    /// What the rule in force makes of a repetition, for the side to move, perpetual check aside.
    fn repetition_outcome(&self) -> Ending {
        match self.options.repetition.outcome {
            RepetitionOutcome::Draw => Ending::Draw,
            RepetitionOutcome::MoverLoses => Ending::Loss,
            RepetitionOutcome::RepeaterLoses => Ending::Win,
            RepetitionOutcome::FirstMoverLoses if self.first_mover() == self.side => Ending::Loss,
            RepetitionOutcome::FirstMoverLoses => Ending::Win,
        }
    }

    /// Who gave check by each of its moves in the last `distance` plies, as a result for the side to move: a draw if
    /// both did. None under a rule that has no such clause.
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

    /// How often the position has stood, this time included, and the plies since the first time.
    pub(super) fn occurrences(&self) -> (usize, usize) {
        let now = self.hands[0];
        self.history
            .same_boards(self.state.reversible as usize)
            .filter(|&(_, then)| then == now)
            .fold((1, 0), |(count, _), (distance, _)| (count + 1, distance))
    }

    /// The result of repetition by the rules, for the side to move, once a position has stood often enough. The
    /// window for perpetual check runs from its first occurrence.
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

/// Repetition judged by the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RepetitionVerdict {
    /// For the side to move.
    pub ending: Ending,
    pub perpetual_check: bool,
}
