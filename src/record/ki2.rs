//! KI2 files: moves as printed records have them, six a line, without times.
//!
//! They are read by [`kif::read`].

use super::japanese::sign;
use super::kif::{self, is_handicap, result_text, untold, variations, write_head, write_notes};
use super::{Loss, NodeId, Record, Step, WriteError, Written, japanese};
use crate::board::Color;
use crate::game::Position as _;
use crate::rules::{Move, Position, Rules};
use std::fmt::Write;
use std::time::Duration;
use unicode_width::UnicodeWidthStr;

/// Writes the whole tree.
///
/// # Errors
/// If the game's pieces have no Japanese names.
pub fn write<R: Rules>(record: &Record<R>) -> Result<Written, WriteError> {
    WriteError::check_names(record.start().spec(), "KI2")?;
    let mut writer = Writer { record, text: String::with_capacity(4096), losses: Vec::new(), column: 0 };
    writer.losses.extend(write_head(record, &mut writer.text));
    writer.text.push('\n');
    write_notes::<R>(&mut writer.text, record.node(Record::<R>::ROOT), Duration::ZERO, record.start());
    writer.write_line(Record::<R>::ROOT, record.main_line().next());
    for first in variations(record) {
        let _ = writeln!(writer.text, "\n変化：{}手", record.node(first).ply());
        writer.write_line(record.node(first).parent(), Some(first));
    }
    let timed = record.nodes().any(|id| record.node(id).time.is_some());
    if timed {
        Loss::Times.add_to(&mut writer.losses);
    }
    Ok(Written { text: writer.text, losses: writer.losses })
}

const MOVES_A_LINE: usize = 6;
/// Characters, all of them wide.
const MOVE_WIDTH: usize = 6;

struct Writer<'a, R: Rules> {
    record: &'a Record<R>,
    text: String,
    losses: Vec<Loss>,
    /// Moves on the current line.
    column: usize,
}

impl<R: Rules> Writer<'_, R> {
    fn write_line(&mut self, before: NodeId, first: Option<NodeId>) {
        let mut position = self.record.position_at(before);
        for id in first.into_iter().flat_map(|first| self.record.line_from(first)) {
            self.write_step(id, &mut position);
        }
        self.end_line();
    }

    fn write_step(&mut self, id: NodeId, position: &mut Position<R>) {
        let node = self.record.node(id);
        let side = self.record.side_to_move(node.parent());
        match node.step() {
            Some(&(Step::Move(m) | Step::Illegal(m))) => {
                let last = self.record.node(node.parent()).played().map(Move::to);
                let text = japanese::move_text(position, m, last);
                let is_told = japanese::tells(position, &text, m, last);
                if matches!(node.step(), Some(Step::Move(_))) {
                    // Where pieces borrow moves, two on one file may go where no word tells them apart.
                    let text = if is_told { text } else { kif::move_text(position, m, last) };
                    self.write_move(side, &text);
                    position.make(m, &mut ());
                } else if is_told {
                    self.write_move(side, &text);
                } else {
                    self.end_line();
                    let _ = writeln!(self.text, "*反則：{}", m.usi(position.spec()));
                    Loss::IllegalMove.add_to(&mut self.losses);
                }
            }
            Some(Step::End(ending)) => {
                self.end_line();
                let line = result_text(ending, node.ply() - 1, side, is_handicap(self.record));
                let _ = writeln!(self.text, "{line}");
                if let Some(loss) = untold(ending, &line, side) {
                    loss.add_to(&mut self.losses);
                }
            }
            None => {}
        }
        if !node.comments.is_empty() || node.bookmark.is_some() {
            self.end_line();
            write_notes::<R>(&mut self.text, node, Duration::ZERO, position);
        }
    }

    fn write_move(&mut self, side: Color, text: &str) {
        if self.column == MOVES_A_LINE {
            self.end_line();
        }
        if self.column > 0 {
            // Wide blanks would be taken for part of the move before.
            let written = self.text.rsplit('\n').next().unwrap_or_default();
            let columns = written.width_cjk();
            let wanted = self.column * MOVE_WIDTH * 2;
            self.text.push_str(&" ".repeat(wanted.saturating_sub(columns).max(1)));
        }
        self.text.push(sign(side));
        self.text.push_str(text);
        self.column += 1;
    }

    fn end_line(&mut self) {
        if self.column > 0 {
            self.text.push('\n');
            self.column = 0;
        }
    }
}
