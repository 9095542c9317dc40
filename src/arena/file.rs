//! The TOML file of a match, key by key.

use super::config::MatchFormat;
use super::error::MatchError;
use crate::arena::sprt::EloBounds;
use crate::engines::protocol::{MoveClock, Protocol};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;
use std::num::{NonZeroU32, NonZeroU64};
use std::path::{Path, PathBuf};

/// All keys of the file: those at its top, and its tables.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct FileConfig {
    #[serde(rename = "engine")]
    pub engines: Vec<FileEngine>,
    pub variant: Option<String>,
    pub format: Option<MatchFormat>,
    pub openings: Option<PathBuf>,
    pub save_openings: Option<PathBuf>,
    pub handicaps: Vec<String>,
    pub opening_plies: Option<usize>,
    pub games: Option<u64>,
    pub sprt: Option<FileBounds>,
    pub time: FileTime,
    pub patience: FilePatience,
    pub margin: Option<f64>,
    pub concurrency: Option<u16>,
    pub seed: Option<u64>,
    pub records: Option<PathBuf>,
    pub record_format: Option<String>,
    pub resign_score: Option<String>,
    pub draw_score: Option<String>,
    pub max_moves: Option<u32>,
    pub rules: Vec<String>,
}

/// The bounds of an SPRT as a list, or as the command line has them.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "an SPRT has two bounds, as in [0, 5] or \"0,5\"")]
pub enum FileBounds {
    List([f64; 2]),
    Text(String),
}

impl FileBounds {
    /// The bounds themselves.
    ///
    /// # Errors
    /// If they make no test.
    pub fn read(&self) -> Result<EloBounds, String> {
        match self {
            Self::List([elo0, elo1]) => EloBounds::new(*elo0, *elo1),
            Self::Text(text) => text.parse(),
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileEngine {
    pub name: String,
    pub path: PathBuf,
    #[serde(default)]
    pub protocol: Protocol,
    #[serde(default)]
    pub clock: MoveClock,
    #[serde(default)]
    pub arguments: Vec<String>,
    pub folder: Option<PathBuf>,
    #[serde(default)]
    pub ponder: bool,
    #[serde(default)]
    pub options: BTreeMap<String, toml::Value>,
    pub time: Option<FileTime>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileTime {
    pub tc: Option<String>,
    pub byoyomi: Option<f64>,
    pub movetime: Option<f64>,
    pub nodes: Option<NonZeroU64>,
    pub depth: Option<NonZeroU32>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FilePatience {
    pub start: Option<f64>,
    pub ready: Option<f64>,
    pub answer: Option<f64>,
}

impl FileConfig {
    /// Reads the file at `path`.
    ///
    /// # Errors
    /// If the file cannot be read, or has an unknown key.
    pub fn read(path: &Path) -> Result<Self, MatchError> {
        let text = fs::read_to_string(path).map_err(|source| MatchError::Read { path: path.to_owned(), source })?;
        toml::from_str(&text).map_err(|source| MatchError::Toml { path: path.to_owned(), source: Box::new(source) })
    }
}

/// The options of an engine in a TOML file, as the engine is told them.
#[must_use]
pub fn option_texts(options: &BTreeMap<String, toml::Value>) -> Vec<(String, String)> {
    let text = |value: &toml::Value| match value {
        toml::Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    options.iter().map(|(name, value)| (name.clone(), text(value))).collect()
}
