//! Handicaps that make up for a difference of grades.

use crate::board::Color;
use crate::search::{Grade, levels};
use crate::table::grades::{Fair, fair};
use crate::variants::Variant;
use crate::web::scene::side;
use crate::words::Language;
use serde::Serialize;

/// The handicap for a person and a level of the program.
#[derive(Debug, Serialize)]
pub struct Offer {
    /// Its name in messages, and for people.
    handicap: &'static str,
    title: &'static str,
    /// The side of the person: White gives a handicap. None in an even game.
    side: Option<&'static str>,
}

/// The offer in a game that has handicaps, by the texts of a grade and a level.
pub fn offer(game: Variant, grade: &str, level: &str, language: Language) -> Option<Offer> {
    let (grade, number): (Grade, i32) = (grade.parse().ok()?, level.parse().ok()?);
    let program = levels().find(|level| level.number == number)?.grade;
    let Fair { handicap, stronger } = fair(game, grade, program)?;
    let is_even = handicap.name == game.handicaps().first()?.name;
    let person = if stronger == Some(grade) { Color::White } else { Color::Black };
    let title = language.choose(handicap.name, handicap.japanese);
    Some(Offer { handicap: handicap.name, title, side: (!is_even).then(|| side(person)) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stronger_side_gives_the_handicap() {
        let offered = |grade, level| {
            let offer = offer(Variant::Shogi, grade, level, Language::En)?;
            Some((offer.handicap, offer.side))
        };
        let level = |grade: &str| levels().find(|level| level.grade == grade.parse().unwrap()).unwrap().number;
        let first_dan = level("1d").to_string();
        assert_eq!(offered("9k", &first_dan), Some(("6-piece", Some("black"))));
        assert_eq!(offered("1d", &first_dan), Some(("even", None)));
        assert_eq!(offered("3d", &first_dan), Some(("bishop", Some("white"))));
        assert_eq!(offered("strong", "0"), None);
        assert!(offer(Variant::Annan, "9k", "0", Language::En).is_none(), "the game has no handicaps");
        assert_eq!(offer(Variant::Tori, "15k", "20", Language::Ja).unwrap().handicap, "falcon-quails");
    }
}
