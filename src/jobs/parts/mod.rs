//! Long work in independent parts, for machines by the hundred: the share of a part, the file of its results, and the
//! merger of all parts.
//!
//! A job is a number of items: subtrees, games, problems or files. A part takes every n-th of them, whatever the
//! machine, so that all parts together make the whole. Slurm, Kubernetes or GNU parallel bring the parts to machines.

mod error;
mod file;
mod merged;
mod scan;
mod share;

pub use error::PartError;
pub use file::{Opened, PartFile};
pub use merged::Merged;
pub use scan::Header;
pub use share::{Items, NoPart, PartNumber, Share};

use crate::jobs::checksum;
use clap::Args;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::env;
use std::path::{Path, PathBuf};

/// The arguments of a command that can do a part of its work.
#[derive(Args, Clone, Debug, Default)]
pub struct PartArgs {
    /// Do part I of N, for "kumataka merge"; with N alone, I comes from SLURM_ARRAY_TASK_ID (counted from 1) or
    /// JOB_COMPLETION_INDEX (from 0)
    #[arg(long, value_name = "I/N", requires = "into")]
    pub part: Option<PartNumber>,
    /// Folder for the result of the part; an interrupted part is resumed, a finished one is skipped
    #[arg(long, value_name = "FOLDER", requires = "part")]
    pub into: Option<PathBuf>,
}

impl PartArgs {
    /// The part to do, if one is chosen.
    ///
    /// # Errors
    /// If its number is left to the scheduler, and no variable gives a valid one.
    pub fn share(&self) -> Result<Option<Share>, PartError> {
        let variable = |name: &'static str| env::var(name).ok().map(|value| (name, value));
        self.part.map(|part| part.share(variable)).transpose()
    }

    /// Opens the file of this part of a job. `job` holds everything that sets the job apart from others.
    ///
    /// # Errors
    /// If the file belongs to another job, is in use, or cannot be written.
    pub fn open(&self, share: Share, command: &str, items: Items, job: Value) -> Result<Opened, PartError> {
        let folder = self.into.clone().unwrap_or_default();
        PartFile::open(&folder, Header::new(share, command, items, job))
    }
}

/// Description of a job's input file: its name and the checksum of its content. A name in angle brackets is no file.
///
/// # Errors
/// If the file cannot be read.
pub fn described(path: Option<&Path>) -> Result<Value, PartError> {
    let Some(path) = path else { return Ok(Value::Null) };
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    if name.starts_with('<') || path.is_dir() {
        return Ok(json!(name));
    }
    let sum = checksum::of_file(path).map_err(PartError::file(path))?;
    Ok(json!(format!("{name}, CRC-32 {sum:08x}")))
}

/// Plain data as JSON, by way of a text: the program already contains the code that writes texts.
#[must_use]
pub fn to_value(data: &impl Serialize) -> Value {
    let text = serde_json::to_string(data).unwrap_or_default();
    serde_json::from_str(&text).unwrap_or_default()
}

/// Plain data from the JSON of a part, likewise.
///
/// # Errors
/// If the JSON holds other data.
pub fn from_value<T: DeserializeOwned>(value: &Value) -> serde_json::Result<T> {
    serde_json::from_str(&value.to_string())
}
