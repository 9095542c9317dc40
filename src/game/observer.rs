//! Changes of a position by a move, for data that are kept in step with it.

use arrayvec::ArrayVec;

/// One piece on one square, or the n-th piece of a kind in one hand: the unit that evaluations count, called BonaPiece
/// in shogi engines. The number belongs to the game, and only code written for that game can interpret it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PieceFeature(pub u16);

/// A receiver of the piece features that a move removes and adds.
pub trait Observer {
    /// The move removes `feature`.
    fn removed(&mut self, feature: PieceFeature);
    /// The move adds `feature`.
    fn added(&mut self, feature: PieceFeature);
}

/// The observer that ignores every change and costs nothing.
impl Observer for () {
    #[inline(always)]
    fn removed(&mut self, _: PieceFeature) {}
    #[inline(always)]
    fn added(&mut self, _: PieceFeature) {}
}

/// Upper bound of the piece features that a move removes, and of those that it adds. A lion that captures two pieces
/// removes three.
const CHANGES: usize = 3;

/// The changes of one move, stored for later use.
#[derive(Clone, Debug, Default)]
pub struct Delta {
    /// The features that the move removes.
    pub removed: ArrayVec<PieceFeature, CHANGES>,
    /// The features that the move adds.
    pub added: ArrayVec<PieceFeature, CHANGES>,
}

impl Delta {
    /// Forgets the changes.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.removed.clear();
        self.added.clear();
    }
}

impl Observer for Delta {
    #[inline(always)]
    fn removed(&mut self, feature: PieceFeature) {
        self.removed.push(feature);
    }

    #[inline(always)]
    fn added(&mut self, feature: PieceFeature) {
        self.added.push(feature);
    }
}
