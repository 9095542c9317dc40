//! What a move changes, told to whoever keeps something in step with the position.

use arrayvec::ArrayVec;

/// One thing that is there or not: a piece on a square, or the n-th piece of a kind in a reserve. The number is
/// the game's own; only code written for that game can take it apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placement(pub u16);

/// Is told of each placement that a move takes away or brings.
pub trait Observer {
    fn removed(&mut self, placement: Placement);
    fn added(&mut self, placement: Placement);
}

/// Watches nothing and costs nothing.
impl Observer for () {
    #[inline(always)]
    fn removed(&mut self, _: Placement) {}
    #[inline(always)]
    fn added(&mut self, _: Placement) {}
}

/// The most placements that a move takes away, and the most that it brings: a lion that captures two pieces on its way
/// takes away three.
const CHANGES: usize = 3;

/// The changes of one move, kept for later.
#[derive(Clone, Debug, Default)]
pub struct Delta {
    pub removed: ArrayVec<Placement, CHANGES>,
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
