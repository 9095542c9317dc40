//! The program of an engine, which must stay the same while its games are compared.

use crate::engines::error::EngineError;
use std::io;
use std::path::Path;
use std::time::SystemTime;

/// The data that tell a file from one that has replaced it, as after a new build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    length: u64,
    modified: Option<SystemTime>,
}

impl Stamp {
    /// The stamp of a file.
    ///
    /// # Errors
    /// If there is no such file.
    pub fn of(path: &Path) -> io::Result<Self> {
        let data = path.metadata()?;
        Ok(Self { length: data.len(), modified: data.modified().ok() })
    }

    /// Refuses a file that no longer matches this stamp.
    ///
    /// # Errors
    /// If it is another file, or there is none.
    pub fn check(&self, path: &Path) -> Result<(), EngineError> {
        let found = Self::of(path).map_err(EngineError::Start)?;
        if found == *self { Ok(()) } else { Err(EngineError::Replaced) }
    }
}
