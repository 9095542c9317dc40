//! The cards of a game's pieces as an SVG picture.

use super::pieces::{PieceSet, draw_piece};
use crate::board::Color;
use crate::game::{Figure, Manner, Strides};
use crate::guide::cards::{Cards, meaning};
use crate::words::Language;
use std::fmt::Write as _;

/// The side of a square, in units of the picture, and of all squares of a card, which are smaller where they are many.
const CELL: i32 = 26;
const SQUARES: i32 = 9 * CELL;
/// Size of a card without its squares.
const WIDTH: i32 = 250;
const HEAD: i32 = 70;
const GAP: i32 = 24;
const MARGIN: i32 = 20;
/// Height of a line of the legend, and of a note below the squares.
const LINE: i32 = 26;
const NOTE: i32 = 18;
const INK: &str = "#187a3c";
const STAR: &str = "M0-10 3-3 10-3 4 2 6 9 0 5-6 9-4 2-10-3-3-3Z";

/// Most cards side by side.
pub const BESIDE: usize = 4;

/// Draws cards in rows of a number: the names beside the piece, the squares that it reaches below, and the meaning of the
/// signs.
#[must_use]
pub fn picture(cards: Cards, set: PieceSet, kinds: &[usize], beside: usize) -> String {
    let side = kinds.iter().map(|&kind| Grid::of(cards, kind).side()).max().unwrap_or(CELL);
    let notes = kinds.iter().map(|&kind| cards.notes(kind).len()).max().unwrap_or(0);
    let height = HEAD + side + notes as i32 * NOTE + GAP;
    let columns = kinds.len().clamp(1, beside);
    let rows = kinds.len().div_ceil(columns) as i32;
    let manners = cards.manners(kinds);
    let full_width = (2 * MARGIN + columns as i32 * WIDTH).max(2 * WIDTH + 2 * MARGIN);
    let full_height = 2 * MARGIN + rows * height + manners.len() as i32 * LINE;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {full_width} {full_height}\" font-family=\"serif\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    for (index, &kind) in kinds.iter().enumerate() {
        let (column, row) = ((index % columns) as i32, (index / columns) as i32);
        let _ = write!(svg, "<g transform=\"translate({} {})\">", MARGIN + column * WIDTH, MARGIN + row * height);
        draw_card(&mut svg, cards, set, kind);
        svg.push_str("</g>\n");
    }
    for (index, &manner) in (0..).zip(&manners) {
        let y = MARGIN + rows * height + index * LINE;
        draw_meaning(&mut svg, manner, cards.language, y);
    }
    svg.push_str("</svg>\n");
    svg
}

fn draw_card(svg: &mut String, cards: Cards, set: PieceSet, kind: usize) {
    let figure = Figure { color: Color::Black, kind };
    svg.push_str("<g text-anchor=\"middle\">");
    draw_piece(svg, cards.game, (28, 32), figure, set);
    svg.push_str("</g>\n");
    for (y, size, line) in [
        (22, 18, cards.spoken(kind).to_owned()),
        (41, 14, cards.read(kind).to_owned()),
        (59, 15, cards.turns_into(kind)),
    ] {
        let line = line.replace('<', "&lt;").replace('>', "&gt;");
        let _ = writeln!(svg, "<text x=\"62\" y=\"{y}\" font-size=\"{size}\">{line}</text>");
    }
    let grid = Grid::of(cards, kind);
    draw_squares(svg, &cards.game.strides(kind), grid);
    for (index, note) in (1..).zip(cards.notes(kind)) {
        let y = HEAD + grid.side() + index * NOTE;
        let _ = writeln!(svg, "<text y=\"{y}\" font-size=\"14\">{note}</text>");
    }
}

/// The squares of a card.
#[derive(Clone, Copy)]
struct Grid {
    radius: i32,
    cell: i32,
}

impl Grid {
    fn of(cards: Cards, kind: usize) -> Self {
        let radius = i32::from(cards.radius(&[kind]));
        Self { radius, cell: CELL.min(SQUARES / (2 * radius + 1)) }
    }

    const fn side(self) -> i32 {
        (2 * self.radius + 1) * self.cell
    }
}

/// The squares round the piece, which stands in their middle.
fn draw_squares(svg: &mut String, strides: &Strides, grid: Grid) {
    let Grid { radius, cell } = grid;
    let side = grid.side();
    let _ = writeln!(svg, "<rect y=\"{HEAD}\" width=\"{side}\" height=\"{side}\" fill=\"#f0c878\"/>");
    svg.push_str("<g stroke=\"#000\">");
    for line in 0..=2 * radius + 1 {
        let (at, low) = (line * cell, HEAD + side);
        let _ = write!(svg, "<path d=\"M{at} {HEAD}V{low}M0 {}H{side}\"/>", HEAD + at);
    }
    svg.push_str("</g>\n");
    let middle = |offset: i32| (radius + offset) * cell + cell / 2;
    let (x, y) = (middle(0), HEAD + middle(0));
    let scale = if cell == CELL { String::new() } else { format!(" scale({:.2})", f64::from(cell) / f64::from(CELL)) };
    let _ = writeln!(
        svg,
        "<path transform=\"translate({x} {y}){scale}\" d=\"M0-9 6-6 8 9H-8L-6-6Z\" fill=\"#fce4b0\" stroke=\"#000\"/>"
    );
    for forward in -radius..=radius {
        for right in -radius..=radius {
            if let Some(manner) = strides.manner(right as i8, forward as i8) {
                draw_sign(svg, manner, (middle(right), HEAD + middle(-forward)), &scale);
            }
        }
    }
}

/// The sign of a manner: a ring, a disc, a star, two rings, or a figure that the signs on a terminal have too.
fn draw_sign(svg: &mut String, manner: Manner, (x, y): (i32, i32), scale: &str) {
    let ring = |radius: i32| format!("<circle r=\"{radius}\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"2\"/>");
    let shape = match manner {
        Manner::Step => ring(7),
        Manner::Slide => format!("<circle r=\"7\" fill=\"{INK}\"/>"),
        Manner::Jump => format!("<path d=\"{STAR}\" fill=\"{INK}\"/>"),
        Manner::Double => ring(9) + &ring(4),
        Manner::Turns => format!("<path d=\"M0-8 8 6H-8Z\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"2\"/>"),
        Manner::Hook => format!("<path d=\"M-7-7H7V7H-7Z\" fill=\"{INK}\"/>"),
        Manner::Over(_) => format!("<path d=\"M0 8 8-6H-8Z\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"2\"/>"),
        Manner::RangeJump => format!("<circle r=\"11\" fill=\"{INK}\"/><path d=\"{STAR}\" fill=\"#f0c878\"/>"),
        Manner::RangeCapture => format!("<path d=\"M0-9 9 7H-9Z\" fill=\"{INK}\"/>"),
    };
    let _ = writeln!(svg, "<g transform=\"translate({x} {y}){scale}\">{shape}</g>");
}

fn draw_meaning(svg: &mut String, manner: Manner, language: Language, y: i32) {
    draw_sign(svg, manner, (MARGIN + 10, y + 10), "");
    let text = meaning(manner, language);
    let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\" font-size=\"16\">{text}</text>", MARGIN + 30, y + 16);
}
