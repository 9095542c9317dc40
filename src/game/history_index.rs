//! Indices of moves and positions in the history tables of the search.

/// A move as opaque indices, each below a bound of the [`Game`](super::Game).
///
/// Moves that bring in the same kind of piece differ by their targets alone: `piece_to - to` is the same for all of
/// them, and so is `from_to - to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HistoryIndex {
    /// The piece and its side as it stands after the move, with its target. A dropped piece counts as another kind of
    /// piece. The index is below [`Game::PIECE_TARGETS`](super::Game::PIECE_TARGETS).
    pub piece_to: u16,
    /// The origin of the move (a square, or a place in the hand) with its target. The index is below
    /// [`Game::FROM_TARGETS`](super::Game::FROM_TARGETS).
    pub from_to: u16,
    /// The target alone. The index is below [`Game::TARGETS`](super::Game::TARGETS).
    pub to: u8,
    /// The kind of the captured piece, zero for none. The index is below
    /// [`Game::CAPTURED_KINDS`](super::Game::CAPTURED_KINDS).
    pub captured: u8,
}

/// Hashes of parts of a position that change rarely, as indices of tables that learn across moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StructureKeys {
    /// The hash of the pawns.
    pub pawns: u64,
    /// The hash of the royal pieces and their usual guards.
    pub guards: u64,
    /// The hash of both hands.
    pub hands: u64,
}
