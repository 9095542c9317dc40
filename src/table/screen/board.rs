//! The squares of the board, and the pieces on them.

use super::Look;
use super::ink::{Ground, Ink, Line, Palette};
use crate::any::{AnyMove, AnyPosition};
use crate::board::Color;
use crate::game::{Cell, Figure};
use crate::record::kanji_number;
use crate::variants::Variant;
use crate::words::Language;
use unicode_width::UnicodeWidthStr;

const WIDE_DIGITS: [&str; 9] = ["１", "２", "３", "４", "５", "６", "７", "８", "９"];

/// A board with the style in which it is drawn.
pub struct Artist<'a> {
    pub position: &'a AnyPosition,
    pub last: Option<AnyMove>,
    pub marks: &'a [Cell],
    pub look: Look,
    /// True if each cell has a blank behind its piece.
    pub roomy: bool,
}

impl Artist<'_> {
    fn game(&self) -> Variant {
        self.position.variant()
    }

    pub fn letters(&self) -> bool {
        self.look.letters || !self.game().is_named()
    }

    /// The text that stands for a piece.
    pub fn face(&self, kind: usize) -> String {
        self.game().face(kind).shown(self.letters())
    }

    /// Cells of the widest piece; a square has one more before it, for a mark.
    fn face_width(&self) -> usize {
        (0..self.game().kinds()).map(|kind| self.face(kind).width_cjk()).max().unwrap_or(1)
    }

    /// The board, with the numbers of the files above and the names of the ranks on the right.
    pub fn board(&self) -> Vec<Line> {
        let in_order = |count: u8, reversed: bool| -> Vec<u8> {
            if reversed { (0..count).rev().collect() } else { (0..count).collect() }
        };
        let files = in_order(self.game().files(), !self.look.flipped);
        let mut lines = vec![self.file_names(&files)];
        for rank in in_order(self.game().ranks(), self.look.flipped) {
            let mut line = Line::default();
            line.pad(1);
            files.iter().for_each(|&file| self.draw_square(&mut line, Cell { file, rank }));
            line.push(self.look.palette, Ink::Faint, Ground::None, &format!(" {}", self.rank_name(rank)));
            lines.push(line);
        }
        lines
    }

    fn is_japanese(&self) -> bool {
        self.look.language == Language::Ja && !self.letters()
    }

    fn file_names(&self, files: &[u8]) -> Line {
        let mut text = String::from(" ");
        for &file in files {
            let digit = (file + 1).to_string();
            let wide = WIDE_DIGITS.get(usize::from(file)).filter(|_| self.is_japanese());
            let name = wide.copied().unwrap_or(&digit);
            text.push_str(&self.centred(name));
        }
        let mut line = Line::default();
        line.push(self.look.palette, Ink::Faint, Ground::None, &text);
        line
    }

    fn rank_name(&self, rank: u8) -> String {
        let number = u32::from(rank) + 1;
        match self.is_japanese() {
            false => char::from(b'a' + rank).to_string(),
            // A board that fills the terminal has no room for two kanji.
            true if !self.roomy && self.game().ranks() > 10 => number.to_string(),
            true => kanji_number(number),
        }
    }

    /// A text as wide as a square, aligned with the pieces.
    fn centred(&self, text: &str) -> String {
        let room = self.face_width().saturating_sub(text.width_cjk());
        let before = if self.letters() { room } else { room / 2 };
        let [before, behind] = [before, room - before].map(|count| " ".repeat(count));
        format!(" {before}{text}{behind}{}", if self.roomy { " " } else { "" })
    }

    fn ground(&self, cell: Cell) -> Ground {
        let way = self.last.map(|m| self.game().way(m));
        match way {
            _ if self.position.checked() == Some(cell) => Ground::Check,
            Some(way) if way.to == cell => Ground::LastTo,
            Some(way) if way.cells().any(|passed| passed == cell) => Ground::LastFrom,
            _ => Ground::Square((cell.file + cell.rank) % 2 == 1),
        }
    }

    fn draw_square(&self, line: &mut Line, cell: Cell) {
        let ground = self.ground(cell);
        let palette = self.look.palette;
        let is_last = matches!(ground, Ground::LastFrom | Ground::LastTo);
        let is_marked = self.marks.contains(&cell);
        let Some(figure) = self.position.figure(cell) else {
            let dot = match (palette, is_last) {
                _ if is_marked => {
                    if self.letters() {
                        "o"
                    } else {
                        "〇"
                    }
                }
                (Palette::Xterm, _) | (Palette::Eight, true) => "",
                (Palette::None, true) => "*",
                _ if self.letters() => ".",
                _ => "・",
            };
            return line.push(palette, Ink::Faint, ground, &self.centred(dot));
        };
        let is_promoted = self.game().face(figure.kind).is_promoted;
        let ink = if is_promoted { Ink::Promoted(figure.color) } else { Ink::Piece(figure.color) };
        line.push(palette, ink, ground, &self.piece(figure, is_last, is_marked));
    }

    /// A piece as wide as a square. A mark or the case of its letter shows its side, so that colours are not needed.
    fn piece(&self, figure: Figure, is_last: bool, is_marked: bool) -> String {
        let is_white = figure.color == Color::White;
        let face = self.face(figure.kind);
        let face = if is_white && self.letters() { face.to_ascii_lowercase() } else { face };
        let is_starred = is_last && self.look.palette == Palette::None;
        // Without room behind the piece the asterisk replaces the side's mark: everybody knows who has just moved.
        let mark = match (self.roomy, is_white && !self.letters()) {
            _ if is_marked => "x",
            (false, _) if is_starred => "*",
            (_, true) => "v",
            (_, false) => " ",
        };
        let room = self.face_width().saturating_sub(face.width_cjk());
        // The letters form a column; the plus of a promoted piece stands before it.
        let before = if self.letters() { room } else { room / 2 };
        let [before, behind] = [before, room - before].map(|count| " ".repeat(count));
        let end = match self.roomy {
            true if is_starred => "*",
            true => " ",
            false => "",
        };
        format!("{before}{mark}{face}{behind}{end}")
    }
}
