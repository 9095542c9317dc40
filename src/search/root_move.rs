//! A move at the root, and the order of such moves.

use super::stack::PvLine;
use super::tt::Bound;
use crate::game::score::{INFINITE, Score};

/// A move at the root with its score, line and effort.
#[derive(Clone, Debug)]
pub struct RootMove<M> {
    /// Best line found, starting with the move.
    pub line: PvLine<M>,
    /// Score of this iteration, minus infinity if the move was not better than those before it.
    pub score: Score,
    /// Score of the last iteration.
    pub previous: Score,
    /// Average score of the iterations, in which recent ones count more.
    pub average: Score,
    /// Exactness of `score`, or the side on which it bounds the true one.
    pub bound: Bound,
    /// The deepest ply reached below the move.
    pub seldepth: usize,
    /// Nodes spent below the move in this search.
    pub nodes: u64,
}

impl<M> RootMove<M> {
    pub fn new(m: M) -> Self {
        let mut line = PvLine::new();
        line.push(m);
        Self {
            line,
            score: -INFINITE,
            previous: -INFINITE,
            average: -INFINITE,
            bound: Bound::Exact,
            seldepth: 0,
            nodes: 0,
        }
    }

    /// The latest score of the move, minus infinity if it never had one.
    pub const fn latest(&self) -> Score {
        if self.score == -INFINITE { self.previous } else { self.score }
    }
}

impl<M: Copy> RootMove<M> {
    /// The move itself.
    pub fn first(&self) -> M {
        self.line[0]
    }

    /// Updates the move by its search in the window from `alpha` to `beta`. `answers` is the line that follows the
    /// move.
    pub fn update(&mut self, value: Score, (alpha, beta): (Score, Score), seldepth: usize, answers: &PvLine<M>) {
        self.average = if self.average == -INFINITE { value } else { i32::midpoint(value, self.average) };
        self.score = value;
        self.seldepth = seldepth;
        self.bound = match value {
            _ if value >= beta => Bound::Lower,
            _ if value <= alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        self.line.truncate(1);
        if self.bound != Bound::Upper {
            let room = self.line.remaining_capacity().min(answers.len());
            self.line.extend(answers[..room].iter().copied());
        }
    }
}

/// Sorts by falling score and leaves equals in their order. Root moves are long and nearly sorted: most of them keep their
/// places.
pub fn sort_by_score<M>(moves: &mut [RootMove<M>]) {
    for i in 1..moves.len() {
        let score = moves[i].score;
        if score > moves[i - 1].score {
            let place = moves[..i].partition_point(|before| before.score >= score);
            moves[place..=i].rotate_right(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::cmp::Reverse;

    proptest! {
        /// As the stable sort of the standard library.
        #[test]
        fn root_moves_are_sorted_and_equals_keep_their_order(scores in prop::collection::vec(-3..3, 0..80)) {
            let numbered = scores.iter().zip(1u16..).map(|(&score, m)| RootMove { score, ..RootMove::new(m) });
            let mut sorted: Vec<RootMove<u16>> = numbered.collect();
            let mut expected = sorted.clone();
            sort_by_score(&mut sorted);
            expected.sort_by_key(|root_move| Reverse(root_move.score));
            let moves = |list: &[RootMove<u16>]| list.iter().map(RootMove::first).collect::<Vec<_>>();
            prop_assert_eq!(moves(&sorted), moves(&expected));
        }
    }
}
