//! Books of other programs in binary formats of their own, which only games of the drop kernel have.

use super::{Book, BookError, Damage};
use crate::game::Playable;
use std::fs::File;
use std::io;

/// A binary format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryFormat {
    /// `.ybb` of YaneuraOu.
    Ybb,
    /// `book.bin` of Apery.
    Apery,
}

impl BinaryFormat {
    /// What the format is called in messages.
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
    /// What the file has of a position, with what of it is damaged.
    ///
    /// # Errors
    /// If the file cannot be read.
    fn probe(&self, position: &G::Position) -> io::Result<(Book<G>, Damage)>;

    /// The whole file, as far as its positions can be known.
    ///
    /// # Errors
    /// If the file cannot be read.
    fn read(&self) -> io::Result<(Book<G>, Damage)>;

    /// How many positions or moves it holds, in words.
    fn size(&self) -> String;
}

/// A game with opening books. Text books serve every game.
pub trait Booked: Playable {
    /// Opens a binary book.
    ///
    /// # Errors
    /// If the file is no such book, or the format does not know the game.
    fn open_binary(format: BinaryFormat, _: File) -> Result<Box<dyn BinaryBook<Self>>, BookError> {
        Err(BookError::Game { format: format.name(), game: Self::NAME })
    }
}
