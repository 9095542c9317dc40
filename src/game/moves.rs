//! Moves and lists of moves.

use arrayvec::ArrayVec;
use std::fmt::Debug;
use std::hash::Hash;

/// A move that packs into 16 bits for the transposition table.
pub trait GameMove: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// Never zero, which stands for no move.
    fn to_bits(self) -> u16;

    /// None for zero. Anything else is a move to be tested before it is used.
    fn from_bits(bits: u16) -> Option<Self>;
}

/// Takes generated moves.
pub trait MoveSink<M> {
    fn push(&mut self, m: M);

    /// Takes those that bring in one kind of piece from the reserve, which can be faster together than one by one.
    #[inline(always)]
    fn extend_from_reserve(&mut self, moves: impl Iterator<Item = M>) {
        moves.for_each(|m| self.push(m));
    }
}

impl<M, const N: usize> MoveSink<M> for ArrayVec<M, N> {
    #[inline(always)]
    fn push(&mut self, m: M) {
        ArrayVec::push(self, m);
    }
}

/// A list of moves that never allocates.
pub trait MoveBuffer<M>: MoveSink<M> + Default + AsRef<[M]> {}

impl<M, const N: usize> MoveBuffer<M> for ArrayVec<M, N> {}
