//! What networks see of a position, whichever kernel plays it.

mod drops;
mod large;

use super::Evaluated;
use super::features::{Board, Difference, Features, View};
use super::head::Head;
use crate::board::Color;
use crate::game::{self, Delta, Game, Placement, Score};

/// A position that networks look at.
pub trait Seen: game::Position {
    /// What is kept of a position so that the next one can be compared with it.
    type Shown: Send;
    /// What a comparison finds out once for both sides.
    type Aside: Default;

    /// What is kept of an empty board.
    fn nothing(features: &Features) -> Self::Shown;

    /// How a side sees the position.
    fn view(&self, features: &Features, color: Color) -> View;

    /// Whether a move that changed so much may have brought a side to `view` from another one.
    fn changes_view(&self, features: &Features, color: Color, view: View, delta: &Delta) -> bool;

    /// Notes by which inputs the position differs from the one before, and keeps it.
    fn compare(
        &self,
        features: &Features,
        seer: (Color, View),
        before: &mut Self::Shown,
        aside: &mut Self::Aside,
        difference: &mut Difference,
    );

    /// All placements.
    fn placements(&self) -> impl Iterator<Item = Placement>;

    /// The one of so many sets of output weights that a network of the program's own uses.
    fn own_bucket(&self, buckets: usize) -> usize;

    /// The set of output weights that a network uses.
    #[inline(always)]
    fn bucket(&self, head: &Head) -> usize {
        self.own_bucket(head.buckets())
    }
}

/// A judge of positions by hand, for the side to move.
pub type Judge<P> = Box<dyn Fn(&P) -> Score + Send + Sync>;

/// A game whose positions the program's own networks evaluate.
pub trait Networked: Evaluated + Game<Position: Seen> {
    /// The width of the networks that this program trains for the game.
    const WIDTH: usize;
    /// The number of their output buckets.
    const BUCKETS: usize;

    /// What the networks are made for.
    fn board(self) -> &'static dyn Board;

    /// The evaluation to which the output of a network is added, if that does not stand alone.
    fn judge(self) -> Option<Judge<Self::Position>> {
        None
    }
}
