//! Boards as SVG pictures.

use crate::board::{Color, Square};
use crate::record::{diagram, kanji_digit};
use crate::rules::{Kind, Move, Origin, Piece, Position, Rules, Spec};
use serde::Serialize;
use std::fmt::Write;

/// The side of a square, in units of the picture.
const CELL: u32 = 60;
const MARGIN: u32 = 40;
/// The width of the room for a hand on either side of the board.
const HAND: u32 = 90;
/// Between two pieces in a hand.
const HAND_GAP: u32 = 2;
/// The ink of an arrow for a good move.
pub const BETTER: &str = "#187a3c";
/// The length of an arrow's head.
const ARROW_HEAD: f64 = 22.0;

/// A move shown by an arrow.
#[derive(Clone, Copy, Debug)]
pub struct Arrow {
    pub side: Color,
    pub shown: Move,
    /// A colour of SVG.
    pub ink: &'static str,
}

/// What is to be seen of a position.
#[derive(Clone, Copy)]
pub struct Picture<'a, R: Rules> {
    pub position: &'a Position<R>,
    /// The squares of this move are marked.
    pub last: Option<Move>,
    pub arrows: &'a [Arrow],
    /// Letters for pieces and ranks instead of kanji.
    pub letters: bool,
}

/// Draws a position, White's pieces upside down.
#[must_use]
pub fn board<R: Rules>(picture: Picture<'_, R>) -> String {
    let Picture { position, last, arrows, letters } = picture;
    let spec = position.spec();
    let letters = letters || spec.names.is_empty();
    let mut svg = opening(spec, "", 0);
    draw_ground(&mut svg, spec);
    for square in last.into_iter().flat_map(squares_of) {
        let (x, y) = corner(spec, square);
        let _ = writeln!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"#e89850\"/>");
    }
    draw_grid(&mut svg, spec, letters);
    for square in Square::all().filter(|&square| !position.piece(square).is_none()) {
        let piece = position.piece(square);
        draw_piece(&mut svg, spec, center(spec, square), piece, letters);
    }
    for color in Color::ALL {
        draw_hand(&mut svg, position, color, letters);
        if position.hand(color).is_empty() {
            draw_empty_hand(&mut svg, position, color, letters);
        }
    }
    draw_turn(&mut svg, position, letters);
    for &arrow in arrows {
        draw_arrow(&mut svg, position, arrow);
    }
    svg.push_str("</svg>\n");
    svg
}

/// A board without pieces, with empty groups for what a script draws: `marks` below the grid, `pieces` and `arrow` above
/// it. It defines the pieces that are copied to there, each under a name of its side and kind.
#[must_use]
pub fn empty_board(spec: &Spec, attributes: &str, letters: bool) -> String {
    let letters = letters || spec.names.is_empty();
    let mut svg = opening(spec, attributes, MARGIN - CELL / 6);
    svg.push_str("<defs>\n");
    for color in Color::ALL {
        for kind in spec.all_kinds() {
            let _ = write!(svg, "<g id=\"{}\">", piece_id(color, kind));
            draw_piece(&mut svg, spec, (0, 0), Piece::new(color, kind), letters);
            svg.push_str("</g>\n");
        }
    }
    svg.push_str("</defs>\n");
    draw_ground(&mut svg, spec);
    svg.push_str("<g id=\"marks\"></g>\n");
    draw_grid(&mut svg, spec, letters);
    svg.push_str("<g id=\"pieces\"></g>\n<g id=\"arrow\"></g>\n</svg>\n");
    svg
}

/// The identifier of a piece in [`empty_board`]: `b` or `w`, and the index of its kind.
fn piece_id(color: Color, kind: Kind) -> String {
    format!("{}{}", if color == Color::Black { 'b' } else { 'w' }, kind.index())
}

/// Where the parts of a picture are, for a script that draws into [`empty_board`].
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Layout {
    files: u8,
    ranks: u8,
    cell: u32,
    /// The corner of the board.
    left: u32,
    top: u32,
    /// The middle of White's hand and of Black's; White's begins at the top of the board, Black's at its bottom.
    hands: [u32; 2],
    /// From the middle of a piece in a hand to that of the next.
    step: u32,
}

impl Layout {
    #[must_use]
    pub fn of(spec: &Spec) -> Self {
        Self {
            files: spec.files,
            ranks: spec.ranks,
            cell: CELL,
            left: MARGIN + HAND,
            top: MARGIN,
            hands: [hand_middle(spec, Color::White), hand_middle(spec, Color::Black)],
            step: CELL + HAND_GAP,
        }
    }
}

/// The start tag and the paper, with so much of the lower margin cut off.
fn opening(spec: &Spec, attributes: &str, cut: u32) -> String {
    let (width, height) = (u32::from(spec.files) * CELL, u32::from(spec.ranks) * CELL);
    let (full_width, full_height) = (width + 2 * (MARGIN + HAND), height + 2 * MARGIN - cut);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {full_width} {full_height}\" font-family=\"serif\" \
         text-anchor=\"middle\"{attributes}>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    )
}

fn draw_ground(svg: &mut String, spec: &Spec) {
    let (width, height) = (u32::from(spec.files) * CELL, u32::from(spec.ranks) * CELL);
    let left = MARGIN + HAND;
    let _ = writeln!(svg, "<rect x=\"{left}\" y=\"{MARGIN}\" width=\"{width}\" height=\"{height}\" fill=\"#f0c878\"/>");
}

fn squares_of(m: Move) -> impl Iterator<Item = Square> {
    let from = match m.origin() {
        Origin::Board(from) => Some(from),
        Origin::Hand(_) => None,
    };
    from.into_iter().chain([m.to()])
}

