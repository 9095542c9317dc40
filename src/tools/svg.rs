//! Boards as SVG pictures.

use crate::board::{Color, Square};
use crate::record::diagram;
use crate::rules::{Kind, Move, Origin, Position, Rules, names};
use std::fmt::Write;

/// The side of a square, in units of the picture.
const CELL: u32 = 60;
const MARGIN: u32 = 40;
/// The width of the room for a hand on either side of the board.
const HAND: u32 = 90;

/// Draws a position with letters or kanji, White's pieces upside down, and marks the squares of the last move.
#[must_use]
pub fn board<R: Rules>(position: &Position<R>, last: Option<Move>, letters: bool) -> String {
    let (width, height) = (u32::from(R::FILES) * CELL, u32::from(R::RANKS) * CELL);
    let (full_width, full_height) = (width + 2 * (MARGIN + HAND), height + 2 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {full_width} {full_height}\" font-family=\"serif\" \
         text-anchor=\"middle\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <rect x=\"{left}\" y=\"{MARGIN}\" width=\"{width}\" height=\"{height}\" fill=\"#f0c878\"/>\n",
        left = MARGIN + HAND
    );
    for square in last.into_iter().flat_map(squares_of) {
        let (x, y) = corner::<R>(square);
        let _ = writeln!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"#e89850\"/>");
    }
    draw_grid::<R>(&mut svg);
    for square in Square::all().filter(|&square| !position.piece(square).is_none()) {
        let piece = position.piece(square);
        let (x, y) = corner::<R>(square);
        draw_piece::<R>(&mut svg, (x + CELL / 2, y + CELL / 2), piece.color(), piece.kind(), letters);
    }
    for color in Color::ALL {
        draw_hand(&mut svg, position, color, letters);
    }
    svg.push_str("</svg>\n");
    svg
}

fn squares_of(m: Move) -> impl Iterator<Item = Square> {
    let from = match m.origin() {
        Origin::Board(from) => Some(from),
        Origin::Hand(_) => None,
    };
    from.into_iter().chain([m.to()])
}

/// The upper left corner of a square.
fn corner<R: Rules>(square: Square) -> (u32, u32) {
    let column = u32::from(R::FILES - 1 - square.file());
    (MARGIN + HAND + column * CELL, MARGIN + u32::from(square.rank()) * CELL)
}

fn draw_grid<R: Rules>(svg: &mut String) {
    let (left, top) = (MARGIN + HAND, MARGIN);
    let (right, bottom) = (left + u32::from(R::FILES) * CELL, top + u32::from(R::RANKS) * CELL);
    svg.push_str("<g stroke=\"#000\">\n");
    for x in (left..=right).step_by(CELL as usize) {
        let _ = writeln!(svg, "<path d=\"M{x} {top}V{bottom}\"/>");
    }
    for y in (top..=bottom).step_by(CELL as usize) {
        let _ = writeln!(svg, "<path d=\"M{left} {y}H{right}\"/>");
    }
    svg.push_str("</g>\n<g font-size=\"18\" font-family=\"sans-serif\">\n");
    for column in 0..u32::from(R::FILES) {
        let x = left + column * CELL + CELL / 2;
        let _ = writeln!(svg, "<text x=\"{x}\" y=\"{}\">{}</text>", top - 10, u32::from(R::FILES) - column);
    }
    for rank in 0..R::RANKS {
        let y = top + u32::from(rank) * CELL + CELL / 2 + 6;
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{y}\">{}</text>", right + 14, char::from(b'a' + rank));
    }
    svg.push_str("</g>\n");
}

fn face<R: Rules>(kind: Kind, letters: bool) -> String {
    let spec = &R::KINDS[kind.index()];
    let letter = || format!("{}{}", if spec.promoted { "+" } else { "" }, char::from(spec.letter));
    if letters { letter() } else { names::<R>(kind).map_or_else(letter, |names| names.diagram.to_owned()) }
}

fn draw_piece<R: Rules>(svg: &mut String, center: (u32, u32), color: Color, kind: Kind, letters: bool) {
    let (x, y) = center;
    let face = face::<R>(kind, letters);
    let size = if face.chars().count() > 1 { 20 } else { 32 };
    let ink = if R::KINDS[kind.index()].promoted { "#c00" } else { "#000" };
    let turn = if color == Color::White { " rotate(180)" } else { "" };
    let _ = writeln!(
        svg,
        "<g transform=\"translate({x} {y}){turn}\"><path d=\"M0-27 18-20 25 26H-25L-18-20Z\" fill=\"#fce4b0\" \
         stroke=\"#000\"/><text y=\"{}\" font-size=\"{size}\" fill=\"{ink}\">{face}</text></g>",
        size / 3 + 2
    );
}

/// Draws a hand: White's to the left of the board from the top, Black's to the right from the bottom.
fn draw_hand<R: Rules>(svg: &mut String, position: &Position<R>, color: Color, letters: bool) {
    let bottom = MARGIN + u32::from(R::RANKS) * CELL;
    let x = match color {
        Color::White => MARGIN / 2 + HAND / 2,
        Color::Black => MARGIN + HAND + u32::from(R::FILES) * CELL + MARGIN / 2 + HAND / 2,
    };
    let held = (0..R::HAND_KINDS).rev().map(Kind::new).filter(|&kind| position.hand_count(color, kind) > 0);
    for (place, kind) in (0..).zip(held) {
        let offset = place * (CELL + 2) + CELL / 2;
        let y = if color == Color::White { MARGIN + offset } else { bottom - offset };
        draw_piece::<R>(svg, (x, y), color, kind, letters);
        let count = position.hand_count(color, kind);
        if count > 1 {
            let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\" font-size=\"18\">{count}</text>", x + 34, y + 20);
        }
    }
    let side = if position.side_to_move() == color { "to move" } else { "" };
    let y = if color == Color::White { MARGIN - 12 } else { bottom + 24 };
    let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\" font-size=\"14\" font-family=\"sans-serif\">{side}</text>");
    if position.hand(color).is_empty() {
        let y = if color == Color::White { MARGIN + 20 } else { bottom - 10 };
        let none = if letters || R::NAMES.is_empty() { "-".to_owned() } else { diagram::hand_text(position, color) };
        let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\" font-size=\"16\">{none}</text>");
    }
}
