//! The features of the networks for large games: pieces by the way they move and by square, own pieces first. Faces that move
//! alike are one input, since the evaluation by hand, to which these networks add, knows what they are worth. The board is
//! mirrored if that brings the own king into the right half; that of a side without a king or with several is not.
//!
//! The input is `side * half + way * squares + file * ranks + rank`.

use super::{Board, Features, Table, UNSEEN};
use crate::board::Color;
use crate::large::{CELLS, Kind, KindSpec, Piece, Ruleset, Spec, Square};

impl Board for Spec {
    fn name(&self) -> &'static str {
        self.name
    }

    fn feature_set(&self) -> &'static str {
        "mirrored, beside the hand-made evaluation"
    }

    fn inputs(&self) -> usize {
        2 * half(self)
    }

    fn features(&self) -> Features {
        let mirrored = Color::ALL.map(|color| {
            let mut mirrored = vec![false; CELLS];
            for square in squares(self) {
                mirrored[square.index()] = 2 * seen(self, false, color, square).0 > self.files - 1;
            }
            mirrored
        });
        let mirrors = |color: Color, king: Option<usize>| king.is_some_and(|king| mirrored[color.index()][king]);
        Features::mirroring([false, true].map(|mirrored| table(self, mirrored)), self.inputs(), CELLS, mirrors)
    }
}

fn table(spec: &Spec, mirrored: bool) -> Box<Table> {
    let mut table = vec![[UNSEEN; 2]; 2 * spec.kinds.len() * CELLS].into_boxed_slice();
    let half = half(spec);
    for (kind, way) in ways(spec).into_iter().enumerate() {
        for piece in Color::ALL.map(|color| Piece::new(color, Kind::new(kind))) {
            for square in squares(spec) {
                table[usize::from(Ruleset::placement(piece, square).0)] = Color::ALL.map(|seer| {
                    let (file, rank) = seen(spec, mirrored, seer, square);
                    let side = if piece.is(seer) { 0 } else { half };
                    let square = usize::from(file) * usize::from(spec.ranks) + usize::from(rank);
                    (side + way * area(spec) + square) as u16
                });
            }
        }
    }
    table
}

/// The number of the way in which each kind moves. `[kind]`
fn ways(spec: &Spec) -> Vec<usize> {
    let same = |a: &KindSpec, b: &KindSpec| {
        let moves = |kind: &KindSpec| (kind.steps, kind.short, kind.slides, kind.jumps);
        (moves(a), a.power, a.royal) == (moves(b), b.power, b.royal)
    };
    let mut known: Vec<&KindSpec> = Vec::new();
    let mut way = |kind| {
        known.iter().position(|other| same(kind, other)).unwrap_or_else(|| {
            known.push(kind);
            known.len() - 1
        })
    };
    spec.kinds.iter().map(&mut way).collect()
}

/// The number of inputs of a side's pieces.
fn half(spec: &Spec) -> usize {
    let ways = ways(spec).into_iter().max().map_or(0, |last| last + 1);
    ways * area(spec)
}

const fn area(spec: &Spec) -> usize {
    spec.files as usize * spec.ranks as usize
}

fn squares(spec: &Spec) -> impl Iterator<Item = Square> + use<> {
    let (files, ranks) = (spec.files, spec.ranks);
    (0..files).flat_map(move |file| (0..ranks).map(move |rank| Square::new(file, rank)))
}

/// File and rank as a side sees them, mirrored or not.
const fn seen(spec: &Spec, mirrored: bool, seer: Color, square: Square) -> (u8, u8) {
    let turned = matches!(seer, Color::White);
    let (file, rank) = (square.file(), square.rank());
    let file = if turned == mirrored { file } else { spec.files - 1 - file };
    (file, if turned { spec.ranks - 1 - rank } else { rank })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants::LargeVariant;
    use std::collections::BTreeSet;

    #[test]
    fn inputs_are_numbered_without_gaps() {
        let spec = LargeVariant::Chu.game().spec();
        let features = spec.features();
        // 39 faces, of which eleven move as others do.
        assert_eq!(spec.inputs(), 2 * 28 * 144);
        for (color, file) in [(Color::Black, 0), (Color::Black, 11), (Color::White, 5), (Color::White, 6)] {
            let view = features.view(color, Some(Square::new(file, 3).index()));
            let ruleset = Ruleset::new(*spec);
            let pieces =
                (0..spec.kinds.len()).flat_map(|kind| Color::ALL.map(|side| Piece::new(side, Kind::new(kind))));
            let inputs: BTreeSet<usize> = pieces
                .flat_map(|piece| ruleset.squares().map(move |square| Ruleset::placement(piece, square)))
                .filter_map(|placement| features.input(view, color, placement))
                .collect();
            assert_eq!(inputs.len(), spec.inputs());
            assert_eq!(inputs.last(), Some(&(spec.inputs() - 1)));
            // The own king is seen on the right.
            let king = Kind::new(spec.kinds.iter().position(|kind| kind.royal).expect("a king"));
            let placement = Ruleset::placement(Piece::new(color, king), Square::new(file, 3));
            let input = features.input(view, color, placement).expect("an input");
            assert!(input % area(spec) / usize::from(spec.ranks) < 6, "{color:?} {file}");
        }
    }
}
