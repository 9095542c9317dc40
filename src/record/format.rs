//! The formats of records, and their properties.

use super::{
    BrokenGame, Encoding, Loss, ReadError, ReadGame, Reading, Reason, Record, WriteError, Written, encode, text,
};
use crate::any::{AnyMove, AnyPosition};
use crate::variants::Variant;
use crate::words::InLanguage;
use std::fmt;
use std::ops::Deref;
use std::path::Path;
use std::str::FromStr;
use thiserror::Error;

/// A format of game records with the choices for writing it; readers find those out.
pub trait RecordFormat: Sync {
    /// The name by which users choose it.
    fn name(&self) -> &'static str;

    /// The extensions of its files, the usual one first. Users may choose it by them too.
    fn extensions(&self) -> &'static [&'static str];

    /// The encoding of its files.
    fn encoding(&self) -> Encoding {
        Encoding::Utf8
    }

    /// The end of a line in its files.
    fn line_end(&self) -> &'static str {
        "\n"
    }

    /// Finds the ends of the games in a file; none if a file holds one game.
    fn game_ends(&self) -> Option<Box<dyn GameEnds>> {
        None
    }

    /// The text between the games of one file.
    fn between_games(&self) -> &'static str {
        ""
    }

    /// Finds the title of the game or of its handicap in a text; none if the format has no place for it.
    fn title_finder(&self) -> Option<fn(&str) -> Option<&str>> {
        None
    }

    /// True for a line that shows this format in a file without a known extension.
    fn is_shown_by(&self, _line: &str) -> bool {
        false
    }

    /// True if comments are in Japanese.
    fn is_japanese(&self) -> bool {
        false
    }

    /// A legal move in the form of comments, after the move `last`.
    fn comment(&self, position: &AnyPosition, m: AnyMove, _last: Option<AnyMove>) -> String {
        position.western(m)
    }

    /// Reads each game of a text; a broken one is read as far as possible.
    ///
    /// # Errors
    /// If the format does not know the game.
    fn read_text(&self, game: Variant, text: &str) -> Result<Vec<ReadGame>, ReadError>;

    /// Writes a record as text.
    ///
    /// # Errors
    /// If the format does not know the game.
    fn write(&self, record: &Record) -> Result<Written, WriteError>;
}

/// Finds the ends of games line by line. Places are the caller's: increasing numbers.
pub trait GameEnds: Send {
    /// Reads the line from `at` to `end`. Returns the end of the current game if the line shows it.
    fn read(&mut self, line: &str, at: usize, end: usize) -> Option<usize>;

    /// Makes `_before` the new origin of places.
    fn forget(&mut self, _before: usize) {}
}

