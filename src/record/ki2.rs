//! KI2 files: moves as in printed records, six a line, without times.
//!
//! The reader of KIF reads them.

use super::japanese::{sign, target};
use super::kif::{self, is_handicap, result_text, untold, variations, write_head, write_notes};
use super::{
    Encoding, Format, Loss, NodeId, ReadError, ReadGame, Reason, Record, RecordFormat, Step, WriteError, Written,
    japanese,
};
use crate::any::{AnyMove, AnyPosition};
use crate::board::Color;
use crate::variants::{Kernel, Variant};
use std::fmt::Write;
use std::time::Duration;
use unicode_width::UnicodeWidthStr;

/// KI2 in one encoding.
struct Ki2(Encoding);

impl Format {
    /// KI2 in Shift-JIS (code page 932).
    pub const KI2: Self = Self::new(&Ki2(Encoding::ShiftJis));
    /// KI2 in UTF-8.
    pub const KI2U: Self = Self::new(&Ki2(Encoding::Utf8));
}

impl RecordFormat for Ki2 {
    fn name(&self) -> &'static str {
        self.extensions()[0]
    }

    fn extensions(&self) -> &'static [&'static str] {
        match self.0 {
            Encoding::ShiftJis => &["ki2"],
            Encoding::Utf8 => &["ki2u"],
        }
    }

    fn encoding(&self) -> Encoding {
        self.0
    }

    fn line_end(&self) -> &'static str {
        "\r\n"
    }

    fn title_finder(&self) -> Option<fn(&str) -> Option<&str>> {
        Some(kif::title)
    }

    fn is_japanese(&self) -> bool {
        true
    }

    fn comment(&self, position: &AnyPosition, m: AnyMove, last: Option<AnyMove>) -> String {
        kif::move_text(position, m, last)
    }

    fn read_text(&self, game: Variant, text: &str) -> Result<Vec<ReadGame>, ReadError> {
        check_game(game).map_err(|error| Reason::from(error).at(1))?;
        Ok(vec![kif::read(game, text)])
    }

    fn write(&self, record: &Record) -> Result<Written, WriteError> {
        write(record)
    }
}

/// # Errors
/// If the game has no such moves, or its pieces no Japanese names.
fn check_game(game: Variant) -> Result<(), WriteError> {
    match game.kernel() {
        Kernel::Drops(_) => WriteError::check_names(game, "KI2"),
        Kernel::Large(_) | Kernel::Wide(_) => Err(WriteError::Game { format: "KI2", game: game.name() }),
    }
}

/// Writes the whole tree.
fn write(record: &Record) -> Result<Written, WriteError> {
    check_game(record.start().variant())?;
    let mut writer = Writer { record, text: String::with_capacity(4096), losses: Vec::new(), column: 0 };
    writer.losses.extend(write_head(record, &mut writer.text));
    writer.text.push('\n');
    write_notes(&mut writer.text, record.node(Record::ROOT), Duration::ZERO, record.start());
    writer.write_line(Record::ROOT, record.main_line().next());
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
/// Width of a move in wide characters.
const MOVE_WIDTH: usize = 6;

struct Writer<'a> {
    record: &'a Record,
    text: String,
    losses: Vec<Loss>,
    /// Number of moves on the current line.
    column: usize,
}

impl Writer<'_> {
    fn write_line(&mut self, before: NodeId, first: Option<NodeId>) {
        let mut position = self.record.position_at(before);
        for id in first.into_iter().flat_map(|first| self.record.line_from(first)) {
            self.write_step(id, &mut position);
        }
        self.end_line();
    }

    fn write_step(&mut self, id: NodeId, position: &mut AnyPosition) {
        let node = self.record.node(id);
        let side = self.record.side_to_move(node.parent());
        match node.step() {
            Some(&(Step::Move(m) | Step::Illegal(m))) => {
                let last = self.record.node(node.parent()).played();
                let text = position.japanese(m, last);
                let is_told = japanese::tells(position.drops(), &text, m.of_kernel(), last.map(target));
                if matches!(node.step(), Some(Step::Move(_))) {
                    // If pieces borrow moves, two on one file may reach a square, and no marker distinguishes them.
                    let text = if is_told { text } else { kif::move_text(position, m, last) };
                    self.write_move(side, &text);
                    position.make(m);
                } else if is_told {
                    self.write_move(side, &text);
                } else {
                    self.end_line();
                    let _ = writeln!(self.text, "*反則：{}", position.variant().usi(m));
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
            write_notes(&mut self.text, node, Duration::ZERO, position);
        }
    }

    fn write_move(&mut self, side: Color, text: &str) {
        if self.column == MOVES_A_LINE {
            self.end_line();
        }
        if self.column > 0 {
            // Wide blanks would be read as part of the move before.
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
