//! A book as a player asks it, wherever it lies.

use super::apery::AperyFile;
use super::database::{self, DatabaseFile};
use super::ybb::{self, YbbFile};
use super::{Book, BookError, BookMove, Damage};
use crate::game::Position as _;
use crate::rules::{Move, Position, Rules};
use std::fs::File;
use std::io::{self, BufReader, Read, Seek};
use std::path::Path;

/// A book that answers for one position at a time.
pub struct Library<R: Rules> {
    source: Source<R>,
    /// What was left out when it was opened.
    pub damage: Damage,
}

enum Source<R: Rules> {
    Memory(Book<R>),
    Database(DatabaseFile),
    Ybb(YbbFile),
    Apery(AperyFile),
}

/// What a book has of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Legal moves, the best first.
    pub moves: Vec<BookMove>,
    /// The number of the coming move by the book.
    pub move_number: u32,
    /// What was left out.
    pub damage: Damage,
}

/// Text files above this size are searched on disk, if they are sorted.
const MEMORY_LIMIT: u64 = 16 << 20;

impl<R: Rules> Library<R> {
    /// A book in memory.
    #[must_use]
    pub const fn new(book: Book<R>) -> Self {
        let damage = Damage { positions: 0, moves: 0, first: None };
        Self { source: Source::Memory(book), damage }
    }

    /// The book that comes with the program, if the game has one.
    #[must_use]
    pub fn internal() -> Option<Self> {
        let (book, damage) = database::read(R::BOOK?.as_bytes()).ok()?;
        Some(Self { source: Source::Memory(book), damage })
    }

    /// Opens a book of any format: `.ybb` is known by its contents, `book.bin` of Apery by its extension, and any
    /// other file is taken for text.
    ///
    /// # Errors
    /// If the file cannot be read, or is no such book.
    pub fn open(path: &Path) -> Result<Self, BookError> {
        let mut file = File::open(path)?;
        let (source, damage) = if is_ybb(&mut file)? {
            (Source::Ybb(YbbFile::open::<R>(file)?), Damage::default())
        } else if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("bin")) {
            (Source::Apery(AperyFile::open::<R>(file)?), Damage::default())
        } else {
            open_text(path, file)?
        };
        Ok(Self { source, damage })
    }

    /// The whole book, with what is left out of it. Of a book of Apery, what can be reached from the start of the game.
    ///
    /// # Errors
    /// If the file cannot be read, or is no book.
    pub fn read(path: &Path) -> Result<(Book<R>, Damage), BookError> {
        let library = Self::open(path)?;
        Ok(match library.source {
            Source::Memory(book) => (book, library.damage),
            Source::Database(_) => database::read(BufReader::new(File::open(path)?))?,
            Source::Ybb(ybb) => ybb.read()?,
            Source::Apery(apery) => apery.read(&Position::start())?,
        })
    }

    /// How the book lies, and how large it is.
    #[must_use]
    pub fn description(&self) -> String {
        match &self.source {
            Source::Memory(book) => format!("{} positions in memory", book.len()),
            Source::Database(_) => "text, searched in the file".to_owned(),
            Source::Ybb(ybb) => format!("{} positions, searched in the file", ybb.len()),
            Source::Apery(apery) => format!("{} moves, searched in the file", apery.len()),
        }
    }

    /// Whether the book is a text file, in memory or not.
    #[must_use]
    pub const fn is_text(&self) -> bool {
        matches!(self.source, Source::Memory(_) | Source::Database(_))
    }

    /// What the book has of a position; with `flipped` of the position seen from the other side too, where it has
    /// nothing of the position itself.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn probe(&self, position: &Position<R>, flipped: bool) -> io::Result<Found> {
        let found = self.probe_exactly(position)?;
        if !found.moves.is_empty() || !flipped {
            return Ok(found);
        }
        let mut found = self.probe_exactly(&position.turned())?;
        for known in &mut found.moves {
            known.m = known.m.turned::<R>();
            known.answer = known.answer.map(Move::turned::<R>);
        }
        Ok(found)
    }

    fn probe_exactly(&self, position: &Position<R>) -> io::Result<Found> {
        let (book, damage) = match &self.source {
            Source::Memory(book) => return Ok(found_in(book, position, Damage::default())),
            Source::Database(database) => database.probe(position)?,
            Source::Ybb(ybb) => ybb.probe(position)?,
            Source::Apery(apery) => apery.probe(position)?,
        };
        Ok(found_in(&book, position, damage))
    }

    /// A move of the book with what the book expects to follow, at most `plies` moves in all.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn line(&self, position: &Position<R>, first: &BookMove, plies: usize, flipped: bool) -> io::Result<Vec<Move>> {
        let mut position = position.clone();
        let mut next = Some(*first);
        let mut line = Vec::new();
        while let Some(known) = next.filter(|_| line.len() < plies) {
            position.make(known.m, &mut ());
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

fn open_text<R: Rules>(path: &Path, file: File) -> Result<(Source<R>, Damage), BookError> {
    if file.metadata()?.len() > MEMORY_LIMIT
        && let Some(database) = DatabaseFile::open(file)?
    {
        return Ok((Source::Database(database), Damage::default()));
    }
    let (book, damage) = database::read(BufReader::new(File::open(path)?))?;
    if book.is_empty() && damage.is_none() {
        return Err(BookError::Format("a book in the format of YaneuraOu"));
    }
    Ok((Source::Memory(book), damage))
}

fn found_in<R: Rules>(book: &Book<R>, position: &Position<R>, damage: Damage) -> Found {
    let Some(entry) = book.get(position) else { return Found { damage, ..Found::default() } };
    Found { moves: entry.moves().to_vec(), move_number: entry.move_number, damage }
}
