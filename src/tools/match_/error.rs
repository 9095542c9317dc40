//! What can keep a match from being played.

use super::engine::EngineError;
use crate::rules::{MoveError, SfenError};
use crate::tools::files::{FileError, SaveError};
use std::io;
use std::path::PathBuf;
use thiserror::Error;

#[derive(Debug, Error)]
pub enum MatchError {
    #[error("{0}")]
    Setting(String),
    #[error("{}: {source}", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("{}: {source}", path.display())]
    Write { path: PathBuf, source: io::Error },
    #[error("{}: {source}", path.display())]
    Save { path: PathBuf, source: SaveError },
    #[error("{}: {source}", path.display())]
    Toml { path: PathBuf, source: Box<toml::de::Error> },
    #[error("{}: {source}", path.display())]
    Games { path: PathBuf, source: FileError },
    #[error("{}, line {line}: {source}", path.display())]
    Opening { path: PathBuf, line: usize, source: OpeningError },
    #[error("{}, line {line}: {problem}", path.display())]
    Record { path: PathBuf, line: usize, problem: String },
    #[error("engine {name}: {source}")]
    Engine { name: String, source: EngineError },
    #[error("engine {name} has no option \"{option}\"; it has {known}")]
    UnknownOption { name: String, option: String, known: String },
    #[error("engine {name} does not play {variant}")]
    Variant { name: String, variant: &'static str },
    #[error("the summary cannot be printed: {0}")]
    Print(#[source] io::Error),
    #[error("no threads: {0}")]
    Threads(#[source] rayon::ThreadPoolBuildError),
    #[error("no thread for a game: {0}")]
    Thread(#[source] io::Error),
    #[error("{0} games were lost by a fault")]
    Faults(u64),
    #[error("no handler for Ctrl-C can be set: {0}")]
    Signal(#[source] ctrlc::Error),
}

/// Why a game cannot be an opening.
#[derive(Debug, Error)]
pub enum OpeningError {
    #[error(transparent)]
    Sfen(#[from] SfenError),
    #[error(transparent)]
    Move(#[from] MoveError),
    #[error("the game is over there: let it start after fewer plies")]
    Over,
}
