//! The command `kumataka book`, which makes opening books from records and from searches, and shows, merges and checks
//! them.

mod gather;
mod think;

use crate::any::AnyPosition;
use crate::eval::NetworkError;
use crate::game::score::Shown;
use crate::jobs::command::{Command, FORCE, Output, Trouble, hold, refuse_existing};
use crate::jobs::files::FileError;
use crate::jobs::files::try_out;
use crate::jobs::game::GameArgs;
use crate::opening::{self, BinaryFormat, Book, BookError, BookMove, Damage, INTERNAL, Library};
use crate::record::{ReadError, usi};
use crate::system::{Lock, replace_file};
use crate::tell;
use crate::variants::Variant;
use crate::words::counted;
use clap::{Args, Subcommand, value_parser};
use std::fmt::{self, Display};
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write as _};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Make, show, merge and check opening books.
///
/// Books are written in the text format of YaneuraOu (.db). YaneuraOu's binary books (.ybb) and Apery's books
/// (book.bin) can be read too.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kumataka book make --from games/ --plies 40 --min-games 2 mine.db
  kumataka book make --think --nodes 200000 --positions 1000 --threads 2 mine.db
  kumataka book show mine.db startpos moves 7g7f
  kumataka book show \"<internal>\" --variant torishogi
  kumataka book merge mine.db other.ybb book.bin both.db
  kumataka book check both.db")]
pub struct BookArgs {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand, Debug)]
enum Action {
    Make(MakeArgs),
    Show(ShowArgs),
    Merge(MergeArgs),
    Check(CheckArgs),
}

/// Make a book from game records, from the engine's searches, or from both.
///
/// With --think, the engine first searches the positions that have no scores yet, then extends the most important
/// lines. An existing book is extended. Ctrl-C ends the work early, with exit status 1; the same command without --from
/// and --force resumes it.
#[derive(Args, Debug)]
pub(super) struct MakeArgs {
    /// Book to write (.db)
    #[arg(value_name = "BOOK")]
    book: PathBuf,
    /// Add the moves of the game records in a file or folder, in any format of `kumataka convert`; repeatable
    #[arg(long, value_name = "PATH", required_unless_present = "think")]
    from: Vec<PathBuf>,
    /// Search the positions of the book and extend it
    #[arg(long)]
    think: bool,
    /// Number of plies from the start of a game to include
    #[arg(long, default_value_t = 40, value_parser = value_parser!(u32).range(1..=1000))]
    plies: u32,
    /// Leave out moves that were played in fewer games of the records
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u64).range(1..))]
    min_games: u64,
    /// Number of positions to search
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = value_parser!(u64).range(1..))]
    positions: u64,
    /// Nodes per position
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = value_parser!(u64).range(1..))]
    nodes: u64,
    /// Depth limit per position, in addition to --nodes
    #[arg(long, value_name = "PLIES", value_parser = value_parser!(u16).range(1..))]
    depth: Option<u16>,
    /// Number of moves to search for in each position
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = value_parser!(u16).range(1..=600))]
    lines: u16,
    /// Leave out moves worse than the best one by more than this number of centipawns
    #[arg(long, value_name = "CP", default_value_t = 150, value_parser = value_parser!(i32).range(0..))]
    margin: i32,
    /// Cost per ply when the next position to search is chosen, added to the centipawns that the moves of its line
    /// lose; a lower cost makes the book deeper and narrower
    #[arg(long, value_name = "CP", default_value_t = 10, value_parser = value_parser!(u16).range(0..=1000))]
    ply_cost: u16,
    /// Number of positions to search at a time
    #[arg(long, default_value_t = 1, value_parser = value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Size of the transposition table of each thread, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = value_parser!(u32).range(1..))]
    hash: u32,
    /// Evaluate with the network in this file
    #[arg(long, value_name = "FILE")]
    eval: Option<PathBuf>,
    /// Overwrite an existing book instead of extending it
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    game: GameArgs,
}

/// Show the moves of a book in a position.
#[derive(Args, Debug)]
struct ShowArgs {
    /// Book to show; "<internal>" is the built-in one
    #[arg(value_name = "BOOK")]
    book: PathBuf,
    /// Position in SFEN or USI [default: startpos]
    #[arg(value_name = "POSITION")]
    position: Vec<String>,
    #[command(flatten)]
    game: GameArgs,
}

/// Merge books into one.
///
/// For a move in several books, the deepest score is kept and the games are added up.
#[derive(Args, Debug)]
struct MergeArgs {
    /// Books to read, in any format
    #[arg(required = true, value_name = "IN")]
    inputs: Vec<PathBuf>,
    /// Book to write (.db)
    #[arg(value_name = "OUT")]
    output: PathBuf,
    /// Overwrite an existing book
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    game: GameArgs,
}

