//! KIF files, and what KI2 files share with them: headers, diagrams, comments, variations, result lines.
//!
//! One reader takes both, since a file may mix them: KIF moves stand one a line with their number, KI2 moves behind the
//! signs of their sides. A line is what it looks like, above the moves, among them and below; one that looks like nothing is
//! kept as a remark, with a warning. The reader takes the files of every game, and one writer makes them, by what a
//! [`KifGame`] says of its starts and moves.

mod drops;
mod game;
mod line;
mod moves;
mod read;
mod result;
mod searched;
mod start;
mod times;
mod write;

pub use game::KifGame;
pub use read::read;
pub use start::is_start;
pub use write::{move_text, write};

/// The name in the field 手合割 of a text: of a handicap, or of the game.
#[must_use]
pub fn title(text: &str) -> Option<&str> {
    text.lines().find_map(|line| line::handicap(line.trim()))
}

pub(super) use game::{FIRST_STEP, SECOND_STEP};
pub(super) use result::{result_text, untold};
pub(super) use write::{is_handicap, variations, write_head, write_notes};
