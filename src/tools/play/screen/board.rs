//! The squares with what stands on them.

use super::Look;
use super::ink::{Ground, Ink, Line, Palette};
use crate::board::{Color, Square};
use crate::game::Position as _;
use crate::rules::{Kind, Move, Origin, Position, Rules};
use crate::words::Language;
use unicode_width::UnicodeWidthStr;

const KANJI: [&str; 9] = ["一", "二", "三", "四", "五", "六", "七", "八", "九"];
const WIDE_DIGITS: [&str; 9] = ["１", "２", "３", "４", "５", "６", "７", "８", "９"];

/// What draws a board.
pub struct Artist<'a, R: Rules> {
    pub position: &'a Position<R>,
    pub last: Option<Move>,
    pub look: Look,
    /// Whether a cell has a blank behind the piece.
    pub roomy: bool,
}

impl<R: Rules> Artist<'_, R> {
    pub fn letters(&self) -> bool {
        self.look.letters || self.position.spec().names.is_empty()
    }

    /// What a piece is drawn as.
    pub fn face(&self, kind: Kind) -> String {
        self.position.spec().face(kind, self.letters())
    }

    /// Cells of the widest piece, before which a square has one for a mark.
    fn face_width(&self) -> usize {
        self.position.spec().all_kinds().map(|kind| self.face(kind).width_cjk()).max().unwrap_or(1)
    }

    /// The board below the numbers of its files, the names of the ranks on the right.
    pub fn board(&self) -> Vec<Line> {
        let in_order = |count: u8, reversed: bool| -> Vec<u8> {
            if reversed { (0..count).rev().collect() } else { (0..count).collect() }
        };
        let files = in_order(self.position.spec().files, !self.look.flipped);
        let mut lines = vec![self.file_names(&files)];
        for rank in in_order(self.position.spec().ranks, self.look.flipped) {
            let mut line = Line::default();
            line.pad(1);
            files.iter().for_each(|&file| self.draw_square(&mut line, Square::new(file, rank)));
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
            let name = if self.is_japanese() { WIDE_DIGITS[usize::from(file)] } else { &digit };
            text.push_str(&self.centred(name));
        }
        let mut line = Line::default();
        line.push(self.look.palette, Ink::Faint, Ground::None, &text);
        line
    }

    fn rank_name(&self, rank: u8) -> String {
        if self.is_japanese() { KANJI[usize::from(rank)].to_owned() } else { char::from(b'a' + rank).to_string() }
    }

    /// A text as wide as a square, where a piece would stand.
    fn centred(&self, text: &str) -> String {
        let room = self.face_width().saturating_sub(text.width_cjk());
        let before = if self.letters() { room } else { room / 2 };
        let [before, behind] = [before, room - before].map(|count| " ".repeat(count));
        format!(" {before}{text}{behind}{}", if self.roomy { " " } else { "" })
    }

    fn ground(&self, square: Square) -> Ground {
        let side = self.position.side_to_move();
        match self.last {
            _ if self.position.in_check() && self.position.king(side) == Some(square) => Ground::Check,
            Some(m) if m.to() == square => Ground::LastTo,
            Some(m) if m.origin() == Origin::Board(square) => Ground::LastFrom,
            _ => Ground::Square((square.file() + square.rank()) % 2 == 1),
        }
    }

    fn draw_square(&self, line: &mut Line, square: Square) {
        let (piece, ground) = (self.position.piece(square), self.ground(square));
        let palette = self.look.palette;
        let is_last = matches!(ground, Ground::LastFrom | Ground::LastTo);
        if piece.is_none() {
            let dot = match (palette, is_last) {
                (Palette::Xterm, _) | (Palette::Eight, true) => "",
                (Palette::None, true) => "*",
                _ if self.letters() => ".",
                _ => "・",
            };
            return line.push(palette, Ink::Faint, ground, &self.centred(dot));
        }
        let spec = self.position.spec().kind(piece.kind());
        let ink = if spec.promoted { Ink::Promoted(piece.color()) } else { Ink::Piece(piece.color()) };
        line.push(palette, ink, ground, &self.piece(piece.kind(), piece.color(), is_last));
    }

    /// A piece as wide as a square. Its side is told by a mark or the case of its letter, so that colours are not needed.
    fn piece(&self, kind: Kind, side: Color, is_last: bool) -> String {
        let is_white = side == Color::White;
        let face = self.face(kind);
        let face = if is_white && self.letters() { face.to_ascii_lowercase() } else { face };
        let mark = if is_white && !self.letters() { "v" } else { " " };
        let room = self.face_width().saturating_sub(face.width_cjk());
        // The plus of a promoted piece stands before the column of the letters.
        let before = if self.letters() { room } else { room / 2 };
        let [before, behind] = [before, room - before].map(|count| " ".repeat(count));
        let end = match self.roomy {
            true if is_last && self.look.palette == Palette::None => "*",
            true => " ",
            false => "",
        };
        format!("{before}{mark}{face}{behind}{end}")
    }
}
