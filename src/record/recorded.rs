//! The formats of records, for each game those that it has.

use super::{
    BrokenGame, Format, Loss, Notated, ReadError, ReadGame, Reading, Reason, Record, WriteError, Written, csa, encode,
    jkf, ki2, kif, text, usi, western,
};
use crate::rules::Rules;

/// A game of which records are kept. Every game has lines of USI; the other formats name squares and pieces as the games
/// of the drop kernel do.
pub trait Recorded: Notated {
    /// Reads each game of a text.
    ///
    /// # Errors
    /// If the game has no such format.
    fn read_text(self, format: Format, text: &str) -> Result<Vec<ReadGame<Self>>, ReadError> {
        match format {
            Format::Usi => Ok(usi::read_each(self, text)),
            _ => Err(Reason::Unsupported(foreign(format, self.name())).at(1)),
        }
    }

    /// Writes a record as text.
    ///
    /// # Errors
    /// If the game has no such format.
    fn write_record(format: Format, record: &Record<Self>) -> Result<Written, WriteError> {
        match format {
            Format::Usi => Ok(usi::write(record)),
            _ => Err(foreign(format, Self::of(record.start()).name())),
        }
    }
}

fn foreign(format: Format, game: &'static str) -> WriteError {
    WriteError::Game { format: format.name(), game }
}

impl<R: Rules> Recorded for R {
    fn read_text(self, format: Format, text: &str) -> Result<Vec<ReadGame<R>>, ReadError> {
        match format {
            Format::Usi => Ok(usi::read_each(self, text)),
            Format::Csa(_) => csa::read(self, text),
            Format::Kif(_) | Format::Ki2(_) => Ok(vec![kif::read(self, text)]),
            Format::Jkf => Ok(vec![jkf::read(self, text)]),
            Format::Western(style) => Ok(vec![western::read(self, text, style)]),
        }
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
    pub fn read<G: Recorded>(self, game: G, bytes: &[u8]) -> Result<Vec<Reading<G>>, ReadError> {
        self.read_each(game, bytes)?.into_iter().map(|read| read.map_err(|broken| broken.error)).collect()
    }

    /// Reads each game of a file, those that cannot be read to their ends as far as they can. There is one at least.
    ///
    /// # Errors
    /// If there is none, or the game has no such format.
    pub fn read_each<G: Recorded>(self, game: G, bytes: &[u8]) -> Result<Vec<ReadGame<G>>, ReadError> {
        let games = match text::decode_lines(bytes) {
            Ok(text) => game.read_text(self, &text)?,
            Err(broken) if self.holds_many() => game.read_text(self, &broken.marked)?,
            Err(broken) => {
                let cut = game.read_text(self, &broken.before)?.pop();
                let before =
                    cut.and_then(|read| read.map_or_else(|broken| broken.before, |reading| Some(Box::new(reading))));
                vec![Err(BrokenGame { error: broken.error, before })]
            }
        };
        if games.is_empty() { Err(Reason::Empty.at(1)) } else { Ok(games) }
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
            written.losses.into_iter().for_each(|loss| loss.add_to(&mut losses));
        }
        let mut text = texts.join(self.between_games());
        if matches!(self, Format::Kif(_) | Format::Ki2(_)) {
            text = text.replace('\n', "\r\n");
        }
        let (bytes, lost) = encode(&text, self.encoding());
        losses.extend(lost);
        Ok((bytes, losses))
    }
}
