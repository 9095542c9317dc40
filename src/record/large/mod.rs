//! Boards, moves and records of the large games.

mod kif;
mod notation;
mod typed;
mod western;

use super::typed::Mistyped;
use super::western::Western as _;
use super::{Format, ReadError, ReadGame, Reason, Record, Recorded, Told, WriteError, Written, usi};
use crate::game::Game as _;
use crate::large::{Illegality, LargeGame, Move, Position};

impl Told for LargeGame {
    fn has_names(self) -> bool {
        true
    }

    fn diagram(position: &Position) -> String {
        notation::diagram(position)
    }

    fn japanese(position: &Position, m: Move, _: Option<Move>) -> String {
        notation::japanese(position, m)
    }

    fn western(position: &Position, m: Move) -> String {
        notation::western(position, m)
    }

    fn in_comment(format: Format, position: &Position, m: Move, _: Option<Move>) -> String {
        match format {
            Format::Kif(_) | Format::Ki2(_) | Format::Jkf => notation::japanese(position, m),
            Format::Western(style) => LargeGame::written(position, m, style),
            Format::Csa(_) | Format::Usi => notation::western(position, m),
        }
    }

    fn typed(position: &Position, text: &str, _: Option<Move>) -> Result<Move, Mistyped<Move, Illegality>> {
        typed::read(position, text)
    }
}

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
