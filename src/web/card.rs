//! The piece on a square: the squares that it can go to, and its card.

use super::handbook::usual_set;
use crate::any::AnyPosition;
use crate::guide::cards::Cards;
use crate::report::cards;
use crate::report::pieces::PieceSet;
use crate::words::Language;
use serde::Serialize;

/// A piece explained.
#[derive(Debug, Serialize)]
pub struct Card {
    /// The squares that it can go to, as if it were its side's turn.
    targets: Vec<String>,
    /// An SVG picture of its moves, and of those behind its promotion.
    picture: String,
}

impl Card {
    /// The piece on a square of a position; none on an empty square, or beyond the board.
    pub fn of(position: &AnyPosition, at: &str, set: Option<PieceSet>, language: Language) -> Option<Self> {
        let game = position.variant();
        let cell = game.read_cell(at)?;
        let kind = position.figure(cell)?.kind;
        let kinds: Vec<usize> = std::iter::once(kind).chain(game.promotion(kind)).collect();
        let cards = Cards { game, language, letters: false };
        let targets = position.targets(cell).iter().map(ToString::to_string).collect();
        Some(Self { targets, picture: cards::picture(cards, usual_set(game, set), &kinds, cards::BESIDE) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants::Variant;

    #[test]
    fn every_piece_of_every_game_has_a_card() {
        for &game in Variant::ALL {
            let start = game.start();
            for cell in game.cells() {
                let card = Card::of(&start, &cell.to_string(), None, Language::En);
                assert_eq!(card.is_some(), start.figure(cell).is_some(), "{game} {cell}");
                assert!(card.is_none_or(|card| card.picture.starts_with("<svg")), "{game} {cell}");
            }
        }
        assert!(Card::of(&Variant::Shogi.start(), "10k", None, Language::En).is_none());
    }

    #[test]
    fn pieces_of_the_side_that_waits_show_their_squares_too() {
        let card = Card::of(&Variant::Shogi.start(), "3c", None, Language::En).unwrap();
        assert_eq!(card.targets, ["3d"]);
    }
}
