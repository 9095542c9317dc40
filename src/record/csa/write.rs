//! Writing CSA files.

use super::{NAME, Version, code, kernel_game};
use crate::any::{AnyMove, AnyPosition};
use crate::board::{Color, Square};
use crate::game::{PlayablePosition as _, Position as _};
use crate::record::{Ending, Loss, NANOS_OF_MILLI, Node, NodeId, Record, Step, WriteError, Written, header};
use crate::rules::{AnyGame, Move, Origin, Position};
use std::fmt::Write;
use std::time::Duration;

/// Writes the main line.
///
/// # Errors
/// If the format does not know the game.
pub(super) fn write(record: &Record, version: Version) -> Result<Written, WriteError> {
    kernel_game(record.start().variant(), NAME)?;
    let mut writer = Writer { version, text: String::with_capacity(4096), losses: Vec::new() };
    writer.write_head(record);
    writer.write_start(record.start().drops());
    writer.write_notes(record.node(Record::ROOT));
    let mut position = record.start().clone();
    for id in record.main_line() {
        writer.write_step(record, id, &mut position);
    }
    if record.has_variations() {
        writer.lose(Loss::Variations);
    }
    Ok(Written { text: writer.text, losses: writer.losses })
}

struct Writer {
    version: Version,
    text: String,
    losses: Vec<Loss>,
}

const fn sign(color: Color) -> char {
    match color {
        Color::Black => '+',
        Color::White => '-',
    }
}

fn digits(square: Square) -> String {
    format!("{}{}", square.file() + 1, square.rank() + 1)
}

impl Writer {
    fn lose(&mut self, loss: Loss) {
        loss.add_to(&mut self.losses);
    }

    fn line(&mut self, line: impl std::fmt::Display) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{line}");
    }

    fn write_head(&mut self, record: &Record) {
        match self.version {
            Version::V2 => self.line("V2.2"),
            Version::V3 => {
                self.line("'CSA encoding=UTF-8");
                self.line("V3.0");
            }
        }
        for (key, mark) in [(header::BLACK, "N+"), (header::WHITE, "N-")] {
            if let Some(name) = record.headers.get(key) {
                self.line(format_args!("{mark}{name}"));
            }
        }
        for (key, value) in record.headers.iter().filter(|(key, _)| ![header::BLACK, header::WHITE].contains(key)) {
            self.line(format_args!("${}:{value}", header::csa_of_key(key, value)));
        }
        for remark in &record.remarks {
            self.write_remark(remark);
        }
    }

    /// Writes a remark. A leading star would make a comment of it, so that a blank goes before it.
    fn write_remark(&mut self, remark: &str) {
        if remark.starts_with('*') {
            self.line(format_args!("' {remark}"));
            self.lose(Loss::Remarks);
        } else {
            self.line(format_args!("'{remark}"));
        }
    }

    fn write_start(&mut self, start: &Position<AnyGame>) {
        let sfen = start.sfen();
        if sfen == start.spec().start {
            self.line("PI");
        } else {
            self.write_diagram(start);
            if start.move_number() != 1 {
                self.lose(Loss::MoveNumber);
            }
        }
        self.line(sign(start.side_to_move()));
    }

    fn write_diagram(&mut self, position: &Position<AnyGame>) {
        let spec = position.spec();
        for rank in 0..spec.ranks {
            let cells = (0..spec.files).rev().map(|file| {
                let piece = position.piece(Square::new(file, rank));
                if piece.is_none() {
                    " * ".to_owned()
                } else {
                    format!("{}{}", sign(piece.color()), code(spec, piece.kind()))
                }
            });
            let row: String = cells.collect();
            self.line(format_args!("P{}{row}", rank + 1));
        }
        for color in Color::ALL {
            let kinds = spec.held_kinds().rev();
            let held: String =
                kinds.map(|k| format!("00{}", code(spec, k)).repeat(position.hand_count(color, k) as usize)).collect();
            if !held.is_empty() {
                self.line(format_args!("P{}{held}", sign(color)));
            }
        }
    }

    fn write_step(&mut self, record: &Record, id: NodeId, position: &mut AnyPosition) {
        let node = record.node(id);
        match node.step() {
            Some(&Step::Move(m)) => {
                self.line(move_text(position, m));
                position.make(m);
            }
            Some(&Step::Illegal(m)) => self.line(move_text(position, m)),
            Some(Step::End(ending)) => {
                let after_illegal = matches!(record.node(node.parent()).step(), Some(Step::Illegal(_)));
                let side = record.side_to_move(node.parent());
                match special(ending, side, after_illegal) {
                    Some(word) => self.line(format_args!("%{word}")),
                    None => {
                        self.lose(Loss::Ending(ending.clone()));
                        return;
                    }
                }
            }
            None => {}
        }
        if let Some(time) = node.time {
            self.write_time(time.spent);
            if record.total_before(id).saturating_add(time.spent) != time.total {
                self.lose(Loss::Totals);
            }
        }
        self.write_notes(node);
    }

    fn write_time(&mut self, spent: Duration) {
        let (seconds, millis) = (spent.as_secs(), spent.subsec_millis());
        match self.version {
            Version::V3 if millis > 0 => self.line(format_args!("T{seconds}.{millis:03}")),
            Version::V2 | Version::V3 => self.line(format_args!("T{seconds}")),
        }
        match self.version {
            Version::V2 if spent.subsec_nanos() > 0 => self.lose(Loss::Fractions),
            Version::V3 if !spent.subsec_nanos().is_multiple_of(NANOS_OF_MILLI) => self.lose(Loss::FractionsOfMillis),
            Version::V2 | Version::V3 => {}
        }
    }

    fn write_notes(&mut self, node: &Node) {
        for comment in &node.comments {
            self.line(format_args!("'*{comment}"));
        }
        if let Some(bookmark) = &node.bookmark {
            self.line(format_args!("'*&{bookmark}"));
        }
    }
}

/// Writes a move with the sign of its side. The piece is named as it stands after the move.
///
/// # Panics
/// If the position is one of a large game.
#[must_use]
pub fn move_text(position: &AnyPosition, m: AnyMove) -> String {
    let (position, m): (_, Move) = (position.drops(), m.of_kernel());
    let spec = position.spec();
    let (from, kind) = match m.origin() {
        Origin::Hand(kind) => ("00".to_owned(), kind),
        Origin::Board(from) => {
            let kind = position.piece(from).kind();
            let promoted = spec.kind(kind).promotes_to.filter(|_| m.promotes());
            (digits(from), promoted.unwrap_or(kind))
        }
    };
    format!("{}{from}{}{}", sign(position.side_to_move()), digits(m.to()), code(spec, kind))
}

/// The word of an ending with `side` to move. `ILLEGAL_MOVE` says that this side has lost; a foul of the other side,
/// for instance a recorded illegal move, has the sign of the offender. After an illegal move every foul has a sign,
/// because `ILLEGAL_MOVE` in old files of this program is about that move.
pub(in crate::record) fn special(ending: &Ending, side: Color, after_illegal: bool) -> Option<String> {
    let foul = |color: Color| format!("{}ILLEGAL_ACTION", sign(color));
    match ending {
        Ending::FoulWin => Some(foul(!side)),
        Ending::FoulLoss if after_illegal => Some(foul(side)),
        _ => ending.csa().map(str::to_owned),
    }
}
