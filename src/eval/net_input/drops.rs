//! The input of networks for games with drops.

use super::NetInput;
use crate::board::{Bitboard, Color, Square};
use crate::eval::features::{Attacks, Difference, FeatureSet, Features, View, absent, held, placed};
use crate::eval::head::{Head, bucket_of_held};
use crate::eval::network::{BUCKETS, WIDTH};
use crate::game::{Delta, Hand, Hands as _, PieceFeature};
use crate::rules::{Kind, PieceAt, Position, Rules, Spec};

/// The pieces of a position at its last refresh.
pub struct Pieces {
    /// The pieces on the board. `[color][kind]`
    board: [[Bitboard; Kind::LIMIT]; 2],
    /// The pieces in hand. `[color]`
    hands: [Hand; 2],
    /// Number of pieces missing from the full set, if the features count them.
    absent: usize,
    /// Input of the piece on each square, if the features depend on attacks. `[square]`
    attacked: Vec<Option<usize>>,
}

impl<R: Rules> NetInput for R {
    const WIDTH: usize = WIDTH;
    const BUCKETS: usize = BUCKETS;
    type Snapshot = Pieces;
    type Shared = Option<Attacks>;

    fn feature_set(self) -> FeatureSet {
        FeatureSet::mirrored(self.spec())
    }

    fn empty_snapshot(features: &Features) -> Pieces {
        let attacked = if features.attacked().is_some() { Square::COUNT } else { 0 };
        Pieces {
            board: [[Bitboard::EMPTY; Kind::LIMIT]; 2],
            hands: [Hand::EMPTY; 2],
            absent: 0,
            attacked: vec![None; attacked],
        }
    }

    #[inline(always)]
    fn view(position: &Position<R>, features: &Features, color: Color) -> View {
        features.view(color, position.king(color).map(Square::index))
    }

    #[inline(always)]
    fn changes_view(position: &Position<R>, features: &Features, color: Color, view: View, delta: &Delta) -> bool {
        let leaves_view = |&feature: &PieceFeature| {
            king_square(position.spec(), color, feature)
                .is_some_and(|king| features.view(color, Some(king.index())) != view)
        };
        features.views() > 1 && delta.removed.iter().any(leaves_view)
    }

    #[inline(never)]
    fn compare(
        position: &Position<R>,
        features: &Features,
        (color, view): (Color, View),
        snapshot: &mut Pieces,
        attacks: &mut Option<Attacks>,
        difference: &mut Difference,
    ) {
        let mut report = |feature, now| difference.note(features, view, color, feature, now);
        snapshot.follow_hands(position, &mut report);
        let Some(attacked) = features.attacked() else {
            snapshot.follow_board(position, report);
            difference.count(features, view, &mut snapshot.absent, || absent(position));
            return;
        };
        let attacks = attacks.get_or_insert_with(|| Attacks::of(position));
        for square in position.spec().squares() {
            let piece = position.piece(square);
            let feature = (!piece.is_none()).then(|| PieceAt::on_board(piece.color(), piece.kind(), square));
            let input = feature
                .and_then(|feature| features.input(view, color, feature))
                .map(|input| input + attacks.offset(attacked, color, square));
            let known = std::mem::replace(&mut snapshot.attacked[square.index()], input);
            if known != input {
                difference.added.extend(input);
                difference.removed.extend(known);
            }
        }
        difference.count(features, view, &mut snapshot.absent, || absent(position));
    }

    fn piece_features(position: &Position<R>) -> impl Iterator<Item = PieceFeature> {
        placed(position)
    }

    #[inline(always)]
    fn own_bucket(position: &Position<R>, buckets: usize) -> usize {
        bucket_of_held(held(position), buckets)
    }

    #[inline(always)]
    fn bucket(position: &Position<R>, head: &Head) -> usize {
        head.bucket(position)
    }
}

impl Pieces {
    /// Copies the pieces on the board of `position`, and reports each new one with `true` and each removed one with
    /// `false`.
    fn follow_board<R: Rules>(&mut self, position: &Position<R>, mut report: impl FnMut(PieceFeature, bool)) {
        for color in Color::ALL {
            for kind in position.spec().all_kinds() {
                let now = position.pieces_of(color, kind);
                let before = std::mem::replace(&mut self.board[color.index()][kind.index()], now);
                now.without(before).for_each(|square| report(PieceAt::on_board(color, kind, square), true));
                before.without(now).for_each(|square| report(PieceAt::on_board(color, kind, square), false));
            }
        }
    }

    /// Copies the hands of `position` in the same way.
    fn follow_hands<R: Rules>(&mut self, position: &Position<R>, report: &mut impl FnMut(PieceFeature, bool)) {
        for color in Color::ALL {
            let hand = position.hand(color);
            let held = std::mem::replace(&mut self.hands[color.index()], hand);
            for kind in position.spec().held_kinds() {
                let (before, now) = (held.count(kind.index()), hand.count(kind.index()));
                (before + 1..=now).for_each(|count| report(PieceAt::in_hand(color, kind, count), true));
                (now + 1..=before).for_each(|count| report(PieceAt::in_hand(color, kind, count), false));
            }
        }
    }
}

/// The square of a piece if it is the king of `color`.
#[inline(always)]
fn king_square(spec: &Spec, color: Color, feature: PieceFeature) -> Option<Square> {
    let first = PieceAt::on_board(color, spec.king, Square::new(0, 0));
    Square::from_index(usize::from(feature.0.wrapping_sub(first.0)))
}
