//! The first event of a page: the games, the levels, and the words of its language.

use super::words::words;
use crate::guide::rules::title;
use crate::record::Format;
use crate::report::pieces::PieceSet;
use crate::search::{Grade, levels};
use crate::variants::Variant;
use crate::words::Language;
use clap::ValueEnum as _;
use serde::Serialize;
use std::collections::BTreeMap;

/// Everything that a page knows before it shows a board.
#[derive(Debug, Serialize)]
pub struct Greeting {
    language: &'static str,
    version: &'static str,
    words: BTreeMap<&'static str, &'static str>,
    games: Vec<Game>,
    levels: Vec<Level>,
    /// Names of other engines that may play.
    engines: Vec<String>,
    /// Grades of people, as messages and people write them.
    grades: Vec<[String; 2]>,
    /// Names of the sets of pieces.
    sets: Vec<String>,
    /// Formats of records, each with the extension of its files.
    formats: Vec<[&'static str; 2]>,
}

#[derive(Debug, Serialize)]
struct Game {
    name: &'static str,
    title: &'static str,
    size: String,
    handicaps: Vec<Named>,
    rules: Vec<Rule>,
}

/// A value for messages, with its name for people.
#[derive(Debug, Serialize)]
struct Named {
    name: &'static str,
    title: &'static str,
}

/// A rule that may be chosen.
#[derive(Debug, Serialize)]
struct Rule {
    name: &'static str,
    choices: Vec<&'static str>,
}

#[derive(Debug, Serialize)]
struct Level {
    number: i32,
    grade: String,
}

/// The greeting of a page where these engines may play.
pub fn greeting(language: Language, engines: &[String]) -> Greeting {
    let sets = PieceSet::value_variants().iter().filter_map(|set| set.to_possible_value());
    Greeting {
        language: language.code(),
        version: env!("KUMATAKA_VERSION"),
        words: words(language).collect(),
        games: Variant::ALL.iter().map(|&variant| game(variant, language)).collect(),
        levels: levels().map(|level| Level { number: level.number, grade: level.grade.text_in(language) }).collect(),
        engines: engines.to_vec(),
        grades: grades().map(|grade| [name(grade), grade.text_in(language)]).collect(),
        formats: Format::ALL.iter().map(|format| [format.name(), format.extension()]).collect(),
        sets: sets.map(|set| set.get_name().to_owned()).collect(),
    }
}

/// Grades of people, the lowest first.
fn grades() -> impl Iterator<Item = Grade> {
    /// That of a beginner.
    const LOWEST: Grade = Grade::Kyu(20);
    (LOWEST.steps()..=Grade::HIGHEST.steps()).map(Grade::at)
}

/// The name of a grade in messages.
fn name(grade: Grade) -> String {
    match grade {
        Grade::Kyu(number) => format!("{number}k"),
        Grade::Dan(number) => format!("{number}d"),
    }
}

fn game(variant: Variant, language: Language) -> Game {
    let handicap = |handicap: &crate::game::Handicap| Named {
        name: handicap.name,
        title: language.choose(handicap.name, handicap.japanese),
    };
    let options = variant.options().into_iter();
    Game {
        name: variant.name(),
        title: title(variant, language),
        size: format!("{}×{}", variant.files(), variant.ranks()),
        handicaps: variant.handicaps().iter().map(handicap).collect(),
        rules: options.map(|option| Rule { name: option.name, choices: option.choices }).collect(),
    }
}
