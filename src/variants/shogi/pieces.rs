//! The pieces of shogi: their moves, values and names. The games on shogi's board share them.

use super::Shogi;
use crate::variants::names;
use crate::variants::pieces;
use crate::board::{Bitboard, Color, Direction, Square, sliders};
use crate::rules::{Kind, KindNames, KindSpec, Position, Rules};

pub const PAWN: Kind = Kind::new(0);
pub const LANCE: Kind = Kind::new(1);
pub const KNIGHT: Kind = Kind::new(2);
pub const SILVER: Kind = Kind::new(3);
pub const GOLD: Kind = Kind::new(4);
pub const BISHOP: Kind = Kind::new(5);
pub const ROOK: Kind = Kind::new(6);
pub const KING: Kind = Kind::new(7);
pub const TOKIN: Kind = Kind::new(8);
pub const PROMOTED_LANCE: Kind = Kind::new(9);
pub const PROMOTED_KNIGHT: Kind = Kind::new(10);
pub const PROMOTED_SILVER: Kind = Kind::new(11);
pub const HORSE: Kind = Kind::new(12);
pub const DRAGON: Kind = Kind::new(13);

/// A promoted piece that moves like a gold and counts one point.
const fn gilded(letter: u8, captured_as: Kind, value: i32) -> KindSpec {
    KindSpec { points: 1, ..pieces::gilded(letter, captured_as, value) }
}

/// The kinds in the order of their numbers.
pub const KINDS: [KindSpec; 14] = [
    KindSpec {
        promotes_to: Some(TOKIN),
        captured_as: Some(PAWN),
        total: 18,
        points: 1,
        value: 100,
        hand_value: 110,
        ..pieces::PAWN
    },
    KindSpec {
        promotes_to: Some(PROMOTED_LANCE),
        captured_as: Some(LANCE),
        points: 1,
        value: 260,
        hand_value: 280,
        ..pieces::LANCE
    },
    KindSpec {
        promotes_to: Some(PROMOTED_KNIGHT),
        captured_as: Some(KNIGHT),
        points: 1,
        value: 280,
        hand_value: 300,
        ..pieces::KNIGHT
    },
    KindSpec {
        promotes_to: Some(PROMOTED_SILVER),
        captured_as: Some(SILVER),
        points: 1,
        value: 400,
        hand_value: 430,
        ..pieces::SILVER
    },
    KindSpec { captured_as: Some(GOLD), points: 1, value: 450, hand_value: 490, ..pieces::GOLD },
    KindSpec {
        promotes_to: Some(HORSE),
        captured_as: Some(BISHOP),
        points: 5,
        value: 650,
        hand_value: 700,
        ..pieces::BISHOP
    },
    KindSpec {
        promotes_to: Some(DRAGON),
        captured_as: Some(ROOK),
        points: 5,
        value: 800,
        hand_value: 860,
        ..pieces::ROOK
    },
    pieces::KING,
    gilded(b'P', PAWN, 450),
    gilded(b'L', LANCE, 440),
    gilded(b'N', KNIGHT, 440),
    gilded(b'S', SILVER, 450),
    KindSpec { captured_as: Some(BISHOP), points: 5, value: 870, ..pieces::HORSE },
    KindSpec { captured_as: Some(ROOK), points: 5, value: 1050, ..pieces::DRAGON },
];

/// Squares that a piece on `square` attacks.
#[inline(always)]
pub fn attacks(kind: Kind, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    let steps = || Shogi.tables().steps(kind, color, square);
    match kind {
        LANCE => sliders::ray(Direction::Up.seen_by(color), square, occupied),
        BISHOP => sliders::bishop(square, occupied),
        ROOK => sliders::rook(square, occupied),
        HORSE => sliders::bishop(square, occupied) | steps(),
        DRAGON => sliders::rook(square, occupied) | steps(),
        _ => steps(),
    }
}

/// Pieces of `color` that attack `square`, with `occupied` in place of the real occupancy.
#[inline(always)]
pub fn attackers<R: Rules>(position: &Position<R>, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    let of = |kind| position.pieces_of(color, kind);
    let steps = |kind| Shogi.tables().steps(kind, !color, square);
    let (horses, dragons) = (of(HORSE), of(DRAGON));
    let golds = of(GOLD) | of(TOKIN) | of(PROMOTED_LANCE) | of(PROMOTED_KNIGHT) | of(PROMOTED_SILVER);
    let mut attackers = of(PAWN) & steps(PAWN)
        | of(KNIGHT) & steps(KNIGHT)
        | of(SILVER) & steps(SILVER)
        | golds & steps(GOLD)
        | (of(KING) | horses | dragons) & steps(KING);
    let (bishops, rooks) =
        ((of(BISHOP) | horses) & reach(BISHOP, color, square), (of(ROOK) | dragons) & reach(ROOK, color, square));
    if !bishops.is_empty() {
        attackers |= bishops & sliders::bishop(square, occupied);
    }
    if !rooks.is_empty() {
        attackers |= rooks & sliders::rook(square, occupied);
    }
    let lances = of(LANCE) & reach(LANCE, color, square);
    if !lances.is_empty() {
        attackers |= lances & sliders::ray(Direction::Up.seen_by(!color), square, occupied);
    }
    attackers
}

/// Pieces of `color` that would attack `square` along a line with nothing in between.
#[inline(always)]
pub fn snipers<R: Rules>(position: &Position<R>, color: Color, square: Square) -> Bitboard {
    let of = |kind| position.pieces_of(color, kind);
    of(LANCE) & reach(LANCE, color, square)
        | (of(BISHOP) | of(HORSE)) & reach(BISHOP, color, square)
        | (of(ROOK) | of(DRAGON)) & reach(ROOK, color, square)
}

/// The squares from which `kind` of `color` reaches `square` on an empty board.
#[inline(always)]
fn reach(kind: Kind, color: Color, square: Square) -> Bitboard {
    Shogi.tables().reach(kind, !color, square)
}

/// The names of the kinds in records, in their order.
pub const NAMES: &[KindNames] = &[
    names::PAWN,
    names::LANCE,
    names::KNIGHT,
    names::SILVER,
    names::GOLD,
    names::BISHOP,
    names::ROOK,
    names::KING,
    names::TOKIN,
    names::PROMOTED_LANCE,
    names::PROMOTED_KNIGHT,
    names::PROMOTED_SILVER,
    names::HORSE,
    names::DRAGON,
];
