//! KIF files, and the parts that KI2 files share: headers, diagrams, comments, variations, result lines.
//!
//! One reader takes both, since a file may mix them: KIF moves stand one a line after their numbers, KI2 moves after
//! the signs of their sides. The looks of a line decide its meaning, above the moves, among them and below; a line that
//! looks like nothing is kept as a remark, with a warning. Reader and writer serve every game; a game's kernel supplies
//! its starts and moves.

mod drops;
mod game;
mod large;
mod line;
mod moves;
mod read;
mod result;
pub(super) mod searched;
mod start;
mod times;
mod write;

pub use game::{move_text, start_name};
pub use start::is_start;

use super::{Encoding, Format, ReadError, ReadGame, Record, RecordFormat, WriteError, Written};
use crate::any::{AnyMove, AnyPosition};
use crate::variants::Variant;

/// KIF in one encoding.
struct Kif(Encoding);

impl Format {
    /// KIF in Shift-JIS (code page 932).
    pub const KIF: Self = Self::new(&Kif(Encoding::ShiftJis));
    /// KIF in UTF-8.
    pub const KIFU: Self = Self::new(&Kif(Encoding::Utf8));
}

impl RecordFormat for Kif {
    fn name(&self) -> &'static str {
        self.extensions()[0]
    }

    fn extensions(&self) -> &'static [&'static str] {
        match self.0 {
            Encoding::ShiftJis => &["kif", "bod"],
            Encoding::Utf8 => &["kifu"],
        }
    }

    fn encoding(&self) -> Encoding {
        self.0
    }

    fn line_end(&self) -> &'static str {
        "\r\n"
    }

    fn title_finder(&self) -> Option<fn(&str) -> Option<&str>> {
        Some(title)
    }

    fn is_japanese(&self) -> bool {
        true
    }

    fn comment(&self, position: &AnyPosition, m: AnyMove, last: Option<AnyMove>) -> String {
        move_text(position, m, last)
    }

    fn read_text(&self, game: Variant, text: &str) -> Result<Vec<ReadGame>, ReadError> {
        Ok(vec![read(game, text)])
    }

    fn write(&self, record: &Record) -> Result<Written, WriteError> {
        write::write(record, self.0)
    }
}

/// The marks of the two steps of a move.
const FIRST_STEP: &str = "一歩目";
const SECOND_STEP: &str = "二歩目";

/// The value of the field 手合割 in a text: the name of a handicap, or of the game.
pub(super) fn title(text: &str) -> Option<&str> {
    text.lines().find_map(|line| line::handicap(line.trim()))
}

pub(super) use read::read;
pub(super) use result::{result_text, untold};
pub(super) use write::{is_handicap, variations, write_head, write_notes};
