//! Books as players probe them, in memory or in a file.

use super::apery::AperyFile;
use super::database::{self, DatabaseFile};
use super::ybb::{self, YbbFile};
use super::{BinaryBook, BinaryFormat, Book, BookError, BookMove, Damage};
use crate::any::{AnyMove, AnyPosition};
use crate::system::open_file;
use crate::variants::Variant;
use crate::words::counted;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek};
use std::path::Path;

/// A book that is probed position by position.
pub struct Library {
    game: Variant,
    source: Source,
    /// The entries left out when the book was opened.
    pub damage: Damage,
}

enum Source {
    Memory(Book),
    Database(DatabaseFile),
    Binary(Box<dyn BinaryBook>),
}

/// The moves of a book in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookHit {
    /// Legal moves, the best first.
    pub moves: Vec<BookMove>,
    /// The number of the coming move according to the book.
    pub move_number: u32,
    /// The position's entries that were left out.
    pub damage: Damage,
}

/// Sorted text files above this size in bytes are searched on disk.
const MEMORY_LIMIT: u64 = 16 << 20;

impl Library {
    /// A book in memory.
    #[must_use]
    pub const fn new(book: Book) -> Self {
        let game = book.game();
        let damage = Damage { positions: 0, moves: 0, first: None };
        Self { game, source: Source::Memory(book), damage }
    }

    /// The game of the positions.
    #[must_use]
    pub const fn game(&self) -> Variant {
        self.game
    }

    /// The book of the program, if the game has one and there is memory for it.
    #[must_use]
    pub fn internal(game: Variant) -> Option<Self> {
        let (book, damage) = database::read(game, &*game.assets().book?.unpack().ok()?).ok()?;
        Some(Self { game, source: Source::Memory(book), damage })
    }

    /// Opens a book of any format. A `.ybb` is recognised by its contents and a `book.bin` of Apery by its extension;
    /// any other file is read as text.
    ///
    /// # Errors
    /// If the file cannot be read, or is not a book of its format.
    pub fn open(game: Variant, path: &Path) -> Result<Self, BookError> {
        let mut file = open_file(path)?;
        let (source, damage) = if is_ybb(&mut file)? {
            (Source::Binary(Box::new(YbbFile::open(game, file)?)), Damage::default())
        } else if BinaryFormat::of_path(path) == Some(BinaryFormat::Apery) {
            (Source::Binary(Box::new(AperyFile::open(game, file)?)), Damage::default())
        } else {
            open_text(game, path, file)?
        };
        Ok(Self { game, source, damage })
    }

    /// Reads a whole book, with an account of the entries left out. A book of Apery yields the positions that can be
    /// reached from the start of the game.
    ///
    /// # Errors
    /// If the file cannot be read, or is not a book.
    pub fn read(game: Variant, path: &Path) -> Result<(Book, Damage), BookError> {
        let library = Self::open(game, path)?;
        Ok(match library.source {
            Source::Memory(book) => (book, library.damage),
            Source::Database(_) => database::read(game, BufReader::new(open_file(path)?))?,
            Source::Binary(book) => book.read()?,
        })
    }

    /// Location and size of the book, in words.
    #[must_use]
    pub fn description(&self) -> String {
        match &self.source {
            Source::Memory(book) => format!("{} in memory", counted(book.len(), "position")),
            Source::Database(_) => "text, searched in the file".to_owned(),
            Source::Binary(book) => format!("{}, searched in the file", book.size()),
        }
    }

    /// True if the book is a text file, in memory or not.
    #[must_use]
    pub const fn is_text(&self) -> bool {
        matches!(self.source, Source::Memory(_) | Source::Database(_))
    }

    /// The moves of the book in a position. If there are none and `flipped` is set, the position is probed from the
    /// other side, too.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn probe(&self, position: &AnyPosition, flipped: bool) -> io::Result<BookHit> {
        let hit = self.probe_exactly(position)?;
        if !hit.moves.is_empty() || !flipped {
            return Ok(hit);
        }
        let Some(turned) = position.turned() else { return Ok(hit) };
        let game = position.variant();
        let mut hit = self.probe_exactly(&turned)?;
        for known in &mut hit.moves {
            known.m = game.turned_move(known.m);
            known.answer = known.answer.map(|x| game.turned_move(x));
        }
        Ok(hit)
    }

    fn probe_exactly(&self, position: &AnyPosition) -> io::Result<BookHit> {
        let (book, damage) = match &self.source {
            Source::Memory(book) => return Ok(hit_in(book, position, Damage::default())),
            Source::Database(database) => database.probe(position)?,
            Source::Binary(book) => book.probe(position)?,
        };
        Ok(hit_in(&book, position, damage))
    }

    /// The move `first` with its expected continuation, at most `plies` moves in all.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn line(
        &self,
        position: &AnyPosition,
        first: &BookMove,
        plies: usize,
        flipped: bool,
    ) -> io::Result<Vec<AnyMove>> {
        let mut position = position.clone();
        let mut next = Some(*first);
        let mut line = Vec::new();
        while let Some(known) = next.filter(|_| line.len() < plies) {
            position.make(known.m);
            line.push(known.m);
            if position.verdict().is_some() {
                break;
            }
            let answer = known.answer.filter(|&answer| position.legality(answer).is_ok()).map(BookMove::new);
            next = self.probe(&position, flipped)?.moves.first().copied().or(answer);
        }
        Ok(line)
    }
}

fn is_ybb(file: &mut File) -> io::Result<bool> {
    let mut start = Vec::new();
    (&mut *file).take(ybb::MAGIC.len() as u64).read_to_end(&mut start)?;
    file.rewind()?;
    Ok(start == ybb::MAGIC)
}

fn open_text(game: Variant, path: &Path, file: File) -> Result<(Source, Damage), BookError> {
    if file.metadata()?.len() > MEMORY_LIMIT
        && let Some(database) = DatabaseFile::open(file)?
    {
        return Ok((Source::Database(database), Damage::default()));
    }
    let (book, damage) = database::read(game, BufReader::new(open_file(path)?))?;
    if book.is_empty() && damage.is_none() {
        return Err(BookError::Format("a book in the format of YaneuraOu"));
    }
    Ok((Source::Memory(book), damage))
}

fn hit_in(book: &Book, position: &AnyPosition, damage: Damage) -> BookHit {
    let Some(entry) = book.get(position) else { return BookHit { moves: Vec::new(), move_number: 0, damage } };
    BookHit { moves: entry.moves().to_vec(), move_number: entry.move_number, damage }
}
