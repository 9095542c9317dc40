//! The text format of YaneuraOu's books: a line `sfen ...` for a position, then a line for each of its moves, such as
//! `7g7f 3c3d 42 30 12` with move, answer, score, depth and games. An unknown field is `none` or left out.
//!
//! Comments start with `#` or `//`. A file sorted by the SFEN of its positions can be searched on disk.

use super::chunks::Chunks;
use super::memory::without_number;
use super::{Book, BookError, BookMove, Damage, score_of_file};
use crate::any::{AnyMove, AnyPosition};
use crate::game::SfenMode;
use crate::variants::Variant;
use std::fs::File;
use std::io::{self, BufRead, Write};

/// The first line of a file.
pub const HEADER: &str = "#YANEURAOU-DB2016 1.00";
const POSITION: &str = "sfen ";
const UNKNOWN: &str = "none";

/// Reads a whole book. Damaged and illegal entries are left out and counted.
///
/// # Errors
/// If the input cannot be read.
pub fn read(game: Variant, mut input: impl BufRead) -> io::Result<(Book, Damage)> {
    let mut reader = DatabaseReader { book: Book::new(game), damage: Damage::default(), position: None };
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            break;
        }
        let text = String::from_utf8_lossy(&line);
        reader.read_line(text.trim_start_matches('\u{feff}').trim_end(), number);
    }
    Ok((reader.book, reader.damage))
}

struct DatabaseReader {
    book: Book,
    damage: Damage,
    /// The position whose moves follow; `None` if its line could not be read.
    position: Option<AnyPosition>,
}

impl DatabaseReader {
    fn read_line(&mut self, line: &str, number: usize) {
        if let Some(sfen) = line.strip_prefix(POSITION) {
            self.position = match self.book.game().read_sfen(sfen, SfenMode::Tolerant) {
                Ok(position) => Some(position),
                Err(error) => {
                    self.damage.position(|| format!("line {number}: {error}"));
                    None
                }
            };
            return;
        }
        let Some(text) = without_comment(line) else { return };
        let Some(position) = &self.position else { return };
        let read = read_move(self.book.game(), text).ok_or_else(|| format!("\"{text}\" is not a move of a book"));
        let legal = read.and_then(|known| match position.legality(known.m) {
            Ok(()) => Ok(known),
            Err(reason) => Err(format!("{}: {reason}", position.variant().usi(known.m))),
        });
        match legal {
            Ok(known) => self.book.entry(position).add(known),
            Err(told) => self.damage.moves(|| format!("line {number}: {told}")),
        }
    }
}

/// The text of a line before its comment; `None` if there is no text.
fn without_comment(line: &str) -> Option<&str> {
    let end = [line.find('#'), line.find("//")].into_iter().flatten().min().unwrap_or(line.len());
    let text = line[..end].trim();
    (!text.is_empty()).then_some(text)
}

/// Reads the line of a move. Where a field is left out, two separators stand side by side.
pub(super) fn read_move(game: Variant, text: &str) -> Option<BookMove> {
    let mut fields = text.split([' ', '\t']);
    let m = game.read_move(fields.next()?).ok()?;
    let number = |fields: &mut std::str::Split<'_, [char; 2]>| match fields.next() {
        None | Some("" | UNKNOWN) => Some(None),
        Some(field) => field.parse::<i64>().ok().map(Some),
    };
    let answer = fields.next().and_then(|answer| game.read_move(answer).ok());
    let score = number(&mut fields)?.map(score_of_file);
    let depth = number(&mut fields)?.and_then(|depth| u32::try_from(depth).ok());
    let count = number(&mut fields)?.and_then(|count| u64::try_from(count).ok());
    Some(BookMove { m, answer, score, depth, count })
}

/// Writes a book, sorted by SFEN.
///
/// # Errors
/// Returns the errors of `output`.
pub fn write(book: &Book, output: &mut impl Write) -> io::Result<()> {
    writeln!(output, "{HEADER}")?;
    for (sfen, entry) in book.iter() {
        writeln!(output, "{POSITION}{sfen} {}", entry.move_number)?;
        for known in entry.moves() {
            write_move(book.game(), known, output)?;
        }
    }
    output.flush()
}

fn write_move(game: Variant, known: &BookMove, output: &mut impl Write) -> io::Result<()> {
    let usi = |m: AnyMove| game.usi(m);
    let mut fields = [
        known.answer.map(usi),
        known.score.map(|score| score.to_string()),
        known.depth.map(|depth| depth.to_string()),
        known.count.map(|count| count.to_string()),
    ]
    .map(|field| field.unwrap_or_else(|| UNKNOWN.to_owned()))
    .to_vec();
    while fields.len() > 1 && fields.last().is_some_and(|field| field == UNKNOWN) {
        fields.pop();
    }
    writeln!(output, "{} {}", game.usi(known.m), fields.join(" "))
}

