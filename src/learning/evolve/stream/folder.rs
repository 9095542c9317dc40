//! The files of a stream. Wherever the program was interrupted, the files that exist show where it stood.
//!
//! ```text
//! network.kmt            the network that plays
//! network.state          the training that led to it, with unrounded numbers
//! first.kmt              the network at the start of the stream
//! games-N.kgr            games of round N to train on
//! fresh-N.kgr            games of round N to measure with, kept out of training for some rounds
//! spent-N.kgr            the same games once they are no longer fresh
//! candidate-N.kmt        the network trained in round N, not yet in its place
//! candidate-N.state      the training that led to it
//! log.tsv                a line for each finished round, which makes its decision final
//! .log.tsv.lock          locked by the program at work here
//! ```
//!
//! Any other `.kgr` file counts as games older than all of these.

use super::super::EvolveError;
use super::log::Log;
use crate::system::{Lock, LockError, replace_file};
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

const LOG: &str = "log.tsv";

/// The folder of a stream, held by this program as long as it has the log.
pub struct Folder {
    path: PathBuf,
}

/// Returns a function that adds the path to an error.
fn at(path: &Path) -> impl FnOnce(io::Error) -> EvolveError + '_ {
    move |source| EvolveError::Folder { path: path.to_owned(), source }
}

impl Folder {
    /// Opens the folder, created if missing, and the log in it.
    pub fn open(path: &Path) -> Result<(Self, Log), EvolveError> {
        fs::create_dir_all(path).map_err(at(path))?;
        let log = path.join(LOG);
        let lock = Lock::of(&log).map_err(|error| match error {
            LockError::Busy(_) => EvolveError::InUse(path.to_owned()),
            LockError::Io { path, source } => at(&path)(source),
        })?;
        Ok((Self { path: path.to_owned() }, Log::open(&log, lock)?))
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn network(&self) -> PathBuf {
        self.path.join("network.kmt")
    }

    pub fn state(&self) -> PathBuf {
        self.path.join("network.state")
    }

    pub fn first(&self) -> PathBuf {
        self.path.join("first.kmt")
    }

    pub fn games(&self, round: u32) -> PathBuf {
        self.path.join(format!("games-{round}.kgr"))
    }

    pub fn fresh(&self, round: u32) -> PathBuf {
        self.path.join(format!("fresh-{round}.kgr"))
    }

    pub fn candidate(&self, round: u32) -> PathBuf {
        self.path.join(format!("candidate-{round}.kmt"))
    }

    pub fn candidate_state(&self, round: u32) -> PathBuf {
        self.path.join(format!("candidate-{round}.state"))
    }

    /// The latest round with games; 0 if there is none.
    pub fn last_round_with_games(&self) -> Result<u32, EvolveError> {
        Ok(self.numbered("games-")?.last().map_or(0, |&(round, _)| round))
    }

    /// Fresh games up to a round, the newest first.
    pub fn fresh_up_to(&self, round: u32) -> Result<Vec<PathBuf>, EvolveError> {
        let files = self.numbered("fresh-")?;
        Ok(files.into_iter().rev().filter(|&(of, _)| of <= round).map(|(_, path)| path).collect())
    }

    /// Games for training from before a round, the newest first.
    pub fn older_than(&self, round: u32) -> Result<Vec<PathBuf>, EvolveError> {
        let mut files = self.game_files()?;
        files.retain(|(of, path)| *of < round && !name(path).starts_with("fresh-"));
        files.sort_by(|a, b| b.cmp(a));
        Ok(files.into_iter().map(|(_, path)| path).collect())
    }

    /// Releases fresh games for training.
    pub fn spend(&self, fresh: &Path) -> Result<(), EvolveError> {
        let spent = self.path.join(name(fresh).replacen("fresh-", "spent-", 1));
        fs::rename(fresh, spent).map_err(at(fresh))
    }

    /// Files of games with this prefix, by rising round.
    fn numbered(&self, prefix: &str) -> Result<Vec<(u32, PathBuf)>, EvolveError> {
        let mut files = self.game_files()?;
        files.retain(|(round, path)| *round > 0 && name(path).starts_with(prefix));
        files.sort();
        Ok(files)
    }

    /// All files of games with their rounds, 0 if the name has none.
    fn game_files(&self) -> Result<Vec<(u32, PathBuf)>, EvolveError> {
        let mut files = Vec::new();
        for entry in fs::read_dir(&self.path).map_err(at(&self.path))? {
            let path = entry.map_err(at(&self.path))?.path();
            if path.extension() == Some(OsStr::new("kgr")) {
                files.push((round_of(&path).unwrap_or(0), path));
            }
        }
        Ok(files)
    }
}

/// Writes a file all at once, and waits until it is on the disk.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), EvolveError> {
    replace_file(path, |file| file.write_all(bytes)).map_err(at(path))
}

/// Moves a file over another one; does nothing if it is missing.
pub fn replace(from: &Path, to: &Path) -> Result<(), EvolveError> {
    unless_missing(fs::rename(from, to)).map_err(at(from))
}

/// Deletes a file; does nothing if it is missing.
pub fn delete(path: &Path) -> Result<(), EvolveError> {
    unless_missing(fs::remove_file(path)).map_err(at(path))
}

fn unless_missing(done: io::Result<()>) -> io::Result<()> {
    match done {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        done => done,
    }
}

fn name(path: &Path) -> &str {
    path.file_name().and_then(OsStr::to_str).unwrap_or_default()
}

/// The round in the name of a file of games.
fn round_of(path: &Path) -> Option<u32> {
    let stem = path.file_stem()?.to_str()?;
    let (kind, round) = stem.split_once('-')?;
    if matches!(kind, "games" | "fresh" | "spent") { round.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_told_apart_by_kind_and_round() {
        let path = std::env::temp_dir().join(format!("kumataka-folder-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        let (folder, log) = Folder::open(&path).unwrap();
        assert!(matches!(Folder::open(&path), Err(EvolveError::InUse(_))));
        for name in ["games-2.kgr", "games-10.kgr", "fresh-9.kgr", "fresh-10.kgr", "spent-3.kgr", "old.kgr"] {
            fs::write(path.join(name), "").unwrap();
        }
        let names = |files: Vec<PathBuf>| files.iter().map(|path| name(path).to_owned()).collect::<Vec<_>>();
        assert_eq!(folder.last_round_with_games().unwrap(), 10);
        assert_eq!(names(folder.fresh_up_to(10).unwrap()), ["fresh-10.kgr", "fresh-9.kgr"]);
        assert_eq!(names(folder.fresh_up_to(9).unwrap()), ["fresh-9.kgr"]);
        assert_eq!(names(folder.older_than(10).unwrap()), ["spent-3.kgr", "games-2.kgr", "old.kgr"]);
        folder.spend(&folder.fresh(9)).unwrap();
        assert_eq!(names(folder.older_than(10).unwrap())[0], "spent-9.kgr");
        delete(&folder.fresh(9)).unwrap();
        replace(&folder.candidate(1), &folder.network()).unwrap();
        drop(log);
        fs::remove_dir_all(&path).unwrap();
    }
}
