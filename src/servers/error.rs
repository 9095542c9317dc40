//! Errors of play on a server. Each message names the input and what helps.

use crate::arena::MatchError;
use crate::engines::error::EngineError;
use crate::jobs::command::Trouble;
use crate::usi::Quoted;
use crate::words::counted;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Reason why the client stops.
#[derive(Debug, Error)]
pub enum CsaError {
    #[error("{0}")]
    Setting(String),
    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: io::Error },
    #[error("{}: {source}", path.display())]
    Toml { path: PathBuf, source: Box<toml::de::Error> },
    #[error("the host {host} is unknown: {source}; --server takes HOST:PORT, such as wdoor.c.u-tokyo.ac.jp:4081")]
    UnknownHost { host: Quoted, source: io::Error },
    #[error(
        "the server refuses the login of {id}: the password is another one, or somebody plays by this name; games are \
         chosen by --game, not by the password"
    )]
    LoginRefused { id: String },
    #[error("engine {name}: {source}")]
    Engine { name: String, source: EngineError },
    #[error("engine {name} has no option \"{option}\"; it has {known}")]
    UnknownOption { name: String, option: String, known: String },
    #[error("stopped by Ctrl-C after {played} of {}", counted(*games, "game"))]
    Interrupted { played: u64, games: u64 },
    #[error(transparent)]
    Match(#[from] MatchError),
    #[error(transparent)]
    Trouble(#[from] Trouble),
}

/// Reason why a connection failed; another one may work.
#[derive(Debug, Error)]
pub enum Break {
    #[error("no connection to {server}: {source}")]
    Refused { server: String, source: io::Error },
    #[error("the server has closed the connection")]
    Closed,
    #[error("the connection was cut in the middle of a line: {0}")]
    HalfLine(Quoted),
    #[error("the connection is lost: {0}")]
    Lost(io::Error),
    #[error("the server says nothing for {0} seconds")]
    Silent(u64),
    #[error("the server refuses the login")]
    LoginRefused,
}

/// Fault in the `Game_Summary` of the server.
#[derive(Debug, Error)]
pub enum SummaryError {
    #[error("{0} is not a line of a Game_Summary")]
    Line(Quoted),
    #[error("{line}: a {expected} is needed")]
    Value { line: Quoted, expected: &'static str },
    #[error("the Game_Summary lacks {0}")]
    Missing(&'static str),
    #[error("the Game_Summary goes on for more than {0} {1}")]
    Endless(usize, &'static str),
    #[error("{0}: only shogi is played here")]
    Format(Quoted),
    #[error("the position of the Game_Summary: {0}")]
    Position(String),
}

/// Fault in a move from the server.
#[derive(Debug, Error)]
pub enum MoveFault {
    #[error("{line} is no move of this position: {problem}")]
    Wrong { line: Quoted, problem: String },
}
