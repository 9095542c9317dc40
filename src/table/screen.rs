//! Drawing on a terminal: the board, the players with their hands and clocks, and the last moves.

mod board;
mod clock;
mod ink;
#[cfg(test)]
mod tests;
mod window;

use super::game::Game;
use super::talk;
use crate::any::{AnyMove, AnyPosition};
use crate::board::Color;
use crate::game::Cell;
use crate::jobs::command::Output;
use crate::jobs::notation::Notation;
use crate::jobs::plain::{Painted, Sequence};
use crate::record::japanese::sign;
use crate::words::Language;
use board::Artist;
pub use clock::{Face, Ticking, Ticks, clock_text};
pub use ink::is_dumb;
use ink::{Ground, Ink, Line, Palette, wrapped};
use terminal_size::{Height, Width, terminal_size};
use unicode_width::UnicodeWidthStr as _;
use window::Window;
pub use window::stepped;

/// Least width at which the players sit beside the board.
const BESIDE: usize = 60;
/// Least and greatest width of a player beside the board, in cells.
const PANEL: [usize; 2] = [14, 22];
/// Cells between the board and its neighbours.
const GAP: usize = 2;
/// Lines kept free below a board that stays in place.
const TALK: usize = 6;
/// Least files and ranks of a part of a board.
const LEAST: usize = 5;
/// Greatest number of ranks of a board that scrolls on a low terminal; of a higher one a part is shown.
const HIGH: u8 = 15;

/// Signs of the sides before moves in Japanese notation.
pub const SIGNS: [char; 2] = [sign(Color::Black), sign(Color::White)];

/// Style of the boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    pub language: Language,
    /// Letters for the pieces instead of kanji.
    pub letters: bool,
    pub palette: Palette,
    /// True if White sits at the bottom.
    pub flipped: bool,
    /// The square in the middle where only a part of the board is shown; none to follow the last move.
    pub middle: Option<Cell>,
    /// True if each board is drawn over the one before.
    pub in_place: bool,
}

impl Look {
    /// The look that suits the terminal and the environment.
    pub fn of_environment(language: Language, letters: bool) -> Self {
        let is_terminal = Output::is_terminal();
        Self {
            language,
            letters: letters || is_dumb() && is_terminal,
            palette: Palette::of_environment(),
            flipped: false,
            middle: None,
            in_place: is_terminal && !is_dumb(),
        }
    }

    /// Lets the whole screen scroll again, after its top was fixed.
    pub fn release(self) {
        if self.in_place {
            let mut released = Painted::default();
            released.steer([Sequence::Save, Sequence::Release, Sequence::Restore]);
            // A closed output is reported by the next write.
            let _ = Output::lock().paint(&released);
        }
    }

    /// Leaves a terminal as a shell expects it, even in the middle of a typed line.
    pub fn leave(self) {
        self.release();
        if self.in_place {
            let mut left = Painted::default();
            left.steer([Sequence::PasteOff]);
            left.push("\n");
            // The program ends; nobody is left to hear of an error.
            let _ = Output::lock().paint(&left);
        }
    }

    /// Columns and rows of the terminal; none if the lines follow each other without end.
    fn size(self) -> Option<(usize, usize)> {
        let (Width(columns), Height(rows)) = terminal_size().unwrap_or((Width(80), Height(24)));
        self.in_place.then_some((columns.into(), rows.into()))
    }
}

/// A side's seat at the board.
pub struct Seat<'a> {
    pub name: &'a str,
    /// Text of the clock, if there is one.
    pub clock: Option<String>,
}

/// Contents of the screen.
pub struct View<'a> {
    pub position: &'a AnyPosition,
    pub last: Option<AnyMove>,
    /// Squares with a sign: those that a piece can go to.
    pub marks: Vec<Cell>,
    /// `[color]`
    pub seats: [Seat<'a>; 2],
    /// The numbered moves so far.
    pub moves: Vec<String>,
}

/// A drawn board.
pub struct Drawing {
    pub text: Painted,
    /// Places of the clocks on the screen. `[color]`
    pub faces: [Option<Face>; 2],
    /// The free row below a board that stays in place.
    pub notice: Option<Face>,
}

/// Lines that belong together, with the place of the clock in them.
struct Block {
    lines: Vec<Line>,
    clock: Option<Face>,
}

/// The lines of a screen, with the places of the clocks in them.
struct Layout {
    lines: Vec<Line>,
    /// `[color]`
    faces: [Option<Face>; 2],
    /// True if the last moves stand beside the board.
    lists_moves: bool,
}

