//! The state of a tuning, as stored in its file.

use super::spsa::{Parameter, Spsa};
use crate::arena::{MatchError, MatchHeader};
use crate::system::replace_file;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

/// Everything needed to resume a tuning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// The settings that must not change between runs: engine, time, openings, rules.
    pub conditions: MatchHeader,
    /// Number of pairs that did not count, because an engine lost a game by a fault.
    pub faults: u64,
    pub spsa: Spsa,
}

impl State {
    /// Number of pairs of games played, counted or not.
    pub const fn played(&self) -> u64 {
        self.spsa.learned + self.faults
    }

    /// Reads the tuning at `path` and checks that it has the conditions and parameters of `wanted`, whose number of
    /// pairs it takes over.
    ///
    /// # Errors
    /// If the file cannot be read, or holds another tuning.
    pub fn resume(path: &Path, wanted: &Self) -> Result<Self, MatchError> {
        let refuse = |text: String| MatchError::Setting(format!("{}: {text}", path.display()));
        let text = fs::read_to_string(path).map_err(|source| MatchError::Read { path: path.to_owned(), source })?;
        let mut found: Self =
            serde_json::from_str(&text).map_err(|error| refuse(format!("not the state of a tuning: {error}")))?;
        if found.conditions != wanted.conditions {
            return Err(refuse(format!(
                "a tuning of something else: {}",
                found.conditions.difference(&wanted.conditions)
            )));
        }
        let names = |state: &Self| state.spsa.parameters.iter().map(|p| p.name.clone()).collect::<Vec<_>>().join(",");
        if names(&found) != names(wanted) {
            return Err(refuse(format!("it tunes {}, not {}", names(&found), names(wanted))));
        }
        if found.spsa.rate != wanted.spsa.rate {
            return Err(refuse(format!("its rate is {}, not {}", found.spsa.rate, wanted.spsa.rate)));
        }
        let differs = |(found, wanted): &(&Parameter, &Parameter)| !found.begins_as(wanted);
        if let Some((parameter, _)) = found.spsa.parameters.iter().zip(&wanted.spsa.parameters).find(differs) {
            let Parameter { name, min, max, start, step, .. } = parameter;
            return Err(refuse(format!("it tunes {name} from {min} to {max}, from {start} on, by steps of {step}")));
        }
        found.spsa.pairs = wanted.spsa.pairs;
        Ok(found)
    }

    /// Writes the state; an interruption leaves the old file whole.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), MatchError> {
        let text = serde_json::to_string_pretty(self).map_err(io::Error::from);
        let written = text.and_then(|text| replace_file(path, |file| writeln!(file, "{text}")));
        written.map_err(|source| MatchError::Write { path: path.to_owned(), source })
    }
}
