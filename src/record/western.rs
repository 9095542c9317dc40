//! Western notation: `P-7f` (Hodges), `P76` (Hosking), `7f` (German letters).
//!
//! There is no standard file, so the frame is that of PGN: headers in square brackets (`SFEN` for an unusual start),
//! moves numbered in pairs, comments and times in braces (`[%emt SECONDS]`, followed by a total that is not the sum),
//! variations in round brackets. Endings stand in angle brackets, remarks after a semicolon.

mod drops;
mod large;
mod read;
mod write;

pub(super) use drops::spoken;

use super::{Ending, Format, ReadError, ReadGame, Reason, Record, RecordFormat, WriteError, Written};
use crate::any::{AnyMove, AnyPosition, KernelPosition};
use crate::board::Color;
use crate::variants::{Kernel, Variant};

/// A style of western notation.
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

impl Style {
    /// # Errors
    /// If the pieces have no names in the style.
    fn check(self, game: Variant) -> Result<(), WriteError> {
        match game.kernel() {
            Kernel::Drops(_) => WriteError::check_names(game, NAME),
            Kernel::Large(_) | Kernel::Wide(_) => large::check_style(game, self),
        }
    }

    /// Writes a legal move.
    #[must_use]
    pub fn write(self, position: &AnyPosition, m: AnyMove) -> String {
        match position.kernel() {
            KernelPosition::Drops(position) => drops::write(position, m.of_kernel(), self),
            KernelPosition::Large(position) => large::write(position, m.of_kernel(), self),
            KernelPosition::Wide(position) => large::write(position, m.of_kernel(), self),
        }
    }

    /// Writes an illegal move, with everything that distinguishes it from others.
    #[must_use]
    pub fn write_in_full(self, position: &AnyPosition, m: AnyMove) -> String {
        match position.kernel() {
            KernelPosition::Drops(position) => drops::write_in_full(position, m.of_kernel(), self),
            KernelPosition::Large(position) => large::write_in_full(position, m.of_kernel(), self),
            KernelPosition::Wide(position) => large::write_in_full(position, m.of_kernel(), self),
        }
    }

    /// Reads a move, which is legal if the text leaves that open; ranks may be letters or digits.
    ///
    /// # Errors
    /// If the text is not a move, or fits no move or more than one.
    pub fn read(self, position: &AnyPosition, text: &str) -> Result<AnyMove, Reason> {
        match position.kernel() {
            KernelPosition::Drops(position) => drops::read(position, text, self).map(AnyMove::new),
            KernelPosition::Large(position) => large::read(position, text).map(AnyMove::new),
            KernelPosition::Wide(position) => large::read(position, text).map(AnyMove::new),
        }
    }

    /// The move in the usual words, if the text names the piece as it stands after it.
    fn renamed(self, position: &AnyPosition, text: &str, m: AnyMove) -> Option<String> {
        match position.kernel() {
            KernelPosition::Drops(position) => drops::renamed(position, text, m.of_kernel(), self),
            KernelPosition::Large(_) => None,
            KernelPosition::Wide(_) => None,
        }
    }
}

/// Western notation in one style.
struct Western(Style);

impl Format {
    /// Western notation with letters for the ranks.
    pub const HODGES: Self = Self::new(&Western(Style::Hodges));
    /// Western notation with digits for the ranks.
    pub const HOSKING: Self = Self::new(&Western(Style::Hosking));
    /// Western notation with German letters for the pieces.
    pub const GERMAN: Self = Self::new(&Western(Style::German));
}

impl RecordFormat for Western {
    fn name(&self) -> &'static str {
        self.extensions()[0]
    }

    fn extensions(&self) -> &'static [&'static str] {
        match self.0 {
            Style::Hodges => &["hodges"],
            Style::Hosking => &["hosking"],
            Style::German => &["german"],
        }
    }

    fn is_shown_by(&self, line: &str) -> bool {
        line.starts_with('[') && line.ends_with("\"]")
    }

    fn comment(&self, position: &AnyPosition, m: AnyMove, _: Option<AnyMove>) -> String {
        self.0.write(position, m)
    }

    fn read_text(&self, game: Variant, text: &str) -> Result<Vec<ReadGame>, ReadError> {
        Ok(vec![read::read(game, text, self.0)])
    }

    fn write(&self, record: &Record) -> Result<Written, WriteError> {
        write::write(record, self.0)
    }
}

/// Start of a comment with the time of a move: `{[%emt 12]}`. After a backslash it is text.
const TIME: &str = "[%emt ";
/// Header of the start position.
const SFEN: &str = "SFEN";
/// Start of a comment that is a bookmark. After a backslash it is text.
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
