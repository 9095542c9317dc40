//! The features of the community's networks for standard shogi: HalfKP (Nasu 2018) and its successors, after YaneuraOu.
//! Pieces are numbered as in Bonanza: the small promoted pieces count as golds, hands are a thermometer, and number 0
//! stands for every piece missing from the set.

use super::{Attacked, Features, HOME, View, by_king, table, table_start};
use crate::board::{Color, Square};
use crate::eval::nnue::{FeatureKind, Kings, MIRRORED_FILES, PIECES};
use crate::rules::{PieceAt, Spec};

const ABSENT: usize = 0;
const FIRST_ON_BOARD: usize = 90;
/// The first numbers of own and enemy pieces in hand. `[pawn .. rook][own, enemy]`
const HAND: [[usize; 2]; 7] = [[1, 20], [39, 44], [49, 54], [59, 64], [69, 74], [79, 82], [85, 88]];

/// The features of a set.
pub fn features(spec: &Spec, kind: FeatureKind) -> Features {
    let kings = kind.kings();
    let view = |color, king: Option<usize>| {
        let king = king.and_then(Square::from_index).map_or(HOME, |king| spec.seen_by(color, king));
        let mirrored = kind.is_mirroring() && king.file() >= MIRRORED_FILES;
        let square = if mirrored { spec.mirror(king) } else { king };
        if kind.is_by_king() {
            let base = (square.index() * kings.numbers()) as u32;
            View { number: king.index() as u8, table: table_start(mirrored), base }
        } else {
            View::default()
        }
    };
    let tables = [false, true].map(|mirrored| table(spec, |seer, place| number(kings, spec, mirrored, seer, place)));
    // Repeated kings have inputs of their own, as in sets that tell kings apart at once.
    let repeated = |seer, place| {
        let king = number(Kings::Apart, spec, false, seer, place)?.checked_sub(PIECES)?;
        Some(kings.numbers() + king)
    };
    Features {
        table: tables.concat().into(),
        second: kind.repeats_kings().then(|| table(spec, repeated)),
        by_king: by_king(Square::COUNT, view),
        views: if kind.is_by_king() { Square::COUNT } else { 1 },
        inputs: kind.rows(),
        absent: Some(ABSENT),
        attacked: kind.is_by_attacks().then_some(Attacked { stride: Square::COUNT * kings.numbers() }),
    }
}

/// The number of a piece or a king from one side, mirrored or not.
fn number(kings: Kings, spec: &Spec, mirrored: bool, seer: Color, place: PieceAt) -> Option<usize> {
    match place {
        PieceAt::Board { color, kind, square } if kind == spec.king => {
            let plane = match kings {
                Kings::Unseen => return None,
                Kings::Apart => usize::from(color != seer),
                Kings::Together => 0,
            };
            Some(PIECES + plane * Square::COUNT + seen(spec, mirrored, seer, square))
        }
        _ => piece(spec, mirrored, seer, place),
    }
}

/// The square from one side, mirrored or not.
fn seen(spec: &Spec, mirrored: bool, seer: Color, square: Square) -> usize {
    let seen = spec.seen_by(seer, square);
    if mirrored { spec.mirror(seen) } else { seen }.index()
}

/// The number of a piece other than a king.
fn piece(spec: &Spec, mirrored: bool, seer: Color, place: PieceAt) -> Option<usize> {
    match place {
        PieceAt::Hand { color, kind, count } => {
            let letter = b"PLNSGBR".iter().position(|&letter| letter == spec.kind(kind).letter)?;
            Some(HAND[letter][usize::from(color != seer)] + count as usize - 1)
        }
        PieceAt::Board { color, kind, square } => {
            let entry = spec.kind(kind);
            let block = match (entry.letter, entry.promoted) {
                (b'P', false) => 0,
                (b'L', false) => 1,
                (b'N', false) => 2,
                (b'S', false) => 3,
                (b'G', false) | (b'P' | b'L' | b'N' | b'S', true) => 4,
                (b'B', false) => 5,
                (b'B', true) => 6,
                (b'R', false) => 7,
                (b'R', true) => 8,
                _ => return None,
            };
            let block = 2 * block + usize::from(color != seer);
            Some(FIRST_ON_BOARD + block * Square::COUNT + seen(spec, mirrored, seer, square))
        }
    }
}
