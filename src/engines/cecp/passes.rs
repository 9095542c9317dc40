//! The pass of a lion, which CECP writes without squares: what it means in a game, and when a move is one.

use crate::game::{Playable, Position as _, SfenMode};
use crate::large::{LargeGame, Position};

/// A pass in CECP.
pub const PASS: &str = "@@@@";

/// The position after moves from a start as the protocol of USI names it; none if the text is no game.
fn after(game: LargeGame, start: &str, moves: &[String]) -> Option<Position> {
    let mut position = match start.strip_prefix("sfen ") {
        Some(sfen) => game.read_sfen(sfen, SfenMode::Strict).ok()?,
        None => game.start(),
    };
    for text in moves {
        let m = LargeGame::parse_move(&position, text).ok()?;
        position.make(m, &mut ());
    }
    Some(position)
}

/// Whether a move in USI passes.
pub fn is_pass(game: LargeGame, start: &str, moves: &[String], text: &str) -> bool {
    // Only a move of three squares can be one.
    if text.bytes().filter(u8::is_ascii_lowercase).count() < 3 {
        return false;
    }
    let passes = |position: Position| LargeGame::parse_move(&position, text).is_ok_and(|m| position.is_pass(m));
    after(game, start, moves).is_some_and(passes)
}

/// A pass of the side to move in USI; all of them lead to one position. None if no lion can pass.
pub fn pass(game: LargeGame, start: &str, moves: &[String]) -> Option<String> {
    let position = after(game, start, moves)?;
    LargeGame::legal(&position).into_iter().find(|&m| position.is_pass(m)).map(|m| game.usi(m).to_string())
}
