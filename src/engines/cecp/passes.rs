//! Passes, which CECP writes without squares, and moves of a position that may be one.

use super::notation::Board;
use crate::any::{AnyMove, AnyPosition};

/// A pass in CECP.
pub const PASS: &str = "@@@@";

/// A legal move of a position in CECP; `None` if it is none on this board.
pub fn cecp(board: Board, position: &AnyPosition, m: AnyMove) -> Option<String> {
    if position.is_pass(m) {
        return Some(PASS.to_owned());
    }
    board.cecp(&position.variant().usi(m))
}

/// A pass of the side to move; all of them lead to one position. `None` if no piece can pass.
pub fn pass(position: &AnyPosition) -> Option<AnyMove> {
    position.legal_moves().into_iter().find(|&m| position.is_pass(m))
}
