//! The inputs of the first layer of a network: which placement is which input, for each side and its king.
//!
//! An input is one row of the first layer. A side may see the board in several ways, its *views*, which depend on the
//! square of its king: the numbers of a view begin at its base, and a table that several views may share tells the rest.

mod attacked;
mod community;
mod difference;
mod large;
mod mirrored;

pub use attacked::{Attacked, Attacks};
pub use difference::Difference;

use super::nnue::FeatureKind;
use crate::board::{Color, Square};
use crate::game::Placement;
use crate::rules::{PLACEMENTS, Place, Position, Rules, Spec};
use arrayvec::ArrayVec;

/// What the program's own networks are made for: the pieces of a game on their squares and in hand.
pub trait Board {
    /// The name of the game.
    fn name(&self) -> &'static str;

    /// The name of the features in network files.
    fn feature_set(&self) -> &'static str;

    /// The number of inputs.
    fn inputs(&self) -> usize;

    /// Which placement is which input.
    fn features(&self) -> Features;
}

/// The greatest number of inputs that one placement stands for.
pub const INPUTS_OF_ONE: usize = 2;

/// Where a side without a king counts as having it in the community's networks: at home, as the side sees it.
pub(super) const HOME: Square = Square::new(4, 8);

/// How a side sees the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// The number of the view, below [`Features::views`].
    pub number: u8,
    /// Where the table that its numbers come from begins.
    table: u32,
    /// What is added to the numbers of the table.
    base: u32,
}

/// A numbering of placements as inputs.
pub struct Features {
    /// The tables of all views, one after the other.
    table: Box<Table>,
    /// Further inputs of some placements, which do not depend on the view.
    second: Option<Box<Table>>,
    /// The views by the square of the side's own king, and last that of a side without a king. `[color][square]`
    by_king: [Box<[View]>; 2],
    views: usize,
    inputs: usize,
    /// The number, within a view, that counts the pieces of a full set that are neither on the board nor in hand.
    absent: Option<usize>,
    /// Inputs for each number of attacks on a piece, if the features know them.
    attacked: Option<Attacked>,
}

impl Features {
    /// Features that know a placement by two tables, the second of which sees the board mirrored. `mirrors` tells for a side
    /// and its king, among so many squares, whether it takes the second.
    fn mirroring(
        tables: [Box<Table>; 2],
        inputs: usize,
        squares: usize,
        mirrors: impl Fn(Color, Option<usize>) -> bool,
    ) -> Self {
        let length = tables[0].len();
        let view = |color, king| {
            let mirrored = mirrors(color, king);
            View { number: mirrored.into(), table: (usize::from(mirrored) * length) as u32, base: 0 }
        };
        Self {
            table: tables.concat().into(),
            second: None,
            by_king: by_king(squares, view),
            views: 2,
            inputs,
            absent: None,
            attacked: None,
        }
    }

    /// Features that the community's networks for standard shogi have.
    #[must_use]
    pub fn community(spec: &Spec, kind: FeatureKind) -> Self {
        community::features(spec, kind)
    }

    /// The number of inputs, and so of the rows of the first layer.
    #[must_use]
    pub const fn inputs(&self) -> usize {
        self.inputs
    }

    /// The number of views.
    #[must_use]
    pub const fn views(&self) -> usize {
        self.views
    }

    /// The features that depend on attacks, if these do.
    #[must_use]
    pub const fn attacked(&self) -> Option<&Attacked> {
        self.attacked.as_ref()
    }

    /// The view of a side whose king stands on the square with the index `king`.
    #[must_use]
    #[inline(always)]
    pub fn view(&self, color: Color, king: Option<usize>) -> View {
        let views = &self.by_king[color.index()];
        views[king.unwrap_or(views.len() - 1)]
    }

    /// The input of a placement as `color` sees it in `view`; `None` if the network has no such input.
    #[must_use]
    #[inline(always)]
    pub fn input(&self, view: View, color: Color, placement: Placement) -> Option<usize> {
        look_up(&self.table, view.table as usize, color, placement).map(|input| view.base as usize + input)
    }

    /// Adds all inputs of a placement to a list.
    #[inline(always)]
    pub fn list<const N: usize>(&self, view: View, color: Color, placement: Placement, to: &mut ArrayVec<usize, N>) {
        to.extend(self.input(view, color, placement));
        if let Some(second) = &self.second {
            to.extend(look_up(second, 0, color, placement));
        }
    }

    /// The input that counts missing pieces, if the network has one.
    #[must_use]
    #[inline(always)]
    pub fn absent_input(&self, view: View) -> Option<usize> {
        self.absent.map(|absent| view.base as usize + absent)
    }
}

fn by_king(squares: usize, view: impl Fn(Color, Option<usize>) -> View) -> [Box<[View]>; 2] {
    Color::ALL.map(|color| (0..=squares).map(|square| view(color, (square < squares).then_some(square))).collect())
}

