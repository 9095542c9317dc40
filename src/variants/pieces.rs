//! The pieces common to several games: their moves, and whatever else is the same everywhere. Each game adds the
//! numbers of its kinds, the counts of their pieces, and their values.

use crate::board::Direction;
use crate::rules::{Decline, Kind, KindSpec, Slide, Structure};

pub(super) const PAWN_STEPS: &[(i8, i8)] = &[(0, 1)];
pub(super) const KNIGHT_STEPS: &[(i8, i8)] = &[(-1, 2), (1, 2)];
pub(super) const GOLD_STEPS: &[(i8, i8)] = &[(0, 1), (-1, 1), (1, 1), (-1, 0), (1, 0), (0, -1)];
pub(super) const SILVER_STEPS: &[(i8, i8)] = &[(0, 1), (-1, 1), (1, 1), (-1, -1), (1, -1)];
pub(super) const ORTHOGONAL_STEPS: &[(i8, i8)] = &[(0, 1), (1, 0), (0, -1), (-1, 0)];
pub(super) const DIAGONAL_STEPS: &[(i8, i8)] = &[(1, 1), (1, -1), (-1, -1), (-1, 1)];
pub(super) const KING_STEPS: &[(i8, i8)] = &[(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// A slide as long as any board.
const fn far(direction: Direction) -> Slide {
    Slide { direction, range: 8 }
}

pub(super) const LANCE_SLIDES: &[Slide] = &[far(Direction::Up)];
pub(super) const ROOK_SLIDES: &[Slide] =
    &[far(Direction::Up), far(Direction::Right), far(Direction::Down), far(Direction::Left)];
pub(super) const BISHOP_SLIDES: &[Slide] =
    &[far(Direction::UpRight), far(Direction::DownRight), far(Direction::DownLeft), far(Direction::UpLeft)];

/// A pawn; no two of a side may stand on one file.
pub(super) const PAWN: KindSpec = KindSpec {
    letter: b'P',
    steps: PAWN_STEPS,
    decline: Decline::Pointless,
    file_limit: 1,
    no_drop_mate: true,
    structure: Structure::Pawn,
    ..KindSpec::PLAIN
};

pub(super) const LANCE: KindSpec =
    KindSpec { letter: b'L', slides: LANCE_SLIDES, decline: Decline::PointlessNearEnd, ..KindSpec::PLAIN };

pub(super) const KNIGHT: KindSpec = KindSpec { letter: b'N', steps: KNIGHT_STEPS, ..KindSpec::PLAIN };

pub(super) const SILVER: KindSpec =
    KindSpec { letter: b'S', steps: SILVER_STEPS, structure: Structure::Guard, ..KindSpec::PLAIN };

pub(super) const GOLD: KindSpec =
    KindSpec { letter: b'G', steps: GOLD_STEPS, structure: Structure::Guard, ..KindSpec::PLAIN };

/// A bishop; each side has one.
pub(super) const BISHOP: KindSpec =
    KindSpec { letter: b'B', slides: BISHOP_SLIDES, decline: Decline::Pointless, total: 2, ..KindSpec::PLAIN };

/// A rook; each side has one.
pub(super) const ROOK: KindSpec =
    KindSpec { letter: b'R', slides: ROOK_SLIDES, decline: Decline::Pointless, total: 2, ..KindSpec::PLAIN };

/// A promoted bishop. Promoted kinds have no total: their pieces count as the unpromoted kind.
pub(super) const HORSE: KindSpec =
    KindSpec { letter: b'B', promoted: true, steps: ORTHOGONAL_STEPS, slides: BISHOP_SLIDES, ..KindSpec::PLAIN };

/// A promoted rook.
pub(super) const DRAGON: KindSpec =
    KindSpec { letter: b'R', promoted: true, steps: DIAGONAL_STEPS, slides: ROOK_SLIDES, ..KindSpec::PLAIN };

/// The king; each side has one.
pub(super) const KING: KindSpec =
    KindSpec { letter: b'K', steps: KING_STEPS, structure: Structure::Guard, total: 2, ..KindSpec::PLAIN };

/// A promoted minor piece, which moves like a gold.
pub(super) const fn gilded(letter: u8, captured_as: Kind, value: i32) -> KindSpec {
    KindSpec { letter, promoted: true, steps: GOLD_STEPS, captured_as: Some(captured_as), value, ..KindSpec::PLAIN }
}
