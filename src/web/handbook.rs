//! The rules of a game and the cards of its pieces, for those who learn it.

use super::exercises::count_due;
use super::lessons::topics;
use crate::guide::cards::{Cards, deck};
use crate::guide::rules::{paragraphs, title};
use crate::report::cards;
use crate::report::pieces::{Looks, PieceSet};
use crate::study::mate::included;
use crate::variants::Variant;
use crate::words::Language;
use serde::Serialize;

/// A game explained.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Handbook {
    title: &'static str,
    rules: Vec<Paragraph>,
    /// Titles of the lessons.
    lessons: Vec<&'static str>,
    /// True if mate problems of the game come with the program.
    has_mates: bool,
    /// The games with exercises that are due today.
    due: Vec<Due>,
    /// An SVG picture.
    cards: String,
}

/// A paragraph of the rules.
#[derive(Debug, Serialize)]
struct Paragraph {
    heading: &'static str,
    text: String,
}

/// The exercises of a game that are due today.
#[derive(Debug, Serialize)]
struct Due {
    game: &'static str,
    title: &'static str,
    count: usize,
}

impl Handbook {
    /// The game for a reader, with this number of cards side by side.
    pub fn of(game: Variant, set: Option<PieceSet>, beside: usize, language: Language) -> Self {
        let cards = Cards { game, language, letters: false };
        let lessons = topics(game).iter().map(|topic| topic.title(language)).collect();
        let has_mates = !included(game, language).is_empty();
        Self {
            title: title(game, language),
            rules: paragraphs(game, language).into_iter().map(|(heading, text)| Paragraph { heading, text }).collect(),
            lessons,
            has_mates,
            due: due(language),
            cards: cards::picture(cards, usual_set(game, set), &deck(game), beside),
        }
    }
}

fn due(language: Language) -> Vec<Due> {
    let of_game = |&game: &Variant| Due { game: game.name(), title: title(game, language), count: count_due(game) };
    Variant::ALL.iter().map(of_game).filter(|due| due.count > 0).collect()
}

/// The set that is asked for, else the usual one: children learn dōbutsu shōgi by its animals.
pub fn usual_set(game: Variant, asked: Option<PieceSet>) -> PieceSet {
    let usual = || match game {
        Variant::Dobutsu => PieceSet::Animals,
        _ => Looks::new(game, Language::En, false, None).set,
    };
    asked.unwrap_or_else(usual)
}
