//! The hand-made evaluation: values of pieces on their squares, and relations between pieces.

use super::squares::Squares;
use super::terms::Terms;
use crate::board::Color;
use crate::game::score::EVALUATION_LIMIT;
use crate::game::{Position as _, Score};
use crate::large::{LargeGame, Position, Width};

const TEMPO: Score = 20;

/// The tables of the evaluation, shared by all threads.
pub struct Handmade<W: Width> {
    squares: Squares<W>,
    terms: Terms<W>,
    /// Pieces at the start of the game.
    full: Score,
}

impl<W: Width> Handmade<W> {
    pub fn new(game: LargeGame<W>) -> Self {
        let letters = game.spec().start.split(' ').next().unwrap_or_default();
        let full = letters.chars().filter(char::is_ascii_alphabetic).count() as Score;
        Self { squares: Squares::new(game.ruleset()), terms: Terms::new(game), full }
    }

    /// The value of a position for the side to move.
    pub fn evaluate(&self, position: &Position<W>) -> Score {
        let left = (position.count(Color::Black) + position.count(Color::White)) as Score;
        let left = left.min(self.full);
        let ([crowded, open], terms) = self.terms.sum(position, &self.squares, left * 100 / self.full);
        let score = (crowded * left + open * (self.full - left)) / self.full + terms + hands(position);
        let own = if position.side_to_move() == Color::Black { score } else { -score };
        (own + TEMPO).clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT)
    }
}

/// The value of the pieces in hand, for Black.
#[inline]
fn hands<W: Width>(position: &Position<W>) -> Score {
    let spec = position.game().spec();
    if spec.hand_kinds == 0 {
        return 0;
    }
    let [black, white] = Color::ALL.map(|color| {
        let held = position.hand_pieces(color);
        held.map(|(kind, count)| spec.hand_value(kind) * count as Score).sum::<Score>()
    });
    black - white
}
