//! The TOML file of a client, key by key.

use super::error::CsaError;
use crate::arena::option_texts;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct FileConfig {
    pub server: Option<String>,
    pub id: Option<String>,
    pub password_env: Option<String>,
    pub password_file: Option<PathBuf>,
    pub game: Option<String>,
    pub games: Option<u64>,
    pub records: Option<PathBuf>,
    pub ponder: Option<bool>,
    pub comments: Option<bool>,
    pub quiet: Option<bool>,
    pub log: Option<PathBuf>,
    pub engine: Option<FileEngine>,
    /// Options of the engine, this program or another one.
    pub options: BTreeMap<String, toml::Value>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct FileEngine {
    pub name: Option<String>,
    pub path: PathBuf,
    #[serde(default)]
    pub arguments: Vec<String>,
    pub folder: Option<PathBuf>,
    #[serde(default)]
    pub early_ponder: bool,
}

impl FileConfig {
    /// Reads the file at `path`.
    ///
    /// # Errors
    /// If the file cannot be read, or has an unknown key.
    pub fn read(path: &Path) -> Result<Self, CsaError> {
        let text = fs::read_to_string(path).map_err(|source| CsaError::File { path: path.to_owned(), source })?;
        toml::from_str(&text).map_err(|source| CsaError::Toml { path: path.to_owned(), source: Box::new(source) })
    }

    /// Options of the engine as text, for `setoption`.
    pub fn options(&self) -> Vec<(String, String)> {
        option_texts(&self.options)
    }
}
