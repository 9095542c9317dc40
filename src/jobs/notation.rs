//! Boards and moves in the notation that the user wants.

use crate::any::{AnyMove, AnyPosition};
use crate::board::Color;
use crate::record::japanese::sign;

/// Notation of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Moves {
    Japanese,
    Western,
    Usi,
}

/// Notation of boards and moves.
#[derive(Clone, Copy, Debug)]
pub struct Notation {
    moves: Moves,
    has_kanji: bool,
}

impl Notation {
    /// Moves in USI or with letters for the pieces if asked for; USI also if the game has no names for its pieces.
    pub const fn of(is_named: bool, usi: bool, letters: bool) -> Self {
        let moves = match (usi || !is_named, letters) {
            (true, _) => Moves::Usi,
            (_, true) => Moves::Western,
            _ => Moves::Japanese,
        };
        Self { moves, has_kanji: is_named && !letters }
    }

    /// The board with both hands, and the side to move.
    pub fn board(self, position: &AnyPosition) -> String {
        if !self.has_kanji {
            return format!("{}\n", position.drawing());
        }
        let side = if position.side_to_move() == Color::Black { "先手番" } else { "後手番" };
        format!("{}{side}\nsfen {}\n", position.diagram(), position.sfen())
    }

    /// Moves of a line from `position`, which the move `before` has led to.
    pub fn moves(self, position: &AnyPosition, before: Option<AnyMove>, line: &[AnyMove]) -> String {
        line_text(position, before, line, |position, last, m| self.text(position, last, m))
    }

    /// A move played after `last`.
    pub fn text(self, position: &AnyPosition, last: Option<AnyMove>, m: AnyMove) -> String {
        match self.moves {
            Moves::Usi => position.variant().usi(m),
            Moves::Western => position.western(m),
            Moves::Japanese => signed(position.side_to_move(), &position.japanese(m, last)),
        }
    }
}

/// A move with the sign of its side before it.
pub fn signed(side: Color, text: &str) -> String {
    format!("{}{text}", sign(side))
}

/// A line from `position`. `text` writes each move, given the one before it.
pub fn line_text(
    position: &AnyPosition,
    before: Option<AnyMove>,
    line: &[AnyMove],
    text: impl Fn(&AnyPosition, Option<AnyMove>, AnyMove) -> String,
) -> String {
    let mut position = position.clone();
    let mut last = before;
    let mut texts = Vec::with_capacity(line.len());
    for &m in line {
        texts.push(text(&position, last, m));
        position.make(m);
        last = Some(m);
    }
    texts.join(" ")
}
