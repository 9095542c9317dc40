//! The board as it is drawn on a terminal.

use crate::board::{Color, Square};
use crate::record::japanese::sign;
use crate::rules::{Kind, Move, Origin, Position, Rules, names};
use crate::words::Language;
use std::env;
use std::io::{self, IsTerminal};
use unicode_width::UnicodeWidthStr;

/// How boards are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    pub language: Language,
    /// Letters for the pieces instead of kanji.
    pub letters: bool,
    pub colours: bool,
    /// Whether White sits below.
    pub flipped: bool,
    /// Whether the board is drawn anew in place of the one before.
    pub in_place: bool,
}

impl Look {
    /// What the terminal can do, and what the environment wishes.
    pub fn of_environment(language: Language, letters: bool) -> Self {
        let is_terminal = io::stdout().is_terminal();
        let is_dumb = env::var_os("TERM").is_none_or(|term| term == "dumb");
        let no_color = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Self {
            language,
            letters: letters || is_dumb && is_terminal,
            colours: is_terminal && !is_dumb && !no_color,
            flipped: false,
            in_place: is_terminal && !is_dumb,
        }
    }
}

/// Escape sequences for colours.
mod ink {
    pub const PLAIN: &str = "\x1b[0m";
    pub const BLACK: &str = "\x1b[1m";
    pub const WHITE: &str = "\x1b[36m";
    pub const LAST: &str = "\x1b[7m";
    pub const FAINT: &str = "\x1b[2m";
    pub const CLEAR: &str = "\x1b[2J\x1b[H";
}

/// A side's seat beside the board.
pub struct Seat<'a> {
    pub name: &'a str,
    /// The clock, or nothing.
    pub clock: Option<String>,
}

/// Draws the board with both hands, the seat of the far side above and that of the near side below.
pub fn draw<R: Rules>(position: &Position<R>, last: Option<Move>, seats: [Seat<'_>; 2], look: Look) -> String {
    let artist = Artist::<R> { position, last, look, letters: look.letters || R::NAMES.is_empty() };
    let near = if look.flipped { Color::White } else { Color::Black };
    let mut text = if look.in_place { ink::CLEAR.to_owned() } else { String::new() };
    text.push_str(&artist.seat(!near, &seats[(!near).index()]));
    text.push_str(&artist.board());
    text.push_str(&artist.seat(near, &seats[near.index()]));
    text
}

struct Artist<'a, R: Rules> {
    position: &'a Position<R>,
    last: Option<Move>,
    look: Look,
    letters: bool,
}

impl<R: Rules> Artist<'_, R> {
    /// A line with a player, the clock and the hand.
    fn seat(&self, side: Color, seat: &Seat<'_>) -> String {
        let turn = if self.position.side_to_move() == side { "*" } else { " " };
        let clock = seat.clock.as_ref().map_or(String::new(), |clock| format!("  {clock}"));
        let mark = if self.letters { if side == Color::Black { 'b' } else { 'w' } } else { sign(side) };
        format!("{turn}{} {}{clock}  {}\n", self.inked(side, &mark.to_string()), seat.name, self.hand(side))
    }

    fn hand(&self, side: Color) -> String {
        let held = (0..R::HAND_KINDS).rev().map(Kind::new).filter_map(|kind| {
            let count = self.position.hand_count(side, kind);
            (count > 0).then(|| if count == 1 { self.face(kind) } else { format!("{}{count}", self.face(kind)) })
        });
        let held: Vec<String> = held.collect();
        if held.is_empty() { "-".to_owned() } else { self.inked(side, &held.join(" ")) }
    }

    fn face(&self, kind: Kind) -> String {
        let spec = &R::KINDS[kind.index()];
        let letter = || format!("{}{}", if spec.promoted { "+" } else { "" }, char::from(spec.letter));
        if self.letters { letter() } else { names::<R>(kind).map_or_else(letter, |names| names.diagram.to_owned()) }
    }

    fn inked(&self, side: Color, text: &str) -> String {
        if self.look.colours { format!("{}{text}{}", ink_of(side), ink::PLAIN) } else { text.to_owned() }
    }

    fn faint(&self, text: &str) -> String {
        if self.look.colours { format!("{}{text}{}", ink::FAINT, ink::PLAIN) } else { text.to_owned() }
    }

    /// Columns of a cell: a mark before the piece, the piece, and nothing behind it.
    fn cell_width(&self) -> usize {
        let widest = (0..R::KINDS.len()).map(|kind| self.face(Kind::new(kind)).width_cjk()).max().unwrap_or(1);
        widest + 1
    }

    fn board(&self) -> String {
        let (width, flipped) = (self.cell_width(), self.look.flipped);
        let in_order = |count: u8, reversed: bool| -> Vec<u8> {
            if reversed { (0..count).rev().collect() } else { (0..count).collect() }
        };
        let files = in_order(R::FILES, !flipped);
        let ranks = in_order(R::RANKS, flipped);
        let head: String = files.iter().map(|file| format!("{:>width$}", file + 1)).collect();
        let mut text = format!("  {}\n", self.faint(&head));
        for rank in ranks {
            let cells: String = files.iter().map(|&file| self.cell(Square::new(file, rank), width)).collect();
            let name = char::from(b'a' + rank);
            let kanji = if self.letters { String::new() } else { format!(" {}", KANJI[usize::from(rank)]) };
            text.push_str(&format!("  {cells}  {}\n", self.faint(&format!("{name}{kanji}"))));
        }
        text
    }

    fn cell(&self, square: Square, width: usize) -> String {
        let piece = self.position.piece(square);
        let is_last = self.last.is_some_and(|m| m.to() == square || m.origin() == Origin::Board(square));
        if piece.is_none() {
            let dot = if is_last { ":" } else { "." };
            let blanks = " ".repeat(width - 1);
            return format!("{blanks}{}", self.faint(dot));
        }
        let white = piece.color() == Color::White;
        let mut face = self.face(piece.kind());
        if self.letters && white {
            face.make_ascii_lowercase();
        }
        let mark = match (is_last, white, self.letters) {
            (true, _, true) => '*',
            (_, true, false) => 'v',
            (true, false, false) => '^',
            _ => ' ',
        };
        let blanks = " ".repeat(width.saturating_sub(1 + face.width_cjk()));
        if self.look.colours && is_last {
            return format!("{blanks}{mark}{}{}{face}{}", ink::LAST, ink_of(piece.color()), ink::PLAIN);
        }
        format!("{blanks}{}", self.inked(piece.color(), &format!("{mark}{face}")))
    }
}

const fn ink_of(side: Color) -> &'static str {
    match side {
        Color::Black => ink::BLACK,
        Color::White => ink::WHITE,
    }
}

const KANJI: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
