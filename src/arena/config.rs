//! The configuration of a match.

use crate::arena::sprt::EloBounds;
use crate::engines::clock::TimeControl;
use crate::engines::process::Launch;
use crate::engines::protocol::{MoveClock, Protocol};
use crate::game::RuleChoices;
use crate::jobs::parts::PartArgs;
use crate::record::Format;
use crate::variants::Variant;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

/// The full configuration of a match: the command line, the file and the defaults combined.
#[derive(Clone, Debug)]
pub struct MatchConfig {
    pub variant: Variant,
    pub engines: Vec<EngineConfig>,
    pub format: MatchFormat,
    pub start: Start,
    pub opening_plies: Option<usize>,
    /// The file or folder for the openings.
    pub save_openings: Option<PathBuf>,
    /// Games of each pair of engines.
    pub games: u64,
    pub sprt: Option<EloBounds>,
    pub rules: RuleChoices,
    pub adjudication: Adjudication,
    /// The most games that are played again after a draw by the rules.
    pub replay_draws: u32,
    pub margin: Duration,
    pub patience: Patience,
    pub concurrency: usize,
    pub seed: u64,
    pub records: Option<PathBuf>,
    /// The format of the records; `None` for the usual format of the game.
    pub record_format: Option<Format>,
    pub resume: bool,
    pub part: PartArgs,
    pub json: bool,
}

#[derive(Clone, Debug)]
pub struct EngineConfig {
    pub name: String,
    pub launch: Launch,
    pub protocol: Protocol,
    /// The form in which an engine of CECP gets the time of a move.
    pub move_clock: MoveClock,
    pub options: Vec<(String, String)>,
    pub ponder: bool,
    pub time: TimeControl,
}

/// The choice of engines that meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MatchFormat {
    #[default]
    RoundRobin,
    /// The first engine plays all others.
    Gauntlet,
}

/// The start positions of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    File(PathBuf),
    Handicaps(Vec<String>),
    Random,
}

/// The options that announce the rules in force to engines that have them.
#[must_use]
pub fn engine_options(rules: &RuleChoices) -> Vec<(&'static str, String)> {
    let limit = std::iter::once(("MaxMovesToDraw", rules.max_moves.to_string()));
    limit.chain(rules.iter().map(|(name, choice)| (name, choice.to_owned()))).collect()
}

/// The rules that end games by the scores of both engines.
#[derive(Clone, Copy, Debug, Default)]
pub struct Adjudication {
    pub resign: Option<ScoreRule>,
    pub draw: Option<ScoreRule>,
}

/// A score that must hold for a number of moves of each side, from a given ply on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoreRule {
    pub centipawns: i32,
    /// The number of moves; `None` for the usual number.
    pub moves: Option<u32>,
    pub from_ply: Option<usize>,
}

/// Writes the rule in the form of the command line.
impl fmt::Display for ScoreRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.centipawns)?;
        self.moves.map_or(Ok(()), |moves| write!(f, ",{moves}"))?;
        self.from_ply.map_or(Ok(()), |ply| write!(f, ",{ply}"))
    }
}

impl FromStr for ScoreRule {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("\"{text}\" is not a score in centipawns, such as 800 or 800,4");
        let mut parts = text.split(',').map(str::trim);
        let centipawns = parts.next().and_then(|n| n.parse().ok()).filter(|&n| n >= 0).ok_or_else(wrong)?;
        let moves = parts.next().map(|n| n.parse().map_err(|_| wrong())).transpose()?;
        let from_ply = parts.next().map(|n| n.parse().map_err(|_| wrong())).transpose()?;
        if parts.next().is_some() || moves == Some(0) { Err(wrong()) } else { Ok(Self { centipawns, moves, from_ply }) }
    }
}

/// The time that engines may take where no clock limits them.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    pub start: Duration,
    pub ready: Duration,
    pub answer: Duration,
}

impl MatchConfig {
    /// The time control, if it is the same for all engines.
    #[must_use]
    pub fn common_time(&self) -> Option<TimeControl> {
        let first = self.engines.first()?.time;
        self.engines.iter().all(|engine| engine.time == first).then_some(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn score_rules() {
        let rule: ScoreRule = "800,4".parse().unwrap();
        assert_eq!(rule, ScoreRule { centipawns: 800, moves: Some(4), from_ply: None });
        assert_eq!(rule.to_string(), "800,4");
        for wrong in ["", "-5", "800,0", "800,x", "1,2,3,4"] {
            assert!(wrong.parse::<ScoreRule>().is_err(), "{wrong}");
        }
    }
}
