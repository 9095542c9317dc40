//! Features that depend on the attacks on a piece by its own side and by the other: the E9 of HalfKPE9, as in
//! YaneuraOu. A move changes attacks all over the board, so the inputs of a position are recomputed and compared with
//! those of the position before.

use crate::board::{Bitboard, Color, Square};
use crate::eval::nnue::ATTACK_LEVELS;
use crate::rules::{Position, Rules};

/// The dependence of inputs on attacks.
#[derive(Clone, Copy, Debug)]
pub struct Attacked {
    /// The number of inputs for one pair of levels.
    pub stride: usize,
}

/// The squares that a side attacks at least once and at least twice. `[color]`
#[derive(Clone, Copy)]
pub struct Attacks {
    once: [Bitboard; 2],
    twice: [Bitboard; 2],
}

impl Attacks {
    pub fn of<R: Rules>(position: &Position<R>) -> Self {
        let mut attacks = Self { once: [Bitboard::EMPTY; 2], twice: [Bitboard::EMPTY; 2] };
        for color in Color::ALL {
            let (once, twice) = (&mut attacks.once[color.index()], &mut attacks.twice[color.index()]);
            for square in position.pieces(color) {
                let attacked = position.attacks_from(square);
                *twice = twice.or(once.and(attacked));
                *once = once.or(attacked);
            }
        }
        attacks
    }

    #[inline(always)]
    fn level(&self, by: Color, square: Square) -> usize {
        usize::from(self.once[by.index()].contains(square)) + usize::from(self.twice[by.index()].contains(square))
    }

    /// Offset of a piece's input by the attacks on its square, from the side of `seer`.
    #[inline(always)]
    pub fn offset(&self, features: &Attacked, seer: Color, square: Square) -> usize {
        (ATTACK_LEVELS * self.level(seer, square) + self.level(!seer, square)) * features.stride
    }
}
