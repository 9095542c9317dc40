//! The errors of matches.

use crate::engines::error::EngineError;
use crate::jobs::command::Trouble;
use crate::jobs::files::{FileError, SaveError};
use crate::jobs::journal::JournalError;
use crate::jobs::parts::PartError;
use crate::variants::Variant;
use crate::words::{InLanguage, counted};
use std::error::Error;
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
    #[error("engine {name}: {source}{remedy}")]
    Engine { name: String, source: EngineError, remedy: &'static str },
    #[error("{source}; stopped after {}{remedy}", counted(*games, "game"))]
    Stopped { source: Box<Self>, games: u64, remedy: &'static str },
    #[error("engine {name} has no option \"{option}\"; it has {known}{}", hint_for(option))]
    UnknownOption { name: String, option: String, known: String },
    #[error("engine {name} does not play {variant}")]
    Variant { name: String, variant: Variant },
    #[error("no thread for a game: {0}")]
    Thread(#[source] io::Error),
    #[error("{0} games were lost by a fault")]
    Faults(u64),
    #[error("stopped by Ctrl-C after {}{remedy}", counted(*games, "game"))]
    Interrupted { games: u64, remedy: &'static str },
    #[error(transparent)]
    Journal(#[from] JournalError),
    #[error(transparent)]
    Part(#[from] PartError),
    #[error(transparent)]
    Trouble(#[from] Trouble),
}

/// The remedy for a switch or a constant of the search, which are options of a build for tuning only.
fn hint_for(option: &str) -> &'static str {
    let is_tunable =
        option.contains('_') && option.chars().all(|c| c == '_' || c.is_ascii_lowercase() || c.is_ascii_digit());
    if is_tunable { TUNE_HINT } else { "" }
}

impl InLanguage for MatchError {
    /// The errors of a single engine, which `kumataka play` meets too; those of matches are English.
    fn japanese(&self) -> String {
        match self {
            Self::Read { path, source } | Self::Write { path, source } => {
                format!("{}：{}", path.display(), source.japanese())
            }
            Self::Engine { name, source, .. } => format!("エンジン{name}：{}", source.japanese()),
            Self::UnknownOption { name, option, known } => {
                format!("エンジン{name}に「{option}」というオプションはありません（{known}）")
            }
            Self::Variant { name, variant } => format!("エンジン{name}は{variant}を指せません"),
            Self::Part(error) => error.japanese(),
            Self::Trouble(error) => error.japanese(),
            error => error.to_string(),
        }
    }
}

/// The remedy for an option that only a build for tuning has.
pub const TUNE_HINT: &str = ". The constants of Kumataka's search are options of a build with --features tune";
/// The remedy after an error where the finished games are kept.
pub const RESUME: &str = "; --resume goes on";
/// The remedy after an error in a part of a match.
pub const SAME_COMMAND: &str = "; the same command goes on";
/// The remedy for an engine that takes long to start.
pub const HANDSHAKE_REMEDY: &str = "; --handshake SECONDS waits longer";

impl MatchError {
    /// True if Ctrl-C or a decision ended the match, rather than an error.
    pub const fn is_interruption(&self) -> bool {
        matches!(self, Self::Engine { source: EngineError::Interrupted, .. })
    }

    /// The error that ends a match or a tuning after this number of games.
    pub fn stopping(self, games: u64, remedy: &'static str) -> Self {
        Self::Stopped { source: Box::new(self), games, remedy }
    }
}

/// The reason why a game cannot be an opening.
#[derive(Debug, Error)]
pub enum OpeningError {
    #[error("{0}")]
    Sfen(#[source] Box<dyn Error + Send + Sync>),
    #[error("{0}")]
    Move(#[source] Box<dyn Error + Send + Sync>),
    #[error("the game is over there: let it start after fewer plies")]
    Over,
}

impl OpeningError {
    pub fn sfen(error: impl Error + Send + Sync + 'static) -> Self {
        Self::Sfen(Box::new(error))
    }
}
