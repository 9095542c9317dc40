//! The formats by name and file extension, from bytes to records and back.

use super::csa::Version;
use super::western::Style;
use super::{
    Encoding, Loss, ReadError, Reading, Reason, Record, Recorded, WriteError, Written, csa, decode, encode, jkf, ki2,
    kif, usi, western,
};
use crate::rules::Rules;
use std::fmt;
use std::path::Path;
use std::str::FromStr;
use thiserror::Error;

/// A format with the choices that writing it needs; readers find those out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Usi,
    Csa(Version),
    Kif(Encoding),
    Ki2(Encoding),
    Jkf,
    Western(Style),
}

/// Name and format. The name is the file extension too, but for CSA 3.0.
const FORMATS: [(&str, Format); 11] = [
    ("usi", Format::Usi),
    ("csa", Format::Csa(Version::V2)),
    ("csa3", Format::Csa(Version::V3)),
    ("kif", Format::Kif(Encoding::ShiftJis)),
    ("kifu", Format::Kif(Encoding::Utf8)),
    ("ki2", Format::Ki2(Encoding::ShiftJis)),
    ("ki2u", Format::Ki2(Encoding::Utf8)),
    ("jkf", Format::Jkf),
    ("hodges", Format::Western(Style::Hodges)),
    ("hosking", Format::Western(Style::Hosking)),
    ("german", Format::Western(Style::German)),
];
/// Other file extensions.
const SYNONYMS: [(&str, Format); 2] = [("sfen", Format::Usi), ("json", Format::Jkf)];

/// A name that no format has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{name}\" is not a format of game records; they are {}", FORMATS.map(|(name, _)| name).join(", "))]
pub struct UnknownFormat {
    pub name: String,
}

impl Format {
    pub const ALL: [Self; FORMATS.len()] = {
        let mut all = [Self::Usi; FORMATS.len()];
        let mut i = 0;
        while i < all.len() {
            all[i] = FORMATS[i].1;
            i += 1;
        }
        all
    };

    #[must_use]
    pub fn name(self) -> &'static str {
        FORMATS.iter().find(|(_, format)| *format == self).map_or("", |(name, _)| name)
    }

    #[must_use]
    pub fn extension(self) -> &'static str {
        if matches!(self, Self::Csa(_)) { "csa" } else { self.name() }
    }

    /// The format that a file's extension stands for.
    #[must_use]
    pub fn of_path(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?;
        extension.parse().ok()
    }

    const fn encoding(self) -> Encoding {
        match self {
            Self::Kif(encoding) | Self::Ki2(encoding) => encoding,
            Self::Csa(Version::V2) => Encoding::ShiftJis,
            _ => Encoding::Utf8,
        }
    }

    /// Whether one file may hold several games.
    #[must_use]
    pub const fn holds_many(self) -> bool {
        matches!(self, Self::Usi | Self::Csa(_))
    }

    /// Reads the games of a file.
    ///
    /// # Errors
    /// At the first line that cannot be read.
    pub fn read<R: Rules>(self, bytes: &[u8]) -> Result<Vec<Reading<R>>, ReadError> {
        let text = decode(bytes)?;
        let games = match self {
            Self::Usi => usi::read(&text)?,
            Self::Csa(_) => csa::read(&text)?,
            Self::Kif(_) | Self::Ki2(_) => vec![kif::read(&text)?],
            Self::Jkf => vec![jkf::read(&text)?],
            Self::Western(style) => vec![western::read(&text, style)?],
        };
        if games.is_empty() { Err(Reason::Empty.at(1)) } else { Ok(games) }
    }

    /// Writes a record as text.
    ///
    /// # Errors
    /// If the format does not know the game.
    pub fn write<R: Rules>(self, record: &Record<R>) -> Result<Written, WriteError> {
        match self {
            Self::Usi => Ok(usi::write(record)),
            Self::Csa(version) => csa::write(record, version),
            Self::Kif(encoding) => kif::write(record, encoding),
            Self::Ki2(_) => ki2::write(record),
            Self::Jkf => jkf::write(record),
            Self::Western(style) => western::write(record, style),
        }
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
        let mut text = texts.join(if matches!(self, Self::Csa(_)) { "/\n" } else { "" });
        if matches!(self, Self::Kif(_) | Self::Ki2(_)) {
            text = text.replace('\n', "\r\n");
        }
        let (bytes, lost) = encode(&text, self.encoding());
        losses.extend(lost);
        Ok((bytes, losses))
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
        let found = FORMATS.iter().chain(&SYNONYMS).find(|(name, _)| name.eq_ignore_ascii_case(text));
        found.map(|&(_, format)| format).ok_or_else(|| UnknownFormat { name: text.to_owned() })
    }
}
