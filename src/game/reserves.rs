//! What a game with drops adds to a position.

use super::{Position, Reserve};
use crate::board::Color;

/// The one thing in which two checks differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nuance {
    /// One promotes and the other does not.
    Promotion,
    /// The same piece comes to the same side of the royal piece, nearer or farther.
    Distance,
}

/// Pieces off the board that may come back, as the comparison of repeated positions and the mate solver need them.
/// Every default says that there are none, so that a game without drops implements the trait by an empty block.
pub trait Reserves: Position {
    /// The hash of the board and the side to move, without the reserves.
    fn board_key(&self) -> u64 {
        self.key()
    }

    /// The value of [`Reserves::board_key`] after a pseudo-legal move. The default plays the move on a copy.
    fn board_key_after(&self, m: Self::Move) -> u64 {
        let mut after = self.clone();
        after.make(m, &mut ());
        after.board_key()
    }

    /// The pieces that `color` holds off the board.
    fn reserve(&self, _: Color) -> Reserve {
        Reserve::EMPTY
    }

    /// The pieces that the side to move will hold after a pseudo-legal move.
    fn reserve_after(&self, _: Self::Move) -> Reserve {
        Reserve::EMPTY
    }

    /// Whether a pseudo-legal move brings in a piece from the reserve.
    fn is_from_reserve(&self, _: Self::Move) -> bool {
        false
    }

    /// The moves that bring in the same piece as `like` and give check. Moves that are not even pseudo-legal may be
    /// among them.
    fn checks_from_reserve(&self, _: Self::Move) -> impl Iterator<Item = Self::Move> {
        std::iter::empty()
    }

    /// A number that is the same for pseudo-legal moves so alike that a solver tries them one after the other: drops of
    /// several kinds on one target, or a board move with and without promotion.
    fn move_class(&self, m: Self::Move) -> u32 {
        self.history_index(m).from_to.into()
    }

    /// The one thing that sets a legal check apart from another that does the same; none if they differ in more.
    fn nuance(&self, _: Self::Move, _: Self::Move) -> Option<Nuance> {
        None
    }

    /// Whether a piece from the reserve could answer the check if the side to move held the right one. The side to move
    /// must be in check.
    fn reserve_can_answer(&self) -> bool {
        false
    }

    /// The captures of a piece that a legal move has placed between a checker and the royal piece, if the move does
    /// nothing else: the checker takes it with or without promotion, and the likelier capture comes first.
    fn interposition_captures(&self, _: Self::Move) -> [Option<Self::Move>; 2] {
        [None; 2]
    }

    /// Gives the pieces of `what` that `from` holds to the other side, as if they had never been captured. The caller
    /// reverses this before it takes back the move that led here.
    fn hand_over(&mut self, _from: Color, _what: Reserve) {}
}
