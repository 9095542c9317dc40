//! What a move changes, for whoever keeps something in step with the position.

use arrayvec::ArrayVec;

/// One feature that a position has or lacks: a piece on a square, or the n-th piece of a kind in a reserve. The number
/// belongs to the game, and only code written for that game can take it apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placement(pub u16);

/// A receiver of the placements that a move removes and adds.
pub trait Observer {
    /// The move removes `placement`.
    fn removed(&mut self, placement: Placement);
    /// The move adds `placement`.
    fn added(&mut self, placement: Placement);
}

/// The observer that ignores every change and costs nothing.
impl Observer for () {
    #[inline(always)]
    fn removed(&mut self, _: Placement) {}
    #[inline(always)]
    fn added(&mut self, _: Placement) {}
}

/// The greatest number of placements that a move removes, and that it adds. A lion that captures two pieces on its way
/// removes three.
const CHANGES: usize = 3;

/// The changes of one move, stored for later use.
#[derive(Clone, Debug, Default)]
pub struct Delta {
    /// The placements that the move removes.
    pub removed: ArrayVec<Placement, CHANGES>,
    /// The placements that the move adds.
    pub added: ArrayVec<Placement, CHANGES>,
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
    fn removed(&mut self, placement: Placement) {
        self.removed.push(placement);
    }

    #[inline(always)]
    fn added(&mut self, placement: Placement) {
        self.added.push(placement);
    }
}
