//! The board of a game within the grid of squares, and how each side sees it.

use super::Rules;
use crate::board::{Bitboard, Color, Square};

/// Whether a square of the grid lies on the board of `R`.
#[must_use]
pub const fn on_board<R: Rules>(square: Square) -> bool {
    square.file() < R::FILES && square.rank() < R::RANKS
}

/// The square turned by 180 degrees within the board of `R`.
///
/// # Panics
/// If the square is not on that board.
#[must_use]
pub const fn rotate<R: Rules>(square: Square) -> Square {
    Square::new(R::FILES - 1 - square.file(), R::RANKS - 1 - square.rank())
}

/// The square in a mirror that exchanges left and right within the board of `R`.
///
/// # Panics
/// If the square is not on that board.
#[must_use]
pub const fn mirror<R: Rules>(square: Square) -> Square {
    Square::new(R::FILES - 1 - square.file(), square.rank())
}

/// The squares in front of those of a set, as `color` sees them. They may lie off the board of the game.
#[inline(always)]
pub(super) const fn shift_forward(color: Color, set: Bitboard) -> Bitboard {
    match color {
        Color::Black => set.shift_up(),
        Color::White => set.shift_down(),
    }
}

/// The square as `color` sees it: its own first rank is the last of the board, as Black's is.
///
/// # Panics
/// If the square is not on that board.
#[must_use]
pub const fn seen_by<R: Rules>(color: Color, square: Square) -> Square {
    match color {
        Color::Black => square,
        Color::White => rotate::<R>(square),
    }
}
