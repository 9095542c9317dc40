//! Opening books made from game records.

use super::BookToolError;
use crate::game::RuleChoices;
use crate::jobs::files::{FileError, read_each_game, records_below};
use crate::jobs::terminal::{self, Bar};
use crate::opening::{Book, BookMove};
use crate::record::{ReadError, Reading, Reason, Record, Step};
use crate::tell;
use crate::variants::Variant;
use crate::words::Language;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use std::collections::HashSet;
use std::path::PathBuf;

/// Makes a book of the first `plies` moves of all games in files and folders, each move with its number of games. A
/// game that cannot be read, or only under rules other than the usual ones, is reported and left out.
pub fn from_records(game: Variant, paths: &[PathBuf], plies: u32, min_games: u64) -> Result<Book, BookToolError> {
    let mut files = Vec::new();
    for path in paths {
        let failed = |source| BookToolError::Records { path: path.clone(), source: FileError::Io(source) };
        files.extend(records_below(path, false).map_err(failed)?);
    }
    let bar = Bar::new(files.len() as u64, terminal::files(Language::En));
    let of_file = |path: &PathBuf| {
        let mut book = Book::new(game);
        match read_each_game(game, path, None) {
            Ok((_, games)) => games.into_iter().for_each(|game| {
                let usual = game.map_err(|broken| broken.error).and_then(by_usual_rules);
                match usual {
                    Ok(record) => add(&mut book, &record, plies),
                    Err(error) => bar.suspend(|| tell!("{}: {error}", path.display())),
                }
            }),
            Err(error) => bar.suspend(|| tell!("{}: {error}", path.display())),
        }
        bar.inc(1);
        book
    };
    let joined = |mut a: Book, b: Book| {
        a.merge(b);
        a
    };
    let mut book = files.par_iter().map(of_file).reduce(|| Book::new(game), joined);
    bar.finish_and_clear();
    book.retain(|known| known.count.is_none_or(|count| count >= min_games));
    book.link_answers();
    if book.is_empty() { Err(BookToolError::Nothing) } else { Ok(book) }
}

/// The record of a game, if it is legal under the usual rules.
fn by_usual_rules(reading: Reading) -> Result<Record, ReadError> {
    let Reading { record, line, .. } = reading;
    let mut position = record.start().clone();
    position.set_rules(&RuleChoices::default());
    for id in record.main_line() {
        let Some(&Step::Move(m)) = record.node(id).step() else { break };
        let illegal = |reason| Reason::Illegal { text: position.variant().usi(m), reason };
        position.legality(m).map_err(|reason| ReadError { line, reason: illegal(reason) })?;
        position.make(m);
    }
    Ok(record)
}

/// Adds the first `plies` moves of a game. A move repeated in the same position counts once, since the counts are of
/// games.
fn add(book: &mut Book, record: &Record, plies: u32) {
    let mut position = record.start().clone();
    let mut seen = HashSet::new();
    for id in record.main_line() {
        let Some(&Step::Move(m)) = record.node(id).step() else { break };
        if position.game_ply() >= plies {
            break;
        }
        if seen.insert((position.key(), m)) {
            book.entry(&position).add(BookMove { count: Some(1), ..BookMove::new(m) });
        }
        position.make(m);
    }
}
