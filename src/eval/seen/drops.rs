//! What networks see of a position of the drop kernel.

use super::{Networked, Seen};
use crate::board::{Bitboard, Color, Square};
use crate::eval::features::{Attacks, Board, Difference, Features, View, absent, held, placed};
use crate::eval::head::{Head, bucket_of_held};
use crate::eval::network::{BUCKETS, WIDTH};
use crate::game::{Delta, Placement, Reserve};
use crate::rules::{Kind, Place, Position, Rules, Spec};

impl<R: Rules> Networked for R {
    const WIDTH: usize = WIDTH;
    const BUCKETS: usize = BUCKETS;

    fn board(self) -> &'static dyn Board {
        self.spec()
    }
}

/// The pieces of a position.
pub struct Pieces {
    /// The pieces on the board. `[color][kind]`
    board: [[Bitboard; Kind::LIMIT]; 2],
    /// The pieces in hand. `[color]`
    hands: [Reserve; 2],
    /// The number of pieces missing from the set, if the features count them.
    absent: usize,
    /// The input of the piece on each square, if the features depend on attacks. `[square]`
    attacked: Vec<Option<usize>>,
}

impl<R: Rules> Seen for Position<R> {
    type Shown = Pieces;
    type Aside = Option<Attacks>;

    fn nothing(features: &Features) -> Pieces {
        let attacked = if features.attacked().is_some() { Square::COUNT } else { 0 };
        Pieces {
            board: [[Bitboard::EMPTY; Kind::LIMIT]; 2],
            hands: [Reserve::EMPTY; 2],
            absent: 0,
            attacked: vec![None; attacked],
        }
    }

    #[inline(always)]
    fn view(&self, features: &Features, color: Color) -> View {
        features.view(color, self.king(color).map(Square::index))
    }

    #[inline(always)]
    fn changes_view(&self, features: &Features, color: Color, view: View, delta: &Delta) -> bool {
        let leaves_view = |&placement: &Placement| {
            king_square(self.spec(), color, placement)
                .is_some_and(|king| features.view(color, Some(king.index())) != view)
        };
        features.views() > 1 && delta.removed.iter().any(leaves_view)
    }

    #[inline(never)]
    fn compare(
        &self,
        features: &Features,
        (color, view): (Color, View),
        before: &mut Pieces,
        aside: &mut Option<Attacks>,
        difference: &mut Difference,
    ) {
        let mut report = |placement, now| difference.note(features, view, color, placement, now);
        before.follow_hands(self, &mut report);
        let Some(attacked) = features.attacked() else {
            before.follow_board(self, report);
            difference.count(features, view, &mut before.absent, || absent(self));
            return;
        };
        let attacks = aside.get_or_insert_with(|| Attacks::of(self));
        for square in self.spec().squares() {
            let piece = self.piece(square);
            let placement = (!piece.is_none()).then(|| Place::on_board(piece.color(), piece.kind(), square));
            let input = placement
                .and_then(|placement| features.input(view, color, placement))
                .map(|input| input + attacks.offset(attacked, color, square));
            let known = std::mem::replace(&mut before.attacked[square.index()], input);
            if known != input {
                difference.added.extend(input);
                difference.removed.extend(known);
            }
        }
        difference.count(features, view, &mut before.absent, || absent(self));
    }

    fn placements(&self) -> impl Iterator<Item = Placement> {
        placed(self)
    }

    #[inline(always)]
    fn own_bucket(&self, buckets: usize) -> usize {
        bucket_of_held(held(self), buckets)
    }

    #[inline(always)]
    fn bucket(&self, head: &Head) -> usize {
        head.bucket(self)
    }
}

impl Pieces {
    /// Takes over the pieces on the board of `position`. It reports each new placement with `true` and each that has
    /// gone with `false`.
    fn follow_board<R: Rules>(&mut self, position: &Position<R>, mut report: impl FnMut(Placement, bool)) {
        for color in Color::ALL {
            for kind in position.spec().all_kinds() {
                let now = position.pieces_of(color, kind);
                let before = std::mem::replace(&mut self.board[color.index()][kind.index()], now);
                now.without(before).for_each(|square| report(Place::on_board(color, kind, square), true));
                before.without(now).for_each(|square| report(Place::on_board(color, kind, square), false));
            }
        }
    }

    /// Takes over the hands of `position` in the same way.
    fn follow_hands<R: Rules>(&mut self, position: &Position<R>, report: &mut impl FnMut(Placement, bool)) {
        for color in Color::ALL {
            let hand = position.hand(color);
            let held = std::mem::replace(&mut self.hands[color.index()], hand);
            for kind in position.spec().held_kinds() {
                let (before, now) = (held.count(kind.index()), hand.count(kind.index()));
                (before + 1..=now).for_each(|count| report(Place::in_hand(color, kind, count), true));
                (now + 1..=before).for_each(|count| report(Place::in_hand(color, kind, count), false));
            }
        }
    }
}

/// The square of a placement if it is the king of `color`.
#[inline(always)]
fn king_square(spec: &Spec, color: Color, placement: Placement) -> Option<Square> {
    let first = Place::on_board(color, spec.king, Square::new(0, 0));
    Square::from_index(usize::from(placement.0.wrapping_sub(first.0)))
}
