//! Faults in lines of the protocol. Each message names the input and what would be right.

use std::error::Error;
use std::fmt;
use std::io;
use thiserror::Error as ThisError;

/// Text from outside, quoted for a message: cut to a readable length, with control characters made visible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quoted(String);

impl Quoted {
    const LIMIT: usize = 80;
}

impl From<&str> for Quoted {
    fn from(text: &str) -> Self {
        Self(text.chars().take(Self::LIMIT + 1).collect())
    }
}

impl fmt::Display for Quoted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = self.0.chars().take(Self::LIMIT).flat_map(char::escape_debug).collect::<String>();
        let more = if self.0.chars().count() > Self::LIMIT { "..." } else { "" };
        write!(f, "\"{shown}{more}\"")
    }
}

/// Reason why a line could not be obeyed, or not in full.
#[derive(Debug, ThisError)]
pub enum UsiError {
    #[error("unknown command {0}; \"help\" lists the commands")]
    UnknownCommand(Quoted),
    #[error("{command} ignores {word}")]
    UnknownWord { command: &'static str, word: Quoted },
    #[error("{keyword} needs a whole number behind it, not {found}")]
    NotANumber { keyword: &'static str, found: Quoted },
    #[error("{keyword} needs a whole number behind it")]
    NumberMissing { keyword: &'static str },
    #[error("perft to depth {0}: the depth must be at most {max}", max = crate::measure::perft::DEPTH_LIMIT)]
    PerftDepth(u64),
    #[error("hisshi of {0} moves: the length must be 1, 3, 5 or 7")]
    HisshiLength(u64),
    #[error("position refused: it needs \"startpos\" or \"sfen ...\", then perhaps \"moves ...\"")]
    EmptyPosition,
    #[error("position refused: {0} between \"startpos\" and \"moves\"")]
    BeforeMoves(Quoted),
    #[error("position refused: {sfen}: {source}")]
    Sfen { sfen: Quoted, source: Box<dyn Error + Send + Sync> },
    #[error("position refused: move {number}: {source}")]
    Move { number: usize, source: Box<dyn Error + Send + Sync> },
    #[error("{0} is not a move")]
    NotAMove(Quoted),
    #[error("position refused until USI_Variant names a known game: {0}")]
    VariantRefused(String),
    #[error("there is no position: {0}")]
    NoPosition(String),
    #[error("searchmoves ignores {0}")]
    SearchMove(Box<dyn Error + Send + Sync>),
    #[error("\"setoption\" needs \"name NAME\" and mostly \"value VALUE\"")]
    SetOptionSyntax,
    #[error(transparent)]
    Option(#[from] OptionError),
    #[error("the log file {path} cannot be written: {source}")]
    Log { path: Quoted, source: io::Error },
}

impl UsiError {
    /// The same complaint about a command whose words are read as those of `go`.
    #[must_use]
    pub fn about(self, command: &'static str) -> Self {
        if let Self::UnknownWord { word, .. } = self { Self::UnknownWord { command, word } } else { self }
    }
}

/// Reason why an option was not set. It keeps its value.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
pub enum OptionError {
    #[error("there is no option {0}; \"usi\" lists them")]
    Unknown(Quoted),
    #[error("option {name} takes true or false, not {value}")]
    NotACheck { name: &'static str, value: Quoted },
    #[error("option {name} takes a whole number from {min} to {max}, not {value}")]
    NotInRange { name: &'static str, value: Quoted, min: i64, max: i64 },
    #[error("option {name} takes one of {choices}, not {value}")]
    NotAChoice { name: &'static str, value: Quoted, choices: String },
}
