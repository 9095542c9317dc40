//! The inputs of the first layer of a network: the mapping of piece features to inputs, for each side and its king.
//!
//! An input is one row of the first layer. A side has one or several *views* of the board, depending on its king's
//! square: a view adds its base to the numbers of a table, which several views may share.

mod attacked;
mod community;
mod difference;
mod large;
mod mirrored;

pub use attacked::{Attacked, Attacks};
pub use difference::Difference;

use super::nnue::FeatureKind;
use crate::board::{Color, Square};
use crate::game::PieceFeature;
use crate::rules::{PIECE_FEATURES, PieceAt, Position, Rules, Spec};
use arrayvec::ArrayVec;

/// The features of the program's own networks for a game, with their names in network files.
pub struct FeatureSet {
    /// The name of the game.
    pub game: &'static str,
    /// The name of the features.
    pub name: &'static str,
    pub features: Features,
}

/// Upper bound of the inputs of one piece feature.
pub const INPUTS_OF_ONE: usize = 2;

/// The square assumed for a missing king in the community's networks: its home, from its side.
pub(super) const HOME: Square = Square::new(4, 8);

/// One side's numbering of inputs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// The number of the view, below [`Features::views`].
    pub number: u8,
    /// Start of the table of its numbers.
    table: u32,
    /// Offset to the numbers of the table.
    base: u32,
}

/// A numbering of piece features as inputs.
pub struct Features {
    /// The tables of all views, one after the other.
    table: Box<InputTable>,
    /// Further inputs of some piece features, independent of the view.
    second: Option<Box<InputTable>>,
    /// The views by the square of the side's own king, and last that of a side without a king. `[color][square]`
    by_king: [Box<[View]>; 2],
    views: usize,
    inputs: usize,
    /// The number, within a view, of the input that counts the pieces of a full set missing from board and hands.
    absent: Option<usize>,
    /// Inputs for each number of attacks on a piece, if the features depend on attacks.
    attacked: Option<Attacked>,
}

impl Features {
    /// Features with two tables, the second of which mirrors the board. `mirrors` is true for a side and a king, among
    /// this number of `squares`, that use the second.
    fn mirroring(
        tables: [Box<InputTable>; 2],
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

    /// Features of the community's networks for standard shogi.
    #[must_use]
    pub fn community(spec: &Spec, kind: FeatureKind) -> Self {
        community::features(spec, kind)
    }

    /// The number of inputs, which are the rows of the first layer.
    #[must_use]
    pub const fn inputs(&self) -> usize {
        self.inputs
    }

    /// The number of views.
    #[must_use]
    pub const fn views(&self) -> usize {
        self.views
    }

    /// The dependence on attacks, if there is one.
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

    /// The input of a piece feature in the view of `color`; `None` if the network has none.
    #[must_use]
    #[inline(always)]
    pub fn input(&self, view: View, color: Color, feature: PieceFeature) -> Option<usize> {
        look_up(&self.table, view.table as usize, color, feature).map(|input| view.base as usize + input)
    }

    /// Adds all inputs of a piece feature to a list.
    #[inline(always)]
    pub fn list<const N: usize>(&self, view: View, color: Color, feature: PieceFeature, to: &mut ArrayVec<usize, N>) {
        to.extend(self.input(view, color, feature));
        if let Some(second) = &self.second {
            to.extend(look_up(second, 0, color, feature));
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

/// All piece features of a position: its pieces on the board and in hand.
pub fn placed<R: Rules>(position: &Position<R>) -> impl Iterator<Item = PieceFeature> {
    Color::ALL.into_iter().flat_map(move |color| {
        let on_board = move |square| PieceAt::on_board(color, position.piece(square).kind(), square);
        let in_hand =
            move |kind| (1..=position.hand_count(color, kind)).map(move |count| PieceAt::in_hand(color, kind, count));
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

/// The number of pieces other than kings that the position lacks of a full set, as after a handicap.
pub(super) fn absent<R: Rules>(position: &Position<R>) -> usize {
    let kings = Color::ALL.into_iter().filter(|&color| position.king(color).is_some()).count();
    let present = position.occupied().count() as usize - kings + held(position) as usize;
    mirrored::held(position.spec(), position.spec().hand_kinds).saturating_sub(present)
}

/// The inputs of one view, or the part of their numbers that does not depend on the view; [`UNSEEN`] marks a piece
/// feature without input. `[feature][color]`
type InputTable = [[u16; 2]];

const UNSEEN: u16 = u16::MAX;

/// Start of a view's table, of the plain and the mirrored one.
fn table_start(mirrored: bool) -> u32 {
    u32::from(mirrored) * PIECE_FEATURES as u32
}

fn table(spec: &Spec, input: impl Fn(Color, PieceAt) -> Option<usize>) -> Box<InputTable> {
    let mut table = vec![[UNSEEN; 2]; PIECE_FEATURES].into_boxed_slice();
    for feature in piece_features(spec) {
        for color in Color::ALL {
            if let Some(input) = input(color, PieceAt::of(feature)) {
                table[usize::from(feature.0)][color.index()] = input as u16;
            }
        }
    }
    table
}

#[inline(always)]
fn look_up(table: &InputTable, start: usize, color: Color, feature: PieceFeature) -> Option<usize> {
    let input = table[start + usize::from(feature.0)][color.index()];
    (input != UNSEEN).then_some(usize::from(input))
}

/// All piece features of the game.
fn piece_features(spec: &Spec) -> impl Iterator<Item = PieceFeature> {
    Color::ALL.into_iter().flat_map(move |color| {
        let on_board = move |kind| spec.squares().map(move |square| PieceAt::on_board(color, kind, square));
        let in_hand =
            move |kind| (1..=u32::from(spec.kind(kind).total)).map(move |count| PieceAt::in_hand(color, kind, count));
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
                for feature in piece_features(spec) {
                    let mut list = ArrayVec::<usize, INPUTS_OF_ONE>::new();
                    features.list(view, color, feature, &mut list);
                    inputs.extend(list);
                }
            }
            assert_eq!(inputs.len() + unused, features.inputs());
            assert!(inputs.last().is_some_and(|&last| last < features.inputs()));
        }
    }

    #[test]
    fn inputs_are_numbered_without_gaps() {
        let [shogi, tori] = [Shogi.spec(), DropVariant::Tori.spec()].map(|spec| FeatureSet::mirrored(spec).features);
        assert_eq!(shogi.inputs(), 2344);
        assert_eq!(tori.inputs(), 942);
        covers_every_input(Shogi.spec(), &shogi, 0);
        covers_every_input(DropVariant::Tori.spec(), &tori, 0);
        // Number 0 is no piece feature, and every hand but the last has room for one piece more than a set has.
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
