//! Phrases of the command `kumataka hisshi`, in both languages.

use crate::analysis::Answer;
use crate::words::{Language, counted};

/// Counts of answers.
#[derive(Debug, Default)]
pub(super) struct Counts {
    pub hisshi: usize,
    pub mates: usize,
    pub refuted: usize,
    pub open: usize,
    pub unreadable: usize,
    pub nodes: u64,
}

impl Counts {
    /// Counts an answer with its nodes; none stands for a problem that could not be read.
    pub fn add(&mut self, solved: Option<(&Answer, u64)>) {
        let Some((answer, nodes)) = solved else {
            self.unreadable += 1;
            return;
        };
        self.nodes += nodes;
        *match answer {
            Answer::Mate(_) => &mut self.mates,
            Answer::Hisshi(_) => &mut self.hisshi,
            Answer::Refuted => &mut self.refuted,
            Answer::Open => &mut self.open,
        } += 1;
    }

    pub const fn problems(&self) -> usize {
        self.hisshi + self.mates + self.refuted + self.open + self.unreadable
    }
}

pub(super) fn hisshi(language: Language, length: usize, line: &str, others: &[String], has_all: bool) -> String {
    let mut told = match language {
        Language::En => format!("hisshi {length} {line}"),
        Language::Ja => format!("{length}手必至 {line}"),
    };
    if !others.is_empty() {
        let list = others.join(" ");
        told += &match language {
            Language::En => format!(", also {list}"),
            Language::Ja => format!("、別の初手 {list}"),
        };
    }
    if !has_all {
        told += language.choose(", other first moves left open in time", "、ほかの初手は時間内に不明");
    }
    told
}

pub(super) fn mate(language: Language, plies: usize, line: &str) -> String {
    match language {
        Language::En => format!("mate by checks {line}, {}", counted(plies, "move")),
        Language::Ja => format!("王手の連続で詰み {line}（{plies}手）"),
    }
}

pub(super) fn refuted(language: Language, length: usize) -> String {
    match language {
        Language::En => format!("no hisshi of {}", counted(length, "move")),
        Language::Ja if length == 1 => "1手必至なし".to_owned(),
        Language::Ja => format!("{length}手以内の必至なし"),
    }
}

pub(super) fn open(language: Language) -> String {
    language
        .choose("open; --movetime and --mate-nodes set the effort", "未解決（--movetimeと--mate-nodesで指定）")
        .to_owned()
}

/// An open question for those who set no limits; with the part that is settled.
pub(super) fn open_in_time(language: Language, length: usize, settled: Option<&str>) -> String {
    let length = match language {
        Language::En => counted(length, "move").to_string(),
        Language::Ja => format!("{length}手以内"),
    };
    match (language, settled) {
        (Language::En, Some(settled)) => format!("{settled}, of {length} not found out in time"),
        (Language::En, None) => format!("hisshi of {length}: not found out in time"),
        (Language::Ja, Some(settled)) => format!("{settled}、{length}は時間内に不明"),
        (Language::Ja, None) => format!("{length}の必至は時間内に不明"),
    }
}

pub(super) fn effort(language: Language, nodes: u64, milliseconds: u128) -> String {
    match language {
        Language::En => format!(" ({nodes} nodes, {milliseconds} ms)"),
        Language::Ja => format!("（{nodes}局面、{milliseconds}ミリ秒）"),
    }
}

/// Template of the bar of progress.
pub(super) const fn bar(language: Language) -> &'static str {
    language.choose("{bar:20} {pos}/{len} problems", "{bar:20} {pos}/{len}問")
}

/// The comment at the start of a solution's record.
pub(super) fn record_length(language: Language, length: usize) -> String {
    match language {
        Language::En => format!("hisshi in {}", counted(length, "move")),
        Language::Ja => format!("{length}手必至"),
    }
}

/// The comment at a first move that solves as well.
pub(super) const fn solves_as_well(language: Language) -> &'static str {
    language.choose("hisshi as well", "これも必至")
}

/// The comment at the move that cannot be parried.
pub(super) const fn is_hisshi(language: Language) -> &'static str {
    language.choose("hisshi: every defence loses to a mate by checks", "必至：どう受けても詰み")
}

/// The comment at a move with more defences than were written.
pub(super) fn more_defences(language: Language, number: usize) -> String {
    match language {
        Language::En => format!("and {} more", counted(number, "defence")),
        Language::Ja => format!("ほかの受け{number}通りは省略"),
    }
}

pub(super) fn summary(language: Language, counts: &Counts) -> String {
    let Counts { hisshi, mates, refuted, open, unreadable, nodes } = *counts;
    let mut told = match language {
        Language::En => format!("{hisshi} hisshi, {}, {refuted} without, {open} open", counted(mates, "mate")),
        Language::Ja => format!("必至{hisshi}問、詰み{mates}問、必至なし{refuted}問、未解決{open}問"),
    };
    if unreadable > 0 {
        told += &match language {
            Language::En => format!(", {unreadable} unreadable"),
            Language::Ja => format!("、読めない問題{unreadable}問"),
        };
    }
    told + &match language {
        Language::En => format!(", {}", counted(nodes, "node")),
        Language::Ja => format!("、{nodes}局面"),
    }
}
