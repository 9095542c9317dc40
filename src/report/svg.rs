//! Boards as SVG pictures.

use super::pieces::{Looks, PieceSet, draw_piece};
use crate::any::{AnyMove, AnyPosition};
use crate::board::Color;
use crate::game::{Cell, Departure, Figure, rank_letters};
use crate::record::kanji_number;
use crate::variants::Variant;
use crate::words::Language;
use serde::Serialize;
use std::fmt::Write;

/// The side of a square, in units of the picture.
const CELL: u32 = 60;
const MARGIN: u32 = 40;
/// Width of the room for a hand on either side of the board, and below it of the room for the turn if there are no
/// hands.
const HAND: u32 = 90;
const NO_HAND: u32 = 30;
/// Gap between two pieces in a hand.
const HAND_GAP: u32 = 2;
/// The ink of an arrow for a good move.
pub const BETTER: &str = "#187a3c";
/// The length of an arrow's head.
const ARROW_HEAD: f64 = 22.0;

/// A move shown by an arrow.
#[derive(Clone, Copy, Debug)]
pub struct Arrow<M> {
    pub side: Color,
    pub shown: M,
    /// A colour of SVG.
    pub ink: &'static str,
}

/// The contents of a picture.
#[derive(Clone, Copy)]
pub struct Picture<'a> {
    pub position: &'a AnyPosition,
    /// The last move, whose squares are marked.
    pub last: Option<AnyMove>,
    pub arrows: &'a [Arrow<AnyMove>],
    /// Squares that a piece can go to: a dot on those, and a ring where it would capture.
    pub marks: &'a [Cell],
    pub looks: Looks,
}

impl<'a> Picture<'a> {
    /// The position alone.
    #[must_use]
    pub const fn of(position: &'a AnyPosition, looks: Looks) -> Self {
        Self { position, last: None, arrows: &[], marks: &[], looks }
    }
}

/// Draws a position, with White's pieces upside down.
#[must_use]
pub fn board(picture: Picture<'_>) -> String {
    let Picture { position, last, arrows, marks, looks } = picture;
    let game = position.variant();
    let mut svg = opening(game, "", 0);
    draw_ground(&mut svg, game);
    for cell in last.into_iter().flat_map(|m| game.way(m).cells()) {
        let (x, y) = corner(game, cell);
        let _ = writeln!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"#e89850\"/>");
    }
    draw_grid(&mut svg, game, looks);
    for cell in game.cells() {
        if let Some(figure) = position.figure(cell) {
            draw_piece(&mut svg, game, center(game, cell), figure, looks.set);
        }
    }
    for &cell in marks {
        let (x, y) = center(game, cell);
        let shape = match position.figure(cell) {
            None => format!("r=\"11\" fill=\"{BETTER}\""),
            Some(_) => format!("r=\"27\" fill=\"none\" stroke=\"{BETTER}\" stroke-width=\"4\""),
        };
        let _ = writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" opacity=\"0.75\" {shape}/>");
    }
    for color in Color::ALL {
        draw_hand(&mut svg, position, color, looks.set);
        if game.held_kinds() > 0 && hand_places(position, color).next().is_none() {
            draw_empty_hand(&mut svg, game, color, looks.language);
        }
    }
    draw_turn(&mut svg, position, looks.language);
    for &arrow in arrows {
        draw_arrow(&mut svg, position, arrow);
    }
    svg.push_str("</svg>\n");
    svg
}

/// A board without pieces, with empty groups for a script to fill: `marks` below the grid, `pieces` and `arrow` above
/// it. It defines the pieces to copy there, each under a name of its side and kind.
#[must_use]
pub fn empty_board(game: Variant, attributes: &str, looks: Looks) -> String {
    let mut svg = opening(game, attributes, MARGIN - CELL / 6);
    svg.push_str("<defs>\n");
    for color in Color::ALL {
        for kind in 0..game.kinds() {
            let figure = Figure { color, kind };
            let _ = write!(svg, "<g id=\"{}\">", piece_id(figure));
            draw_piece(&mut svg, game, (0, 0), figure, looks.set);
            svg.push_str("</g>\n");
        }
    }
    svg.push_str("</defs>\n");
    draw_ground(&mut svg, game);
    svg.push_str("<g id=\"marks\"></g>\n");
    draw_grid(&mut svg, game, looks);
    svg.push_str("<g id=\"pieces\"></g>\n<g id=\"arrow\"></g>\n</svg>\n");
    svg
}

