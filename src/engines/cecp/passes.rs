//! Passes, which CECP writes without squares, and moves that may be passes.

use super::notation::Board;
use crate::any::{AnyMove, AnyPosition};

/// A pass in CECP.
pub const PASS: &str = "@@@@";

/// A legal move of a position in CECP; none if it does not fit on this board.
pub fn cecp(board: Board, position: &AnyPosition, m: AnyMove) -> Option<String> {
    if position.is_pass(m) {
        return Some(PASS.to_owned());
    }
    board.cecp(&position.variant().usi(m))
}

/// A pass of the side to move, any of them: they all lead to one position. None if no piece can pass.
pub fn pass(position: &AnyPosition) -> Option<AnyMove> {
    position.legal_moves().into_iter().find(|&m| position.is_pass(m))
}
