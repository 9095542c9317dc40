//! The drop kernel's numbering of [`PieceFeature`]s.

use super::Kind;
use crate::board::{Color, Square};
use crate::game::PieceFeature;

/// Numbers reserved for the pieces of one kind in one hand.
const HAND_DEPTH: usize = 19;
const SIDE: usize = Kind::LIMIT * Square::COUNT;
const BOARD: usize = 2 * SIDE;
const HAND_SIDE: usize = 8 * HAND_DEPTH;

/// Upper bound, exclusive, of all piece features.
pub const PIECE_FEATURES: usize = BOARD + 2 * HAND_SIDE;

/// A decoded piece feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceAt {
    Board {
        color: Color,
        kind: Kind,
        square: Square,
    },
    /// The `count`-th piece of `kind` in hand, counted from one.
    Hand {
        color: Color,
        kind: Kind,
        count: u32,
    },
}

impl PieceAt {
    #[must_use]
    #[inline(always)]
    pub const fn on_board(color: Color, kind: Kind, square: Square) -> PieceFeature {
        PieceFeature((color.index() * SIDE + kind.index() * Square::COUNT + square.index()) as u16)
    }

    #[must_use]
    #[inline(always)]
    pub const fn in_hand(color: Color, kind: Kind, count: u32) -> PieceFeature {
        PieceFeature((BOARD + color.index() * HAND_SIDE + kind.index() * HAND_DEPTH + count as usize) as u16)
    }

    /// # Panics
    /// If the number is not one of this kernel's.
    #[must_use]
    #[inline(always)]
    pub const fn of(feature: PieceFeature) -> Self {
        let n = feature.0 as usize;
        if n < BOARD {
            let color = if n < SIDE { Color::Black } else { Color::White };
            let rest = n % SIDE;
            match Square::from_index(rest % Square::COUNT) {
                Some(square) => Self::Board { color, kind: Kind::new(rest / Square::COUNT), square },
                None => unreachable!(),
            }
        } else {
            let n = n - BOARD;
            let color = if n < HAND_SIDE { Color::Black } else { Color::White };
            let rest = n % HAND_SIDE;
            Self::Hand { color, kind: Kind::new(rest / HAND_DEPTH), count: (rest % HAND_DEPTH) as u32 }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_back() {
        let mut seen = std::collections::HashSet::new();
        for color in Color::ALL {
            for kind in (0..Kind::LIMIT - 1).map(Kind::new) {
                for square in Square::all() {
                    let feature = PieceAt::on_board(color, kind, square);
                    assert_eq!(PieceAt::of(feature), PieceAt::Board { color, kind, square });
                    assert!(seen.insert(feature) && usize::from(feature.0) < PIECE_FEATURES);
                }
            }
            for kind in (0..8).map(Kind::new) {
                for count in 1..19 {
                    let feature = PieceAt::in_hand(color, kind, count);
                    assert_eq!(PieceAt::of(feature), PieceAt::Hand { color, kind, count });
                    assert!(seen.insert(feature) && usize::from(feature.0) < PIECE_FEATURES);
                }
            }
        }
    }
}
