//! Moves and lists of moves.

use arrayvec::ArrayVec;
use std::fmt::Debug;
use std::hash::Hash;

/// The number that a move packs into. Its width decides the layout of the transposition table: three entries share a
/// cluster if moves take 16 bits, and two if they take more.
pub trait MoveBits: Copy + Eq + Into<u64> + Send + Sync + 'static {
    /// The number of bits, at most 48.
    const WIDTH: u32;

    /// The lowest bits of `word`.
    fn truncated(word: u64) -> Self;
}

impl MoveBits for u16 {
    const WIDTH: u32 = Self::BITS;

    #[inline(always)]
    fn truncated(word: u64) -> Self {
        word as Self
    }
}

impl MoveBits for u32 {
    const WIDTH: u32 = Self::BITS;

    #[inline(always)]
    fn truncated(word: u64) -> Self {
        word as Self
    }
}

/// A move that packs into a number for the transposition table.
pub trait GameMove: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The number that holds a move, as narrow as the game allows.
    type Bits: MoveBits;

    /// The move as a number, which is never zero: zero stands for no move.
    fn to_bits(self) -> Self::Bits;

    /// The move of a number; `None` for zero. A number from the table may be garbage, so that the move must be tested
    /// before it is used.
    fn from_bits(bits: Self::Bits) -> Option<Self>;

    /// The move in a word that is never zero and holds any move, even one that no piece makes, for which
    /// [`Self::to_bits`] may have no number.
    #[inline]
    fn to_word(self) -> u32 {
        const { assert!(Self::Bits::WIDTH <= u32::BITS) };
        let bits: u64 = self.to_bits().into();
        bits as u32
    }

    /// The move of a word; `None` for zero.
    #[inline]
    fn from_word(word: u32) -> Option<Self> {
        Self::from_bits(Self::Bits::truncated(word.into()))
    }
}

/// A receiver of generated moves.
pub trait MoveSink<M> {
    /// Receives one move.
    fn push(&mut self, m: M);

    /// Receives the drops of one kind of piece, which can be faster together than one by one.
    #[inline(always)]
    fn extend_drops(&mut self, moves: impl Iterator<Item = M>) {
        moves.for_each(|m| self.push(m));
    }
}

impl<M, const N: usize> MoveSink<M> for ArrayVec<M, N> {
    #[inline(always)]
    fn push(&mut self, m: M) {
        ArrayVec::push(self, m);
    }
}

impl<M> MoveSink<M> for Vec<M> {
    fn push(&mut self, m: M) {
        Vec::push(self, m);
    }
}

/// A list of moves. Those of the kernels never allocate.
pub trait MoveBuffer<M>: MoveSink<M> + Default + AsRef<[M]> {}

impl<M> MoveBuffer<M> for Vec<M> {}

impl<M, const N: usize> MoveBuffer<M> for ArrayVec<M, N> {}
