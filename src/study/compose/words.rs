//! Phrases of the command `kumataka compose`, in both languages.

use super::kind::Kind;
use crate::training::samples::PackedError;
use crate::words::{Language, counted};
use std::collections::BTreeMap;

pub(super) const fn empty_folder(language: Language) -> &'static str {
    language
        .choose("the folder holds neither game records nor files of self-play", "フォルダに棋譜も自己対局もありません")
}

/// The fault of a file of self-play.
pub(super) fn packed(language: Language, error: &PackedError) -> String {
    match (language, error) {
        (Language::Ja, PackedError::Damaged { path, at }) => {
            format!("{}：{at}バイト目の対局が壊れていて、その後は読めません", path.display())
        }
        (Language::Ja, PackedError::OtherGame { path, found, expected }) => {
            format!("{}：{expected}ではなく{found}の対局です", path.display())
        }
        _ => error.to_string(),
    }
}

/// The first line of a sheet.
pub(super) fn heading(language: Language, kind: Kind, plies: usize, grade: usize, problems: usize) -> String {
    match language {
        Language::En => {
            let task = match kind {
                Kind::Mate => "Mate in",
                Kind::Hisshi => "Hisshi (a threat of mate that cannot be parried) in",
            };
            format!("{task} {}, grade {grade}: {}", counted(plies, "move"), counted(problems, "problem"))
        }
        Language::Ja => format!("{}、難度{grade}：{problems}問", of_length(kind, plies)),
    }
}

/// Problems of a length in Japanese.
fn of_length(kind: Kind, plies: usize) -> String {
    match kind {
        Kind::Mate => format!("{plies}手詰"),
        Kind::Hisshi => format!("{plies}手必至"),
    }
}

/// The games read, and the problems by their lengths.
pub(super) fn summary(
    language: Language,
    kind: Kind,
    games: u64,
    plies: u64,
    lengths: &BTreeMap<usize, usize>,
    alike: usize,
) -> String {
    let all: usize = lengths.values().sum();
    match language {
        Language::En => {
            let each = lengths.iter().map(|(plies, number)| format!("{number} in {plies}")).collect::<Vec<_>>();
            let each = if each.is_empty() { String::new() } else { format!(" ({})", each.join(", ")) };
            format!(
                "{} from {} of {}{each}; {alike} left out as like others",
                counted(all, if kind == Kind::Hisshi { "hisshi problem" } else { "problem" }),
                counted(plies, "move"),
                counted(games, "game")
            )
        }
        Language::Ja => {
            let each = lengths
                .iter()
                .map(|(plies, number)| format!("{}{number}問", of_length(kind, *plies)))
                .collect::<Vec<_>>();
            let each = if each.is_empty() { String::new() } else { format!("（{}）", each.join("、")) };
            format!("{games}局{plies}手から{all}問{each}、同じ形の{alike}問を省略")
        }
    }
}
