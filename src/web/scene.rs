//! A position as the page draws it: squares, hands, and the legal moves as ways between them. The page knows no rules.

use crate::analysis::kind_name;
use crate::any::{AnyMove, AnyPosition};
use crate::board::Color;
use crate::game::{Cell, Departure, Figure};
use crate::report::pieces::{PieceSet, face};
use crate::variants::Variant;
use crate::words::Language;
use serde::Serialize;

/// A position to draw.
#[derive(Debug, Serialize)]
pub struct Scene {
    game: &'static str,
    files: u8,
    ranks: u8,
    /// Ranks at the far end in which pieces promote.
    zone: u8,
    squares: Vec<Occupied>,
    /// Black's hand and White's, the strongest kind first; none in games without hands.
    hands: Option<[Vec<Held>; 2]>,
    turn: &'static str,
    /// The squares of the last move, in its order.
    last: Vec<String>,
    /// The square of a royal piece in check.
    check: Option<String>,
    /// The legal moves; empty where nobody may move.
    moves: Vec<Way>,
    sfen: String,
}

/// A square with a piece.
#[derive(Debug, Serialize)]
struct Occupied {
    at: String,
    piece: String,
}

/// Pieces of a kind in a hand.
#[derive(Debug, Serialize)]
struct Held {
    piece: String,
    /// The departure of its drops, as in [`Way::from`].
    from: String,
    count: u32,
}

/// A legal move.
#[derive(Debug, Serialize)]
pub struct Way {
    #[serde(rename = "move")]
    usi: String,
    /// A square, or the letter of a held kind before an asterisk.
    pub from: String,
    /// The square of a first step, after which the piece goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    via: Option<String>,
    pub to: String,
    /// The piece on the target behind the move.
    becomes: String,
    /// True for a move that changes nothing but the side to move.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pass: bool,
}

