//! The input of the program's own networks, whichever kernel plays the game.

mod drops;
mod large;

use super::Evaluated;
use super::features::{Difference, FeatureSet, Features, View};
use super::head::Head;
use crate::board::Color;
use crate::game::{Delta, PieceFeature, Score};

/// An evaluation without a network, for the side to move.
pub type Prior<P> = Box<dyn Fn(&P) -> Score + Send + Sync>;

/// A game whose positions the program's own networks evaluate: their shape, and their input by position.
pub trait NetInput: Evaluated {
    /// The width of the networks that this program trains for the game.
    const WIDTH: usize;
    /// The number of their output buckets.
    const BUCKETS: usize;

    /// A position as a refresh leaves it, for comparison with the next one (an entry of a Finny table).
    type Snapshot: Send;
    /// Facts about a position that a refresh of either side needs.
    type Shared: Default;

    /// The feature set of the networks.
    fn feature_set(self) -> FeatureSet;

    /// The evaluation to which the output of a network is added; none if the network stands alone.
    fn prior(self) -> Option<Prior<Self::Position>> {
        None
    }

    /// The snapshot of an empty board.
    fn empty_snapshot(features: &Features) -> Self::Snapshot;

    /// The view of the board by `color`.
    fn view(position: &Self::Position, features: &Features, color: Color) -> View;

    /// True if the move with this `delta` may have brought `color` to `view` from another one.
    fn changes_view(position: &Self::Position, features: &Features, color: Color, view: View, delta: &Delta) -> bool;

    /// Notes the inputs of the position that differ from those of the snapshot, and updates the snapshot.
    fn compare(
        position: &Self::Position,
        features: &Features,
        perspective: (Color, View),
        snapshot: &mut Self::Snapshot,
        shared: &mut Self::Shared,
        difference: &mut Difference,
    );

    /// All pieces of a position, on the board and in hand.
    fn piece_features(position: &Self::Position) -> impl Iterator<Item = PieceFeature>;

    /// The output bucket of a position in a network of the program's own with this number of `buckets`.
    fn own_bucket(position: &Self::Position, buckets: usize) -> usize;

    /// The output bucket of a position.
    #[inline(always)]
    fn bucket(position: &Self::Position, head: &Head) -> usize {
        Self::own_bucket(position, head.buckets())
    }
}
