//! Writing KIF files, and the parts that KI2 files share.

use super::game::{diagram_text, move_lines, start_name};
use super::result::untold;
use super::{read, result_text, searched};
use crate::any::AnyPosition;
use crate::board::Color;
use crate::record::vocabulary::player;
use crate::record::{Encoding, Ending, Loss, Node, NodeId, Record, Step, Time, WriteError, Written, header, score};
use std::fmt::Write;
use std::time::Duration;
use unicode_width::UnicodeWidthStr;

/// Writes the whole tree. The first line only names the encoding, which [`encode`](crate::record::encode) applies.
///
/// # Errors
/// If the game's pieces have no Japanese names.
pub(super) fn write(record: &Record, encoding: Encoding) -> Result<Written, WriteError> {
    WriteError::check_names(record.start().variant(), "KIF")?;
    let name = match encoding {
        Encoding::Utf8 => "UTF-8",
        Encoding::ShiftJis => "Shift_JIS",
    };
    let whole = record.in_whole_seconds();
    let losses = whole.iter().map(|_| Loss::Fractions).collect();
    let record = whole.as_ref().unwrap_or(record);
    let mut writer = Writer { record, text: format!("#KIF version=2.0 encoding={name}\n"), losses };
    writer.losses.extend(write_head(record, &mut writer.text));
    let timed = record.nodes().any(|id| record.node(id).time.is_some());
    writer.text.push_str(if timed { "手数----指手---------消費時間--\n" } else { "手数----指手--\n" });
    write_notes(&mut writer.text, record.node(Record::ROOT), Duration::ZERO, record.start());
    for first in std::iter::once(None).chain(variations(record).into_iter().map(Some)) {
        writer.write_line(first);
    }
    Ok(Written { text: writer.text, losses: writer.losses })
}

/// First nodes of all variations: after a line those that branch from it, the latest first, each followed by its
/// variations.
pub(in crate::record) fn variations(record: &Record) -> Vec<NodeId> {
    let mut found = Vec::new();
    // Lines whose branches are still to be listed, the next one last; the first node of a line is listed before its
    // branches.
    let mut waiting = vec![Record::ROOT];
    while let Some(first) = waiting.pop() {
        if first != Record::ROOT {
            found.push(first);
        }
        let line: Vec<NodeId> = record.line_from(first).collect();
        let branches = line.iter().rev().flat_map(|&id| record.node(id).children().iter().skip(1).copied());
        let branches: Vec<NodeId> = branches.collect();
        waiting.extend(branches.into_iter().rev());
    }
    found
}

/// True if White gives a handicap, which changes the names of the sides.
pub(in crate::record) fn is_handicap(record: &Record) -> bool {
    record.start().side_to_move() == Color::White && record.handicap().is_some()
}

/// Writes remarks, headers and the start position. A header that readers would mistake for a move, a hand or another
/// line becomes a remark, which is a loss.
pub(in crate::record) fn write_head(record: &Record, text: &mut String) -> Option<Loss> {
    for remark in &record.remarks {
        let _ = writeln!(text, "#{remark}");
    }
    let headers: Vec<(&str, &str)> = record.headers.iter().collect();
    let all_told = are_told(record, &headers);
    let (mut start_told, mut loss) = (false, None);
    for (key, value) in headers {
        if [header::BLACK, header::WHITE].contains(&key) && !std::mem::replace(&mut start_told, true) {
            write_start(record, text);
        }
        if !all_told && !are_told(record, &[(key, value)]) {
            text.push('#');
            loss = Some(Loss::Headers);
        }
        text.push_str(&header_lines(record, &[(key, value)]));
    }
    if !start_told {
        write_start(record, text);
    }
    loss
}

/// True if the lines of these headers read back as headers.
fn are_told(record: &Record, headers: &[(&str, &str)]) -> bool {
    let again = read(record.start().variant(), &header_lines(record, headers));
    again.is_ok_and(|reading| reading.record.headers.iter().eq(headers.iter().copied()))
}

fn header_lines(record: &Record, headers: &[(&str, &str)]) -> String {
    let handicap = is_handicap(record);
    let line = |&(key, value): &(&str, &str)| {
        let side = [header::BLACK, header::WHITE].iter().position(|&player| player == key);
        format!("{}：{value}\n", side.map_or(key, |side| player(Color::ALL[side], handicap)))
    };
    headers.iter().map(line).collect()
}

