//! Journals: files of whole lines that only grow, from which long work resumes after any interruption.
//!
//! The first line identifies the work. Entries of one or more lines follow, each written at once; a partial one is cut
//! off when the journal is opened again. State that changes as a whole needs no journal but
//! [`replace_file`](crate::system::replace_file).

use crate::system::{Growing, Lock};
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Write as _};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Reasons why a journal cannot be read or written.
#[derive(Debug, Error)]
pub enum JournalError {
    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: io::Error },
    #[error("{}, line {line}: {problem}; move the file away to begin anew", path.display())]
    Line { path: PathBuf, line: usize, problem: &'static str },
}

/// A whole line of a journal.
#[derive(Clone, Copy, Debug)]
pub struct Line<'t> {
    /// Counted from one.
    pub number: usize,
    /// Number of bytes before it.
    pub start: u64,
    /// The line with its newline.
    pub text: &'t str,
}

/// Takes in the lines of a journal.
pub trait Contents {
    type Error: From<JournalError>;

    /// Takes the first line, even of a new journal.
    ///
    /// # Errors
    /// If it belongs to other work.
    fn begin(&mut self, line: &Line<'_>) -> Result<(), Self::Error>;

    /// Takes a further line. Returns true if an entry ends with it.
    ///
    /// # Errors
    /// If no such line is possible.
    fn take(&mut self, line: &Line<'_>) -> Result<bool, Self::Error>;
}

/// A journal open for new entries.
pub struct Journal {
    path: PathBuf,
    file: Growing,
    _lock: Lock,
}

impl Journal {
    /// Resumes the journal in a file, or begins it with the line `first`. `lock` is the lock on the work.
    ///
    /// # Errors
    /// If the file cannot be read or written, or `contents` refuses a line. The file stays unchanged then.
    pub fn open<C: Contents>(path: &Path, lock: Lock, first: &str, contents: &mut C) -> Result<Self, C::Error> {
        let failed = |source| JournalError::File { path: path.to_owned(), source };
        // Windows cannot truncate a file that is open only for appending.
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false).open(path).map_err(failed)?;
        let first = format!("{first}\n");
        let whole = read(path, &file, contents)?;
        if whole == 0 {
            check_begun(path, &first)?;
        }
        let file = Growing::behind(whole, file).map_err(failed)?;
        let mut journal = Self { path: path.to_owned(), file, _lock: lock };
        if whole == 0 {
            journal.add(&first)?;
            contents.begin(&Line { number: 1, start: 0, text: &first })?;
        }
        Ok(journal)
    }

    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds an entry of whole lines. Once this returns, the entry survives the end of the program.
    ///
    /// # Errors
    /// If it cannot be written; no part of it stays then.
    pub fn add(&mut self, entry: &str) -> Result<(), JournalError> {
        self.file.write_all(entry.as_bytes()).map_err(|source| self.failed(source))
    }

    /// Waits until the disk has all entries, to survive a power failure.
    ///
    /// # Errors
    /// If the system refuses it.
    pub fn sync(&self) -> Result<(), JournalError> {
        self.file.file().sync_all().map_err(|source| self.failed(source))
    }

    fn failed(&self, source: io::Error) -> JournalError {
        JournalError::File { path: self.path.clone(), source }
    }
}

/// Hands the whole lines of a journal to `contents`. Returns the bytes of its first line and all whole entries.
///
/// # Errors
/// If the file cannot be read, or `contents` refuses a line.
pub fn read<C: Contents>(path: &Path, journal: impl Read, contents: &mut C) -> Result<u64, C::Error> {
    let mut reader = BufReader::with_capacity(1 << 18, journal);
    let (mut number, mut start, mut whole) = (1, 0, 0);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let length = reader.read_until(b'\n', &mut bytes);
        let length = length.map_err(|source| JournalError::File { path: path.to_owned(), source })? as u64;
        if bytes.last() != Some(&b'\n') {
            return Ok(whole);
        }
        let garbled =
            |_| JournalError::Line { path: path.to_owned(), line: number, problem: "this is no text in UTF-8" };
        let line = Line { number, start, text: std::str::from_utf8(&bytes).map_err(garbled)? };
        (number, start) = (number + 1, start + length);
        let ends_entry = if line.number == 1 { contents.begin(&line).map(|()| true)? } else { contents.take(&line)? };
        if ends_entry {
            whole = start;
        }
    }
}

