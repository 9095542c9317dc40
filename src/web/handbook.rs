//! The rules of a game and the cards of its pieces, for those who learn it.

use super::lessons::topics;
use crate::guide::cards::{Cards, deck};
use crate::guide::rules::rules;
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
    rules: String,
    /// Titles of the lessons.
    lessons: Vec<&'static str>,
    /// True if mate problems of the game come with the program.
    has_mates: bool,
    /// An SVG picture.
    cards: String,
}

impl Handbook {
    pub fn of(game: Variant, set: Option<PieceSet>, language: Language) -> Self {
        let cards = Cards { game, language, letters: false };
        let lessons = topics(game).iter().map(|topic| topic.title(language)).collect();
        let has_mates = !included(game, language).is_empty();
        Self {
            rules: rules(game, language),
            lessons,
            has_mates,
            cards: cards::picture(cards, usual_set(game, set), &deck(game)),
        }
    }
}

/// The set that is asked for, else the usual one: children learn dōbutsu shōgi by its animals.
pub fn usual_set(game: Variant, asked: Option<PieceSet>) -> PieceSet {
    let usual = || match game {
        Variant::Dobutsu => PieceSet::Animals,
        _ => Looks::new(game, Language::En, false, None).set,
    };
    asked.unwrap_or_else(usual)
}
