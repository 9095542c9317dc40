//! The places from which a token comes: a file or a variable, and no command line, which every user of the machine can read.

use crate::http::{Token, TokenError};
use crate::system::read_file;
use crate::words::InLanguage;
use clap::Args;
use std::path::{Path, PathBuf};
use std::{env, io};
use thiserror::Error;

/// The arguments that choose a token.
#[derive(Args, Clone, Debug, Default)]
pub struct TokenArgs {
    /// Read the token from the first line of this file
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// Read the token from this environment variable
    #[arg(long, value_name = "VAR", conflicts_with = "token_file")]
    token_env: Option<String>,
}

/// The reason why there is no token.
#[derive(Debug, Error)]
pub enum SourceError {
    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: io::Error },
    #[error("there is no environment variable {0} with a token")]
    NoVariable(String),
    #[error("the token of {place}: {fault}")]
    Fault { place: String, fault: TokenError },
}

impl InLanguage for SourceError {
    fn japanese(&self) -> String {
        match self {
            Self::File { path, source } => format!("{}：{}", path.display(), source.japanese()),
            Self::NoVariable(name) => format!("環境変数{name}にトークンがありません"),
            Self::Fault { place, fault } => format!("{place}：{}", fault.japanese()),
        }
    }
}

impl TokenArgs {
    /// The token, if the arguments choose one.
    ///
    /// # Errors
    /// If it cannot be read, or is none.
    pub fn own(&self) -> Result<Option<Token>, SourceError> {
        if let Some(path) = &self.token_file {
            return of_file(path).map(Some);
        }
        let Some(name) = &self.token_env else { return Ok(None) };
        let text = env::var(name).map_err(|_| SourceError::NoVariable(name.clone()))?;
        token(name, text.trim()).map(Some)
    }

    /// The variable with the token, which an engine must not inherit.
    pub fn variable(&self) -> Option<String> {
        self.token_env.clone()
    }
}

fn of_file(path: &Path) -> Result<Token, SourceError> {
    let bytes = read_file(path).map_err(|source| SourceError::File { path: path.to_owned(), source })?;
    let text = String::from_utf8_lossy(&bytes);
    token(&path.display().to_string(), text.lines().next().unwrap_or_default().trim())
}

fn token(place: &str, text: &str) -> Result<Token, SourceError> {
    text.parse().map_err(|fault| SourceError::Fault { place: place.to_owned(), fault })
}
