//! Faults of the files of a solution.

use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A file that cannot be used, and its fault.
#[derive(Debug, Error)]
#[error("{}: {fault}", path.display())]
pub struct SolveError {
    pub path: PathBuf,
    pub fault: Fault,
}

/// The fault of a file.
#[derive(Debug, Error)]
pub enum Fault {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("this is not {0}")]
    Foreign(&'static str),
    #[error("it has version {found} of the format, and this program reads version {known}")]
    Version { found: u32, known: u32 },
    #[error("it is of another game")]
    Game,
    #[error("it has {found} bytes instead of {expected}; remove it and make it anew with \"kumataka solve\"")]
    Length { found: u64, expected: u64 },
    #[error("it is damaged, its checksum being wrong; remove it and make it anew with \"kumataka solve\"")]
    Checksum,
    #[error("memory has no room for the table of {0} bytes")]
    Memory(usize),
}

impl Fault {
    /// Returns a function that adds the path of a file to its fault.
    pub(super) fn at<F: Into<Self>>(path: &Path) -> impl FnOnce(F) -> SolveError {
        move |fault| SolveError { path: path.to_owned(), fault: fault.into() }
    }
}
