//! Phrases of the tree, in both languages.

use crate::mate::Known;
use crate::study::mate::words::{length_remark, plies, record_length};
use crate::words::{Language, counted};

/// The comment at the start of the record.
pub(super) fn solution(language: Language, known: Known, leaves_pieces: bool) -> String {
    let length = match (language, known) {
        (Language::En, _) => format!("solution: {}", record_length(language, known)),
        (Language::Ja, Known::AtMost(_)) => record_length(language, known),
        (Language::Ja, Known::Length(plies) | Known::EveryInterposition(plies)) => {
            format!("作意{plies}手{}", length_remark(language, known, 0))
        }
    };
    length + if leaves_pieces { left_over(language) } else { "" }
}

/// The relation of a defence to the solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Beside {
    /// It is shorter, or its length is not settled.
    Shorter,
    /// It is as long (変同).
    AsLong,
    /// It is shorter by two plies and leaves nothing over, where the solution does: if the composer means it as the
    /// solution, that is longer with pieces left over (変長).
    MayBeMeant,
}

/// The comment at a defence: the length from the start of the problem, and what sets it beside the solution.
pub(super) fn variation(language: Language, known: Known, beside: Beside, leaves_pieces: bool) -> String {
    let length = match (language, known) {
        (Language::En, _) => format!("variation: {}", record_length(language, known)),
        (Language::Ja, Known::AtMost(plies)) => format!("変化{plies}手以内"),
        (Language::Ja, Known::Length(plies) | Known::EveryInterposition(plies)) => format!("変化{plies}手"),
    };
    // A defence as long as the solution that leaves pieces is no equal of it.
    let remark = match (beside, leaves_pieces) {
        (Beside::AsLong, false) => language.choose(", as long as the solution", "、変同"),
        (Beside::AsLong, true) => language.choose(", as long as the solution", "、同手数"),
        (Beside::MayBeMeant, _) => language.choose(", nothing left over", "、駒余りなし（これが作意なら変長）"),
        (Beside::Shorter, _) => "",
    };
    length + remark + if leaves_pieces { left_over(language) } else { "" }
}

const fn left_over(language: Language) -> &'static str {
    language.choose(", pieces left over", "、駒余り")
}

/// The names of mates that are neither in the solution nor within its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Other {
    /// Longer than the solution.
    Longer,
    /// Longer than the last move of the solution, in place of which it is played.
    LastMove,
    /// Longer, and its line comes back to the solution.
    Detour,
    /// Nobody knows whether it is longer.
    Unknown,
}

pub(super) const fn other(language: Language, other: Other) -> &'static str {
    match other {
        Other::Longer => language.choose("longer mate", "余詰（作意より長い）"),
        Other::LastMove => language.choose("last move, longer mate", "最終手余詰（作意より長い）"),
        Other::Detour => language.choose("detour", "迂回手順"),
        Other::Unknown => language.choose("another mate", "別の詰み"),
    }
}

/// The comment at a check that mates.
pub(super) fn mates(language: Language, name: &str, known: Known) -> String {
    match (language, known) {
        (Language::En, Known::Length(length) | Known::EveryInterposition(length)) => {
            format!("{name}: mates in {}", plies(length))
        }
        (Language::En, Known::AtMost(length)) => format!("{name}: mates within {}", plies(length)),
        (Language::Ja, Known::Length(length) | Known::EveryInterposition(length)) => {
            format!("{name}：{length}手で詰み")
        }
        (Language::Ja, Known::AtMost(length)) => format!("{name}：{length}手以内で詰み"),
    }
}

/// The longer mates that were left out.
pub(super) fn other_checks_mate(language: Language, checks: usize) -> String {
    match language {
        Language::En => {
            format!("{} that mate{} later", counted(checks, "other check"), if checks == 1 { "s" } else { "" })
        }
        Language::Ja => format!("ほかの王手{checks}手も作意より長く詰み"),
    }
}

/// The comment at a check that fails.
pub(super) const fn fails(language: Language) -> &'static str {
    language.choose("try", "紛れ")
}

/// The comment at the defence against it.
pub(super) const fn no_mate(language: Language, is_only_defence: bool) -> &'static str {
    if is_only_defence {
        language.choose("no mate; every other defence is mated", "不詰。ほかの受けは詰み")
    } else {
        language.choose("no mate", "不詰")
    }
}

/// The checks that fail and were left out.
pub(super) fn other_checks_fail(language: Language, checks: usize) -> String {
    match language {
        Language::En => format!("{} fail{}", counted(checks, "other check"), if checks == 1 { "s" } else { "" }),
        Language::Ja => format!("ほかの王手{checks}手は不詰"),
    }
}

/// The defences that were left out; `length` is that of the longest, from the start of the problem.
pub(super) fn other_defences(language: Language, defences: usize, length: usize) -> String {
    match language {
        Language::En => format!("{}: mate within {}", counted(defences, "other defence"), plies(length)),
        Language::Ja => format!("ほかの受け{defences}手は変化{length}手以内"),
    }
}

pub(super) fn useless_interpositions(language: Language, moves: &str, more: usize) -> String {
    format!("{}{moves}{}", language.choose("useless interpositions: ", "無駄合："), and_more(language, more))
}

/// The comment at the last move of a mate that interpositions put off.
pub(super) fn only_useless_interpositions(language: Language, moves: &str) -> String {
    match language {
        Language::En => format!("nothing but useless interpositions is left: {moves}"),
        Language::Ja => format!("以下は無駄合（{moves}）"),
    }
}

/// Other pieces on the same square, which change nothing.
pub(super) fn likewise(language: Language, moves: &str, more: usize) -> String {
    let more = and_more(language, more);
    match language {
        Language::En => format!("likewise {moves}{more}"),
        Language::Ja => format!("{moves}{more}も同じ"),
    }
}

/// The moves without an answer.
pub(super) fn not_settled(language: Language, moves: &str, more: usize) -> String {
    format!("{}{moves}{}", language.choose("not settled: ", "未解決："), and_more(language, more))
}

/// The moves behind a list that it leaves out.
fn and_more(language: Language, more: usize) -> String {
    match language {
        _ if more == 0 => String::new(),
        Language::En => format!(" and {more} more"),
        Language::Ja => format!("、ほか{more}手"),
    }
}