/// The identifier of a piece in [`empty_board`]: `b` or `w`, and the index of its kind.
fn piece_id(figure: Figure) -> String {
    format!("{}{}", if figure.color == Color::Black { 'b' } else { 'w' }, figure.kind)
}

/// Coordinates of the parts of a picture, for a script that draws into [`empty_board`].
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Layout {
    files: u8,
    ranks: u8,
    cell: u32,
    /// Upper left corner of the board.
    left: u32,
    top: u32,
    /// Middle of White's hand and of Black's; White's begins at the top of the board, Black's at its bottom.
    hands: [u32; 2],
    /// Greatest distance between the middles of neighbouring pieces in a hand.
    step: u32,
}

impl Layout {
    #[must_use]
    pub fn of(game: Variant) -> Self {
        Self {
            files: game.files(),
            ranks: game.ranks(),
            cell: CELL,
            left: MARGIN + room(game),
            top: MARGIN,
            hands: [hand_middle(game, Color::White), hand_middle(game, Color::Black)],
            step: CELL + HAND_GAP,
        }
    }
}

/// Width of the room beside the board.
fn room(game: Variant) -> u32 {
    if game.held_kinds() > 0 { HAND } else { NO_HAND }
}

/// The start tag and the paper, with `cut` units less of the lower margin.
fn opening(game: Variant, attributes: &str, cut: u32) -> String {
    let (width, height) = (u32::from(game.files()) * CELL, u32::from(game.ranks()) * CELL);
    let (full_width, full_height) = (width + 2 * (MARGIN + room(game)), height + 2 * MARGIN - cut);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {full_width} {full_height}\" font-family=\"serif\" \
         text-anchor=\"middle\"{attributes}>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    )
}

fn draw_ground(svg: &mut String, game: Variant) {
    let (width, height) = (u32::from(game.files()) * CELL, u32::from(game.ranks()) * CELL);
    let left = MARGIN + room(game);
    let _ = writeln!(svg, "<rect x=\"{left}\" y=\"{MARGIN}\" width=\"{width}\" height=\"{height}\" fill=\"#f0c878\"/>");
}

/// The upper left corner of a square.
fn corner(game: Variant, cell: Cell) -> (u32, u32) {
    let column = u32::from(game.files() - 1 - cell.file);
    (MARGIN + room(game) + column * CELL, MARGIN + u32::from(cell.rank) * CELL)
}

fn center(game: Variant, cell: Cell) -> (u32, u32) {
    let (x, y) = corner(game, cell);
    (x + CELL / 2, y + CELL / 2)
}

fn draw_grid(svg: &mut String, game: Variant, looks: Looks) {
    let (left, top) = (MARGIN + room(game), MARGIN);
    let (right, bottom) = (left + u32::from(game.files()) * CELL, top + u32::from(game.ranks()) * CELL);
    svg.push_str("<g stroke=\"#000\">\n");
    for x in (left..=right).step_by(CELL as usize) {
        let _ = writeln!(svg, "<path d=\"M{x} {top}V{bottom}\"/>");
    }
    for y in (top..=bottom).step_by(CELL as usize) {
        let _ = writeln!(svg, "<path d=\"M{left} {y}H{right}\"/>");
    }
    svg.push_str("</g>\n");
    draw_zones(svg, game);
    svg.push_str("<g font-size=\"18\" font-family=\"sans-serif\">\n");
    for column in 0..u32::from(game.files()) {
        let x = left + column * CELL + CELL / 2;
        let _ = writeln!(svg, "<text x=\"{x}\" y=\"{}\">{}</text>", top - 10, u32::from(game.files()) - column);
    }
    for rank in 0..game.ranks() {
        let y = top + u32::from(rank) * CELL + CELL / 2 + 6;
        let name = if looks.has_letters { rank_letters(rank) } else { kanji_number(u32::from(rank) + 1) };
        let x = right + 5 + 9 * name.chars().count() as u32;
        let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\">{name}</text>");
    }
    svg.push_str("</g>\n");
}

