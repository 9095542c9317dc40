//! The features of networks for large games: pieces by movement and square, own pieces first. Kinds that move alike
//! share their inputs, since the hand-made evaluation, which these networks correct, knows their values. The board is
//! mirrored if that brings the own king into the right half, but not for a side without a king or with several.
//!
//! The input is `side * half + way * squares + file * ranks + rank`.

use super::{FeatureSet, Features, InputTable, UNSEEN};
use crate::board::Color;
use crate::large::{Kind, KindSpec, Narrow, Piece, Ruleset, Spec, Square, Width as _};

impl FeatureSet {
    /// The features of networks for large games.
    #[must_use]
    pub fn large(spec: &'static Spec) -> Self {
        let mirrored = Color::ALL.map(|color| {
            let mut mirrored = vec![false; Narrow::CELLS];
            for square in squares(spec) {
                mirrored[square.index()] = 2 * seen(spec, false, color, square).0 > spec.files - 1;
            }
            mirrored
        });
        let mirrors = |color: Color, king: Option<usize>| king.is_some_and(|king| mirrored[color.index()][king]);
        let features = Features::mirroring(
            [false, true].map(|mirrored| table(spec, mirrored)),
            2 * half(spec),
            Narrow::CELLS,
            mirrors,
        );
        Self { game: spec.name, name: "mirrored, beside the hand-made evaluation", features }
    }
}

fn table(spec: &Spec, mirrored: bool) -> Box<InputTable> {
    let mut table = vec![[UNSEEN; 2]; 2 * spec.kinds.len() * Narrow::CELLS].into_boxed_slice();
    let half = half(spec);
    for (kind, way) in ways(spec).into_iter().enumerate() {
        for piece in Color::ALL.map(|color| Piece::new(color, Kind::new(kind))) {
            for square in squares(spec) {
                table[usize::from(Ruleset::feature(piece, square).0)] = Color::ALL.map(|seer| {
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

/// The number of each kind's movement. `[kind]`
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

fn squares(spec: &Spec) -> impl Iterator<Item = Square<Narrow>> + use<> {
    let (files, ranks) = (spec.files, spec.ranks);
    (0..files).flat_map(move |file| (0..ranks).map(move |rank| Square::new(file, rank)))
}

/// File and rank from one side, mirrored or not.
const fn seen(spec: &Spec, mirrored: bool, seer: Color, square: Square<Narrow>) -> (u8, u8) {
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
        let features = FeatureSet::large(spec).features;
        // 39 faces, of which eleven move as others do.
        assert_eq!(features.inputs(), 2 * 28 * 144);
        for (color, file) in [(Color::Black, 0), (Color::Black, 11), (Color::White, 5), (Color::White, 6)] {
            let view = features.view(color, Some(Square::<Narrow>::new(file, 3).index()));
            let ruleset = Ruleset::<Narrow>::new(*spec);
            let pieces =
                (0..spec.kinds.len()).flat_map(|kind| Color::ALL.map(|side| Piece::new(side, Kind::new(kind))));
            let inputs: BTreeSet<usize> = pieces
                .flat_map(|piece| ruleset.squares().map(move |square| Ruleset::feature(piece, square)))
                .filter_map(|feature| features.input(view, color, feature))
                .collect();
            assert_eq!(inputs.len(), features.inputs());
            assert_eq!(inputs.last(), Some(&(features.inputs() - 1)));
            // The own king is seen on the right.
            let king = Kind::new(spec.kinds.iter().position(|kind| kind.royal).expect("a king"));
            let feature = Ruleset::<Narrow>::feature(Piece::new(color, king), Square::new(file, 3));
            let input = features.input(view, color, feature).expect("an input");
            assert!(input % area(spec) / usize::from(spec.ranks) < 6, "{color:?} {file}");
        }
    }
}
