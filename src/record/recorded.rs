//! The formats of records, for each game those that it has.

use super::{
    Format, Loss, Notated, ReadError, Reading, Reason, Record, WriteError, Written, csa, decode, encode, jkf, ki2, kif,
    usi, western,
};
use crate::game::Playable;
use crate::rules::Rules;

/// A game of which records are kept. Every game has lines of USI; the other formats name squares and pieces as the games
/// of the drop kernel do.
pub trait Recorded: Notated {
    /// Reads the games of a file.
    ///
    /// # Errors
    /// At the first line that cannot be read, or if the game has no such format.
    fn read_records(format: Format, bytes: &[u8]) -> Result<Vec<Reading<Self>>, ReadError> {
        match format {
            Format::Usi => usi::read(&decode(bytes)?),
            _ => Err(Reason::Unsupported(foreign::<Self>(format)).at(1)),
        }
    }

    /// Writes a record as text.
    ///
    /// # Errors
    /// If the game has no such format.
    fn write_record(format: Format, record: &Record<Self>) -> Result<Written, WriteError> {
        match format {
            Format::Usi => Ok(usi::write(record)),
            _ => Err(foreign::<Self>(format)),
        }
    }
}

fn foreign<G: Playable>(format: Format) -> WriteError {
    WriteError::Game { format: format.name(), game: G::NAME }
}

impl<R: Rules> Recorded for R {
    fn read_records(format: Format, bytes: &[u8]) -> Result<Vec<Reading<R>>, ReadError> {
        let text = decode(bytes)?;
        let games = match format {
            Format::Usi => usi::read(&text)?,
            Format::Csa(_) => csa::read(&text)?,
            Format::Kif(_) | Format::Ki2(_) => vec![kif::read(&text)?],
            Format::Jkf => vec![jkf::read(&text)?],
            Format::Western(style) => vec![western::read(&text, style)?],
        };
        if games.is_empty() { Err(Reason::Empty.at(1)) } else { Ok(games) }
    }

    fn write_record(format: Format, record: &Record<R>) -> Result<Written, WriteError> {
        match format {
            Format::Usi => Ok(usi::write(record)),
            Format::Csa(version) => csa::write(record, version),
            Format::Kif(encoding) => kif::write(record, encoding),
            Format::Ki2(_) => ki2::write(record),
            Format::Jkf => jkf::write(record),
            Format::Western(style) => western::write(record, style),
        }
    }
}

impl Format {
    /// Reads the games of a file.
    ///
    /// # Errors
    /// At the first line that cannot be read, or if the game has no such format.
    pub fn read<G: Recorded>(self, bytes: &[u8]) -> Result<Vec<Reading<G>>, ReadError> {
        G::read_records(self, bytes)
    }

    /// Writes a record as text.
    ///
    /// # Errors
    /// If the format does not know the game.
    pub fn write<G: Recorded>(self, record: &Record<G>) -> Result<Written, WriteError> {
        G::write_record(self, record)
    }

    /// Writes records as one file, with what it could not hold. More than one only where it
    /// [`holds_many`](Format::holds_many).
    ///
    /// # Errors
    /// If the format does not know the game.
    pub fn write_file<G: Recorded>(self, records: &[&Record<G>]) -> Result<(Vec<u8>, Vec<Loss>), WriteError> {
        let mut texts = Vec::with_capacity(records.len());
        let mut losses: Vec<Loss> = Vec::new();
        for record in records {
            let written = G::write_record(self, record)?;
            texts.push(written.text);
            for loss in written.losses {
                if !losses.contains(&loss) {
                    losses.push(loss);
                }
            }
        }
        let mut text = texts.join(if matches!(self, Format::Csa(_)) { "/\n" } else { "" });
        if matches!(self, Format::Kif(_) | Format::Ki2(_)) {
            text = text.replace('\n', "\r\n");
        }
        let (bytes, lost) = encode(&text, self.encoding());
        losses.extend(lost);
        Ok((bytes, losses))
    }
}
