//! Attacks on the side to move.

use crate::board::Bitboard;

/// Squares on which the side to move would lose a piece to a cheaper one, by the class of the piece. The game alone knows
/// its classes; all sets are empty where it has none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Threats(pub [Bitboard; Threats::CLASSES]);

impl Threats {
    /// The most classes of a game.
    pub const CLASSES: usize = 4;
}