/// The upper left corner of a square.
fn corner(spec: &Spec, square: Square) -> (u32, u32) {
    let column = u32::from(spec.files - 1 - square.file());
    (MARGIN + HAND + column * CELL, MARGIN + u32::from(square.rank()) * CELL)
}

fn center(spec: &Spec, square: Square) -> (u32, u32) {
    let (x, y) = corner(spec, square);
    (x + CELL / 2, y + CELL / 2)
}

fn draw_grid(svg: &mut String, spec: &Spec, letters: bool) {
    let (left, top) = (MARGIN + HAND, MARGIN);
    let (right, bottom) = (left + u32::from(spec.files) * CELL, top + u32::from(spec.ranks) * CELL);
    svg.push_str("<g stroke=\"#000\">\n");
    for x in (left..=right).step_by(CELL as usize) {
        let _ = writeln!(svg, "<path d=\"M{x} {top}V{bottom}\"/>");
    }
    for y in (top..=bottom).step_by(CELL as usize) {
        let _ = writeln!(svg, "<path d=\"M{left} {y}H{right}\"/>");
    }
    svg.push_str("</g>\n<g font-size=\"18\" font-family=\"sans-serif\">\n");
    for column in 0..u32::from(spec.files) {
        let x = left + column * CELL + CELL / 2;
        let _ = writeln!(svg, "<text x=\"{x}\" y=\"{}\">{}</text>", top - 10, u32::from(spec.files) - column);
    }
    for rank in 0..spec.ranks {
        let y = top + u32::from(rank) * CELL + CELL / 2 + 6;
        let name = if letters { char::from(b'a' + rank) } else { kanji_digit(rank + 1) };
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{y}\">{name}</text>", right + 14);
    }
    svg.push_str("</g>\n");
}

fn draw_piece(svg: &mut String, spec: &Spec, (x, y): (u32, u32), piece: Piece, letters: bool) {
    let kind = piece.kind();
    let face = spec.face(kind, letters);
    let size = if face.chars().count() > 1 { 20 } else { 32 };
    let ink = if spec.kind(kind).promoted { "#c00" } else { "#000" };
    let turn = if piece.is(Color::White) { " rotate(180)" } else { "" };
    let _ = writeln!(
        svg,
        "<g transform=\"translate({x} {y}){turn}\"><path d=\"M0-27 18-20 25 26H-25L-18-20Z\" fill=\"#fce4b0\" \
         stroke=\"#000\"/><text y=\"{}\" font-size=\"{size}\" fill=\"{ink}\">{face}</text></g>",
        size / 3 + 2
    );
}

fn hand_middle(spec: &Spec, color: Color) -> u32 {
    let left = (MARGIN + HAND) / 2;
    if color == Color::White { left } else { left + MARGIN + HAND + u32::from(spec.files) * CELL }
}

/// Each kind in a hand with its middle: White's to the left of the board from the top, Black's to the right from the
/// bottom.
fn hand_places<R: Rules>(position: &Position<R>, color: Color) -> impl Iterator<Item = (Kind, (u32, u32))> {
    let spec = position.spec();
    let held = spec.held_kinds().rev().filter(move |&kind| position.hand_count(color, kind) > 0);
    (0..).zip(held).map(move |(place, kind)| {
        let offset = place * (CELL + HAND_GAP) + CELL / 2;
        let y = if color == Color::White { MARGIN + offset } else { bottom(spec) - offset };
        (kind, (hand_middle(spec, color), y))
    })
}

fn bottom(spec: &Spec) -> u32 {
    MARGIN + u32::from(spec.ranks) * CELL
}

fn draw_hand<R: Rules>(svg: &mut String, position: &Position<R>, color: Color, letters: bool) {
    for (kind, (x, y)) in hand_places(position, color) {
        draw_piece(svg, position.spec(), (x, y), Piece::new(color, kind), letters);
        let count = position.hand_count(color, kind);
        if count > 1 {
            let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\" font-size=\"18\">{count}</text>", x + 34, y + 20);
        }
    }
}

fn draw_empty_hand<R: Rules>(svg: &mut String, position: &Position<R>, color: Color, letters: bool) {
    let spec = position.spec();
    let x = hand_middle(spec, color);
    let y = if color == Color::White { MARGIN + 20 } else { bottom(spec) - 10 };
    let none = if letters { "-".to_owned() } else { diagram::hand_text(position, color) };
    let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\" font-size=\"16\">{none}</text>");
}

/// Says beside a hand whose turn it is.
fn draw_turn<R: Rules>(svg: &mut String, position: &Position<R>, letters: bool) {
    let side = position.side_to_move();
    let spec = position.spec();
    let x = hand_middle(spec, side);
    let y = if side == Color::White { MARGIN - 12 } else { bottom(spec) + 24 };
    let turn = if letters { "to move" } else { "手番" };
    let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\" font-size=\"16\">{turn}</text>");
}

/// Draws an arrow from where the piece stands, or where one like it lies in the hand, to where the move brings it.
fn draw_arrow<R: Rules>(svg: &mut String, position: &Position<R>, arrow: Arrow) {
    let Arrow { side, shown, ink } = arrow;
    let spec = position.spec();
    let to = center(spec, shown.to());
    let from = match shown.origin() {
        Origin::Board(from) => center(spec, from),
        Origin::Hand(kind) => {
            // A game may drop the other face of what is held.
            let place = hand_places(position, side).find(|&(held, _)| held == kind);
            place.map_or((hand_middle(spec, side), to.1), |(_, middle)| middle)
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
