//! CSA files, versions 2.2 and 3.0: standard shogi, no variations.
//!
//! Comments are `'*` lines (floodgate's `'** score line` is the comment `* score line`); other `'` lines are remarks of
//! programs. A bookmark is written as a comment that starts with `&`.

mod read;
mod server;
mod setup;
mod statement;
mod write;

pub use read::{read, read_move, seconds};
pub use server::{GameOver, Verdict, cause};
pub use write::{move_text, write};

pub(super) use read::{LONGEST_TIME, ending_of};
pub(super) use setup::kind_of;
pub(super) use statement::Beginnings;
pub(super) use write::special;

use super::WriteError;
use crate::rules::{Kind, Spec};

/// Which version of the format is written; readers take both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Version {
    /// Whole seconds, as a rule in Shift-JIS.
    #[default]
    V2,
    /// Milliseconds, in UTF-8.
    V3,
}

const NAME: &str = "CSA";

/// # Errors
/// If the game is not shogi: its pieces have no two-letter codes, or nothing in the file would tell it from shogi.
pub(super) fn check_game(spec: &Spec, format: &'static str) -> Result<(), WriteError> {
    WriteError::check_names(spec, format)?;
    if spec.names.iter().any(|names| names.csa.is_empty()) {
        Err(WriteError::NoNames { format, game: spec.name })
    } else if !spec.titles.is_empty() {
        Err(WriteError::Game { format, game: spec.name })
    } else {
        Ok(())
    }
}

/// The two letters of a kind.
pub(super) fn code(spec: &Spec, kind: Kind) -> &'static str {
    spec.names_of(kind).map_or("", |names| names.csa)
}
