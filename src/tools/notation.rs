//! Boards and moves as the reader of the results wants them.

use crate::board::Color;
use crate::game::Position as _;
use crate::record::japanese::{self, sign};
use crate::record::{diagram, western};
use crate::rules::{Move, Position, Rules, Spec};

/// How moves are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Moves {
    Japanese,
    Western,
    Usi,
}

/// How boards and moves are written.
#[derive(Clone, Copy, Debug)]
pub struct Notation {
    moves: Moves,
    has_kanji: bool,
}

impl Notation {
    /// Moves as in USI or with letters for the pieces where that is asked for, and as far as the game has names for its
    /// pieces.
    pub fn of(spec: &Spec, usi: bool, letters: bool) -> Self {
        let is_named = !spec.names.is_empty();
        let moves = match (usi || !is_named, letters) {
            (true, _) => Moves::Usi,
            (_, true) => Moves::Western,
            _ => Moves::Japanese,
        };
        Self { moves, has_kanji: is_named && !letters }
    }

    /// The board with both hands, and the side to move.
    pub fn board<R: Rules>(self, position: &Position<R>) -> String {
        if !self.has_kanji {
            return format!("{position}\n");
        }
        let side = if position.side_to_move() == Color::Black { "先手番" } else { "後手番" };
        format!("{}{side}\nsfen {}\n", diagram::write(position), position.sfen())
    }

    /// Moves of a line, after those of `line` that lead to `position`.
    pub fn moves<R: Rules>(self, position: &Position<R>, before: Option<Move>, line: &[Move]) -> String {
        line_text(position, before, line, |position, last, m| self.text(position, last, m))
    }

    /// A move after the move `last`.
    pub fn text<R: Rules>(self, position: &Position<R>, last: Option<Move>, m: Move) -> String {
        match self.moves {
            Moves::Usi => m.usi(position.spec()).to_string(),
            Moves::Western => western::move_text(position, m, western::Style::Hodges),
            Moves::Japanese => signed(position, &japanese::move_text(position, m, last.map(Move::to))),
        }
    }
}

/// A move as it is printed, behind the sign of the side that plays it.
pub fn signed<R: Rules>(position: &Position<R>, text: &str) -> String {
    format!("{}{text}", sign(position.side_to_move()))
}

/// A line from `position` on, each move as `text` writes it, which is also given the move before.
pub fn line_text<R: Rules>(
    position: &Position<R>,
    before: Option<Move>,
    line: &[Move],
    text: impl Fn(&Position<R>, Option<Move>, Move) -> String,
) -> String {
    let mut position = position.clone();
    let mut last = before;
    let mut texts = Vec::with_capacity(line.len());
    for &m in line {
        texts.push(text(&position, last, m));
        position.make(m, &mut ());
        last = Some(m);
    }
    texts.join(" ")
}
