//! Game records on disk: which files there are, and the games in them.

use crate::record::{Format, ReadError, Reading};
use crate::rules::Rules;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a file yields no games.
#[derive(Debug, Error)]
pub enum FileError {
    #[error("the extension names no format of game records")]
    UnknownFormat,
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    Read(#[from] ReadError),
}

/// The games of one file.
pub struct Games<R: Rules> {
    pub format: Format,
    pub readings: Vec<Reading<R>>,
}

/// Reads a file in `format`, or in that which its extension names.
///
/// # Errors
/// If nothing names a format, or the file cannot be read in it.
pub fn read_games<R: Rules>(path: &Path, format: Option<Format>) -> Result<Games<R>, FileError> {
    let format = format.or_else(|| Format::of_path(path)).ok_or(FileError::UnknownFormat)?;
    Ok(Games { format, readings: format.read(&fs::read(path)?)? })
}

/// The records that a path stands for, in a fixed order: itself, or in a folder and its subfolders those whose
/// extension names a format, and all others too if `any`. Links to folders are not followed.
///
/// # Errors
/// If the path or a folder below it cannot be read.
pub fn records_below(path: &Path, any: bool) -> io::Result<Vec<PathBuf>> {
    if !fs::metadata(path)?.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut found = Vec::new();
    let mut folders = vec![path.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)? {
            let entry = entry?;
            let path = entry.path();
            if entry.file_type()?.is_dir() {
                folders.push(path);
            } else if any || Format::of_path(&path).is_some() {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}