/// A sorted file, searched on disk.
pub(super) struct DatabaseFile {
    chunks: Chunks,
}

/// Samples taken to check that a file is sorted.
const SAMPLES: u64 = 256;
/// Upper bound of a position's entry in bytes.
const ENTRY_LIMIT: usize = 1 << 20;

impl DatabaseFile {
    /// Opens a file; `None` if a sample of its positions is not in order.
    pub fn open(file: File) -> Result<Option<Self>, BookError> {
        let database = Self { chunks: Chunks::new(file)? };
        let length = database.chunks.length();
        let mut last: Option<(u64, Vec<u8>)> = None;
        for sample in 0..SAMPLES {
            let Some((at, key)) = database.entry_from(length / SAMPLES * sample, length)? else { break };
            if last.as_ref().is_some_and(|(before, last_key)| *before < at && *last_key > key) {
                return Ok(None);
            }
            last = Some((at, key));
        }
        if last.is_none() {
            return Err(BookError::Format("a book in the format of YaneuraOu"));
        }
        Ok(Some(database))
    }

    /// The moves of a position, with an account of the damaged lines.
    pub fn probe(&self, position: &AnyPosition) -> io::Result<(Book, Damage)> {
        let sfen = position.sfen();
        let wanted = without_number(&sfen).as_bytes();
        let (mut low, mut high) = (0, self.chunks.length());
        while low < high {
            let middle = low + (high - low) / 2;
            match self.entry_from(middle, high)? {
                Some((at, key)) if *key < *wanted => low = at + 1,
                _ => high = middle,
            }
        }
        let mut lines = Vec::new();
        while let Some((at, key)) = self.entry_from(low, self.chunks.length())?.filter(|(_, key)| key == wanted) {
            low = at + key.len() as u64;
            let end = self.entry_from(low, self.chunks.length())?.map_or(self.chunks.length(), |(next, _)| next);
            lines.extend(self.chunks.bytes(at, ((end - at) as usize).min(ENTRY_LIMIT))?);
        }
        read(position.variant(), &*lines)
    }

    /// The first entry that starts at `from` or later and before `end`: its start, and its SFEN without the move
    /// number.
    fn entry_from(&self, from: u64, end: u64) -> io::Result<Option<(u64, Vec<u8>)>> {
        // A line starts after a line break: that before a line at `from` is one byte earlier.
        let mut place = from.saturating_sub(1);
        let mut first = from == 0;
        while place < end {
            let start = if first { Some(0) } else { self.chunks.find(b'\n', place, end)?.map(|at| at + 1) };
            first = false;
            let Some(start) = start.filter(|&start| start < end) else { return Ok(None) };
            let line = self.chunks.line(start)?;
            let line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&line);
            if let Some(sfen) = line.strip_prefix(POSITION.as_bytes()) {
                let sfen = String::from_utf8_lossy(sfen);
                return Ok(Some((start, without_number(&sfen).as_bytes().to_vec())));
            }
            place = start;
        }
        Ok(None)
    }
}

/// True if the positions of a file are sorted by their SFEN.
///
/// # Errors
/// If the input cannot be read.
pub fn is_sorted(mut input: impl BufRead) -> io::Result<bool> {
    let mut line = Vec::new();
    let mut last = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        if let Some(sfen) = line.strip_prefix(POSITION.as_bytes()) {
            let text = String::from_utf8_lossy(sfen);
            let key = without_number(&text).as_bytes();
            if *last > *key {
                return Ok(false);
            }
            last = key.to_vec();
        }
        line.clear();
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::score;

    #[test]
    fn lines_with_fields_missing() {
        let read = |text| read_move(Variant::Shogi, text).map(|known| (known.score, known.depth, known.count));
        assert_eq!(read("2g2f 3c3d 63 27 935"), Some((Some(63), Some(27), Some(935))));
        assert_eq!(read("7i6h none   8"), Some((None, None, Some(8))));
        assert_eq!(read("4c4d none none none 3"), Some((None, None, Some(3))));
        assert_eq!(read("7g7f"), Some((None, None, None)));
        assert_eq!(read("3c3d none -100000"), Some((Some(score::mated_in(1)), None, None)));
        assert_eq!(read("3c3d none 32000"), Some((Some(score::mate_in(1)), None, None)));
        assert_eq!(read("7g7f none x"), None);
        assert_eq!(read("7g7z none"), None);
    }
}