/// Refuses a file without a whole line, unless an interruption has cut off the first one.
fn check_begun(path: &Path, first: &str) -> Result<(), JournalError> {
    let mut found = Vec::new();
    let file = File::open(path).and_then(|file| file.take(first.len() as u64 + 1).read_to_end(&mut found));
    file.map_err(|source| JournalError::File { path: path.to_owned(), source })?;
    if first.as_bytes().starts_with(&found) {
        return Ok(());
    }
    let problem = "this is not the beginning of the work that is to go on here";
    Err(JournalError::Line { path: path.to_owned(), line: 1, problem })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// Entries of two lines, the second a dot.
    #[derive(Default)]
    struct Pairs {
        begun: Vec<String>,
        entries: Vec<String>,
        pending: Option<(usize, u64, String)>,
    }

    impl Contents for Pairs {
        type Error = JournalError;

        fn begin(&mut self, line: &Line<'_>) -> Result<(), JournalError> {
            if !line.text.starts_with("pairs") {
                let problem = "these are no pairs";
                return Err(JournalError::Line { path: PathBuf::from("pairs"), line: line.number, problem });
            }
            self.begun.push(line.text.to_owned());
            Ok(())
        }

        fn take(&mut self, line: &Line<'_>) -> Result<bool, JournalError> {
            let ends = line.text == ".\n";
            if ends {
                self.entries.extend(self.pending.take().map(|(_, _, text)| text));
            } else {
                self.pending = Some((line.number, line.start, line.text.trim_end().to_owned()));
            }
            Ok(ends)
        }
    }

    const FIRST: &str = "pairs of 駒";

    fn open(path: &Path) -> Result<(Journal, Pairs), JournalError> {
        let mut pairs = Pairs::default();
        Journal::open(path, Lock::of(path).unwrap(), FIRST, &mut pairs).map(|journal| (journal, pairs))
    }

    fn path(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("kumataka-journal-{name}-{}", std::process::id()));
        let _ = fs::remove_file(&path);
        path
    }

    #[test]
    fn a_journal_goes_on_wherever_it_was_cut() {
        let path = path("cut");
        let (mut journal, pairs) = open(&path).unwrap();
        assert_eq!((pairs.begun, pairs.entries), (vec![format!("{FIRST}\n")], Vec::new()));
        ["歩\n.\n", "金\n.\n"].iter().for_each(|entry| journal.add(entry).unwrap());
        journal.sync().unwrap();
        drop(journal);
        let whole = fs::read(&path).unwrap();
        let entries = ["歩", "金"].map(str::to_owned);
        for cut in 0..=whole.len() {
            fs::write(&path, &whole[..cut]).unwrap();
            let (mut journal, pairs) = open(&path).unwrap();
            let complete = String::from_utf8_lossy(&whole[..cut]).matches("\n.\n").count();
            assert_eq!((pairs.begun.len(), &pairs.entries[..]), (1, &entries[..complete]), "{cut}");
            journal.add("銀\n.\n").unwrap();
            drop(journal);
            let all = entries[..complete].iter().map(|entry| format!("{entry}\n.\n")).collect::<String>();
            assert_eq!(fs::read_to_string(&path).unwrap(), format!("{FIRST}\n{all}銀\n.\n"), "{cut}");
        }
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn what_is_no_journal_of_the_work_stays_as_it_is() {
        let path = path("foreign");
        for (found, problem) in [
            (&b"pairs of pieces"[..], "line 1: this is not the beginning"),
            (b"PAIRS", "line 1: this is not the beginning"),
            (b"trios\na\n", "line 1: these are no pairs"),
            (b"pairs of \xff\n", "line 1: this is no text in UTF-8"),
            (b"pairs\na\n.\n\xff\n", "line 4: this is no text in UTF-8"),
        ] {
            fs::write(&path, found).unwrap();
            let refused = open(&path).map(|_| ()).unwrap_err().to_string();
            assert!(refused.contains(problem), "{refused}");
            assert_eq!(fs::read(&path).unwrap(), found);
        }
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn lines_know_their_places() {
        let mut pairs = Pairs::default();
        let whole = read(Path::new("pairs"), "pairs\n歩\n.\n金\n".as_bytes(), &mut pairs).unwrap();
        assert_eq!((whole, pairs.entries, pairs.pending), (12, vec!["歩".to_owned()], Some((4, 12, "金".to_owned()))));
    }
}