impl View<'_> {
    pub fn draw(&self, look: Look) -> Drawing {
        let size = look.size();
        let Layout { lines, faces, .. } = self.lay_out(look, size);
        let rows = size.map(|(_, rows)| rows);
        let stays = rows.is_some_and(|rows| stays(lines.len(), rows));
        Drawing {
            text: in_place(&lines, rows.filter(|_| stays), look),
            faces: faces.map(|face| face.filter(|_| stays)),
            notice: stays.then_some(Face { row: lines.len(), column: 0 }),
        }
    }

    /// Lays the screen out for a terminal of these columns and rows.
    fn lay_out(&self, look: Look, size: Option<(usize, usize)>) -> Layout {
        let artist_of = |look, roomy| Artist::new(self, look, roomy);
        // Without a width there is room for wide cells.
        let Some((columns, rows)) = size else { return self.stacked(&artist_of(look, true), usize::MAX) };
        // Letters are narrower than names of several kanji.
        let looks = [look, Look { letters: true, ..look }];
        let least = |look: Look| width_of(&artist_of(look, false).board());
        let fitting = looks.into_iter().find(|&look| least(look) <= columns);
        let ranks = self.position.variant().ranks();
        let is_too_high = ranks > HIGH && usize::from(ranks) + 3 > rows;
        let Some(look) = fitting.filter(|_| !is_too_high) else {
            return self.through_window(fitting.unwrap_or(look), columns, rows);
        };
        let artist = |roomy| artist_of(look, roomy);
        let fits = |board: &Vec<Line>| columns >= BESIDE && width_of(board) + GAP + PANEL[0] <= columns;
        let boards = [true, false].into_iter().map(|roomy| (artist(roomy), artist(roomy).board()));
        let mut layout = match boards.into_iter().find(|(_, board)| fits(board)) {
            Some((artist, board)) => self.beside(&artist, board, columns),
            None => self.stacked(&artist(false), columns),
        };
        if !layout.lists_moves && !self.moves.is_empty() && stays(layout.lines.len() + 1, rows) {
            layout.lines.push(self.moves_below(look, columns));
        }
        layout
    }

    /// Shows as much of the board as there is room for.
    fn through_window(&self, look: Look, columns: usize, rows: usize) -> Layout {
        let artist = Artist::new(self, look, false);
        let game = self.position.variant();
        let [square, names] = artist.widths();
        let seats: usize = Color::ALL.map(|side| self.seat(&artist, side, columns).lines.len()).iter().sum();
        // The names of the files and the last moves take a line each.
        let part = |columns: usize, rows: usize| {
            let [files, ranks] = [columns.saturating_sub(names) / square, rows.saturating_sub(TALK + 3).max(LEAST)];
            [files.min(game.files().into()), ranks.min(game.ranks().into())]
        };
        let [stacked, beside] =
            [part(columns, rows.saturating_sub(seats)), part(columns.saturating_sub(GAP + PANEL[0]), rows)];
        let is_beside = columns >= BESIDE && beside[0] * beside[1] >= stacked[0] * stacked[1];
        let [files, ranks] = if is_beside { beside } else { stacked };
        if files < LEAST {
            return too_narrow(look, LEAST * square + names, columns);
        }
        let artist = artist.through(Window { files, ranks, middle: look.middle(game, self.last) });
        let mut layout =
            if is_beside { self.beside(&artist, artist.board(), columns) } else { self.stacked(&artist, columns) };
        if !layout.lists_moves && !self.moves.is_empty() {
            layout.lines.push(self.moves_below(look, columns));
        }
        layout
    }

    /// Draws the players above and below the board.
    fn stacked(&self, artist: &Artist<'_>, columns: usize) -> Layout {
        let (near, far) = sides(artist.look);
        let [above, below] = [far, near].map(|side| self.seat(artist, side, columns));
        let mut lines = above.lines;
        lines.extend(artist.board());
        let moved = below.clock.map(|face| face.below(lines.len()));
        lines.extend(below.lines);
        Layout { lines, faces: by_color(near, moved, above.clock), lists_moves: false }
    }

    /// Draws the players right of the board, White's above unless it is flipped, and the last moves further right if there
    /// is room.
    fn beside(&self, artist: &Artist<'_>, mut lines: Vec<Line>, columns: usize) -> Layout {
        let (near, far) = sides(artist.look);
        let left = width_of(&lines) + GAP;
        let width = (columns - left).min(PANEL[1]);
        let [above, below] = [far, near].map(|side| self.seat(artist, side, width));
        let count = lines.len().max(above.lines.len() + below.lines.len());
        lines.resize_with(count, Line::default);
        let last = count - below.lines.len();
        for (index, part) in above.lines.iter().enumerate().chain((last..).zip(&below.lines)) {
            lines[index].pad(left);
            lines[index].append(part);
        }
        let listing = left + width + GAP;
        let lists_moves = self.moves.iter().all(|text| listing + text.width_cjk() <= columns);
        if lists_moves {
            let shown = &self.moves[self.moves.len().saturating_sub(count)..];
            for (line, text) in lines.iter_mut().zip(shown) {
                line.pad(listing);
                line.push(artist.look.palette, Ink::Faint, Ground::None, text);
            }
        }
        let face = |clock: Option<Face>, row| clock.map(|face: Face| face.below(row).right(left));
        Layout { lines, faces: by_color(near, face(below.clock, last), face(above.clock, 0)), lists_moves }
    }

    /// A line with as many of the last moves as it has room for.
    fn moves_below(&self, look: Look, columns: usize) -> Line {
        let mut shown = String::new();
        for text in self.moves.iter().rev().map(|text| text.trim_start()) {
            let longer = if shown.is_empty() { format!(" {text}") } else { format!(" {text} {shown}") };
            if longer.width_cjk() > columns {
                break;
            }
            shown = longer;
        }
        let mut line = Line::default();
        line.push(look.palette, Ink::Faint, Ground::None, &shown);
        line
    }

    /// A player with clock and hand, in lines of this width.
    fn seat(&self, artist: &Artist<'_>, side: Color, width: usize) -> Block {
        let Look { palette, language, .. } = artist.look;
        let seat = &self.seats[side.index()];
        let is_on_turn = self.position.side_to_move() == side;
        let mark = if is_on_turn { "*" } else { " " };
        let mut lines = Vec::new();
        let mut push = |ink, text: &str| {
            for text in wrapped(text, width.saturating_sub(2)) {
                let mut line = Line::default();
                line.push(palette, ink, Ground::None, &format!("{} {text}", if lines.is_empty() { mark } else { " " }));
                lines.push(line);
            }
            lines.len() - 1
        };
        let name = format!("{} {}", talk::side(language, side), seat.name);
        push(if is_on_turn { Ink::Turn } else { Ink::Plain }, &name);
        let row = seat.clock.as_ref().map(|clock| push(Ink::Plain, clock));
        if self.position.variant().held_kinds() > 0 {
            push(Ink::Piece(side), &self.hand(artist, side));
        }
        if is_on_turn && self.position.in_check() {
            push(Ink::Alert, language.choose("check", "王手"));
        }
        Block { lines, clock: row.map(|row| Face { row, column: 2 }) }
    }

    fn hand(&self, artist: &Artist<'_>, side: Color) -> String {
        let held = (0..self.position.variant().held_kinds()).rev().filter_map(|kind| {
            let count = self.position.held(side, kind);
            let face = artist.face(kind);
            (count > 0).then(|| if count == 1 { face } else { format!("{face}{count}") })
        });
        let held: Vec<String> = held.collect();
        if held.is_empty() { "-".to_owned() } else { held.join(" ") }
    }
}