/// Draws dots where the promotion zones end, as many files from either edge as the zones have ranks.
fn draw_zones(svg: &mut String, game: Variant) {
    let (zone, files, ranks) = (game.zone_ranks(), game.files(), game.ranks());
    if zone == 0 || 2 * zone > ranks || 2 * zone > files {
        return;
    }
    for file in [zone, files - zone] {
        for rank in [zone, ranks - zone] {
            let (x, y) = (MARGIN + room(game) + u32::from(file) * CELL, MARGIN + u32::from(rank) * CELL);
            let _ = writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"4\"/>");
        }
    }
}

fn hand_middle(game: Variant, color: Color) -> u32 {
    let left = (MARGIN + room(game)) / 2;
    if color == Color::White { left } else { left + MARGIN + room(game) + u32::from(game.files()) * CELL }
}

/// The middle of each kind in a hand: White's down the left side of the board, Black's up the right side.
fn hand_places(position: &AnyPosition, color: Color) -> impl Iterator<Item = (usize, (u32, u32))> {
    let game = position.variant();
    let held: Vec<usize> = (0..game.held_kinds()).rev().filter(|&kind| position.held(color, kind) > 0).collect();
    // More kinds than ranks stand closer together.
    let step = (CELL + HAND_GAP).min(u32::from(game.ranks()) * (CELL + HAND_GAP) / (held.len() as u32).max(1));
    (0..).zip(held).map(move |(place, kind)| {
        let offset = place * step + CELL / 2;
        let y = if color == Color::White { MARGIN + offset } else { bottom(game) - offset };
        (kind, (hand_middle(game, color), y))
    })
}

fn bottom(game: Variant) -> u32 {
    MARGIN + u32::from(game.ranks()) * CELL
}

fn draw_hand(svg: &mut String, position: &AnyPosition, color: Color, set: PieceSet) {
    for (kind, (x, y)) in hand_places(position, color) {
        draw_piece(svg, position.variant(), (x, y), Figure { color, kind }, set);
        let count = position.held(color, kind);
        if count > 1 {
            let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\" font-size=\"18\">{count}</text>", x + 34, y + 20);
        }
    }
}

fn draw_empty_hand(svg: &mut String, game: Variant, color: Color, language: Language) {
    let x = hand_middle(game, color);
    let y = if color == Color::White { MARGIN + 20 } else { bottom(game) - 10 };
    let none = language.choose("-", "なし");
    let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\" font-size=\"16\">{none}</text>");
}

/// Marks the side to move, beside its hand.
fn draw_turn(svg: &mut String, position: &AnyPosition, language: Language) {
    let side = position.side_to_move();
    let game = position.variant();
    let x = hand_middle(game, side);
    let y = if side == Color::White { MARGIN - 12 } else { bottom(game) + 24 };
    let turn = language.choose("to move", "手番");
    let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\" font-size=\"16\">{turn}</text>");
}

/// Draws an arrow from the piece, on the board or in the hand, to the square that it moves to.
fn draw_arrow(svg: &mut String, position: &AnyPosition, arrow: Arrow<AnyMove>) {
    let Arrow { side, shown, ink } = arrow;
    let game = position.variant();
    let way = game.way(shown);
    let to = center(game, way.to);
    let from = match way.from {
        Departure::Board(from) => center(game, from),
        Departure::Hand(kind) => {
            // Some games also drop the other face of a piece in hand, which has no place there.
            let place = hand_places(position, side).find(|&(held, _)| held == kind);
            place.map_or((hand_middle(game, side), to.1), |(_, middle)| middle)
        }
    };
    let ([x, y], [dx, dy]) = ([from.0, from.1].map(f64::from), [to.0, to.1].map(f64::from));
    let (dx, dy) = (dx - x, dy - y);
    let length = dx.hypot(dy);
    let _ = writeln!(
        svg,
        "<path transform=\"translate({x} {y}) rotate({:.1})\" d=\"M0-4H{:.1}V-14L{length:.1} 0 {:.1} 14V4H0Z\" \
         fill=\"{ink}\" fill-opacity=\"0.75\"/>",
        dy.atan2(dx).to_degrees(),
        length - ARROW_HEAD,
        length - ARROW_HEAD
    );
}
