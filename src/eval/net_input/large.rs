//! The input of networks for large games.

use super::{NetInput, Prior};
use crate::board::Color;
use crate::eval::features::{Difference, FeatureSet, Features, View};
use crate::eval::large::Handmade;
use crate::game::{Delta, PieceFeature};
use crate::large::{LargeGame, Narrow, Piece, Position, Ruleset, Width as _};

impl NetInput for LargeGame<Narrow> {
    const WIDTH: usize = 32;
    const BUCKETS: usize = 4;

    /// The cells of the board.
    type Snapshot = [Piece; Narrow::CELLS];
    type Shared = ();

    fn feature_set(self) -> FeatureSet {
        FeatureSet::large(self.spec())
    }

    fn prior(self) -> Option<Prior<Position<Narrow>>> {
        let handmade = Handmade::new(self);
        Some(Box::new(move |position| handmade.evaluate(position)))
    }

    fn empty_snapshot(_: &Features) -> [Piece; Narrow::CELLS] {
        [Piece::NONE; Narrow::CELLS]
    }

    /// A side with several royal pieces sees the board as one without any.
    #[inline(always)]
    fn view(position: &Position<Narrow>, features: &Features, color: Color) -> View {
        features.view(color, position.sole_royal(color).map(|royal| royal.index()))
    }

    /// Any move of a royal piece counts: they are rare.
    #[inline(always)]
    fn changes_view(position: &Position<Narrow>, _: &Features, color: Color, _: View, delta: &Delta) -> bool {
        let spec = position.game().spec();
        delta.added.iter().chain(&delta.removed).any(|&feature| {
            let (piece, _) = Ruleset::<Narrow>::piece_of(feature);
            piece.is(color) && spec.kind(piece.kind()).royal
        })
    }

    #[inline(never)]
    fn compare(
        position: &Position<Narrow>,
        features: &Features,
        (color, view): (Color, View),
        snapshot: &mut [Piece; Narrow::CELLS],
        (): &mut (),
        difference: &mut Difference,
    ) {
        for square in position.game().ruleset().squares() {
            let now = position.piece(square);
            let known = std::mem::replace(&mut snapshot[square.index()], now);
            if known == now {
                continue;
            }
            for (piece, added) in [(now, true), (known, false)] {
                if !piece.is_none() {
                    difference.note(features, view, color, Ruleset::feature(piece, square), added);
                }
            }
        }
    }

    fn piece_features(position: &Position<Narrow>) -> impl Iterator<Item = PieceFeature> {
        let feature = |square| Ruleset::feature(position.piece(square), square);
        Color::ALL.into_iter().flat_map(move |color| position.pieces(color).iter().map(feature))
    }

    /// A board is full when two thirds of its squares are taken.
    #[inline(always)]
    fn own_bucket(position: &Position<Narrow>, buckets: usize) -> usize {
        let spec = position.game().spec();
        let squares = usize::from(spec.files) * usize::from(spec.ranks);
        let left = position.count(Color::Black) + position.count(Color::White);
        (left as usize * buckets * 3 / (2 * squares)).min(buckets - 1)
    }
}
