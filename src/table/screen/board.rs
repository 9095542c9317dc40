//! The squares of the board, and the pieces on them.

use super::ink::{Ground, Ink, Line, Palette};
use super::window::Window;
use super::{Look, View};
use crate::any::AnyPosition;
use crate::board::Color;
use crate::game::{Cell, Figure, Way, rank_letters};
use crate::record::kanji_number;
use crate::variants::Variant;
use crate::words::Language;
use unicode_width::UnicodeWidthStr;

/// Cells for the sign that there are more ranks above or below.
const MORE: usize = 2;

const WIDE_DIGITS: [&str; 9] = ["１", "２", "３", "４", "５", "６", "７", "８", "９"];

/// A board with the style in which it is drawn.
pub struct Artist<'a> {
    position: &'a AnyPosition,
    last: Option<Way>,
    marks: &'a [Cell],
    pub look: Look,
    /// True if each cell has a blank behind its piece.
    roomy: bool,
    /// The part that is drawn; all if there is none.
    window: Option<Window>,
    /// A royal piece in check.
    checked: Option<Cell>,
    /// Cells of the widest piece; a square has one more before it, for a mark.
    face_width: usize,
}

impl<'a> Artist<'a> {
    pub fn new(view: &'a View<'_>, look: Look, roomy: bool) -> Self {
        let position = view.position;
        let game = position.variant();
        let mut artist = Self {
            position,
            last: view.last.map(|m| game.way(m)),
            marks: &view.marks,
            look,
            roomy,
            window: None,
            checked: position.checked(),
            face_width: 1,
        };
        let widest = (0..game.kinds()).map(|kind| artist.face(kind).width_cjk()).max();
        artist.face_width = widest.unwrap_or(1);
        artist
    }

    /// An artist who draws this part of the board.
    pub fn through(self, window: Window) -> Self {
        Self { window: Some(window), ..self }
    }

    /// Cells of a square, and of what stands beside the squares of a rank.
    pub fn widths(&self) -> [usize; 2] {
        let square = 1 + self.face_width + usize::from(self.roomy);
        let names = (0..self.game().ranks()).map(|rank| self.rank_name(rank).width_cjk()).max();
        [square, 2 + names.unwrap_or(1) + MORE]
    }

    fn game(&self) -> Variant {
        self.position.variant()
    }

    pub fn letters(&self) -> bool {
        self.look.letters || !self.game().is_named()
    }

    /// The text that stands for a piece. Where colours show a promoted one, its kanji have no plus sign.
    pub fn face(&self, kind: usize) -> String {
        let face = self.game().face(kind);
        let is_plain = self.letters() || self.look.palette == Palette::None;
        let shown = face.shown(self.letters());
        if is_plain { shown } else { shown.trim_start_matches('+').to_owned() }
    }

    /// The board, with the numbers of the files above and the names of the ranks on the right.
    pub fn board(&self) -> Vec<Line> {
        let in_order = |count: u8, reversed: bool| -> Vec<u8> {
            if reversed { (0..count).rev().collect() } else { (0..count).collect() }
        };
        let files = in_order(self.game().files(), !self.look.flipped);
        let ranks = in_order(self.game().ranks(), self.look.flipped);
        let (files, beside) = self.part(&files, |window| (window.files, window.middle.file));
        let (ranks, [above, below]) = self.part(&ranks, |window| (window.ranks, window.middle.rank));
        let mut lines = vec![self.file_names(files, beside)];
        for &rank in ranks {
            let mut line = Line::default();
            line.pad(1);
            files.iter().for_each(|&file| self.draw_square(&mut line, Cell { file, rank }));
            let more = match rank {
                _ if above && rank == ranks[0] => " ^",
                _ if below && rank == ranks[ranks.len() - 1] => " v",
                _ => "",
            };
            line.push(self.look.palette, Ink::Faint, Ground::None, &format!(" {}{more}", self.rank_name(rank)));
            lines.push(line);
        }
        lines
    }

    /// The shown ones of all files or ranks, and whether there are more before and behind them.
    fn part<'o>(&self, order: &'o [u8], of: impl Fn(Window) -> (usize, u8)) -> (&'o [u8], [bool; 2]) {
        self.window.map(of).map_or((order, [false; 2]), |(count, middle)| Window::part(order, count, middle))
    }

    fn is_japanese(&self) -> bool {
        self.look.language == Language::Ja && !self.letters()
    }

    fn file_names(&self, files: &[u8], [before, behind]: [bool; 2]) -> Line {
        let mut text = String::from(if before { "<" } else { " " });
        for &file in files {
            let digit = (file + 1).to_string();
            let wide = WIDE_DIGITS.get(usize::from(file)).filter(|_| self.is_japanese());
            let name = wide.copied().unwrap_or(&digit);
            text.push_str(&self.centred(name));
        }
        text.push_str(if behind { " >" } else { "" });
        let mut line = Line::default();
        line.push(self.look.palette, Ink::Faint, Ground::None, &text);
        line
    }

    fn rank_name(&self, rank: u8) -> String {
        let number = u32::from(rank) + 1;
        match self.is_japanese() {
            false => rank_letters(rank),
            // A board that fills the terminal has no room for two kanji.
            true if !self.roomy && self.game().ranks() > 10 => number.to_string(),
            true => kanji_number(number),
        }
    }

    /// A text as wide as a square, aligned with the pieces.
    fn centred(&self, text: &str) -> String {
        let room = self.face_width.saturating_sub(text.width_cjk());
        let before = if self.letters() { room } else { room / 2 };
        let [before, behind] = [before, room - before].map(|count| " ".repeat(count));
        format!(" {before}{text}{behind}{}", if self.roomy { " " } else { "" })
    }

    fn ground(&self, cell: Cell) -> Ground {
        match self.last {
            _ if self.checked == Some(cell) => Ground::Check,
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
        let room = self.face_width.saturating_sub(face.width_cjk());
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
