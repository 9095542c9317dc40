//! A whole game in figures.

use super::ply::Ply;
use super::view::View;
use crate::board::Color;
use crate::game::{Formation, GameMove, Phase};
use crate::record::NodeId;
use std::cmp::Ordering;

/// An analysed game. The figures of its methods are those of the main line.
#[derive(Clone, Debug)]
pub struct Analysis<M> {
    pub plies: Vec<Ply<M>>,
    /// The position after the last of them; none if the game was not analysed to its end.
    pub end: Option<View<M>>,
    /// Variations to be analysed, in the order in which the [`Sink`](super::Sink) receives them.
    pub variations: Vec<Variation<M>>,
}

/// Moves that a record gives besides the main line.
#[derive(Clone, Debug)]
pub struct Variation<M> {
    /// The node of its first move.
    pub first: NodeId,
    /// The node from which it branches off.
    pub before: NodeId,
    pub plies: Vec<Ply<M>>,
    /// The position after the last of them; none if the variation was not analysed to its end.
    pub end: Option<View<M>>,
}

/// Figures of one side's play.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SideSummary {
    pub moves: usize,
    /// Mean of the moves' [`accuracy`], from 0 to 100; none without moves.
    pub accuracy: Option<f64>,
    /// `[phase]`
    pub phases: [PhaseSummary; Phase::ALL.len()],
    /// Moves of each judgement, in the order of [`Judgement::ALL`](super::Judgement::ALL).
    pub judged: [usize; 3],
    pub missed_mates: usize,
    pub allowed_mates: usize,
    /// Allowed mates that had been threatened.
    pub missed_defences: usize,
}

/// Figures of one side's play in one phase.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PhaseSummary {
    pub moves: usize,
    /// Mean of the moves' [`accuracy`], from 0 to 100; none without moves.
    pub accuracy: Option<f64>,
}

impl PhaseSummary {
    fn of<'a, M: Copy + Eq + 'a>(plies: impl Iterator<Item = &'a Ply<M>>) -> Self {
        let (moves, sum) = plies.fold((0, 0.0), |(moves, sum), ply| (moves + 1, sum + accuracy(ply.loss())));
        Self { moves, accuracy: (moves > 0).then(|| sum / moves as f64) }
    }
}

/// Accuracy of a move by its loss in expected result: 100 for no loss, halved by every 15 %.
#[must_use]
pub fn accuracy(loss: f64) -> f64 {
    100.0 * (-loss / HALVING_LOSS).exp2()
}

/// Loss in expected result that halves the accuracy of a move.
const HALVING_LOSS: f64 = 0.15;
const TURNING_POINTS: usize = 3;

impl<M: GameMove> Analysis<M> {
    /// True if the game and its variations were analysed to their ends.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.end.is_some() && self.variations.iter().all(|variation| variation.end.is_some())
    }

    /// Views of the positions before each ply, and after the last.
    pub fn views(&self) -> impl Iterator<Item = &View<M>> {
        self.plies.iter().map(|ply| &ply.before).chain(&self.end)
    }

    /// Expected result for Black before each ply, and after the last.
    #[must_use]
    pub fn expected_for_black(&self) -> Vec<f64> {
        let for_black = |side, expected| if side == Color::Black { expected } else { 1.0 - expected };
        let before = self.plies.iter().map(|ply| for_black(ply.side, ply.expected_before));
        before.chain(self.plies.last().map(|ply| for_black(ply.side, ply.expected_after))).collect()
    }

    #[must_use]
    pub fn side(&self, side: Color) -> SideSummary {
        let plies = || self.plies.iter().filter(|ply| ply.side == side);
        let PhaseSummary { moves, accuracy } = PhaseSummary::of(plies());
        let phases = Phase::ALL.map(|phase| PhaseSummary::of(plies().filter(|ply| ply.phase == phase)));
        let mut summary = SideSummary { moves, accuracy, phases, ..SideSummary::default() };
        for ply in plies() {
            if let Some(judgement) = ply.judgement() {
                summary.judged[judgement as usize] += 1;
            }
            summary.missed_mates += usize::from(ply.counted_miss().is_some());
            summary.allowed_mates += usize::from(ply.counted_allowance().is_some());
            summary.missed_defences += usize::from(ply.missed_defence().is_some());
        }
        summary
    }

    /// Openings and castles of a side in the order of the game, each with the number of the ply that reaches it.
    pub fn names(&self, side: Color) -> impl Iterator<Item = (usize, Formation)> {
        let of_ply = move |ply: &Ply<M>| {
            let named = ply.names.iter().filter(move |named| named.side == side);
            named.map(|named| (ply.number, named.formation)).collect::<Vec<_>>()
        };
        self.plies.iter().flat_map(of_ply)
    }

    /// The costliest moves, three at most, in the order of the game; only judged moves count.
    #[must_use]
    pub fn turning_points(&self) -> Vec<&Ply<M>> {
        let mut judged: Vec<&Ply<M>> = self.plies.iter().filter(|ply| ply.judgement().is_some()).collect();
        // The sort is stable: among equals, the earlier move wins.
        judged.sort_by(|a, b| b.loss().partial_cmp(&a.loss()).unwrap_or(Ordering::Equal));
        judged.truncate(TURNING_POINTS);
        judged.sort_by_key(|ply| ply.number);
        judged
    }
}
