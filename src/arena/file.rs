//! The TOML file of a match, key by key.

use super::config::{MatchFormat, ScoreRule};
use super::engine::EngineArgument;
use super::error::MatchError;
use super::sprt::EloBounds;
use super::time::{TimeArgs, seconds, text};
use crate::record::Format;
use crate::variants::Variant;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// All keys of the file: those at its top, and its tables.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct FileConfig {
    #[serde(rename = "engine")]
    pub engines: Vec<EngineArgument>,
    #[serde(deserialize_with = "text")]
    pub variant: Option<Variant>,
    pub format: Option<MatchFormat>,
    pub openings: Option<PathBuf>,
    pub save_openings: Option<PathBuf>,
    pub handicaps: Vec<String>,
    pub opening_plies: Option<usize>,
    pub games: Option<u64>,
    #[serde(deserialize_with = "bounds")]
    pub sprt: Option<EloBounds>,
    pub time: TimeArgs,
    pub patience: FilePatience,
    #[serde(deserialize_with = "seconds")]
    pub margin: Option<Duration>,
    pub concurrency: Option<u16>,
    pub seed: Option<u64>,
    pub records: Option<PathBuf>,
    #[serde(deserialize_with = "text")]
    pub record_format: Option<Format>,
    #[serde(deserialize_with = "text")]
    pub resign_score: Option<ScoreRule>,
    #[serde(deserialize_with = "text")]
    pub draw_score: Option<ScoreRule>,
    pub max_moves: Option<u32>,
    pub replay_draws: Option<u32>,
    pub rules: Vec<String>,
}

/// The bounds of an SPRT, as a list or as on the command line.
fn bounds<'de, D: Deserializer<'de>>(file: D) -> Result<Option<EloBounds>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "an SPRT has two bounds, as in [0, 5] or \"0,5\"")]
    enum Bounds {
        List([f64; 2]),
        Text(String),
    }
    let bounds = match Bounds::deserialize(file)? {
        Bounds::List([elo0, elo1]) => EloBounds::new(elo0, elo1),
        Bounds::Text(text) => text.parse(),
    };
    bounds.map(Some).map_err(D::Error::custom)
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FilePatience {
    #[serde(deserialize_with = "seconds")]
    pub start: Option<Duration>,
    #[serde(deserialize_with = "seconds")]
    pub ready: Option<Duration>,
    #[serde(deserialize_with = "seconds")]
    pub answer: Option<Duration>,
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
