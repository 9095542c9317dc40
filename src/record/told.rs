//! How boards and moves are told to people, for each game in its own words.

use super::{Recorded, diagram, japanese, western};
use crate::rules::{Move, Position, Rules};

/// A game whose boards and moves people read.
pub trait Told: Recorded {
    /// Whether the pieces have names; a game without tells everything as in USI.
    fn has_names(self) -> bool;

    /// The board with the names of pieces, and what belongs to it.
    fn diagram(position: &Self::Position) -> String;

    /// A legal or illegal move in Japanese, after the move `last`.
    fn japanese(position: &Self::Position, m: Self::Move, last: Option<Self::Move>) -> String;

    /// A move in western letters.
    fn western(position: &Self::Position, m: Self::Move) -> String;
}

impl<R: Rules> Told for R {
    fn has_names(self) -> bool {
        !self.spec().names.is_empty()
    }

    fn diagram(position: &Position<R>) -> String {
        diagram::write(position)
    }

    fn japanese(position: &Position<R>, m: Move, last: Option<Move>) -> String {
        japanese::move_text(position, m, last.map(Move::to))
    }

    fn western(position: &Position<R>, m: Move) -> String {
        western::move_text(position, m, western::Style::Hodges)
    }
}
