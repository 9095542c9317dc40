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
pub use write::move_text;

pub(super) use read::LONGEST_TIME;
#[cfg(feature = "json")]
pub(super) use {read::ending_of, setup::kind_of, write::special};

use super::{Encoding, Format, GameEnds, ReadError, ReadGame, Record, RecordFormat, WriteError, Written};
use crate::any::{AnyMove, AnyPosition};
use crate::rules::{AnyGame, Kind, Spec};
use crate::variants::{Kernel, Variant};
use statement::Beginnings;

/// Version of the format to write; readers take both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Version {
    /// Whole seconds, as a rule in Shift-JIS.
    V2,
    /// Milliseconds, in UTF-8.
    V3,
}

const NAME: &str = "CSA";

/// CSA of one version.
struct Csa(Version);

impl Format {
    /// CSA 2.2, in Shift-JIS (code page 932), with whole seconds.
    pub const CSA: Self = Self::new(&Csa(Version::V2));
    /// CSA 3.0, in UTF-8, with milliseconds.
    pub const CSA3: Self = Self::new(&Csa(Version::V3));
}

impl RecordFormat for Csa {
    fn name(&self) -> &'static str {
        match self.0 {
            Version::V2 => "csa",
            Version::V3 => "csa3",
        }
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["csa"]
    }

    fn encoding(&self) -> Encoding {
        match self.0 {
            Version::V2 => Encoding::ShiftJis,
            Version::V3 => Encoding::Utf8,
        }
    }

    fn game_ends(&self) -> Option<Box<dyn GameEnds>> {
        Some(Box::<Beginnings>::default())
    }

    fn between_games(&self) -> &'static str {
        "/\n"
    }

    fn is_shown_by(&self, line: &str) -> bool {
        ["V2", "V3", "N+", "N-", "P1", "PI", "$", "'"].iter().any(|mark| line.starts_with(mark))
    }

    fn comment(&self, position: &AnyPosition, m: AnyMove, _: Option<AnyMove>) -> String {
        if kernel_game(position.variant(), NAME).is_ok() { move_text(position, m) } else { position.western(m) }
    }

    fn read_text(&self, game: Variant, text: &str) -> Result<Vec<ReadGame>, ReadError> {
        read(game, text)
    }

    fn write(&self, record: &Record) -> Result<Written, WriteError> {
        write::write(record, self.0)
    }
}

/// The game as its kernel knows it.
///
/// # Errors
/// If it is not shogi: either its pieces have no two-letter codes, or nothing in the file would distinguish it from
/// shogi.
pub(super) fn kernel_game(game: Variant, format: &'static str) -> Result<AnyGame, WriteError> {
    let foreign = WriteError::Game { format, game: game.name() };
    let Kernel::Drops(variant) = game.kernel() else { return Err(foreign) };
    let spec = variant.spec();
    if spec.names.is_empty() || spec.names.iter().any(|names| names.csa.is_empty()) {
        Err(WriteError::NoNames { format, game: spec.name })
    } else if !spec.titles.is_empty() {
        Err(foreign)
    } else {
        Ok(variant.game())
    }
}

/// The two letters of a kind.
pub(super) fn code(spec: &Spec, kind: Kind) -> &'static str {
    spec.names_of(kind).map_or("", |names| names.csa)
}
