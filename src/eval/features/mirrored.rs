//! The features of the program's own networks: pieces by kind and square, own pieces first, and hands as a thermometer:
//! the n-th piece of a kind is an input of its own. The board is mirrored if that brings the own king into the right
//! half, since the rules are symmetric (horizontal mirroring, as in Stockfish's HalfKAv2_hm). The board of a side
//! without a king is not mirrored.
//!
//! The input is `side * half + kind * squares + file * ranks + rank` on the board and `side * half + kinds * squares +
//! first of its kind + n - 1` in hand. Shogi has 2 * 1172 inputs.

use super::{FeatureSet, Features, table};
use crate::board::{Color, Square};
use crate::rules::{Kind, PieceAt, Spec};

impl FeatureSet {
    /// The features of networks for games with drops.
    #[must_use]
    pub fn mirrored(spec: &'static Spec) -> Self {
        let tables = [false, true].map(|mirrored| table(spec, |seer, place| Some(number(spec, mirrored, seer, place))));
        let mirrors = |color, king: Option<usize>| is_mirrored(spec, color, king.and_then(Square::from_index));
        let features = Features::mirroring(tables, 2 * half(spec), Square::COUNT, mirrors);
        Self { game: spec.name, name: "mirrored", features }
    }
}

fn is_mirrored(spec: &Spec, color: Color, king: Option<Square>) -> bool {
    king.filter(|&king| spec.on_board(king)).is_some_and(|king| 2 * spec.seen_by(color, king).file() > spec.files - 1)
}

fn number(spec: &Spec, mirrored: bool, seer: Color, place: PieceAt) -> usize {
    let as_seen = |kind: Kind| if mirrored { spec.mirrored(kind) } else { kind };
    let side = |color| if color == seer { 0 } else { half(spec) };
    match place {
        PieceAt::Board { color, kind, square } => {
            let seen = spec.seen_by(seer, square);
            let seen = if mirrored { spec.mirror(seen) } else { seen };
            let square = usize::from(seen.file()) * usize::from(spec.ranks) + usize::from(seen.rank());
            side(color) + as_seen(kind).index() * squares(spec) + square
        }
        PieceAt::Hand { color, kind, count } => {
            let board = spec.kinds.len() * squares(spec);
            side(color) + board + held(spec, as_seen(kind).index()) + count as usize - 1
        }
    }
}

/// The number of pieces of the first `kinds` kinds in a full set.
pub fn held(spec: &Spec, kinds: usize) -> usize {
    spec.kinds[..kinds].iter().map(|kind| usize::from(kind.total)).sum()
}

const fn squares(spec: &Spec) -> usize {
    spec.files as usize * spec.ranks as usize
}

fn half(spec: &Spec) -> usize {
    spec.kinds.len() * squares(spec) + held(spec, spec.hand_kinds)
}
