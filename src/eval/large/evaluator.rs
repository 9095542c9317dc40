//! The evaluator of one thread.

use super::squares::{Squares, Worth};
use super::terms::Terms;
use crate::board::Color;
use crate::game::score::{EVALUATION_LIMIT, MAX_PLY};
use crate::game::{self, Delta, Placement, Position as _, Score};
use crate::large::{LargeGame, Piece, Position, Ruleset, Square};
use std::sync::Arc;

const TEMPO: Score = 20;

/// Keeps the sum of all placements for each move and brings it up to date only when the position is evaluated; the rest is
/// looked at anew.
pub struct LargeEvaluator {
    squares: Arc<Squares>,
    terms: Terms,
    entries: Vec<Entry>,
    /// Pieces at the start of the game.
    full: Score,
}

#[derive(Clone, Default)]
struct Entry {
    delta: Delta,
    /// The sum of all placements for Black, if it has been computed.
    sum: Option<Worth>,
}

impl LargeEvaluator {
    pub(super) fn new(game: LargeGame, squares: Arc<Squares>) -> Self {
        let mut entries = Vec::with_capacity(MAX_PLY + 2);
        entries.push(Entry::default());
        let letters = game.spec().start.split(' ').next().unwrap_or_default();
        let full = letters.chars().filter(char::is_ascii_alphabetic).count() as Score;
        Self { squares, terms: Terms::new(game), entries, full }
    }

    fn recount(&self, position: &Position) -> Worth {
        let mut sum = [0; 2];
        for color in Color::ALL {
            for square in position.pieces(color).iter() {
                add(&mut sum, self.squares.worth(placed(position.piece(square), square)), 1);
            }
        }
        sum
    }

    /// Brings the last entry up to date, from the nearest one that is.
    fn update(&mut self) -> Worth {
        let last = self.entries.len() - 1;
        let mut base = last;
        // The first entry is always computed.
        while self.entries[base].sum.is_none() {
            base -= 1;
        }
        let mut sum = self.entries[base].sum.unwrap_or_default();
        for entry in &self.entries[base + 1..] {
            entry.delta.added.iter().for_each(|&placement| add(&mut sum, self.squares.worth(placement), 1));
            entry.delta.removed.iter().for_each(|&placement| add(&mut sum, self.squares.worth(placement), -1));
        }
        self.entries[last].sum = Some(sum);
        sum
    }
}

fn placed(piece: Piece, square: Square) -> Placement {
    Ruleset::placement(piece, square)
}

#[inline(always)]
fn add(sum: &mut Worth, worth: Worth, times: Score) {
    sum[0] += times * worth[0];
    sum[1] += times * worth[1];
}

impl game::Evaluator<LargeGame> for LargeEvaluator {
    fn reset(&mut self, position: &Position) {
        self.entries.truncate(1);
        self.entries[0] = Entry { delta: Delta::default(), sum: Some(self.recount(position)) };
    }

    #[inline(always)]
    fn push(&mut self) -> &mut Delta {
        self.entries.push(Entry::default());
        let last = self.entries.len() - 1;
        &mut self.entries[last].delta
    }

    #[inline(always)]
    fn pop(&mut self) {
        self.entries.pop();
    }

    fn evaluate(&mut self, position: &Position) -> Score {
        let [crowded, open] = self.update();
        let left = (position.count(Color::Black) + position.count(Color::White)) as Score;
        let left = left.min(self.full);
        let placed = (crowded * left + open * (self.full - left)) / self.full;
        let score = placed + self.terms.score(position, left * 100 / self.full);
        let own = if position.side_to_move() == Color::Black { score } else { -score };
        (own + TEMPO).clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT)
    }
}
