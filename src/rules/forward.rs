//! Which way is forward.

use crate::board::{Bitboard, Color};

/// The squares in front of those of a set, as `color` sees them. They may lie off the board of the game.
#[inline(always)]
pub(super) const fn shift_forward(color: Color, set: Bitboard) -> Bitboard {
    match color {
        Color::Black => set.shift_up(),
        Color::White => set.shift_down(),
    }
}
