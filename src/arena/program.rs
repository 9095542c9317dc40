//! The program of an engine, which must stay the same while its games are compared.

use crate::engines::process::EngineError;
use std::io;
use std::path::Path;
use std::time::SystemTime;

/// By this a file is told from another one that has taken its place, as by a compiler.
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

    /// Refuses a file that is not the one of this stamp any more.
    ///
    /// # Errors
    /// If it is another one, or there is none.
    pub fn check(&self, path: &Path) -> Result<(), EngineError> {
        let found = Self::of(path).map_err(EngineError::Start)?;
        if found == *self { Ok(()) } else { Err(EngineError::Replaced) }
    }
}
