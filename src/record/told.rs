//! How boards and moves are told to people, for each game in its own words.

use super::typed::{self, Mistyped};
use super::{Format, Recorded, csa, diagram, japanese, kif, western};
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

    /// A legal move as the comments of a format have it, after the move `last`.
    fn in_comment(format: Format, position: &Self::Position, m: Self::Move, last: Option<Self::Move>) -> String;

    /// Reads a legal move as somebody types it, after the move `last`. Where nothing is said of a promotion that is possible,
    /// both moves may be meant.
    ///
    /// # Errors
    /// If the text is not a move, no legal one, or not the only one that fits.
    fn typed(
        position: &Self::Position,
        text: &str,
        last: Option<Self::Move>,
    ) -> Result<Self::Move, Mistyped<Self::Move, Self::Illegality>>;
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

    fn in_comment(format: Format, position: &Position<R>, m: Move, last: Option<Move>) -> String {
        match format {
            Format::Kif(_) | Format::Ki2(_) | Format::Jkf => kif::move_text(position, m, last.map(Move::to)),
            Format::Csa(_) => csa::move_text(position, m),
            Format::Western(style) => western::move_text(position, m, style),
            Format::Usi => western::move_text(position, m, western::Style::default()),
        }
    }

    fn typed(position: &Position<R>, text: &str, last: Option<Move>) -> Result<Move, Mistyped> {
        typed::read(position, text, last.map(Move::to))
    }
}
