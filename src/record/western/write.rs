//! Writing games in western notation.

use super::{BOOKMARK, SFEN, Style, TIME, ending_text};
use crate::any::AnyPosition;
use crate::board::Color;
use crate::record::{Loss, NodeId, Record, Step, WriteError, Written};
use std::fmt::Write;
use std::time::Duration;

/// Writes the whole tree.
///
/// # Errors
/// If the game's pieces have no names in the style.
pub(super) fn write(record: &Record, style: Style) -> Result<Written, WriteError> {
    style.check(record.start().variant())?;
    let mut writer = Writer {
        record,
        style,
        text: String::with_capacity(4096),
        line_start: 0,
        position: record.start().clone(),
        place: Record::ROOT,
        numbered: false,
    };
    writer.write_head();
    writer.write_notes(Record::ROOT);
    writer.write_tree();
    writer.text.push('\n');
    let losses = record.headers.get(SFEN).map_or(Vec::new(), |_| vec![Loss::Headers]);
    Ok(Written { text: writer.text, losses })
}

const LINE_WIDTH: usize = 100;

struct Writer<'a> {
    record: &'a Record,
    style: Style,
    text: String,
    line_start: usize,
    /// The position at `place`, the node written last.
    position: AnyPosition,
    place: NodeId,
    /// True if the next move directly follows the one before, so that White's needs no number.
    numbered: bool,
}

enum Task {
    Node(NodeId),
    Open(NodeId),
    Close,
}

impl Writer<'_> {
    fn write_head(&mut self) {
        for remark in &self.record.remarks {
            let _ = writeln!(self.text, ";{remark}");
        }
        for (key, value) in self.record.headers.iter().filter(|&(key, _)| key != SFEN) {
            let _ = writeln!(self.text, "[{key} \"{}\"]", escape(value, '"'));
        }
        let sfen = self.record.start().sfen();
        let bare = self.record.headers.is_empty() && self.record.main_line().next().is_none();
        if sfen != self.record.start().variant().start_sfen() || bare {
            let _ = writeln!(self.text, "[{SFEN} \"{sfen}\"]");
        }
        self.text.push('\n');
        self.line_start = self.text.len();
    }

    /// Writes all lines, without recursion because nothing bounds the nesting of variations.
    fn write_tree(&mut self) {
        let mut tasks: Vec<Task> = self.record.main_line().next().map(Task::Node).into_iter().collect();
        while let Some(task) = tasks.pop() {
            match task {
                Task::Close => {
                    self.text.push(')');
                    self.numbered = false;
                }
                Task::Open(id) => {
                    self.word("(");
                    self.numbered = false;
                    tasks.push(Task::Close);
                    tasks.push(Task::Node(id));
                }
                Task::Node(id) => {
                    self.write_node(id);
                    tasks.extend(self.record.node(id).children().first().map(|&next| Task::Node(next)));
                    let siblings = self.record.node(self.record.node(id).parent()).children();
                    if siblings[0] == id {
                        tasks.extend(siblings[1..].iter().rev().map(|&sibling| Task::Open(sibling)));
                    }
                }
            }
        }
    }

    fn write_node(&mut self, id: NodeId) {
        let node = self.record.node(id);
        if self.place != node.parent() {
            self.position = self.record.position_at(node.parent());
        }
        match node.step() {
            Some(&Step::Move(m)) => {
                let text = self.style.write(&self.position, m);
                self.write_move(id, &text);
                self.position.make(m);
            }
            Some(&Step::Illegal(m)) => {
                let text = self.style.write_in_full(&self.position, m);
                self.write_move(id, &text);
            }
            Some(Step::End(ending)) => self.word(&format!("<{}>", escape(&ending_text(ending), '>'))),
            None => {}
        }
        self.place = id;
        if let Some(time) = node.time {
            let mut text = format!("{{{TIME}{}", seconds(time.spent));
            if self.record.total_before(id).saturating_add(time.spent) != time.total {
                text = format!("{text} {}", seconds(time.total));
            }
            self.word(&(text + "]}"));
        }
        self.write_notes(id);
    }

    fn write_move(&mut self, id: NodeId, text: &str) {
        let node = self.record.node(id);
        let white_begins = usize::from(self.record.start().side_to_move() == Color::White);
        let number = (node.ply() + white_begins).div_ceil(2);
        match self.record.side_to_move(node.parent()) {
            Color::Black => self.word(&format!("{number}.{text}")),
            Color::White if self.numbered => self.word(text),
            Color::White => self.word(&format!("{number}...{text}")),
        }
        self.numbered = true;
    }

    fn write_notes(&mut self, id: NodeId) {
        let node = self.record.node(id);
        for comment in &node.comments {
            let is_told_apart = !comment.starts_with(TIME) && !comment.starts_with(BOOKMARK);
            let mark = if is_told_apart { "" } else { "\\" };
            self.word(&format!("{{{mark}{}}}", escape(comment, '}')));
        }
        if let Some(bookmark) = &node.bookmark {
            self.word(&format!("{{{BOOKMARK}{}}}", escape(bookmark, '}')));
        }
    }

    /// Writes a word with a blank before it, or on a new line if the current one is full.
    fn word(&mut self, word: &str) {
        let used = self.text.len() - self.line_start;
        if used > 0 && used + word.len() > LINE_WIDTH {
            self.text.push('\n');
            self.line_start = self.text.len();
        } else if used > 0 && !self.text.ends_with('(') {
            self.text.push(' ');
        }
        self.text.push_str(word);
    }
}

/// Puts a backslash before every backslash and before `end`, which would end the text.
fn escape(text: &str, end: char) -> String {
    text.replace('\\', "\\\\").replace(end, &format!("\\{end}"))
}

fn seconds(time: Duration) -> String {
    let (whole, nanos) = (time.as_secs(), time.subsec_nanos());
    if nanos == 0 { whole.to_string() } else { format!("{whole}.{nanos:09}").trim_end_matches('0').to_owned() }
}
