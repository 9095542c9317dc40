//! The forward direction.

use crate::board::{Bitboard, Color, Square};

/// The squares in front of those of a set, from the side of `color`. They may lie off the board of the game.
#[inline(always)]
pub(super) const fn shift_forward(color: Color, set: Bitboard) -> Bitboard {
    match color {
        Color::Black => set.shift_up(),
        Color::White => set.shift_down(),
    }
}

/// The square directly behind another, from the side of `color`.
#[inline(always)]
pub(super) const fn behind(color: Color, square: Square) -> Option<Square> {
    match color {
        Color::Black => square.offset(0, 1),
        Color::White => square.offset(0, -1),
    }
}