/// The name of a side in messages.
pub const fn side(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// The name of a piece in messages: `b` or `w`, and the index of its kind.
fn piece_id(figure: Figure) -> String {
    format!("{}{}", if figure.color == Color::Black { 'b' } else { 'w' }, figure.kind)
}

impl Scene {
    /// A position that the move `last` has led to; `movable` if a person may move in it.
    pub fn of(position: &AnyPosition, last: Option<AnyMove>, movable: bool) -> Self {
        let game = position.variant();
        let occupied = |cell: Cell| {
            let piece = piece_id(position.figure(cell)?);
            Some(Occupied { at: cell.to_string(), piece })
        };
        Self {
            game: game.name(),
            files: game.files(),
            ranks: game.ranks(),
            zone: game.zone_ranks(),
            squares: game.cells().filter_map(occupied).collect(),
            hands: (game.held_kinds() > 0).then(|| Color::ALL.map(|color| hand(position, color))),
            turn: side(position.side_to_move()),
            last: last.into_iter().flat_map(|m| game.way(m).cells()).map(|cell| cell.to_string()).collect(),
            check: position.checked().map(|cell| cell.to_string()),
            moves: if movable { ways(position) } else { Vec::new() },
            sfen: position.sfen(),
        }
    }
}

fn hand(position: &AnyPosition, color: Color) -> Vec<Held> {
    let game = position.variant();
    let held = |kind: usize| {
        let count = position.held(color, kind);
        let piece = piece_id(Figure { color, kind });
        (count > 0).then(|| Held { piece, from: drop_from(game, kind), count })
    };
    (0..game.held_kinds()).rev().filter_map(held).collect()
}

fn drop_from(game: Variant, kind: usize) -> String {
    format!("{}*", game.face(kind).sfen)
}

fn ways(position: &AnyPosition) -> Vec<Way> {
    let mut scratch = position.clone();
    position.legal_moves().into_iter().map(|m| way(&mut scratch, m)).collect()
}

/// The way of a legal move; `position` is the same again afterwards.
pub fn way(position: &mut AnyPosition, m: AnyMove) -> Way {
    let game = position.variant();
    let way = game.way(m);
    let from = match way.from {
        Departure::Board(from) => from.to_string(),
        Departure::Hand(kind) => drop_from(game, held_face(position, kind)),
    };
    let pass = position.is_pass(m);
    let usi = game.usi(m);
    let arriving = match way.from {
        Departure::Board(from) => position.figure(from),
        Departure::Hand(_) => None,
    };
    let turned = |kind: usize| game.promotion(kind).filter(|_| usi.ends_with('+')).unwrap_or(kind);
    let arriving = arriving.map(|piece| Figure { kind: turned(piece.kind), ..piece });
    position.make(m);
    // A piece that burns where it goes is shown as it comes there.
    let becomes = position.figure(way.to).or(arriving).map_or_else(String::new, piece_id);
    position.unmake(m);
    Way { usi, from, via: way.via.map(|cell| cell.to_string()), to: way.to.to_string(), becomes, pass }
}

/// The face that lies in the hand for a drop of a kind: some games drop either face of a piece.
fn held_face(position: &AnyPosition, kind: usize) -> usize {
    let (game, side) = (position.variant(), position.side_to_move());
    let holds = |kind: usize| kind < game.held_kinds() && position.held(side, kind) > 0;
    let other = || (0..game.held_kinds()).find(|&held| holds(held) && game.promotion(held) == Some(kind));
    if holds(kind) { kind } else { other().unwrap_or(kind) }
}

/// A kind of piece of one side, as it is drawn and spoken of.
#[derive(Debug, Serialize)]
pub struct Piece {
    id: String,
    /// Markup round the middle of a square of 60 units.
    face: String,
    name: String,
    /// Its size, as a share of the greatest.
    size: f64,
    /// The piece as which it lies in its side's hand; none if no hand can have it.
    held: Option<String>,
}

/// All pieces of a game in a set.
pub fn pieces(game: Variant, set: PieceSet, language: Language) -> Vec<Piece> {
    let kinds = Color::ALL.into_iter().flat_map(|color| (0..game.kinds()).map(move |kind| Figure { color, kind }));
    let piece = |figure: Figure| Piece {
        id: piece_id(figure),
        face: face(game, figure, set),
        name: kind_name(game, language, figure.kind).to_owned(),
        size: size(game, figure.kind),
        held: held_kind(game, figure.kind).map(|kind| piece_id(Figure { kind, ..figure })),
    };
    kinds.map(piece).collect()
}

/// The kind as which a piece lies in a hand: one that promotes there is what it was before.
fn held_kind(game: Variant, kind: usize) -> Option<usize> {
    let is_held = |kind: &usize| *kind < game.held_kinds();
    Some(kind).filter(is_held).or_else(|| game.unpromoted(kind).filter(is_held))
}

/// Stronger pieces are made larger. A promoted one is the same piece of wood as before.
fn size(game: Variant, kind: usize) -> f64 {
    const LEAST: f64 = 0.86;
    /// Moves of the pieces of full size.
    const MOST: usize = 8;
    let wood = game.unpromoted(kind).unwrap_or(kind);
    let moves = game.strides(wood).iter().count().clamp(1, MOST);
    LEAST + (1.0 - LEAST) * (moves - 1) as f64 / (MOST - 1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::SfenMode;

    fn ways_of(game: Variant, sfen: &str) -> Vec<Way> {
        ways(&game.read_sfen(sfen, SfenMode::Strict).unwrap())
    }

    #[test]
    fn every_game_has_a_scene_and_pieces() {
        for &game in Variant::ALL {
            let start = game.start();
            let scene = Scene::of(&start, None, true);
            assert_eq!(scene.moves.len() as u64, start.count_legal_moves(), "{game}");
            let pieces = pieces(game, PieceSet::Short, Language::En);
            assert_eq!(pieces.len(), 2 * game.kinds());
            let known = |id: &String| pieces.iter().any(|piece| piece.id == *id);
            assert!(scene.squares.iter().all(|square| known(&square.piece)), "{game}");
            assert!(scene.moves.iter().all(|way| known(&way.becomes)), "{game}");
        }
    }

    #[test]
    fn a_promotion_is_a_choice_of_what_the_piece_becomes() {
        let ways = ways_of(Variant::Shogi, "4k4/9/9/4S4/9/9/9/9/4K4 b P 1");
        let to = |to: &str| {
            ways.iter()
                .filter(|way| way.from == "5d" && way.to == to)
                .map(|way| way.becomes.as_str())
                .collect::<Vec<_>>()
        };
        assert_eq!(to("5c").len(), 2);
        assert_ne!(to("5c")[0], to("5c")[1]);
        assert!(ways.iter().any(|way| way.from == "P*" && way.to == "5e"));
    }

    /// In Kyoto shogi both faces of a piece are dropped, from the one face that lies in the hand.
    #[test]
    fn drops_of_either_face_start_at_the_hand() {
        let ways = ways_of(Variant::Kyoto, "2k2/5/5/5/2K2 b P 1");
        let drops: Vec<&Way> = ways.iter().filter(|way| way.to == "3c" && way.from.ends_with('*')).collect();
        assert_eq!(drops.iter().map(|way| way.from.as_str()).collect::<Vec<_>>(), ["P*", "P*"]);
        assert_ne!(drops[0].becomes, drops[1].becomes);
    }

    #[test]
    fn lions_go_by_way_of_a_square_and_pass() {
        let ways = ways_of(Variant::Chu, "5k6/12/12/12/12/5p6/6N5/12/12/12/12/6K5 b - 1");
        let capture = |to: &str| ways.iter().any(|way| way.via.as_deref() == Some("7f") && way.to == to);
        assert!(capture("6g") && capture("8e"), "captures a pawn and comes back or goes on");
        assert!(ways.iter().any(|way| way.pass));
    }
}
