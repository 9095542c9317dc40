//! Repeated positions, over the whole game and the path of the search.

use crate::board::Color;
use crate::game::{Ending, Hand, Hands};

/// The rule on positions that recur.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RepetitionRule {
    /// The occurrence that ends the game.
    pub count: u8,
    /// The result that it brings.
    pub outcome: RepetitionOutcome,
    /// True if a side that alone gave check with each of its moves since the first occurrence loses before anything else.
    pub perpetual_check: bool,
}

/// The result of a game that a repetition ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RepetitionOutcome {
    /// Nobody wins.
    Draw,
    /// The side to move in the repeated position, whose move out of it opens the cycle, loses.
    MoverLoses,
    /// The side whose move brought the position about once too often loses.
    RepeaterLoses,
    /// The side that made the first move of the game loses.
    FirstMoverLoses,
}

impl RepetitionRule {
    /// A draw at the fourth occurrence, but for perpetual check.
    pub const FOURFOLD_DRAW: Self = Self::checked(4, RepetitionOutcome::Draw);
    /// The side to move loses at the third occurrence, but for perpetual check.
    pub const THIRD_MOVER_LOSES: Self = Self::checked(3, RepetitionOutcome::MoverLoses);
    /// The side that brings about the fourth occurrence loses, but for perpetual check.
    pub const FOURTH_REPEATER_LOSES: Self = Self::checked(4, RepetitionOutcome::RepeaterLoses);
    /// The side that began the game loses at the fourth occurrence, but for perpetual check.
    pub const FOURTH_FIRST_MOVER_LOSES: Self = Self::checked(4, RepetitionOutcome::FirstMoverLoses);
    /// A draw at the third occurrence, perpetual check or not.
    pub const THREEFOLD_DRAW: Self = Self { count: 3, outcome: RepetitionOutcome::Draw, perpetual_check: false };
    /// No position may be repeated, by check or otherwise.
    pub const SECOND_REPEATER_LOSES: Self =
        Self { count: 2, outcome: RepetitionOutcome::RepeaterLoses, perpetual_check: false };

    const fn checked(count: u8, outcome: RepetitionOutcome) -> Self {
        Self { count, outcome, perpetual_check: true }
    }
}

/// Repetition judged by the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RepetitionVerdict {
    /// The result, for the side to move.
    pub ending: Ending,
    /// True if perpetual check decided.
    pub perpetual_check: bool,
}

/// A position that remembers those before it.
pub trait Repetitions: Hands {
    /// The rule in force.
    fn repetition_rule(&self) -> RepetitionRule;

    /// Distances in plies to earlier positions with the same board and side to move, nearest first, with the hand that
    /// Black held there.
    fn same_boards(&self) -> impl Iterator<Item = (usize, Hand)>;

    /// For the side to move, then for the other: true if each of its moves in the last `distance` plies gave check, or made
    /// an attack that the rules count as check.
    fn checked_throughout(&self, distance: usize) -> [bool; 2];

    /// The side that made the first move of the game, by the number of the coming move: White where a handicap game began.
    #[must_use]
    fn first_mover(&self) -> Color {
        if self.game_ply().is_multiple_of(2) { self.side_to_move() } else { !self.side_to_move() }
    }

    /// The number of times that the position has stood, this time included, and the plies since the first time.
    #[must_use]
    fn occurrences(&self) -> (usize, usize) {
        let now = self.hand(Color::Black);
        let same = self.same_boards().filter(|&(_, then)| then == now);
        same.fold((1, 0), |(count, _), (distance, _)| (count + 1, distance))
    }

    /// The result of repetition by the rules, once a position has stood often enough. The window for perpetual check runs
    /// from its first occurrence.
    #[must_use]
    fn repetition(&self) -> Option<RepetitionVerdict> {
        let (count, window) = self.occurrences();
        if count < usize::from(self.repetition_rule().count) {
            return None;
        }
        let by_check = perpetual_check(self, window);
        Some(RepetitionVerdict {
            ending: by_check.unwrap_or_else(|| outcome(self)),
            perpetual_check: by_check.is_some_and(|ending| ending != Ending::Draw),
        })
    }
}

/// A repetition as the search sees it: as the end already at the second occurrence; see
/// [`Position::ending`](crate::game::Position::ending).
#[inline(always)]
pub(super) fn in_search(position: &impl Repetitions, ply: usize) -> Option<Ending> {
    let now = position.hand(Color::Black);
    let mut compared = None;
    for (distance, then) in position.same_boards() {
        if then == now {
            return judged_in_search(position, distance, ply);
        }
        // What was gained within the search was gained by free choice of both sides. A board of the game so far is
        // no measure: whoever blundered a pawn there has not thereby lost.
        if distance <= ply {
            compared = compared.or_else(|| compare_hands(position.side_to_move(), now, then));
        }
    }
    compared
}

/// The worth of standing here with the hand `now` of Black after standing here with `then`.
fn compare_hands(side: Color, now: Hand, then: Hand) -> Option<Ending> {
    let more = now.dominates(then);
    if !more && !then.dominates(now) {
        return None;
    }
    Some(if more == (side == Color::Black) { Ending::Superior } else { Ending::Inferior })
}

fn judged_in_search(position: &impl Repetitions, distance: usize, ply: usize) -> Option<Ending> {
    let ending = perpetual_check(position, distance).unwrap_or_else(|| outcome(position));
    if distance <= ply || ending == Ending::Draw {
        return Some(ending);
    }
    // A cycle that began before the root may still be left by whoever would lose by it, until the rules end the game.
    position.repetition().map(|verdict| verdict.ending)
}

/// The result that the rule in force gives a repetition, for the side to move, perpetual check aside.
fn outcome(position: &impl Repetitions) -> Ending {
    match position.repetition_rule().outcome {
        RepetitionOutcome::Draw => Ending::Draw,
        RepetitionOutcome::MoverLoses => Ending::Loss,
        RepetitionOutcome::RepeaterLoses => Ending::Win,
        RepetitionOutcome::FirstMoverLoses if position.first_mover() == position.side_to_move() => Ending::Loss,
        RepetitionOutcome::FirstMoverLoses => Ending::Win,
    }
}

/// The result of check given by every move of the last `distance` plies, for the side to move: a draw if both sides gave it.
/// None under a rule that has no such clause.
fn perpetual_check(position: &impl Repetitions, distance: usize) -> Option<Ending> {
    if !position.repetition_rule().perpetual_check {
        return None;
    }
    match position.checked_throughout(distance) {
        [true, false] => Some(Ending::Loss),
        [false, true] => Some(Ending::Win),
        [true, true] => Some(Ending::Draw),
        [false, false] => None,
    }
}
