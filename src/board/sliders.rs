//! Attacks of sliding pieces: the contract, and a square-by-square walk that every kernel must equal.
//!
//! A kernel answers, for a square and the occupied squares, which squares a rook, a bishop or a one-way slider
//! reaches: every empty square up to the first occupied one, that one included. `square` itself may be occupied.

use super::{Bitboard, Direction, Square};

/// The definition: step until the board or an occupied square ends the ray.
#[must_use]
pub fn walk(direction: Direction, square: Square, occupied: Bitboard) -> Bitboard {
    let (files, ranks) = direction.step();
    let mut reached = Bitboard::EMPTY;
    let mut here = square.offset(files, ranks);
    while let Some(next) = here {
        reached = reached.with(next);
        if occupied.contains(next) {
            break;
        }
        here = next.offset(files, ranks);
    }
    reached
}

#[must_use]
pub fn ray(direction: Direction, square: Square, occupied: Bitboard) -> Bitboard {
    walk(direction, square, occupied)
}

#[must_use]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    Direction::ALL.into_iter().step_by(2).fold(Bitboard::EMPTY, |set, d| set | walk(d, square, occupied))
}

#[must_use]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    Direction::ALL.into_iter().skip(1).step_by(2).fold(Bitboard::EMPTY, |set, d| set | walk(d, square, occupied))
}
