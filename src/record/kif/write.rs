//! Writing KIF files, and the parts that KI2 files share.

use super::result::player;
use super::result_text;
use crate::board::Color;
use crate::game::{Playable, Position as _};
use crate::record::{
    Encoding, Ending, Loss, Node, NodeId, Record, Step, Time, WriteError, Written, diagram, header, japanese, score,
};
use crate::rules::{Move, Origin, Position, Rules, Spec};
use std::fmt::Write;
use std::time::Duration;
use unicode_width::UnicodeWidthStr;

/// Writes the whole tree. The encoding is only named in the first line: see [`encode`](crate::record::encode).
///
/// # Errors
/// If the game's pieces have no Japanese names.
pub fn write<R: Rules>(record: &Record<R>, encoding: Encoding) -> Result<Written, WriteError> {
    WriteError::check_names(record.start().spec(), "KIF")?;
    let name = match encoding {
        Encoding::Utf8 => "UTF-8",
        Encoding::ShiftJis => "Shift_JIS",
    };
    let mut writer = Writer { record, text: format!("#KIF version=2.0 encoding={name}\n"), losses: Vec::new() };
    write_head(record, &mut writer.text);
    let timed = record.nodes().any(|id| record.node(id).time.is_some());
    writer.text.push_str(if timed { "手数----指手---------消費時間--\n" } else { "手数----指手--\n" });
    write_notes(&mut writer.text, record.node(Record::<R>::ROOT));
    for first in std::iter::once(None).chain(variations(record).into_iter().map(Some)) {
        writer.write_line(first);
    }
    Ok(Written { text: writer.text, losses: writer.losses })
}

/// Names of handicaps that every reader of KIF knows.
const KNOWN_HANDICAPS: &[&str] = &[
    "平手",
    "香落ち",
    "右香落ち",
    "角落ち",
    "飛車落ち",
    "飛香落ち",
    "二枚落ち",
    "三枚落ち",
    "四枚落ち",
    "五枚落ち",
    "左五枚落ち",
    "六枚落ち",
    "左七枚落ち",
    "右七枚落ち",
    "八枚落ち",
    "十枚落ち",
];

/// First nodes of all variations: after a line, those that branch from it, the latest first, each followed by its own.
pub(in crate::record) fn variations<G: Playable>(record: &Record<G>) -> Vec<NodeId> {
    let mut found = Vec::new();
    // Lines whose branches are still to be listed, the next one last; listing a line's first node precedes its branches.
    let mut waiting = vec![Record::<G>::ROOT];
    while let Some(first) = waiting.pop() {
        if first != Record::<G>::ROOT {
            found.push(first);
        }
        let line: Vec<NodeId> = record.line_from(first).collect();
        let branches = line.iter().rev().flat_map(|&id| record.node(id).children().iter().skip(1).copied());
        let branches: Vec<NodeId> = branches.collect();
        waiting.extend(branches.into_iter().rev());
    }
    found
}

/// Whether White gives a handicap, which changes what the sides are called.
pub(in crate::record) fn is_handicap<R: Rules>(record: &Record<R>) -> bool {
    record.start().side_to_move() == Color::White && record.handicap().is_some()
}

/// Writes remarks, headers and the start position.
pub(in crate::record) fn write_head<R: Rules>(record: &Record<R>, text: &mut String) {
    for remark in &record.remarks {
        let _ = writeln!(text, "#{remark}");
    }
    let mut start_told = false;
    for (key, value) in record.headers.iter() {
        let side = [header::BLACK, header::WHITE].iter().position(|&player| player == key);
        if side.is_some() && !std::mem::replace(&mut start_told, true) {
            write_start(record, text);
        }
        let key = side.map_or(key, |side| player(Color::ALL[side], is_handicap(record)));
        let _ = writeln!(text, "{key}：{value}");
    }
    if !start_told {
        write_start(record, text);
    }
}

fn write_start<R: Rules>(record: &Record<R>, text: &mut String) {
    let start = record.start();
    let spec = start.spec();
    let title = spec.titles.first().copied();
    let name = record.handicap().filter(|_| start.move_number() == 1).and_then(|handicap| match title {
        Some(_) => title.filter(|_| handicap.sfen == spec.start),
        None => Some(handicap.japanese).filter(|name| is_known(spec, name)),
    });
    let _ = writeln!(text, "{}：{}", header::HANDICAP, name.or(title).unwrap_or("その他"));
    if name.is_none() {
        text.push_str(&diagram::write(start));
        if start.move_number() > 1 {
            let _ = writeln!(text, "手数＝{}", start.move_number() - 1);
        }
        text.push_str(if start.side_to_move() == Color::Black { "先手番\n" } else { "後手番\n" });
    }
}