/// True if this number of lines stays on a terminal of these rows, above the talk.
const fn stays(lines: usize, rows: usize) -> bool {
    lines + 1 + TALK <= rows
}

/// A notice in place of a board for which the terminal has too few columns.
fn too_narrow(look: Look, least: usize, columns: usize) -> Layout {
    let text = match look.language {
        Language::En => format!("The board takes {least} columns, the terminal has {columns}: make it wider."),
        Language::Ja => format!("盤には{least}桁が必要です（ターミナルは{columns}桁）。幅を広げてください。"),
    };
    let lines = wrapped(&text, columns).into_iter().map(|text| {
        let mut line = Line::default();
        line.push(look.palette, Ink::Alert, Ground::None, &text);
        line
    });
    Layout { lines: lines.collect(), faces: [None; 2], lists_moves: true }
}

/// The near side and the far one.
const fn sides(look: Look) -> (Color, Color) {
    if look.flipped { (Color::White, Color::Black) } else { (Color::Black, Color::White) }
}

fn by_color<T>(near: Color, nears: T, fars: T) -> [T; 2] {
    if near == Color::Black { [nears, fars] } else { [fars, nears] }
}

fn width_of(lines: &[Line]) -> usize {
    lines.iter().map(|line| line.width).max().unwrap_or(0)
}

/// The text that prints lines. On a terminal with `rows` they stay at its top, and the talk scrolls below them.
fn in_place(lines: &[Line], rows: Option<usize>, look: Look) -> Painted {
    let mut text = Painted::default();
    if look.in_place {
        text.steer([Sequence::Release, Sequence::Clear]);
    }
    for line in lines {
        let mut line = line.text.clone();
        line.trim_end();
        text.append(&line);
        text.push("\n");
    }
    if let Some(rows) = rows {
        // A free row separates the board from the talk.
        let below = lines.len() + 2;
        text.steer([Sequence::Scroll(below, rows), Sequence::Go(below, 1)]);
    }
    text
}

/// The numbered moves of a game, without the signs of the sides, whose width depends on the terminal's font.
pub fn numbered(game: &Game, notation: Notation) -> Vec<String> {
    let mut position = game.start().clone();
    let mut last = None;
    let numbered = game.moves().enumerate().map(|(index, (m, _))| {
        let text = notation.text(&position, last.replace(m), m);
        position.make(m);
        format!("{:>3} {}", index + 1, text.trim_start_matches(SIGNS))
    });
    numbered.collect()
}
