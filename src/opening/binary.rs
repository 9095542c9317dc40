//! Binary books of other programs, which exist for games of the drop kernel only.

use super::{Book, BookError, Damage};
use crate::game::Playable;
use std::fs::File;
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
pub trait BinaryBook<G: Playable>: Send + Sync {
    /// The entries of the file for a position, with an account of those that are damaged.
    ///
    /// # Errors
    /// If the file cannot be read.
    fn probe(&self, position: &G::Position) -> io::Result<(Book<G>, Damage)>;

    /// The whole book of a game in this format, as far as its positions can be recovered, with an account of the
    /// damaged entries.
    ///
    /// # Errors
    /// If the file cannot be read.
    fn read(&self, game: G) -> io::Result<(Book<G>, Damage)>;

    /// The number of positions or moves of the book, in words.
    fn size(&self) -> String;
}

/// A game with opening books. Every game has text books, and a game with binary ones overrides the method.
pub trait Booked: Playable {
    /// Opens a binary book.
    ///
    /// # Errors
    /// If the file is not a book of this format, or the format does not know the game.
    fn open_binary(self, format: BinaryFormat, _: File) -> Result<Box<dyn BinaryBook<Self>>, BookError> {
        Err(BookError::Game { format: format.name(), game: self.name() })
    }
}
