//! What a game with drops adds to a position.

use super::{Position, Reserve};
use crate::board::Color;

/// Pieces off the board that may come back: what repetition by comparison and the mate solver ask. Every default says
/// that there are none, so that a game without drops implements the trait by an empty block.
pub trait Reserves: Position {
    /// Hash of the board and the side to move, without the reserves.
    #[inline(always)]
    fn board_key(&self) -> u64 {
        self.key()
    }

    /// [`Reserves::board_key`] after a pseudo-legal move. The default plays the move on a copy.
    #[inline(always)]
    fn board_key_after(&self, m: Self::Move) -> u64 {
        let mut after = self.clone();
        after.make(m, &mut ());
        after.board_key()
    }

    /// What `color` holds off the board.
    #[inline(always)]
    fn reserve(&self, _: Color) -> Reserve {
        Reserve::EMPTY
    }

    /// What the side to move will hold after a pseudo-legal move.
    #[inline(always)]
    fn reserve_after(&self, _: Self::Move) -> Reserve {
        Reserve::EMPTY
    }

    /// Whether a pseudo-legal move brings in a piece from the reserve.
    #[inline(always)]
    fn is_from_reserve(&self, _: Self::Move) -> bool {
        false
    }

    /// Those among the moves that bring in the same piece as `like` does that give check. There may be others with
    /// them that are not even pseudo-legal.
    #[inline(always)]
    fn checks_from_reserve(&self, _: Self::Move) -> impl Iterator<Item = Self::Move> {
        std::iter::empty()
    }

    /// A number shared by pseudo-legal moves so alike that a solver tries them one after the other: one target for
    /// several pieces of the reserve, one board move with and without promotion.
    #[inline(always)]
    fn likeness(&self, m: Self::Move) -> u32 {
        self.footprint(m).from_to.into()
    }

    /// In check: whether a piece from the reserve could answer, if the side to move held the right one.
    #[inline(always)]
    fn reserve_can_answer(&self) -> bool {
        false
    }

    /// If a legal move in check does nothing but stand between checker and royal piece: the moves by which the
    /// checker would then take it, with and without promotion, the likeliest first.
    #[inline(always)]
    fn interposition_captures(&self, _: Self::Move) -> [Option<Self::Move>; 2] {
        [None; 2]
    }

    /// Gives what `from` holds of `what` to the other side, as if it had never been captured. To be reversed before
    /// the move that led here is taken back.
    #[inline(always)]
    fn hand_over(&mut self, _from: Color, _what: Reserve) {}
}
