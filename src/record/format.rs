//! The formats by name and file extension.

use super::Encoding;
use super::csa::Version;
use super::western::Style;
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
const SYNONYMS: [(&str, Format); 3] =
    [("sfen", Format::Usi), ("json", Format::Jkf), ("bod", Format::Kif(Encoding::ShiftJis))];

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

    pub(super) const fn encoding(self) -> Encoding {
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

    /// The text that parts the games of one file.
    #[must_use]
    pub const fn between_games(self) -> &'static str {
        if matches!(self, Self::Csa(_)) { "/\n" } else { "" }
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