/// Read a whole book, count its entries, and report damaged ones.
#[derive(Args, Debug)]
struct CheckArgs {
    /// Book to check
    #[arg(value_name = "BOOK")]
    book: PathBuf,
    #[command(flatten)]
    game: GameArgs,
}

/// The reason why a book cannot be made, read or written.
#[derive(Debug, Error)]
pub enum BookToolError {
    #[error("{}: {source}", path.display())]
    Book { path: PathBuf, source: BookError },
    #[error("{}: {source}", path.display())]
    Write { path: PathBuf, source: io::Error },
    #[error("{}: {source}", path.display())]
    Records { path: PathBuf, source: FileError },
    #[error(
        "{}: books are written as text alone (.db); \"kumataka book merge IN NEW.db\" makes one of a binary book",
        path.display()
    )]
    Binary { path: PathBuf },
    #[error("no book comes with the program for {0}")]
    NoInternal(&'static str),
    #[error("no moves were found")]
    Nothing,
    #[error("\"{text}\" is no position: {source}")]
    Position { text: String, source: ReadError },
    #[error("{}: {damage}", path.display())]
    Damaged { path: PathBuf, damage: Damage },
    #[error(transparent)]
    Network(#[from] NetworkError),
    #[error("no thread to think on: {0}")]
    Thread(#[source] io::Error),
    #[error("stopped; {0} goes on")]
    Interrupted(&'static str),
    #[error(transparent)]
    Trouble(#[from] Trouble),
}

impl Command for BookArgs {
    type Error = BookToolError;

    fn run(&self) -> Result<(), BookToolError> {
        match &self.action {
            Action::Make(make) => make.run_for(make.game.variant()),
            Action::Show(show) => show.run_for(show.game.variant()),
            Action::Merge(merge) => merge.run_for(merge.game.variant()),
            Action::Check(check) => check.run_for(check.game.variant()),
        }
    }
}

/// Opens the book at a path, or the one that comes with the program.
fn open(game: Variant, path: &Path) -> Result<Library, BookToolError> {
    if path == Path::new(INTERNAL) {
        return Library::internal(game).ok_or(BookToolError::NoInternal(game.name()));
    }
    Library::open(game, path).map_err(|source| BookToolError::Book { path: path.to_owned(), source })
}

fn read(game: Variant, path: &Path) -> Result<(Book, Damage), BookToolError> {
    Library::read(game, path).map_err(|source| BookToolError::Book { path: path.to_owned(), source })
}

/// The remedy if a book exists. Games are not added to it, since they may be in it already.
const EXTEND: &str = "--force overwrites it, and without --from it is extended";

/// Tests, before the work begins, that a book can be written, and locks it against other processes. An existing book is
/// refused unless it may be overwritten; so is the name of a binary book, because a text under it could not be read.
fn take_place(path: &Path, overwrite: bool, remedy: &'static str) -> Result<Lock, BookToolError> {
    if BinaryFormat::of_path(path).is_some() {
        return Err(BookToolError::Binary { path: path.to_owned() });
    }
    let lock = hold(path)?;
    if !overwrite {
        refuse_existing(path, remedy)?;
    }
    try_out(path, false).map_err(|source| BookToolError::Write { path: path.to_owned(), source })?;
    Ok(lock)
}

/// Writes a book all at once, so that `path` always holds a complete one.
fn write(book: &Book, path: &Path) -> Result<(), BookToolError> {
    let written = replace_file(path, |file| {
        let mut buffer = BufWriter::new(file);
        opening::write_database(book, &mut buffer)?;
        buffer.flush()
    });
    written.map_err(|source| BookToolError::Write { path: path.to_owned(), source })
}

/// The size of a book, in words.
fn size(book: &Book) -> impl Display {
    let (positions, moves) = (counted(book.len(), "position"), counted(book.count_moves(), "move"));
    fmt::from_fn(move |f| write!(f, "{positions}, {moves}"))
}

fn tell_damage(path: &Path, damage: &Damage) {
    if !damage.is_none() {
        tell!("{}: {damage}", path.display());
    }
}

impl MakeArgs {
    fn run_for(&self, game: Variant) -> Result<(), BookToolError> {
        let remedy = if self.think { EXTEND } else { FORCE };
        let _lock = take_place(&self.book, self.force || self.from.is_empty(), remedy)?;
        let exists = self.book.exists() && !self.force;
        let mut book = Book::new(game);
        if exists {
            if !open(game, &self.book)?.is_text() {
                return Err(BookToolError::Binary { path: self.book.clone() });
            }
            let (old, damage) = read(game, &self.book)?;
            tell_damage(&self.book, &damage);
            book = old;
        }
        if !self.from.is_empty() {
            book = gather::from_records(game, &self.from, self.plies, self.min_games)?;
            write(&book, &self.book)?;
        }
        let mut is_cut = false;
        if self.think {
            (book, is_cut) = think::extend(self, book)?;
        }
        tell!("{} in {}", size(&book), self.book.display());
        if is_cut { Err(BookToolError::Interrupted(self.resumption())) } else { Ok(()) }
    }

    /// The command that resumes a stopped book. Its games are in the book already, and must not be added again.
    fn resumption(&self) -> &'static str {
        match (self.from.is_empty(), self.force) {
            (true, false) => "the same command",
            (false, false) => "the same command without --from",
            (true, true) => "the same command without --force",
            (false, true) => "the same command without --from and --force",
        }
    }
}

impl ShowArgs {
    fn run_for(&self, game: Variant) -> Result<(), BookToolError> {
        let position = self.position(game)?;
        let failed = |source| BookToolError::Book { path: self.book.clone(), source };
        let library = open(game, &self.book)?;
        let found = library.probe(&position, true).map_err(|error| failed(error.into()))?;
        let mut output = Output::lock();
        output.say(format_args!("{}: {}", self.book.display(), library.description()))?;
        output.say(format_args!("sfen {}", position.sfen()))?;
        for known in &found.moves {
            let line = library.line(&position, known, LINE, true).map_err(|error| failed(error.into()))?;
            let line: Vec<String> = line.iter().skip(1).map(|&m| game.usi(m)).collect();
            output.say(format_args!("{} {}", described(game, known), line.join(" ")))?;
        }
        if found.moves.is_empty() {
            output.say(format_args!("nothing is known of the position"))?;
        }
        tell_damage(&self.book, &library.damage);
        tell_damage(&self.book, &found.damage);
        Ok(())
    }
}

/// Length of the printed lines, in plies.
const LINE: usize = 10;

impl ShowArgs {
    fn position(&self, game: Variant) -> Result<AnyPosition, BookToolError> {
        let text = self.position.join(" ");
        usi::position(game, &text).map_err(|source| BookToolError::Position { text, source })
    }
}

/// A move in columns: its name, score, depth and games.
fn described(game: Variant, known: &BookMove) -> String {
    let score = known.score.map_or(String::new(), |score| Shown(score).to_string());
    let depth = known.depth.map_or(String::new(), |depth| format!("depth {depth}"));
    let games = known.count.map_or(String::new(), |count| format!("games {count}"));
    format!("{:<6} {score:<10} {depth:<9} {games:<11}", game.usi(known.m))
}

impl MergeArgs {
    fn run_for(&self, game: Variant) -> Result<(), BookToolError> {
        let _lock = take_place(&self.output, self.force, FORCE)?;
        let mut all = Book::new(game);
        for path in &self.inputs {
            let (book, damage) = read(game, path)?;
            tell_damage(path, &damage);
            tell!("{}: {}", path.display(), size(&book));
            all.merge(book);
        }
        write(&all, &self.output)?;
        tell!("{}: {}", self.output.display(), size(&all));
        Ok(())
    }
}

impl CheckArgs {
    fn run_for(&self, game: Variant) -> Result<(), BookToolError> {
        let failed = |source| BookToolError::Book { path: self.book.clone(), source };
        let library = Library::open(game, &self.book).map_err(failed)?;
        let (book, damage) = read(game, &self.book)?;
        let moves = || book.iter().flat_map(|(_, entry)| entry.moves());
        let mut output = Output::lock();
        output.say(format_args!("{}", library.description()))?;
        output.say(size(&book))?;
        let depths: Vec<u32> = moves().filter_map(|known| known.depth).collect();
        let scored = moves().filter(|known| known.score.is_some()).count();
        let of_games = moves().filter(|known| known.count.is_some()).count();
        output.say(format_args!("{} with a score, {of_games} with a number of games", counted(scored, "move")))?;
        if let (Some(least), Some(most)) = (depths.iter().min(), depths.iter().max()) {
            output.say(format_args!("depths from {least} to {most}"))?;
        }
        if library.is_text() {
            let sorted = File::open(&self.book)
                .and_then(|file| opening::is_sorted(BufReader::new(file)))
                .map_err(Trouble::file(&self.book))?;
            let told = if sorted { "sorted" } else { "not sorted: \"kumataka book merge\" sorts" };
            output.say(format_args!("{told}"))?;
        }
        if damage.is_none() { Ok(()) } else { Err(BookToolError::Damaged { path: self.book.clone(), damage }) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        make: MakeArgs,
    }

    /// Games gathered twice would count twice, and --force would throw the searches away.
    #[test]
    fn what_was_stopped_goes_on_without_what_is_done() {
        let resumption = |line: &str| Line::parse_from(line.split(' ')).make.resumption();
        assert_eq!(resumption("make --think a.db"), "the same command");
        assert_eq!(resumption("make --think --from games a.db"), "the same command without --from");
        assert_eq!(resumption("make --think --force a.db"), "the same command without --force");
        assert_eq!(resumption("make --think --from games --force a.db"), "the same command without --from and --force");
    }
}
