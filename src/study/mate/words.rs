//! Phrases of the command `kumataka mate`, in both languages.

use super::read::Unreadable;
use super::summary::{Length, Summary};
use crate::mate::Known;
use crate::words::{InLanguage as _, Language, counted};

/// The length of a mate, before its line.
pub(super) fn length(language: Language, known: Known) -> String {
    match (language, known) {
        (Language::En, Known::Length(plies) | Known::EveryInterposition(plies)) => format!("mate {plies}"),
        (Language::En, Known::AtMost(plies)) => format!("mate <={plies}"),
        (Language::Ja, Known::Length(plies) | Known::EveryInterposition(plies)) => format!("{plies}手詰"),
        (Language::Ja, Known::AtMost(plies)) => format!("{plies}手以内の詰み"),
    }
}

/// The remark after a mate's line of `plies` that says in which way the length holds; empty for an exact one.
pub(super) fn length_remark(language: Language, known: Known, plies: usize) -> String {
    match (language, known) {
        (_, Known::Length(_)) => String::new(),
        (Language::En, Known::EveryInterposition(_)) => ", every interposition counted".to_owned(),
        (Language::Ja, Known::EveryInterposition(_)) => "（合駒をすべて手数に含む）".to_owned(),
        (_, Known::AtMost(bound)) if bound == plies => String::new(),
        (Language::En, Known::AtMost(_)) => format!(", in {plies} by this line"),
        (Language::Ja, Known::AtMost(_)) => format!("（この手順では{plies}手）"),
    }
}

/// The useless interpositions after the line that composers count; `plies` is the length with them.
pub(super) fn useless_interpositions(language: Language, plies: usize, moves: &str) -> String {
    match language {
        Language::En => format!(", {plies} with useless interpositions {moves}"),
        Language::Ja => format!("、無駄合を含めて{plies}手 {moves}"),
    }
}

/// The reason why something named holds no problem.
pub(super) fn fault(language: Language, name: &str, reason: &Unreadable) -> String {
    format!("{name}{}{}", language.choose(": ", "："), reason.text_in(language))
}

pub(super) const fn mated_already(language: Language) -> &'static str {
    language.choose("mate 0, the defender is mated already", "0手詰、玉方はもう詰んでいる")
}

pub(super) const fn no_mate(language: Language) -> &'static str {
    language.choose("nomate", "不詰")
}

/// A mate that was proved in the last moment.
pub(super) fn proved(language: Language, plies: usize) -> String {
    match language {
        Language::En => format!("mate <={plies}, no time to show it; --movetime sets the time"),
        Language::Ja => format!("{plies}手以内の詰み、手順を示す時間が不足（--movetimeで時間を指定）"),
    }
}

/// The limit that ended a search without an answer.
#[derive(Clone, Copy, Debug)]
pub(super) enum Spent {
    Seconds(f64),
    Nodes(u64),
    Memory,
}

pub(super) fn timeout(language: Language, spent: Spent) -> String {
    let head = language.choose("timeout", "時間切れ");
    match (language, spent) {
        (Language::En, Spent::Seconds(seconds)) => format!("{head}, --movetime {seconds} is over"),
        (Language::Ja, Spent::Seconds(seconds)) => format!("{head}（--movetime {seconds}）"),
        (Language::En, Spent::Nodes(nodes)) => format!("{head}, --nodes {nodes} are spent"),
        (Language::Ja, Spent::Nodes(nodes)) => format!("局面数の上限（--nodes {nodes}）"),
        (Language::En, Spent::Memory) => head.to_owned(),
        (Language::Ja, Spent::Memory) => "打ち切り".to_owned(),
    }
}

/// The effort for one problem.
pub(super) fn effort(language: Language, nodes: u64, milliseconds: u128) -> String {
    match language {
        Language::En => format!(" ({nodes} nodes, {milliseconds} ms)"),
        Language::Ja => format!("（{nodes}局面、{milliseconds}ミリ秒）"),
    }
}

/// The comment at the start of a solution's record.
pub(super) fn record_length(language: Language, known: Known) -> String {
    match (language, known) {
        (Language::En, Known::Length(length)) => format!("mate in {}", plies(length)),
        (Language::En, Known::EveryInterposition(length)) => {
            format!("mate in {}, every interposition counted", plies(length))
        }
        (Language::En, Known::AtMost(length)) => format!("mate in at most {}", plies(length)),
        (Language::Ja, Known::AtMost(_)) => self::length(language, known),
        (Language::Ja, _) => self::length(language, known) + &length_remark(language, known, 0),
    }
}

