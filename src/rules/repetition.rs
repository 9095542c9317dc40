//! Repeated positions, over the whole game and the path of the search.

use super::{Position, RepetitionOutcome, Rules};
use crate::board::Color;
use crate::game::{Ending, Reserve};

/// Every position since the set-up, with a counting filter that tells at once when a board cannot have stood before.
///
/// Shogi has no irreversible moves to bound the look-back, so nearly every node would otherwise walk the whole game
/// for nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct History {
    entries: Vec<Entry>,
    /// Numbers of positions by the low bits of their board key. A saturated counter stays saturated; its positions are
    /// then always scanned for.
    filter: Box<[u16; FILTER]>,
}

/// Given the board, one hand determines the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    board_key: u64,
    black_hand: Reserve,
}

const FILTER: usize = 2048;

impl History {
    pub fn new() -> Self {
        Self { entries: Vec::with_capacity(512), filter: Box::new([0; FILTER]) }
    }

    #[inline(always)]
    pub fn push(&mut self, board_key: u64, black_hand: Reserve) {
        self.entries.push(Entry { board_key, black_hand });
        let count = &mut self.filter[slot(board_key)];
        *count = count.saturating_add(1);
    }

    /// # Panics
    /// If it is empty.
    #[inline(always)]
    pub fn pop(&mut self) {
        let entry = self.entries.pop().expect("an entry for every move");
        let count = &mut self.filter[slot(entry.board_key)];
        *count -= u16::from(*count < u16::MAX);
    }
}

#[inline(always)]
const fn slot(board_key: u64) -> usize {
    board_key as usize % FILTER
}

/// The shortest way back to the same board: each side must move a piece away and back.
const SHORTEST_CYCLE: usize = 4;

impl<R: Rules> Position<R> {
    /// Distances in plies to earlier positions with this board and side to move, nearest first, with the hand
    /// that Black held there.
    fn same_boards(&self, reach: usize) -> impl Iterator<Item = (usize, Reserve)> {
        let entries = &self.history.entries;
        let last = entries.len() - 1;
        let here = entries[last].board_key;
        let possible = self.history.filter[slot(here)] > 1;
        let reach = if possible { reach.min(last) } else { 0 };
        (SHORTEST_CYCLE..=reach).step_by(2).filter_map(move |distance| {
            let entry = entries[last - distance];
            (entry.board_key == here).then_some((distance, entry.black_hand))
        })
    }

    /// How the search should see a repetition here; see [`Position::ending`](crate::game::Position::ending).
    #[inline(always)]
    pub(super) fn search_repetition(&self, ply: usize) -> Option<Ending> {
        let now = self.hands[0];
        let mut compared = None;
        for (distance, then) in self.same_boards(self.state.reversible as usize) {
            if then == now {
                return self.judge_in_search(distance, ply);
            }
            compared = compared.or_else(|| self.compare_hands(now, then));
        }
        compared.filter(|_| ply > 0)
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
        if let Some(ending) = self.perpetual_check(distance) {
            return Some(ending);
        }
        let outcome = self.repetition_outcome();
        // A cycle that began before the root may still be left by whoever would lose by it.
        let decided = || distance <= ply || self.occurrences().0 >= usize::from(self.options.repetition.count);
        (outcome == Ending::Draw || decided()).then_some(outcome)
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
        self.same_boards(self.state.reversible as usize)
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