/// One of the formats.
#[derive(Clone, Copy)]
pub struct Format(&'static dyn RecordFormat);

/// A name that no format has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{name}\" is not a format of game records; they are {}", Format::ALL.map(|format| format.name()).join(", "))]
pub struct UnknownFormat {
    /// The name asked for.
    pub name: String,
}

impl InLanguage for UnknownFormat {
    fn japanese(&self) -> String {
        format!("棋譜の形式は{}のどれかです", Format::ALL.map(|format| format.name()).join("、"))
    }
}

impl Format {
    /// All formats, in the order of messages and help. A file whose extension several share is read by the first.
    pub const ALL: [Self; if cfg!(feature = "json") { 11 } else { 10 }] = [
        Self::USI,
        Self::CSA,
        Self::CSA3,
        Self::KIF,
        Self::KIFU,
        Self::KI2,
        Self::KI2U,
        #[cfg(feature = "json")]
        Self::JKF,
        Self::HODGES,
        Self::HOSKING,
        Self::GERMAN,
    ];

    pub(super) const fn new(format: &'static dyn RecordFormat) -> Self {
        Self(format)
    }

    /// The usual extension of its files.
    #[must_use]
    pub fn extension(self) -> &'static str {
        self.extensions()[0]
    }

    /// The format of a file's extension.
    #[must_use]
    pub fn of_path(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?;
        extension.parse().ok()
    }

    /// True if one file may hold several games.
    #[must_use]
    pub fn holds_many(self) -> bool {
        self.game_ends().is_some()
    }

    /// Reads the games of a file.
    ///
    /// # Errors
    /// At the first line that cannot be read, or if the format does not know the game.
    pub fn read(self, game: Variant, bytes: &[u8]) -> Result<Vec<Reading>, ReadError> {
        self.read_each(game, bytes)?.into_iter().map(|read| read.map_err(|broken| broken.error)).collect()
    }

    /// Reads each game of a file; a broken one is read as far as possible. There is at least one.
    ///
    /// # Errors
    /// If there is none, or the format does not know the game.
    pub fn read_each(self, game: Variant, bytes: &[u8]) -> Result<Vec<ReadGame>, ReadError> {
        let games = match text::decode_lines(bytes) {
            Ok(text) => self.read_text(game, &text)?,
            Err(broken) if self.holds_many() => self.read_text(game, &broken.marked)?,
            Err(broken) => {
                let cut = self.read_text(game, &broken.before)?.pop();
                let before =
                    cut.and_then(|read| read.map_or_else(|broken| broken.before, |reading| Some(Box::new(reading))));
                vec![Err(BrokenGame { error: broken.error, before })]
            }
        };
        if games.is_empty() { Err(Reason::Empty.at(1)) } else { Ok(games) }
    }

    /// Writes records as one file, and returns what it could not hold. Several records need a format that
    /// [`holds_many`](Format::holds_many).
    ///
    /// # Errors
    /// If the format does not know the game.
    pub fn write_file(self, records: &[&Record]) -> Result<(Vec<u8>, Vec<Loss>), WriteError> {
        let mut texts = Vec::with_capacity(records.len());
        let mut losses: Vec<Loss> = Vec::new();
        for record in records {
            let written = self.write(record)?;
            texts.push(written.text);
            written.losses.into_iter().for_each(|loss| loss.add_to(&mut losses));
        }
        let text = texts.join(self.between_games()).replace('\n', self.line_end());
        let (bytes, lost) = encode(&text, self.encoding());
        if let Some(&Loss::Characters(character)) = lost.as_ref()
            && !self.reads_back(records, &bytes)
        {
            return Err(WriteError::Character { format: self.name(), character });
        }
        losses.extend(lost);
        Ok((bytes, losses))
    }

    /// True if a file that lacks some characters still has every move of its records.
    fn reads_back(self, records: &[&Record], bytes: &[u8]) -> bool {
        let Some(first) = records.first() else { return true };
        let read = self.read(first.start.variant(), bytes).unwrap_or_default();
        let is_whole = |read: &Record, written: &Record| {
            read.nodes().count() >= written.nodes().count() && read.start.sfen() == written.start.sfen()
        };
        read.len() == records.len()
            && read.iter().zip(records).all(|(reading, record)| is_whole(&reading.record, record))
    }
}

impl Deref for Format {
    type Target = dyn RecordFormat;

    fn deref(&self) -> &Self::Target {
        self.0
    }
}

impl PartialEq for Format {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Format {}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Format").field(&self.name()).finish()
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(text: &str) -> Result<Self, UnknownFormat> {
        let is_named = |format: &Self| format.name().eq_ignore_ascii_case(text);
        let has_extension = |format: &Self| format.extensions().iter().any(|name| name.eq_ignore_ascii_case(text));
        let mut all = Self::ALL.into_iter();
        let found = all.clone().find(is_named).or_else(|| all.find(has_extension));
        found.ok_or_else(|| UnknownFormat { name: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_extensions_lead_back() {
        for format in Format::ALL {
            assert_eq!(format.name().parse(), Ok(format));
            assert_eq!(format.name().to_uppercase().parse(), Ok(format));
            for extension in format.extensions() {
                let found = Format::of_path(&Path::new("game").with_extension(extension)).unwrap();
                assert_eq!(found.extensions(), format.extensions());
            }
        }
        for (name, format) in [("csa", Format::CSA), ("sfen", Format::USI), ("json", Format::JKF), ("bod", Format::KIF)]
        {
            assert_eq!(name.parse(), Ok(format));
        }
        assert_eq!(
            "x".parse::<Format>().unwrap_err().to_string(),
            "\"x\" is not a format of game records; they are usi, csa, csa3, kif, kifu, ki2, ki2u, jkf, hodges, hosking, german"
        );
    }
}
