//! The features of the community's networks for standard shogi. Their numbering of pieces comes from Bonanza: the small
//! promoted pieces count as golds, hands are a thermometer, and number 0 stands for every piece missing from the set.

use super::{Attacked, Features, View, by_king, table, table_start};
use crate::board::{Color, Square};
use crate::eval::nnue::FeatureKind;
use crate::rules::{Place, Spec};

/// The numbers of all pieces but kings.
pub const PIECES: usize = 1548;
const ABSENT: usize = 0;
const FIRST_ON_BOARD: usize = 90;
/// The first numbers of own and enemy pieces in hand. `[pawn .. rook][own, enemy]`
const HAND: [[usize; 2]; 7] = [[1, 20], [39, 44], [49, 54], [59, 64], [69, 74], [79, 82], [85, 88]];
/// Views are mirrored where the own king stands on one of the files from here on, which the side sees left of the
/// middle.
const MIRRORED_FILES: u8 = 5;
/// Where a side without a king counts as having it: at home.
const HOME: Square = Square::new(4, 8);

/// How a feature set numbers kings.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kings {
    /// They are no inputs.
    Unseen,
    /// Both have numbers of their own.
    Apart,
    /// Both share one plane, in which only the square counts.
    Together,
}

impl Kings {
    /// The number of inputs in a view.
    const fn numbers(self) -> usize {
        match self {
            Self::Unseen => PIECES,
            Self::Apart => PIECES + 2 * Square::COUNT,
            Self::Together => PIECES + Square::COUNT,
        }
    }

    /// The number of a piece or a king on the board as a side sees it, mirrored or not.
    fn number(self, spec: &Spec, mirrored: bool, seer: Color, place: Place) -> Option<usize> {
        match place {
            Place::Board { color, kind, square } if kind == spec.king => {
                let plane = match self {
                    Self::Unseen => return None,
                    Self::Apart => usize::from(color != seer),
                    Self::Together => 0,
                };
                Some(PIECES + plane * Square::COUNT + seen(spec, mirrored, seer, square))
            }
            _ => piece(spec, mirrored, seer, place),
        }
    }
}

pub fn features(spec: &Spec, kind: FeatureKind) -> Features {
    use FeatureKind::{HalfKa1, HalfKa2, HalfKaHm1, HalfKaHm2, HalfKp, HalfKpE9, HalfKpVm, Ka2, Kp};
    let kings = match kind {
        HalfKp | HalfKpVm | HalfKpE9 => Kings::Unseen,
        Kp | HalfKa1 | HalfKaHm1 => Kings::Apart,
        Ka2 | HalfKa2 | HalfKaHm2 => Kings::Together,
    };
    let is_mirroring = matches!(kind, HalfKpVm | HalfKaHm1 | HalfKaHm2);
    let is_for_each_king = !matches!(kind, Kp | Ka2);
    let view = |color, king: Option<Square>| {
        let king = king.map_or(HOME, |king| spec.seen_by(color, king));
        let mirrored = is_mirroring && king.file() >= MIRRORED_FILES;
        let square = if mirrored { spec.mirror(king) } else { king };
        if is_for_each_king {
            let base = (square.index() * kings.numbers()) as u32;
            View { number: king.index() as u8, table: table_start(mirrored), base }
        } else {
            View::default()
        }
    };
    let both = |color, place| Kings::Apart.number(spec, false, color, place).filter(|&number| number >= PIECES);
    let tables = [false, true].map(|mirrored| table(spec, |seer, place| kings.number(spec, mirrored, seer, place)));
    Features {
        table: tables.concat().into(),
        second: (kind == Ka2)
            .then(|| table(spec, |seer, place| both(seer, place).map(|king| kings.numbers() + king - PIECES))),
        by_king: by_king(view),
        views: if is_for_each_king { Square::COUNT } else { 1 },
        inputs: kind.rows(),
        absent: Some(ABSENT),
        attacked: (kind == HalfKpE9).then_some(Attacked { stride: Square::COUNT * PIECES }),
    }
}

/// The square as a side sees it, mirrored or not.
fn seen(spec: &Spec, mirrored: bool, seer: Color, square: Square) -> usize {
    let seen = spec.seen_by(seer, square);
    if mirrored { spec.mirror(seen) } else { seen }.index()
}

/// The number of a piece other than a king.
fn piece(spec: &Spec, mirrored: bool, seer: Color, place: Place) -> Option<usize> {
    match place {
        Place::Hand { color, kind, count } => {
            let letter = b"PLNSGBR".iter().position(|&letter| letter == spec.kind(kind).letter)?;
            Some(HAND[letter][usize::from(color != seer)] + count as usize - 1)
        }
        Place::Board { color, kind, square } => {
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
