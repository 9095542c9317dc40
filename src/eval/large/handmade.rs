//! The hand-made evaluation: values of pieces on their squares, and relations between pieces.

use super::squares::Squares;
use super::terms::Terms;
use crate::board::Color;
use crate::game::score::EVALUATION_LIMIT;
use crate::game::{Playable as _, Position as _, Score};
use crate::large::{KindSpec, LargeGame, Position, Width};

const TEMPO: Score = 20;
/// The greatest lead that counts in full. Where armies are worth more than [`EVALUATION_LIMIT`], the rest is scaled so that a
/// whole army fits: else a side far ahead would find all captures worth nothing.
const LEAD: Score = EVALUATION_LIMIT / 2;

/// The tables of the evaluation, shared by all threads.
pub struct Handmade<W: Width> {
    squares: Squares<W>,
    terms: Terms<W>,
    /// Pieces at the start of the game.
    full: Score,
    /// Centipawns of a side at the start, with all its pieces promoted.
    army: Score,
}

impl<W: Width> Handmade<W> {
    pub fn new(game: LargeGame<W>) -> Self {
        let start = game.start();
        let full = (start.count(Color::Black) + start.count(Color::White)) as Score;
        Self { squares: Squares::new(game.ruleset()), terms: Terms::new(game), full, army: army(game) }
    }

    /// The value of a position for the side to move.
    pub fn evaluate(&self, position: &Position<W>) -> Score {
        let left = (position.count(Color::Black) + position.count(Color::White)) as Score;
        let left = left.min(self.full);
        let ([crowded, open], terms) = self.terms.sum(position, &self.squares, left * 100 / self.full);
        let score = (crowded * left + open * (self.full - left)) / self.full + terms + hands(position);
        let score = self.fitted(score);
        let own = if position.side_to_move() == Color::Black { score } else { -score };
        (own + TEMPO).clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT)
    }

    /// A score within the limit of evaluations, as long as the lead is no greater than an army.
    #[inline]
    fn fitted(&self, score: Score) -> Score {
        let beyond = score.abs() - LEAD;
        if beyond <= 0 || self.army <= EVALUATION_LIMIT {
            return score;
        }
        let rest = i64::from(beyond) * i64::from(EVALUATION_LIMIT - LEAD) / i64::from(self.army - LEAD);
        score.signum() * (LEAD + rest as Score)
    }
}

/// The value of Black's pieces at the start, or of those that they promote to.
fn army<W: Width>(game: LargeGame<W>) -> Score {
    let spec = game.spec();
    let value = |kind: &KindSpec| {
        let promoted = kind.promotes_to.map_or(0, |promoted| spec.kind(promoted).value);
        kind.value.max(promoted)
    };
    let start = game.start();
    start.pieces(Color::Black).iter().map(|square| value(spec.kind(start.piece(square).kind()))).sum()
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
