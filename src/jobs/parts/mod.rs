//! Long work in parts that know nothing of each other, for machines by the hundred: which part is meant, what belongs to
//! it, the file that holds what came of it, and how all parts are put together.
//!
//! A job is a number of items: subtrees, games, problems or files. A part has every so-many-th of them, whatever the
//! machine, so that all parts together are the whole. How items come to machines is for Slurm, Kubernetes or GNU parallel.

mod error;
mod file;
mod merged;
mod scan;
mod share;

pub use error::PartError;
pub use file::{Opened, PartFile};
pub use merged::Merged;
pub use scan::Header;
pub use share::{Items, PartNumber, Share};

use clap::Args;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::env;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The arguments of a command that can do a part of its work.
#[derive(Args, Clone, Debug, Default)]
pub struct PartArgs {
    /// Do one part of the work, such as 3/8, for "kumataka merge"; with 8 alone, SLURM_ARRAY_TASK_ID, from 1, or
    /// JOB_COMPLETION_INDEX, from 0, says which
    #[arg(long, value_name = "I/N", requires = "into")]
    pub part: Option<PartNumber>,
    /// The folder for the file of the part; a part that was stopped goes on there, and a finished one is left alone
    #[arg(long, value_name = "FOLDER", requires = "part")]
    pub into: Option<PathBuf>,
}

impl PartArgs {
    /// Which part is meant, if one is.
    ///
    /// # Errors
    /// If its number is left to the system that runs the parts, and that says nothing of use.
    pub fn share(&self) -> Result<Option<Share>, PartError> {
        let variable = |name: &'static str| env::var(name).ok().map(|value| (name, value));
        self.part.map(|part| part.share(variable)).transpose()
    }

    /// Opens the file of this part of a job, with what makes the job the one that it is.
    ///
    /// # Errors
    /// If it belongs to another job, is being worked on, or cannot be written.
    pub fn open(&self, share: Share, command: &str, items: Items, job: Value) -> Result<Opened, PartError> {
        let folder = self.into.clone().unwrap_or_default();
        PartFile::open(&folder, Header::new(share, command, items, job))
    }
}

/// What a job says of a file that it reads: its name and the checksum of what is in it. Names in angle brackets are no
/// files.
///
/// # Errors
/// If the file cannot be read.
pub fn described(path: Option<&Path>) -> Result<Value, PartError> {
    let Some(path) = path else { return Ok(Value::Null) };
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    if name.starts_with('<') || path.is_dir() {
        return Ok(json!(name));
    }
    let sum = checksum(path).map_err(PartError::file(path))?;
    Ok(json!(format!("{name}, CRC-32 {sum:08x}")))
}

/// Plain data as JSON, by way of a text: what writes data as texts is in the program already.
#[must_use]
pub fn to_value(data: &impl Serialize) -> Value {
    let text = serde_json::to_string(data).unwrap_or_default();
    serde_json::from_str(&text).unwrap_or_default()
}

/// Plain data from JSON that a part holds, likewise.
///
/// # Errors
/// If it is something else.
pub fn from_value<T: DeserializeOwned>(value: &Value) -> serde_json::Result<T> {
    serde_json::from_str(&value.to_string())
}

/// The checksum of what is in a file.
///
/// # Errors
/// If the file cannot be read.
pub fn checksum(path: &Path) -> io::Result<u32> {
    let mut hasher = crc32fast::Hasher::new();
    let (mut file, mut buffer) = (File::open(path)?, vec![0; 1 << 18]);
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hasher.finalize()),
            length => hasher.update(&buffer[..length]),
        }
    }
}
