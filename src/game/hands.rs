//! The contract for positions of games with drops.

use super::{Hand, Position};
use crate::board::Color;

/// The only difference between two checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nuance {
    /// One promotes and the other does not.
    Promotion,
    /// The same piece comes to the same side of the royal piece, nearer or farther.
    Distance,
}

/// Hands, as the comparison of repeated positions and the mate solver need them. By default they are empty, so that a
/// game without drops implements the trait by an empty block.
pub trait Hands: Position {
    /// The hash of the board and the side to move, without the hands.
    fn board_key(&self) -> u64 {
        self.key()
    }

    /// The value of [`Hands::board_key`] after a pseudo-legal move. The default plays the move on a copy.
    fn board_key_after(&self, m: Self::Move) -> u64 {
        let mut after = self.clone();
        after.make(m, &mut ());
        after.board_key()
    }

    /// The pieces that `color` holds off the board.
    fn hand(&self, _: Color) -> Hand {
        Hand::EMPTY
    }

    /// The pieces that the side to move will hold after a pseudo-legal move.
    fn hand_after(&self, _: Self::Move) -> Hand {
        Hand::EMPTY
    }

    /// True if a pseudo-legal move is a drop.
    fn is_drop(&self, _: Self::Move) -> bool {
        false
    }

    /// The drops of the same piece as `like` that give check. They may include moves that are not even pseudo-legal.
    fn checks_by_drop(&self, _: Self::Move) -> impl Iterator<Item = Self::Move> {
        std::iter::empty()
    }

    /// Class of similar pseudo-legal moves, which a solver tries one after the other: drops of several kinds on one
    /// target, or a board move with and without promotion.
    fn move_class(&self, m: Self::Move) -> u32 {
        self.history_index(m).from_to.into()
    }

    /// The only difference between two legal checks; none if they differ in more.
    fn nuance(&self, _: Self::Move, _: Self::Move) -> Option<Nuance> {
        None
    }

    /// True if a drop could answer the check if the side to move held the right piece. The side to move must be in
    /// check.
    fn drop_can_answer(&self) -> bool {
        false
    }

    /// The captures of a piece that a legal move has placed between a checker and the royal piece, if the move does
    /// nothing else: the checker takes it with or without promotion, and the likelier capture comes first.
    fn interposition_captures(&self, _: Self::Move) -> [Option<Self::Move>; 2] {
        [None; 2]
    }

    /// Moves the pieces of `what` from the hand of `from` to the other side's, as if they had never been captured. The
    /// caller reverses this before it takes back the last move.
    fn hand_over(&mut self, _from: Color, _what: Hand) {}
}
