//! Sight of players: the depth of a shallow search stands for a grade, and a move is judged by the loss that search sees.

use super::curve::Curve;
use crate::any::{AnyEngine, AnyModel, AnyMove, AnyPosition};
use crate::game::{Score, score};
use crate::search::{Grade, Limits, NoThread, SearchOptions};
use std::sync::atomic::{AtomicBool, Ordering};

/// The lowest grade that sees as far as a search of this depth in plies, with captures and checks beyond it. A
/// program of one careful ply is a player of about 12 kyu; the levels of this program that are as strong as the other
/// grades come to these plies in a quiet position.
const PLIES: [(Grade, usize); 11] = [
    (Grade::Kyu(30), 1),
    (Grade::Kyu(11), 2),
    (Grade::Kyu(9), 3),
    (Grade::Kyu(7), 4),
    (Grade::Kyu(5), 5),
    (Grade::Kyu(3), 6),
    (Grade::Kyu(1), 7),
    (Grade::Dan(2), 9),
    (Grade::Dan(3), 11),
    (Grade::Dan(5), 13),
    (Grade::Dan(7), 15),
];
/// Nodes after which a search of these plies ends all the same: a quiet position takes half as many.
const MOST_NODES: u64 = 200_000;
/// Size of the transposition table: room for these nodes.
const MEGABYTES: usize = 4;

/// The part of a move's cost that a player sees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sight {
    /// The loss in expected result; negative if the move looks better than all others.
    pub loss: f64,
    /// True if the player sees a mate that the move misses or allows.
    pub has_mate: bool,
}

/// Plies of the search that sees as far as players of a grade.
fn plies(grade: Grade) -> usize {
    PLIES.iter().rev().find(|(least, _)| grade.above(*least) >= 0).map_or(1, |&(_, plies)| plies)
}

/// A player of a grade.
pub(super) struct Player {
    engine: AnyEngine,
    plies: usize,
    curve: Curve,
}

impl Player {
    pub fn new(model: &AnyModel, grade: Grade, curve: Curve) -> Result<Self, NoThread> {
        Ok(Self { engine: AnyEngine::new(model, MEGABYTES)?, plies: plies(grade), curve })
    }

    /// Looks at a move in a position without any knowledge from before; none if `stop` was raised.
    pub fn see(&mut self, position: &AnyPosition, played: AnyMove, stop: &AtomicBool) -> Option<Sight> {
        self.engine.new_game();
        let [best, own] = [Vec::new(), vec![played]].map(|moves| self.search(position, moves, stop));
        let is_mated = |score: Score| score <= -score::MATE_BOUND;
        let misses = best >= score::MATE_BOUND && own < score::MATE_BOUND;
        let sight = Sight {
            loss: self.curve.expected(best) - self.curve.expected(own),
            has_mate: misses || is_mated(own) && !is_mated(best),
        };
        (!stop.load(Ordering::Relaxed)).then_some(sight)
    }

    fn search(&mut self, position: &AnyPosition, search_moves: Vec<AnyMove>, stop: &AtomicBool) -> Score {
        let limits = Limits { search_moves, nodes: Some(MOST_NODES), ..Limits::depth(self.plies) };
        self.engine.think(position, limits, &SearchOptions::default(), stop).outcome.score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stronger_players_see_further() {
        let grades = (1..=30).rev().map(Grade::Kyu).chain((1..=9).map(Grade::Dan));
        let seen: Vec<usize> = grades.map(plies).collect();
        assert!(seen.is_sorted() && seen[0] == 1, "{seen:?}");
        assert_eq!([Grade::Kyu(12), Grade::Kyu(5), Grade::Dan(3)].map(plies), [1, 5, 11]);
    }
}
