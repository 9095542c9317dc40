//! Binary books of other programs.

use super::{Book, Damage};
use crate::any::AnyPosition;
use std::io;
use std::path::Path;

/// A binary format of books.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryFormat {
    /// The format `.ybb` of YaneuraOu.
    Ybb,
    /// The format `book.bin` of Apery.
    Apery,
}

impl BinaryFormat {
    /// The format of a path's extension.
    #[must_use]
    pub fn of_path(path: &Path) -> Option<Self> {
        let extension = path.extension()?;
        let is = |name: &str| extension.eq_ignore_ascii_case(name);
        if is("ybb") { Some(Self::Ybb) } else { is("bin").then_some(Self::Apery) }
    }

    /// The name of the format in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ybb => ".ybb",
            Self::Apery => "a book of Apery",
        }
    }
}

/// A binary book that is searched in its file.
pub trait BinaryBook: Send + Sync {
    /// The entries of the file for a position, with an account of those that are damaged.
    ///
    /// # Errors
    /// If the file cannot be read.
    fn probe(&self, position: &AnyPosition) -> io::Result<(Book, Damage)>;

    /// The whole book, as far as its positions can be recovered, with an account of the
    /// damaged entries.
    ///
    /// # Errors
    /// If the file cannot be read.
    fn read(&self) -> io::Result<(Book, Damage)>;

    /// The number of positions or moves of the book, in words.
    fn size(&self) -> String;
}
