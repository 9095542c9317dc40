//! Diagrams and moves of the large games, in Japanese as lishogi writes them, and in western letters.
//!
//! `７八歩`, `７六獅（８七）` with the origin where several pieces could go, `５五・６四獅` for a capture on the way,
//! `６六獅居喰い` for one without leaving, `獅じっと` for a pass; `P-7h`, `G6i-5h`, `Lnx5ex6d`, `Lnx!6f`, `Ln--`. Drops are
//! written as in shogi, `５五萑歩打` and `SP*5e`.

use crate::board::Color;
use crate::game::{Cell, PlayablePosition as _};
use crate::large::{Move, Piece, Position, Square, Width};
use crate::record::diagram::draw;
use crate::record::text::{fullwidth_number, kanji_number};
use crate::record::vocabulary::hand_line;

/// The name of a rank.
pub(in crate::record) fn rank_name(rank: u8) -> String {
    kanji_number(u32::from(rank) + 1)
}

/// A square in Japanese, its file in wide digits.
fn square_name<W: Width>(square: Square<W>) -> String {
    format!("{}{}", fullwidth_number(square.file() + 1), rank_name(square.rank()))
}

/// The square in digits, file before rank.
pub(in crate::record) fn digits<W: Width>(square: Square<W>) -> String {
    format!("{}{}", square.file() + 1, square.rank() + 1)
}

/// The rows of a diagram, between both hands in a game with drops.
pub(in crate::record) fn diagram<W: Width>(position: &Position<W>, marks: &[Cell]) -> String {
    let board = board(position, marks);
    if position.game().spec().hand_kinds == 0 {
        return board;
    }
    let hand = |color| hand_line(color, &hand_text(position, color));
    hand(Color::White) + &board + &hand(Color::Black)
}

/// The pieces that a side holds.
fn hand_text<W: Width>(position: &Position<W>, color: Color) -> String {
    let spec = position.game().spec();
    let named = |(kind, count)| {
        let count = if count > 1 { kanji_number(count) } else { String::new() };
        format!("{}{count}　", spec.kind(kind).names.diagram)
    };
    position.hand_pieces(color).map(named).collect()
}

fn board<W: Width>(position: &Position<W>, marks: &[Cell]) -> String {
    let spec = position.game().spec();
    let piece = |file, rank| {
        let piece = position.piece(Square::new(file, rank));
        piece.is_piece().then(|| (piece.color(), spec.kind(piece.kind()).names.diagram))
    };
    draw(spec.files, spec.ranks, spec.kinds.iter().map(|kind| kind.names.diagram), piece, marks)
}

/// True if another piece of the kind could make the same move from its square.
fn is_ambiguous<W: Width>(position: &Position<W>, m: Move<W>) -> bool {
    let kind = position.piece(m.from());
    let alike = |from: Square<W>| from != m.from() && position.piece(from) == kind;
    let goes = |from: Square<W>| {
        let other = match m.via() {
            Some(via) if m.from() != m.to() => Move::double(from, via, m.to(), false),
            Some(_) => None,
            None => Some(Move::new(from, m.to(), false)),
        };
        let is_legal = |other: Move<W>| position.legality(other).is_ok();
        other.is_some_and(|other| is_legal(other) || is_legal(other.with_promotion(true)))
    };
    position.pieces(position.piece(m.from()).color()).iter().filter(|&from| alike(from)).any(goes)
}

/// Effects of a move on the squares that it names.
pub(in crate::record) struct Ways {
    pub passes: bool,
    /// It captures on its way and comes back.
    pub stays: bool,
    pub takes: bool,
}

impl Ways {
    pub fn of<W: Width>(position: &Position<W>, m: Move<W>) -> Self {
        let comes_back = m.from() == m.to();
        let passes = position.is_pass(m);
        Self { passes, stays: comes_back && !passes, takes: !comes_back && !position.piece(m.to()).is_none() }
    }
}

/// A move in Japanese.
pub(in crate::record) fn japanese<W: Width>(position: &Position<W>, m: Move<W>) -> String {
    let piece = position.mover(m);
    let name = if piece.is_piece() { position.game().spec().kind(piece.kind()).names.diagram } else { "？" };
    if m.dropped().is_some() {
        return format!("{}{name}打", square_name(m.to()));
    }
    let ways = Ways::of(position, m);
    let origin = if is_ambiguous(position, m) { format!("（{}）", square_name(m.from())) } else { String::new() };
    let promotion = match (m.promotes(), position.may_promote(m)) {
        (true, _) => "成",
        (false, true) => "不成",
        (false, false) => "",
    };
    match m.via() {
        _ if ways.passes => format!("{}{name}じっと", square_name(m.from())),
        Some(via) if ways.stays => format!("{}{name}居喰い{promotion}{origin}", square_name(via)),
        Some(via) => format!("{}・{}{name}{promotion}{origin}", square_name(via), square_name(m.to())),
        None => format!("{}{name}{promotion}{origin}", square_name(m.to())),
    }
}

/// A move in western letters, with or without the origin, and with squares named by `name`.
pub(in crate::record) fn western_with<W: Width>(
    position: &Position<W>,
    m: Move<W>,
    has_origin: bool,
    name: &dyn Fn(Square<W>) -> String,
) -> String {
    let letters = letters(position, position.mover(m));
    if m.dropped().is_some() {
        return format!("{letters}*{}", name(m.to()));
    }
    let ways = Ways::of(position, m);
    let origin = if has_origin { name(m.from()) } else { String::new() };
    let sign = if ways.takes { 'x' } else { '-' };
    let promotion = promotion(position, m);
    match m.via() {
        _ if ways.passes => format!("{letters}{origin}--"),
        Some(via) if ways.stays => format!("{letters}{origin}x!{}{promotion}", name(via)),
        Some(via) => format!("{letters}{origin}x{}{sign}{}{promotion}", name(via), name(m.to())),
        None => format!("{letters}{origin}{sign}{}{promotion}", name(m.to())),
    }
}

/// The western sign for promotion.
pub(in crate::record) fn promotion<W: Width>(position: &Position<W>, m: Move<W>) -> &'static str {
    match (m.promotes(), position.may_promote(m)) {
        (true, _) => "+",
        (false, true) => "=",
        (false, false) => "",
    }
}

/// The letters of a piece.
pub(in crate::record) fn letters<W: Width>(position: &Position<W>, piece: Piece) -> &'static str {
    if piece.is_piece() { position.game().spec().kind(piece.kind()).names.western } else { "?" }
}
