//! Levels by players' grades, and the handicaps that make up for a difference.

use crate::arena::rating::fesa;
use crate::game::Handicap;
use crate::record::typed::narrow;
use crate::search::{Grade, SearchOptions, UnknownGrade, level_of, levels};
use crate::variants::Variant;
use crate::words::InLanguage;
use thiserror::Error;

/// A text that names no level.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{text}\" is no level from {least} to {most}, and {source}", least = SearchOptions::WEAKEST, most = SearchOptions::FULL_SKILL)]
pub struct UnknownLevel {
    text: String,
    source: UnknownGrade,
}

impl InLanguage for UnknownLevel {
    fn japanese(&self) -> String {
        let (least, most) = (SearchOptions::WEAKEST, SearchOptions::FULL_SKILL);
        format!("レベルは{least}から{most}までの整数です。{}", self.source.japanese())
    }
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
            Ok(grade) => Ok(level_of(grade)),
            Err(source) => Err(UnknownLevel { text: text.to_owned(), source }),
        },
    }
}

/// The start that is fair between two players.
#[derive(Clone, Copy, Debug)]
pub struct Fair {
    pub handicap: &'static Handicap,
    /// The grade that gives it; none between equals.
    pub stronger: Option<Grade>,
}

/// The start that is fair between players of these grades; none if the game has no handicaps.
pub fn fair(game: Variant, one: Grade, other: Grade) -> Option<Fair> {
    let difference = one.above(other);
    let stronger = if difference > 0 { one } else { other };
    let handicaps = game.handicaps();
    let even = handicaps.first().filter(|_| handicaps.len() > 1)?;
    let handicap = fesa::handicap(game, 10 * difference.abs()).unwrap_or(even);
    Some(Fair { handicap, stronger: (difference != 0).then_some(stronger) })
}

/// The handicap that a level gives a player, if the game has it; none between players of about equal strength.
pub fn handicap(game: Variant, player: Grade, level: i32) -> Option<&'static str> {
    let program = levels().find(|known| known.number == level)?.grade;
    let Fair { handicap, stronger } = fair(game, player, program)?;
    (stronger == Some(program)).then_some(handicap.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_have_numbers_and_grades() {
        assert_eq!(
            ["-10", "0", " 20 ", "１０", "15k", "30k", "9d"].map(read_level),
            [-10, 0, 20, 10, -5, -10, 18].map(Ok)
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
        let expected =
            ["lance", "bishop", "rook-lance", "2-piece", "4-piece", "4-piece", "5-piece", "6-piece", "6-piece"];
        assert_eq!([1, 2, 3, 4, 5, 6, 7, 8, 15].map(given), expected.map(Some));
        assert_eq!(handicap(Variant::Shogi, Grade::Dan(1), read_level("1d").unwrap()), None);
        assert_eq!(handicap(Variant::Shogi, Grade::Dan(3), 0), None);
        assert_eq!(handicap(Variant::Tori, Grade::Kyu(15), 20), Some("falcon-quails"));
        assert_eq!(handicap(Variant::Annan, Grade::Kyu(15), 20), None, "the game has none");
    }

    #[test]
    fn handicaps_are_those_of_the_documents() {
        let [english, japanese] = [include_str!("../../docs/levels.md"), include_str!("../../docs/levels.ja.md")];
        let mut least = 0;
        for (most, name) in fesa::HANDICAPS {
            let tenths = |tenths: i32| format!("{}.{}", tenths / 10, tenths % 10);
            let range = if most == i32::MAX { tenths(least) } else { format!("{}-{}", tenths(least), tenths(most)) };
            assert!(english.contains(&format!("| `{name}` | {range} |\n")), "{range} {name}");
            let handicap = Variant::Shogi.handicap(name).unwrap();
            assert!(japanese.contains(&format!("| {} | {range} |\n", handicap.japanese)), "{}", handicap.japanese);
            least = most.saturating_add(1);
        }
    }
}
