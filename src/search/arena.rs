//! The move lists of all nodes on the current line, one after the other on the heap.

use crate::game::{GameMove, MoveSink};

/// A move with its place in the order. Its fields stand in little-endian order of significance: where a move has 16
/// bits, [`ScoredMove::rank`] is one 64-bit load.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct ScoredMove<M> {
    pub m: M,
    /// Higher for moves ranked earlier.
    pub tie_break: u16,
    pub score: i32,
}

impl<M> ScoredMove<M> {
    #[inline(always)]
    pub const fn unscored(m: M) -> Self {
        Self { m, tie_break: 0, score: 0 }
    }
}

impl<M: GameMove> ScoredMove<M> {
    /// A number different for every ranked move of a list: the score decides, and among equals the earlier move is
    /// first. The lowest bits of the move decide nothing more; they are there because they are loaded together.
    #[inline(always)]
    pub fn rank(&self) -> i64 {
        let bits: u64 = self.m.to_bits().into();
        i64::from(self.score) << 32 | i64::from(self.tie_break) << 16 | i64::from(bits as u16)
    }
}

/// The moves of every node on the current line, one after the other: move lists are long, and would swell the
/// stack.
pub struct Arena<M> {
    pub moves: Vec<ScoredMove<M>>,
    /// Start of each piece's drops, for all lists since it was last cleared.
    pub drop_starts: Vec<usize>,
}

impl<M> Arena<M> {
    pub fn with_capacity(capacity: usize) -> Self {
        Self { moves: Vec::with_capacity(capacity), drop_starts: Vec::new() }
    }
}

impl<M> MoveSink<M> for Arena<M> {
    #[inline(always)]
    fn push(&mut self, m: M) {
        self.moves.push(ScoredMove::unscored(m));
    }

    #[inline(always)]
    fn extend_drops(&mut self, moves: impl Iterator<Item = M>) {
        self.drop_starts.push(self.moves.len());
        self.moves.extend(moves.map(ScoredMove::unscored));
    }
}
