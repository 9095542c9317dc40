//! The drop kernel's numbering of [`Placement`]s.

use super::Kind;
use crate::board::{Color, Square};
use crate::game::Placement;

/// Numbers set aside for the pieces of one kind in one hand.
const HAND_DEPTH: usize = 19;
const SIDE: usize = Kind::LIMIT * Square::COUNT;
const BOARD: usize = 2 * SIDE;
const HAND_SIDE: usize = 8 * HAND_DEPTH;

/// Every placement's number is below this.
pub const PLACEMENTS: usize = BOARD + 2 * HAND_SIDE;

/// A placement taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
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

impl Place {
    #[must_use]
    #[inline(always)]
    pub const fn on_board(color: Color, kind: Kind, square: Square) -> Placement {
        Placement((color.index() * SIDE + kind.index() * Square::COUNT + square.index()) as u16)
    }

    #[must_use]
    #[inline(always)]
    pub const fn in_hand(color: Color, kind: Kind, count: u32) -> Placement {
        Placement((BOARD + color.index() * HAND_SIDE + kind.index() * HAND_DEPTH + count as usize) as u16)
    }

    /// # Panics
    /// If the number is not one of this kernel's.
    #[must_use]
    #[inline(always)]
    pub const fn of(placement: Placement) -> Self {
        let n = placement.0 as usize;
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
                    let placement = Place::on_board(color, kind, square);
                    assert_eq!(Place::of(placement), Place::Board { color, kind, square });
                    assert!(seen.insert(placement) && usize::from(placement.0) < PLACEMENTS);
                }
            }
            for kind in (0..8).map(Kind::new) {
                for count in 1..19 {
                    let placement = Place::in_hand(color, kind, count);
                    assert_eq!(Place::of(placement), Place::Hand { color, kind, count });
                    assert!(seen.insert(placement) && usize::from(placement.0) < PLACEMENTS);
                }
            }
        }
    }
}
