//! Errors of the parts of a job.

use crate::jobs::journal::JournalError;
use crate::words::InLanguage;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Reasons why a part cannot be worked on, or parts cannot be put together.
#[derive(Debug, Error)]
pub enum PartError {
    #[error(
        "--part {count} leaves the number of the part to SLURM_ARRAY_TASK_ID or JOB_COMPLETION_INDEX, and neither is set: \
         give both, as in --part 1/{count}"
    )]
    NoNumber { count: u32 },
    #[error("{variable}={value} names none of {count} parts: {remedy}")]
    Number { variable: &'static str, value: String, count: u32, remedy: String },
    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: io::Error },
    #[error("{}: it is a part of another job: {difference}", path.display())]
    Other { path: PathBuf, difference: String },
    #[error("{}: another process works on this part", path.display())]
    Busy { path: PathBuf },
    #[error("{}, line {line}: {problem}; delete the file and do this part again", path.display())]
    Damaged { path: PathBuf, line: usize, problem: &'static str },
    #[error("{}: it is cut off; delete the file and do this part again", path.display())]
    Cut { path: PathBuf },
    #[error("{}: it lacks or doubles some of its {items}; delete the file and do this part again", path.display())]
    Incomplete { path: PathBuf, items: &'static str },
    #[error("part {part} of {count} was stopped with {left} of {all} {items} left; the same command goes on")]
    Unfinished { part: u32, count: u32, left: u64, all: u64, items: &'static str },
    #[error("there is no part of a job in {0}")]
    Nothing(String),
    #[error("part {part} is there twice: {} and {}", first.display(), second.display())]
    Doubled { part: u32, first: PathBuf, second: PathBuf },
    #[error("{missing}; the same command makes what is missing, and --unfinished does without it")]
    Missing { missing: String },
    #[error("{}: {source}", path.display())]
    Content { path: PathBuf, source: serde_json::Error },
}

impl InLanguage for PartError {
    /// The work by many machines speaks English.
    fn japanese(&self) -> String {
        match self {
            Self::File { path, source } => format!("{}：{}", path.display(), source.japanese()),
            Self::Unfinished { part, count, left, all, .. } => {
                format!("{count}分割の{part}番目は{all}件のうち{left}件を残して中断しました。同じコマンドで続けます")
            }
            error => error.to_string(),
        }
    }
}

impl PartError {
    /// True if a file or folder is missing.
    #[must_use]
    pub fn is_absence(&self) -> bool {
        matches!(self, Self::File { source, .. } if source.kind() == io::ErrorKind::NotFound)
    }

    /// Adds the path of a file to its error.
    pub(super) fn file(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| Self::File { path, source }
    }
}

impl From<JournalError> for PartError {
    fn from(error: JournalError) -> Self {
        match error {
            JournalError::File { path, source } => Self::File { path, source },
            JournalError::Line { path, line, problem } => Self::Damaged { path, line, problem },
        }
    }
}