/// The comment at a move that mates as well.
pub(super) fn mates_in(language: Language, name: &str, length: usize) -> String {
    match language {
        Language::En => format!("{name}: mates in {}", plies(length)),
        Language::Ja => format!("{name}：{length}手で詰み"),
    }
}

/// The remark at another solution that comes back to a position of this one.
pub(super) const fn by_detour(language: Language) -> &'static str {
    language.choose(", by a detour", "（迂回手順）")
}

/// The comment at the last move that composers count.
pub(super) const fn only_useless_interpositions(language: Language) -> &'static str {
    language.choose("nothing but useless interpositions from here on", "以下は無駄合")
}

pub(super) fn plies(number: usize) -> String {
    if number == 1 { "1 ply".to_owned() } else { format!("{number} plies") }
}

/// The solutions that were written to `path`.
pub(super) fn written(language: Language, [mates, without]: [usize; 2], path: &str) -> String {
    match language {
        Language::En => {
            let proofs = if without > 0 { format!(" and {without} without mate") } else { String::new() };
            format!("{}{proofs} in {path}", counted(mates as u64, "solution"))
        }
        Language::Ja => {
            let proofs = if without > 0 { format!("、不詰{without}問") } else { String::new() };
            format!("解答{mates}問{proofs}を{path}に書きました。")
        }
    }
}

/// Template of the bar of progress.
pub(super) const fn bar(language: Language) -> &'static str {
    language.choose("{bar:20} {pos}/{len} problems, {msg}", "{bar:20} {pos}/{len}問、{msg}")
}

/// Time and nodes spent so far, and a bound that is proved already.
pub(super) fn progress(language: Language, seconds: u64, nodes: u64, within: Option<usize>) -> String {
    let millions = nodes as f64 / 1e6;
    let (effort, bound) = match language {
        Language::En => {
            (format!("{seconds} s, {millions:.1} million nodes"), within.map(|plies| format!(", mate <={plies}")))
        }
        Language::Ja => {
            (format!("{seconds}秒、{}万局面", nodes / 10_000), within.map(|plies| format!("、{plies}手以内の詰み")))
        }
    };
    effort + &bound.unwrap_or_default()
}

/// The counts of all problems.
pub(super) fn summary(language: Language, summary: &Summary) -> String {
    match language {
        Language::En => in_english(summary),
        Language::Ja => in_japanese(summary),
    }
}

fn in_english(summary: &Summary) -> String {
    let length = |length: Length| format!("{}{}", if length.is_bound { "<=" } else { "" }, length.plies);
    let lengths: Vec<String> =
        summary.mates.iter().map(|(&plies, count)| format!("{count} in {}", length(plies))).collect();
    let mut text = counted(summary.mates() as u64, "mate").to_string();
    if !lengths.is_empty() {
        text += &format!(" ({})", lengths.join(", "));
    }
    text += &format!(", {} without mate, {} open", summary.without, summary.open);
    if summary.unreadable > 0 {
        text += &format!(", {} unreadable", summary.unreadable);
    }
    text + &format!(", {}", counted(summary.nodes, "node"))
}

fn in_japanese(summary: &Summary) -> String {
    let length = |length: Length| format!("{}手{}", length.plies, if length.is_bound { "以内" } else { "詰" });
    let lengths: Vec<String> =
        summary.mates.iter().map(|(&plies, count)| format!("{}{count}問", length(plies))).collect();
    let mut text = format!("詰み{}問", summary.mates());
    if !lengths.is_empty() {
        text += &format!("（{}）", lengths.join("、"));
    }
    text += &format!("、不詰{}問、未解決{}問", summary.without, summary.open);
    if summary.unreadable > 0 {
        text += &format!("、読めない問題{}問", summary.unreadable);
    }
    text + &format!("、{}局面", summary.nodes)
}

/// The time behind the counts, and that Ctrl-C cut the work short.
pub(super) fn time(language: Language, seconds: f64, is_stopped: bool) -> String {
    match (language, is_stopped) {
        (Language::En, false) => format!(", {seconds:.1} s"),
        (Language::En, true) => format!(", {seconds:.1} s, stopped early"),
        (Language::Ja, false) => format!("、{seconds:.1}秒"),
        (Language::Ja, true) => format!("、{seconds:.1}秒、途中で終了"),
    }
}
