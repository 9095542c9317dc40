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
    #[error("{}: it is a part of another job; choose another folder, or delete the file to begin anew. {difference}", path.display())]
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
    fn japanese(&self) -> String {
        let again = "ファイルを消して、この部分をやり直してください";
        match self {
            Self::NoNumber { count } => format!(
                "--part {count} の番号を決めるSLURM_ARRAY_TASK_IDもJOB_COMPLETION_INDEXもありません。\
                 --part 1/{count} のように番号も書いてください"
            ),
            Self::Number { variable, value, count, .. } => {
                format!("{variable}={value} は{count}分割の番号ではありません")
            }
            Self::File { path, source } => format!("{}：{}", path.display(), source.japanese()),
            Self::Other { path, .. } => format!("{}：別の作業の一部です", path.display()),
            Self::Busy { path } => format!("{}：別のプロセスが作業中です", path.display()),
            Self::Damaged { path, line, .. } => format!("{}：{line}行目が壊れています。{again}", path.display()),
            Self::Cut { path } => format!("{}：途中で切れています。{again}", path.display()),
            Self::Incomplete { path, .. } => format!("{}：結果が足りないか、重複しています。{again}", path.display()),
            Self::Unfinished { part, count, left, all, .. } => {
                format!("{count}分割の{part}番目は{all}件のうち{left}件を残して中断しました。同じコマンドで続けます")
            }
            Self::Nothing(place) => format!("{place}に分割した作業の結果がありません"),
            Self::Doubled { part, first, second } => {
                format!("{part}番目の結果が2つあります：{}、{}", first.display(), second.display())
            }
            Self::Missing { missing } => format!("足りない部分があります：{missing}"),
            Self::Content { path, source } => format!("{}：{}", path.display(), source.japanese()),
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::ErrorKind;

    #[test]
    fn every_fault_of_a_part_is_told_in_japanese() {
        let path = || PathBuf::from("?");
        let faults = [
            PartError::NoNumber { count: 8 },
            PartError::Number { variable: "?", value: "?".to_owned(), count: 8, remedy: String::new() },
            PartError::File { path: path(), source: ErrorKind::NotFound.into() },
            PartError::Other { path: path(), difference: String::new() },
            PartError::Busy { path: path() },
            PartError::Damaged { path: path(), line: 1, problem: "" },
            PartError::Cut { path: path() },
            PartError::Incomplete { path: path(), items: "" },
            PartError::Unfinished { part: 1, count: 8, left: 1, all: 2, items: "" },
            PartError::Nothing("?".to_owned()),
            PartError::Doubled { part: 1, first: path(), second: path() },
            PartError::Missing { missing: "?".to_owned() },
        ];
        for fault in faults {
            let told = fault.japanese();
            let names = ["--part", "SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX"];
            let rest = names.iter().fold(told.clone(), |rest, name| rest.replace(name, ""));
            assert!(!rest.contains(|c: char| c.is_ascii_alphabetic()), "{told}");
        }
    }
}