/// Whether readers of the game's KIF files know a handicap by its name: of a game that CSA does not know, those of this
/// program are the only ones.
fn is_known(spec: &Spec, handicap: &str) -> bool {
    KNOWN_HANDICAPS.contains(&handicap) || spec.names.iter().all(|names| names.csa.is_empty())
}

pub(in crate::record) fn write_notes<M>(text: &mut String, node: &Node<M>) {
    let spent = node.time.map_or(Duration::ZERO, |time| time.spent);
    for comment in &node.comments {
        let _ = writeln!(text, "*{}", score::in_kif(comment, spent).as_ref().unwrap_or(comment));
    }
    if let Some(bookmark) = &node.bookmark {
        let _ = writeln!(text, "&{bookmark}");
    }
}

struct Writer<'a, R: Rules> {
    record: &'a Record<R>,
    text: String,
    losses: Vec<Loss>,
}

impl<R: Rules> Writer<'_, R> {
    /// Writes the main line, or the variation that starts with `first`.
    fn write_line(&mut self, first: Option<NodeId>) {
        let before = first.map_or(Record::<R>::ROOT, |first| self.record.node(first).parent());
        if let Some(first) = first {
            let _ = writeln!(self.text, "\n変化：{}手", self.record.node(first).ply());
        }
        let mut position = self.record.position_at(before);
        let start = first.or_else(|| self.record.main_line().next());
        for id in start.into_iter().flat_map(|start| self.record.line_from(start)) {
            self.write_step(id, &mut position);
        }
    }

    fn write_step(&mut self, id: NodeId, position: &mut Position<R>) {
        let node = self.record.node(id);
        match node.step() {
            Some(&(Step::Move(m) | Step::Illegal(m))) => {
                let last = self.record.node(node.parent()).played().map(Move::to);
                let text = move_text(position, m, last);
                self.write_numbered(id, &text);
                write_notes(&mut self.text, node);
                if matches!(node.step(), Some(Step::Move(_))) {
                    position.make(m, &mut ());
                }
            }
            Some(Step::End(ending)) => {
                if !matches!(ending, Ending::Stated { .. }) {
                    self.write_numbered(id, ending.kif());
                    write_notes(&mut self.text, node);
                }
                let side = self.record.side_to_move(node.parent());
                let _ = writeln!(self.text, "{}", result_text(ending, node.ply() - 1, side, is_handicap(self.record)));
                if matches!(ending, Ending::Stated { .. }) {
                    write_notes(&mut self.text, node);
                }
            }
            None => {}
        }
    }

    fn write_numbered(&mut self, id: NodeId, text: &str) {
        let node = self.record.node(id);
        let blanks = " ".repeat(13usize.saturating_sub(text.width_cjk()).max(1));
        let siblings = self.record.node(node.parent()).children();
        let more = if siblings.last() == Some(&id) { "" } else { "+" };
        let time = node.time.map_or(String::new(), |time| self.time_text(time));
        let _ = writeln!(self.text, "{:>4} {}", node.ply(), format!("{text}{blanks}{time}{more}").trim_end());
    }

    fn time_text(&mut self, time: Time) -> String {
        if time.has_fractions() && !self.losses.contains(&Loss::Fractions) {
            self.losses.push(Loss::Fractions);
        }
        spent(time)
    }
}

/// The whole seconds spent on a move and in all.
pub(in crate::record) fn spent(time: Time) -> String {
    let (spent, total) = (time.spent.as_secs(), time.total.as_secs());
    let (hours, minutes) = (total / 3600, total / 60 % 60);
    format!("({:2}:{:02}/{hours:02}:{minutes:02}:{:02})", spent / 60, spent % 60, total % 60)
}

/// Writes a move with the square that it leaves, without the sign of its side; `last` is the square that the move before
/// went to.
#[must_use]
pub fn move_text<R: Rules>(position: &Position<R>, m: Move, last: Option<crate::board::Square>) -> String {
    let target = if last == Some(m.to()) { "同　".to_owned() } else { japanese::square_text(m.to()) };
    let name = japanese::piece_name(position, m);
    match m.origin() {
        Origin::Hand(_) => format!("{target}{name}打"),
        Origin::Board(from) => {
            let promotion = if m.promotes() { "成" } else { "" };
            format!("{target}{name}{promotion}({}{})", from.file() + 1, from.rank() + 1)
        }
    }
}
