//! Boards, moves and records of the large games.

mod kif;
mod notation;
mod typed;
mod western;

pub(super) use notation::{diagram, japanese, western};
pub(super) use typed::read as typed;

use super::{Format, ReadError, ReadGame, Reason, Record, Recorded, WriteError, Written, usi};
use crate::game::Game as _;
use crate::large::LargeGame;

impl Recorded for LargeGame {
    fn read_text(self, format: Format, text: &str) -> Result<Vec<ReadGame<Self>>, ReadError> {
        match format {
            Format::Usi => Ok(usi::read_each(self, text)),
            Format::Kif(_) => Ok(vec![super::kif::read(self, text)]),
            Format::Western(style) => Ok(vec![super::western::read(self, text, style)]),
            _ => Err(Reason::Unsupported(foreign(format, self)).at(1)),
        }
    }

    fn write_record(format: Format, record: &Record<Self>) -> Result<Written, WriteError> {
        match format {
            Format::Usi => Ok(usi::write(record)),
            Format::Kif(encoding) => super::kif::write(record, encoding),
            Format::Western(style) => super::western::write(record, style),
            _ => Err(foreign(format, Self::of(record.start()))),
        }
    }
}

fn foreign(format: Format, game: LargeGame) -> WriteError {
    WriteError::Game { format: format.name(), game: game.name() }
}
