//! Boards and moves as the reader of the results wants them.

use crate::board::Color;
use crate::game::Position as _;
use crate::record::Told;
use crate::record::japanese::sign;

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
    pub const fn of(is_named: bool, usi: bool, letters: bool) -> Self {
        let moves = match (usi || !is_named, letters) {
            (true, _) => Moves::Usi,
            (_, true) => Moves::Western,
            _ => Moves::Japanese,
        };
        Self { moves, has_kanji: is_named && !letters }
    }

    /// The board with both hands, and the side to move.
    pub fn board<G: Told>(self, position: &G::Position) -> String {
        if !self.has_kanji {
            return format!("{}\n", G::drawing(position));
        }
        let side = if position.side_to_move() == Color::Black { "先手番" } else { "後手番" };
        format!("{}{side}\nsfen {}\n", G::diagram(position), G::sfen(position))
    }

    /// Moves of a line, after those of `line` that lead to `position`.
    pub fn moves<G: Told>(self, position: &G::Position, before: Option<G::Move>, line: &[G::Move]) -> String {
        line_text::<G>(position, before, line, |position, last, m| self.text::<G>(position, last, m))
    }

    /// A move after the move `last`.
    pub fn text<G: Told>(self, position: &G::Position, last: Option<G::Move>, m: G::Move) -> String {
        match self.moves {
            Moves::Usi => G::of(position).usi(m).to_string(),
            Moves::Western => G::western(position, m),
            Moves::Japanese => signed(position.side_to_move(), &G::japanese(position, m, last)),
        }
    }
}

/// A move as it is printed, behind the sign of the side that plays it.
pub fn signed(side: Color, text: &str) -> String {
    format!("{}{text}", sign(side))
}

/// A line from `position` on, each move as `text` writes it, which is also given the move before.
pub fn line_text<G: Told>(
    position: &G::Position,
    before: Option<G::Move>,
    line: &[G::Move],
    text: impl Fn(&G::Position, Option<G::Move>, G::Move) -> String,
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