/// All placements of a position: its pieces on the board and in hand.
pub fn placed<R: Rules>(position: &Position<R>) -> impl Iterator<Item = Placement> {
    Color::ALL.into_iter().flat_map(move |color| {
        let on_board = move |square| Place::on_board(color, position.piece(square).kind(), square);
        let in_hand =
            move |kind| (1..=position.hand_count(color, kind)).map(move |count| Place::in_hand(color, kind, count));
        let hand = position.spec().held_kinds().flat_map(in_hand);
        position.pieces(color).into_iter().map(on_board).chain(hand)
    })
}

/// The number of pieces in both hands.
#[must_use]
#[inline(always)]
pub fn held<R: Rules>(position: &Position<R>) -> u32 {
    let count = |color| position.spec().held_kinds().map(|kind| position.hand_count(color, kind)).sum::<u32>();
    count(Color::Black) + count(Color::White)
}

/// The number of pieces other than kings that a full set has and the position lacks, as after a handicap.
pub(super) fn absent<R: Rules>(position: &Position<R>) -> usize {
    let kings = Color::ALL.into_iter().filter(|&color| position.king(color).is_some()).count();
    let present = position.occupied().count() as usize - kings + held(position) as usize;
    mirrored::held(position.spec(), position.spec().hand_kinds).saturating_sub(present)
}

/// The inputs of one view, or the part of their numbers that does not depend on the view; [`UNSEEN`] marks a placement
/// without input. `[placement][color]`
type Table = [[u16; 2]];

const UNSEEN: u16 = u16::MAX;

/// Where the table of a view begins, of two tables that differ by whether the board is mirrored.
fn table_start(mirrored: bool) -> u32 {
    u32::from(mirrored) * PLACEMENTS as u32
}

fn table(spec: &Spec, input: impl Fn(Color, Place) -> Option<usize>) -> Box<Table> {
    let mut table = vec![[UNSEEN; 2]; PLACEMENTS].into_boxed_slice();
    for placement in placements(spec) {
        for color in Color::ALL {
            if let Some(input) = input(color, Place::of(placement)) {
                table[usize::from(placement.0)][color.index()] = input as u16;
            }
        }
    }
    table
}

#[inline(always)]
fn look_up(table: &Table, start: usize, color: Color, placement: Placement) -> Option<usize> {
    let input = table[start + usize::from(placement.0)][color.index()];
    (input != UNSEEN).then_some(usize::from(input))
}

/// All placements that the game knows.
fn placements(spec: &Spec) -> impl Iterator<Item = Placement> {
    Color::ALL.into_iter().flat_map(move |color| {
        let on_board = move |kind| spec.squares().map(move |square| Place::on_board(color, kind, square));
        let in_hand =
            move |kind| (1..=u32::from(spec.kind(kind).total)).map(move |count| Place::in_hand(color, kind, count));
        let (board, hand) = (spec.all_kinds().flat_map(on_board), spec.held_kinds().flat_map(in_hand));
        board.chain(hand)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants::{DropVariant, Shogi};
    use std::collections::BTreeSet;

    fn covers_every_input(spec: &Spec, features: &Features, unused: usize) {
        for color in Color::ALL {
            let views: Vec<View> = spec.squares().map(|king| features.view(color, Some(king.index()))).collect();
            let mut inputs = BTreeSet::new();
            for &view in &views {
                assert!(usize::from(view.number) < features.views());
                for placement in placements(spec) {
                    let mut list = ArrayVec::<usize, INPUTS_OF_ONE>::new();
                    features.list(view, color, placement, &mut list);
                    inputs.extend(list);
                }
            }
            assert_eq!(inputs.len() + unused, features.inputs());
            assert!(inputs.last().is_some_and(|&last| last < features.inputs()));
        }
    }

    #[test]
    fn inputs_are_numbered_without_gaps() {
        assert_eq!(Shogi.spec().inputs(), 2344);
        assert_eq!(DropVariant::Tori.spec().inputs(), 942);
        covers_every_input(Shogi.spec(), &Shogi.spec().features(), 0);
        covers_every_input(DropVariant::Tori.spec(), &DropVariant::Tori.spec().features(), 0);
        // No placement has number 0, and every hand but the last has room for one piece more than a set has.
        const GAPS: usize = 14;
        for (kind, views) in [
            (FeatureKind::Kp, 1),
            (FeatureKind::Ka2, 1),
            (FeatureKind::HalfKp, 81),
            (FeatureKind::HalfKa1, 81),
            (FeatureKind::HalfKa2, 81),
            (FeatureKind::HalfKpVm, 45),
            (FeatureKind::HalfKaHm1, 45),
            (FeatureKind::HalfKaHm2, 45),
        ] {
            let features = Features::community(Shogi.spec(), kind);
            assert_eq!(features.inputs(), kind.rows());
            covers_every_input(Shogi.spec(), &features, GAPS * views);
        }
    }
}
