//! The settings that are the same for all games of one match.

use super::config::{EngineConfig, MatchConfig, MatchFormat, engine_options};
use super::error::MatchError;
use crate::engines::protocol::{MoveClock, Protocol};
use crate::jobs::checksum;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::Path;

/// The settings of a match, at the start of its records.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct MatchHeader {
    pub variant: String,
    pub format: MatchFormat,
    pub engines: Vec<EngineHeader>,
    /// Description of the openings.
    pub openings: String,
    /// Checksum of the openings; `None` for random ones, which the seed determines.
    pub openings_crc32: Option<u32>,
    pub seed: u64,
    /// The rules in force as `OPTION=VALUE`, with the scores that end games early and the draws that are played again.
    pub rules: Vec<String>,
    pub margin_milliseconds: u64,
}

/// The settings of one engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct EngineHeader {
    pub name: String,
    /// Missing in records of earlier versions, when all engines spoke USI.
    #[serde(default)]
    pub protocol: Protocol,
    /// The form in which an engine of CECP gets the time of a move.
    #[serde(default)]
    pub clock: MoveClock,
    /// Checksum of the program, because the same path may hold another build later. `None` if the system finds the
    /// program by its name.
    pub program_crc32: Option<u32>,
    pub arguments: Vec<String>,
    pub options: Vec<String>,
    /// The files that options name, with their checksums; missing in records of earlier versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<String>,
    pub time: String,
    pub ponder: bool,
}

impl MatchHeader {
    /// The settings of `config`, with a description and the checksum of its openings.
    ///
    /// # Errors
    /// If the program of an engine cannot be read.
    pub fn new(config: &MatchConfig, openings: &str, openings_crc32: Option<u32>) -> Result<Self, MatchError> {
        let option = |(name, value): (&str, String)| format!("{name}={value}");
        let mut rules: Vec<String> = engine_options(&config.rules).into_iter().map(option).collect();
        rules.extend(config.adjudication.resign.map(|rule| option(("resign-score", rule.to_string()))));
        rules.extend(config.adjudication.draw.map(|rule| option(("draw-score", rule.to_string()))));
        rules.extend((config.replay_draws > 0).then(|| option(("replay-draws", config.replay_draws.to_string()))));
        Ok(Self {
            variant: config.variant.name().to_owned(),
            format: config.format,
            engines: config.engines.iter().map(EngineHeader::new).collect::<Result<_, _>>()?,
            openings: openings.to_owned(),
            openings_crc32,
            seed: config.seed,
            rules,
            margin_milliseconds: config.margin.as_millis() as u64,
        })
    }

    /// Description of the settings in which these existing records differ from the `wanted` match.
    #[must_use]
    pub fn difference(&self, wanted: &Self) -> String {
        let fields = |header: &Self| serde_json::to_value(header).unwrap_or_default();
        let (found, wanted) = (fields(self), fields(wanted));
        let differs = |&(key, value): &(&String, &Value)| found.get(key) != Some(value);
        let words = |(key, value): (&String, &Value)| {
            format!("{key}: {} there, {value} here", found.get(key).unwrap_or(&Value::Null))
        };
        wanted.as_object().into_iter().flatten().filter(differs).map(words).collect::<Vec<_>>().join("; ")
    }
}

impl EngineHeader {
    fn new(engine: &EngineConfig) -> Result<Self, MatchError> {
        let program = &engine.launch.program;
        Ok(Self {
            name: engine.name.clone(),
            protocol: engine.protocol,
            clock: engine.move_clock,
            program_crc32: program.is_absolute().then(|| checksum(program)).transpose()?,
            arguments: engine.launch.arguments.clone(),
            options: engine.options.iter().map(|(name, value)| format!("{name}={value}")).collect(),
            files: engine
                .options
                .iter()
                .filter_map(|(name, value)| file(engine, name, value).transpose())
                .collect::<Result<_, _>>()?,
            time: engine.time.to_string(),
            ponder: engine.ponder,
        })
    }
}

/// The checksum of the file that an option names; none if it names no file, or one that the engine writes.
fn file(engine: &EngineConfig, name: &str, value: &str) -> Result<Option<String>, MatchError> {
    let path = engine.launch.folder.join(value);
    if name.contains("Log") || !path.is_file() {
        return Ok(None);
    }
    Ok(Some(format!("{name}: CRC-32 {:08x}", checksum(&path)?)))
}

fn checksum(path: &Path) -> Result<u32, MatchError> {
    checksum::of_file(path).map_err(|source| MatchError::Read { path: path.to_owned(), source })
}
