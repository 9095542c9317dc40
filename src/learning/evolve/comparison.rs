//! The match between a new network and the one before it, played by a command of this program.

use super::{EvolveArgs, EvolveError};
use crate::jobs::shell::command_line;
use crate::system;
use serde::Deserialize;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

/// Nodes of a move in a match, as a multiple of those in self-play.
const DEEPER: u64 = 10;

/// Arguments of a match between two evaluations, without its game.
pub fn arguments(args: &EvolveArgs, new: &str, before: &str, nodes: u64, games: u32) -> Vec<String> {
    let engine = |name: &str, eval: &str| {
        ["--engine".to_owned(), format!("{name}=self,USI_Hash=16,EvalFile={}", absolute(eval))]
    };
    let mut arguments = vec!["match".to_owned()];
    arguments.extend(engine("new", new));
    arguments.extend(engine("before", before));
    let numbers = [("--nodes", DEEPER * nodes), ("--games", games.into()), ("--concurrency", args.threads() as u64)];
    arguments.extend(numbers.into_iter().flat_map(|(name, number)| [name.to_owned(), number.to_string()]));
    arguments.push("--fail-on-fault".to_owned());
    arguments
}

/// The absolute path: an engine of a match may run in another folder. Names in angle brackets are not files.
fn absolute(path: &str) -> String {
    if path.starts_with('<') {
        return path.to_owned();
    }
    std::path::absolute(path).map_or_else(|_| path.to_owned(), |path| path.display().to_string())
}

/// Result of a match, for the new network.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MatchResult {
    /// Half points of all games.
    pub half_points: u64,
    pub games: u64,
    /// The difference in Elo, with its 95 % interval; none at either end of a one-sided result.
    pub elo: [Option<f64>; 3],
}

impl MatchResult {
    /// True if the new network has won half of the points or more.
    pub const fn is_held(&self) -> bool {
        self.half_points >= self.games
    }
}

/// The members of the summary of a match that are read.
#[derive(Deserialize)]
struct Summary {
    pairings: Vec<Pairing>,
}

#[derive(Deserialize)]
struct Pairing {
    as_black: Results,
    as_white: Results,
    elo: Option<Elo>,
}

#[derive(Clone, Copy, Deserialize)]
struct Results {
    wins: u64,
    draws: u64,
    losses: u64,
}

#[derive(Deserialize)]
struct Elo {
    value: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
}

impl MatchResult {
    fn read(json: &[u8]) -> Option<Self> {
        let summary: Summary = serde_json::from_slice(json).ok()?;
        let Pairing { as_black, as_white, elo } = summary.pairings.into_iter().next()?;
        let both = [as_black, as_white];
        let games = both.iter().map(|results| results.wins + results.draws + results.losses).sum();
        let half_points = both.iter().map(|results| 2 * results.wins + results.draws).sum();
        let elo = elo.map_or([None; 3], |elo| [elo.value, elo.low, elo.high]);
        Some(Self { half_points, games, elo })
    }
}

/// Plays a match, and returns its result. Its progress goes to the standard error.
pub fn play(arguments: &[String], stop: &AtomicBool) -> Result<MatchResult, EvolveError> {
    let program = system::program().map_err(EvolveError::Start)?;
    let arguments = [arguments, &["--json".to_owned()]].concat();
    let mut command = Command::new(program);
    let output = command.args(&arguments).stderr(Stdio::inherit()).output().map_err(EvolveError::Start)?;
    if stop.load(Ordering::Relaxed) {
        return Err(EvolveError::Stopped);
    }
    let failed = || EvolveError::Failed { command: command_line(&arguments), status: output.status };
    if output.status.success() { MatchResult::read(&output.stdout).ok_or_else(failed) } else { Err(failed()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_the_points_hold() {
        let summary = |black: [u64; 3], white: [u64; 3]| {
            let results = |[wins, draws, losses]: [u64; 3]| {
                format!(r#"{{"wins": {wins}, "draws": {draws}, "losses": {losses}}}"#)
            };
            let elo = r#"{"value": -7.5, "low": null, "high": 30.25}"#;
            let (black, white) = (results(black), results(white));
            format!(
                r#"{{"games": 4, "pairings": [{{"first": "new", "as_black": {black}, "as_white": {white}, "elo": {elo}}}]}}"#
            )
        };
        let read = |text: String| MatchResult::read(text.as_bytes()).unwrap();
        let even = read(summary([1, 1, 0], [0, 1, 1]));
        assert_eq!(even, MatchResult { half_points: 4, games: 4, elo: [Some(-7.5), None, Some(30.25)] });
        assert!(even.is_held());
        assert!(!read(summary([1, 1, 0], [0, 0, 2])).is_held());
        assert_eq!(MatchResult::read(b"no games"), None);
    }
}
