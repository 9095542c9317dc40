//! Levels by players' grades, and the handicaps that make up for a difference.

use crate::record::typed::narrow;
use crate::search::{Grade, SearchOptions, UnknownGrade, levels, nearest_level};
use crate::variants::Variant;
use thiserror::Error;

/// A text that names no level.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{text}\" is no level from {least} to {most}, and {source}", least = SearchOptions::WEAKEST, most = SearchOptions::FULL_SKILL)]
pub struct UnknownLevel {
    text: String,
    source: UnknownGrade,
}

/// Reads a level: its number, or a grade, to which the nearest level is found.
///
/// # Errors
/// If the text names neither.
pub fn read_level(text: &str) -> Result<i32, UnknownLevel> {
    let plain: String = text.trim().chars().map(narrow).collect();
    match plain.parse() {
        Ok(level @ SearchOptions::WEAKEST..=SearchOptions::FULL_SKILL) => Ok(level),
        _ => match plain.parse::<Grade>() {
            Ok(grade) => Ok(nearest_level(grade.elo())),
            Err(source) => Err(UnknownLevel { text: text.to_owned(), source }),
        },
    }
}

/// Handicaps with the least difference of grades for which clubs give them.
const HANDICAPS: &[(i32, &str)] =
    &[(11, "6-piece"), (9, "4-piece"), (7, "2-piece"), (6, "rook-lance"), (5, "rook"), (3, "bishop"), (2, "lance")];

/// The handicap that a level may give a player, if the game has it; none between players of about equal strength.
pub fn handicap(game: Variant, player: Grade, level: i32) -> Option<&'static str> {
    let program = levels().find(|known| known.number == level)?.grade;
    let difference = program.above(player);
    let (_, name) = HANDICAPS.iter().find(|(least, _)| difference >= *least)?;
    game.handicap(name).map(|handicap| handicap.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_have_numbers_and_grades() {
        assert_eq!(
            ["-10", "0", " 20 ", "１０", "15k", "30k", "9d"].map(read_level),
            [-10, 0, 20, 10, 1, -10, 18].map(Ok)
        );
        let level = read_level("初段").unwrap();
        assert_eq!(levels().find(|known| known.number == level).map(|known| known.grade), Some(Grade::Dan(1)));
        for text in ["21", "-11", "", "strong"] {
            assert!(read_level(text).is_err(), "{text}");
        }
    }

    #[test]
    fn handicaps_grow_with_the_difference() {
        let given = |kyu| handicap(Variant::Shogi, Grade::Kyu(kyu), read_level("1d").unwrap());
        let expected = [None, Some("lance"), Some("bishop"), Some("bishop"), Some("rook"), Some("rook-lance")];
        assert_eq!([1, 2, 3, 4, 5, 6].map(given), expected);
        assert_eq!([7, 8, 9, 11, 15].map(given), ["2-piece", "2-piece", "4-piece", "6-piece", "6-piece"].map(Some));
        assert_eq!(handicap(Variant::Shogi, Grade::Dan(3), 0), None);
        assert_eq!(handicap(Variant::Tori, Grade::Kyu(15), 20), None, "the birds have no such handicap");
    }

    #[test]
    fn handicaps_are_those_of_the_documents() {
        let [english, japanese] = [include_str!("../../docs/levels.md"), include_str!("../../docs/levels.ja.md")];
        for (least, name) in HANDICAPS {
            assert!(english.contains(&format!("| `{name}` | {least} |\n")), "{least} {name}");
            let handicap = Variant::Shogi.handicap(name).unwrap();
            assert!(japanese.contains(&format!("| {} | {least} |\n", handicap.japanese)), "{}", handicap.japanese);
        }
    }
}
