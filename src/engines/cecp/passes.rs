//! Passes, which CECP writes without squares, and moves of a position that may be one.

use super::notation::Board;
use crate::game::Playable;

/// A pass in CECP.
pub const PASS: &str = "@@@@";

/// A legal move of a position in CECP; `None` if it is none on this board.
pub fn cecp<G: Playable>(board: Board, position: &G::Position, m: G::Move) -> Option<String> {
    if G::is_pass(position, m) {
        return Some(PASS.to_owned());
    }
    board.cecp(&G::of(position).usi(m).to_string())
}

/// A pass of the side to move; all of them lead to one position. `None` if no piece can pass.
pub fn pass<G: Playable>(position: &G::Position) -> Option<G::Move> {
    G::legal(position).as_ref().iter().copied().find(|&m| G::is_pass(position, m))
}
