//! Which way is forward.

use crate::board::{Bitboard, Color, Square};

/// The squares in front of those of a set, as `color` sees them. They may lie off the board of the game.
#[inline(always)]
pub(super) const fn shift_forward(color: Color, set: Bitboard) -> Bitboard {
    match color {
        Color::Black => set.shift_up(),
        Color::White => set.shift_down(),
    }
}

/// The square directly behind one, as `color` sees it.
#[inline(always)]
pub(super) const fn behind(color: Color, square: Square) -> Option<Square> {
    match color {
        Color::Black => square.offset(0, 1),
        Color::White => square.offset(0, -1),
    }
}
