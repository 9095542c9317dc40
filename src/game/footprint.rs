//! What tables that learn from moves may know of them.

/// A move as opaque indices, each below a bound of the [`Game`](super::Game).
///
/// Moves that bring in the same kind of piece differ by their targets alone: `piece_to` less `to` is the same for all
/// of them, and `from_to` less `to` as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Footprint {
    /// The piece and its side as it stands after the move, with its target. A piece brought in from the reserve counts
    /// as a piece of another kind. Below [`Game::PIECE_TARGETS`](super::Game::PIECE_TARGETS).
    pub piece_to: u16,
    /// Where it came from (a square, or a place in the reserve) with its target. Below
    /// [`Game::FROM_TARGETS`](super::Game::FROM_TARGETS).
    pub from_to: u16,
    /// The target alone. Below [`Game::TARGETS`](super::Game::TARGETS).
    pub to: u8,
    /// What it captures, zero for nothing. Below [`Game::CAPTURED_KINDS`](super::Game::CAPTURED_KINDS).
    pub captured: u8,
}

/// Hashes of parts of a position, for tables indexed by what stays alike from move to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StructureKeys {
    pub pawns: u64,
    /// The royal pieces and their usual guards.
    pub guards: u64,
    pub reserves: u64,
}
