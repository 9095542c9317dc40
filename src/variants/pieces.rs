//! How the pieces move that several games have in common.

use crate::board::Direction;
use crate::rules::{Kind, KindSpec, Slide, Structure};

pub(super) const PAWN_STEPS: &[(i8, i8)] = &[(0, 1)];
pub(super) const KNIGHT_STEPS: &[(i8, i8)] = &[(-1, 2), (1, 2)];
pub(super) const GOLD_STEPS: &[(i8, i8)] = &[(0, 1), (-1, 1), (1, 1), (-1, 0), (1, 0), (0, -1)];
pub(super) const SILVER_STEPS: &[(i8, i8)] = &[(0, 1), (-1, 1), (1, 1), (-1, -1), (1, -1)];
pub(super) const ORTHOGONAL_STEPS: &[(i8, i8)] = &[(0, 1), (1, 0), (0, -1), (-1, 0)];
pub(super) const DIAGONAL_STEPS: &[(i8, i8)] = &[(1, 1), (1, -1), (-1, -1), (-1, 1)];
pub(super) const KING_STEPS: &[(i8, i8)] = &[(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// As far as any board reaches.
const fn far(direction: Direction) -> Slide {
    Slide { direction, range: 8 }
}

pub(super) const LANCE_SLIDES: &[Slide] = &[far(Direction::Up)];
pub(super) const ROOK_SLIDES: &[Slide] =
    &[far(Direction::Up), far(Direction::Right), far(Direction::Down), far(Direction::Left)];
pub(super) const BISHOP_SLIDES: &[Slide] =
    &[far(Direction::UpRight), far(Direction::DownRight), far(Direction::DownLeft), far(Direction::UpLeft)];

/// The king, of which each side has one.
pub(super) const KING: KindSpec =
    KindSpec { letter: b'K', steps: KING_STEPS, structure: Structure::Guard, total: 2, ..KindSpec::PLAIN };

/// A small piece that has been promoted and moves as a gold.
pub(super) const fn gilded(letter: u8, captured_as: Kind, value: i32) -> KindSpec {
    KindSpec { letter, promoted: true, steps: GOLD_STEPS, captured_as: Some(captured_as), value, ..KindSpec::PLAIN }
}