fn write_start(record: &Record, text: &mut String) {
    let start = record.start();
    let (name, tells_start) = start_name(record);
    let _ = writeln!(text, "{}：{name}", header::HANDICAP);
    if !tells_start {
        text.push_str(&diagram_text(start));
        if start.game_ply() > 0 {
            let _ = writeln!(text, "手数＝{}", start.game_ply());
        }
        let _ = writeln!(text, "{}番", player(start.side_to_move(), false));
    }
}

/// Writes comments and the bookmark after a step that leads to a position. `spent` is the time that the file gives for
/// the step, by which readers recognise the clocks of this program.
pub(in crate::record) fn write_notes(text: &mut String, node: &Node, spent: Duration, position: &AnyPosition) {
    let line_in_kif = |line: &str| searched::in_kif(position, node.played(), line);
    for comment in &node.comments {
        let _ = writeln!(text, "*{}", score::in_kif(comment, spent, line_in_kif).as_ref().unwrap_or(comment));
    }
    if let Some(bookmark) = &node.bookmark {
        let _ = writeln!(text, "&{bookmark}");
    }
}

struct Writer<'a> {
    record: &'a Record,
    text: String,
    losses: Vec<Loss>,
}

impl Writer<'_> {
    /// Writes the main line, or the variation that starts with `first`.
    fn write_line(&mut self, first: Option<NodeId>) {
        let before = first.map_or(Record::ROOT, |first| self.record.node(first).parent());
        if let Some(first) = first {
            let _ = writeln!(self.text, "\n変化：{}手", self.record.node(first).ply());
        }
        let mut position = self.record.position_at(before);
        let start = first.or_else(|| self.record.main_line().next());
        for id in start.into_iter().flat_map(|start| self.record.line_from(start)) {
            self.write_step(id, &mut position);
        }
    }

    fn write_step(&mut self, id: NodeId, position: &mut AnyPosition) {
        let node = self.record.node(id);
        match node.step() {
            Some(&(Step::Move(m) | Step::Illegal(m))) => {
                let lines = move_lines(position, m, self.record.node(node.parent()).played());
                if let Some((last, before)) = lines.split_last() {
                    for line in before {
                        let _ = writeln!(self.text, "{:>4} {line}", node.ply());
                    }
                    self.write_numbered(id, last);
                }
                if matches!(node.step(), Some(Step::Move(_))) {
                    position.make(m);
                }
                write_notes(&mut self.text, node, told_time(node), position);
            }
            Some(Step::End(ending)) => self.write_ending(id, ending, position),
            None => {}
        }
    }

    /// Writes an ending as a step and as a result line. A sentence gets only the line, which has no place for a time.
    fn write_ending(&mut self, id: NodeId, ending: &Ending, position: &AnyPosition) {
        let node = self.record.node(id);
        let side = self.record.side_to_move(node.parent());
        let line = result_text(ending, node.ply() - 1, side, is_handicap(self.record));
        if matches!(ending, Ending::Stated { .. }) {
            let times = node.time.map(|_| Loss::Times);
            times.into_iter().chain(untold(ending, &line, side)).for_each(|loss| self.lose(loss));
            let _ = writeln!(self.text, "{line}");
            write_notes(&mut self.text, node, Duration::ZERO, position);
        } else {
            self.write_numbered(id, ending.kif());
            write_notes(&mut self.text, node, told_time(node), position);
            let _ = writeln!(self.text, "{line}");
        }
    }

    fn write_numbered(&mut self, id: NodeId, text: &str) {
        let node = self.record.node(id);
        let blanks = " ".repeat(13usize.saturating_sub(text.width_cjk()).max(1));
        let siblings = self.record.node(node.parent()).children();
        let more = if siblings.last() == Some(&id) { "" } else { "+" };
        let time = node.time.map_or(String::new(), spent);
        let _ = writeln!(self.text, "{:>4} {}", node.ply(), format!("{text}{blanks}{time}{more}").trim_end());
    }

    fn lose(&mut self, loss: Loss) {
        loss.add_to(&mut self.losses);
    }
}

/// The time of a step as its line gives it.
fn told_time(node: &Node) -> Duration {
    node.time.map_or(Duration::ZERO, |time| time.spent)
}

/// Whole seconds spent on a move and in all.
fn spent(time: Time) -> String {
    let (spent, total) = (time.spent.as_secs(), time.total.as_secs());
    let (hours, minutes) = (total / 3600, total / 60 % 60);
    format!("({:2}:{:02}/{hours:02}:{minutes:02}:{:02})", spent / 60, spent % 60, total % 60)
}
