//! KIF files, and what KI2 files share with them: headers, diagrams, comments, variations, result lines.
//!
//! One reader takes both, since a file may mix them: KIF moves stand one a line with their number, KI2 moves behind the
//! signs of their sides.

mod head;
mod read;
mod result;
mod write;

pub use read::read;
pub use write::{move_text, write};

pub(super) use read::times;
pub(super) use result::{parse as read_result, player, result_text};
pub(super) use write::{is_handicap, spent, variations, write_head, write_notes};
