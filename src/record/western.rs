//! Western notation: `P-7f` (Hodges), `P76` (Hosking), `7f` (German letters).
//!
//! There is no standard file, so the frame is that of PGN: headers in square brackets (`SFEN` for another start than the
//! usual), moves numbered in pairs, comments and times (`[%emt SECONDS]`, a total behind it where it is not the sum) in
//! braces, variations in round brackets. Endings stand in angle brackets, remarks behind a semicolon.

pub(super) mod notation;
mod read;
mod write;

pub use notation::move_text;
pub use read::read;
pub use write::write;

use super::{Ending, Notated, Reason, WriteError};
use crate::board::Color;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Style {
    /// Letters for the ranks.
    #[default]
    Hodges,
    /// Digits for the ranks.
    Hosking,
    /// German letters for the pieces, none for the pawn.
    German,
}

const NAME: &str = "western notation";

/// A game whose moves western notation tells.
pub trait Western: Notated {
    /// # Errors
    /// If the pieces have no names in the style.
    fn check_style(self, style: Style) -> Result<(), WriteError>;

    /// Writes a legal move.
    fn written(position: &Self::Position, m: Self::Move, style: Style) -> String;

    /// Writes an illegal move, with all that tells it from others.
    fn written_in_full(position: &Self::Position, m: Self::Move, style: Style) -> String;

    /// Reads a move, which is legal if the text leaves that open; ranks may be letters or digits.
    ///
    /// # Errors
    /// If the text is not a move, or fits no move or more than one.
    fn parse(position: &Self::Position, text: &str, style: Style) -> Result<Self::Move, Reason>;

    /// The move in the usual words, if the text names the piece as it stands after it.
    fn renamed(_: &Self::Position, _text: &str, _: Self::Move, _: Style) -> Option<String> {
        None
    }
}

/// What a comment begins with that tells the time of a move, as `{[%emt 12]}` does; a backslash before it makes it a text.
const TIME: &str = "[%emt ";
/// The header that tells where a game starts.
const SFEN: &str = "SFEN";
/// What a comment begins with that is a bookmark; a backslash before it makes it a text.
const BOOKMARK: char = '&';
const BLACK_WINS: &str = "Black wins: ";
const WHITE_WINS: &str = "White wins: ";

fn ending_text(ending: &Ending) -> String {
    match ending {
        Ending::Stated { winner: Color::Black, text } => format!("{BLACK_WINS}{text}"),
        Ending::Stated { winner: Color::White, text } => format!("{WHITE_WINS}{text}"),
        _ => ending.to_string(),
    }
}

fn ending_of(text: &str) -> Ending {
    let stated = |winner, text: &str| Ending::Stated { winner, text: text.to_owned() };
    if let Some(text) = text.strip_prefix(BLACK_WINS) {
        return stated(Color::Black, text);
    }
    if let Some(text) = text.strip_prefix(WHITE_WINS) {
        return stated(Color::White, text);
    }
    Ending::of_word(text)
}
