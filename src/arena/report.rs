//! The summary of a match, as text or JSON.

use super::config::{EngineConfig, MatchConfig, MatchFormat};
use super::schedule::Schedule;
use super::summary::{Effort, Results, Summary};
use crate::arena::sprt::{self, Decision, EloBounds};
use crate::arena::stats::{Estimate, Pentanomial, elo_of};
use crate::jobs::command::{FileOutput, Output, Trouble};
use crate::words::counted;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};

/// The state of a match, ready to be shown.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    pub variant: String,
    pub conditions: String,
    pub games: u64,
    /// The planned number of games; `None` with an SPRT, which ends the match itself.
    pub planned: Option<u64>,
    pub pairings: Vec<PairingReport>,
    pub sprt: Option<SprtReport>,
    pub engines: Vec<EngineReport>,
    /// Number of games by the reason of their end.
    pub ends: BTreeMap<&'static str, u64>,
    /// The information that the records of the games could not hold.
    pub not_recorded: Vec<String>,
}

/// The results of two engines, from the first one's view.
#[derive(Clone, Debug, Serialize)]
pub struct PairingReport {
    pub first: String,
    pub second: String,
    pub as_black: Results,
    pub as_white: Results,
    /// The whole pairs of games, which decide the SPRT.
    pub pairs: Pentanomial,
    /// Number of games whose partners have not been played.
    pub unpaired_games: u64,
    /// The difference in Elo over all games.
    pub elo: Option<Estimate>,
    /// The difference in normalised Elo over all games.
    pub normalised_elo: Option<Estimate>,
    /// The likelihood that the first engine is the stronger one, over all games.
    pub superiority: f64,
}

#[derive(Clone, Debug, Serialize)]
pub struct SprtReport {
    pub bounds: EloBounds,
    /// Number of whole pairs of games, which decide the test.
    pub pairs: u64,
    pub log_likelihood_ratio: f64,
    pub limit: f64,
    pub decision: Decision,
}

#[derive(Clone, Debug, Serialize)]
pub struct EngineReport {
    pub name: String,
    pub time_control: String,
    pub results: Results,
    pub moves: u64,
    pub nodes_per_second: Option<f64>,
    pub mean_depth: Option<f64>,
    pub seconds_per_move: Option<f64>,
    pub longest_seconds: f64,
    /// Number of games lost by a fault, by the name of the fault.
    pub faults: BTreeMap<&'static str, u64>,
}

/// The data of a match in its reports, beside the results.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Plan {
    pub variant: String,
    pub conditions: String,
    pub engines: Vec<Contestant>,
    pub format: MatchFormat,
    /// Games of each pair of engines.
    pub games: u64,
    pub sprt: Option<EloBounds>,
}

/// The data of an engine in the reports.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Contestant {
    pub name: String,
    pub time: String,
}

impl Plan {
    pub fn new(config: &MatchConfig, conditions: String) -> Self {
        let contestant =
            |engine: &EngineConfig| Contestant { name: engine.name.clone(), time: engine.time.to_string() };
        Self {
            variant: config.variant.to_string(),
            conditions,
            engines: config.engines.iter().map(contestant).collect(),
            format: config.format,
            games: config.games,
            sprt: config.sprt,
        }
    }

    /// The planned games.
    pub fn schedule(&self) -> Schedule {
        Schedule::new(self.engines.len(), self.format, self.games)
    }
}

impl Report {
    #[must_use]
    pub fn new(plan: &Plan, schedule: &Schedule, summary: &Summary) -> Self {
        let name = |i: usize| plan.engines[i].name.clone();
        let pairings = schedule.pairings().iter().zip(&summary.tallies).map(|(&(first, second), tally)| {
            let sample = tally.sample();
            PairingReport {
                first: name(first),
                second: name(second),
                as_black: tally.results[0],
                as_white: tally.results[1],
                pairs: sample.pairs,
                unpaired_games: sample.unpaired.iter().sum(),
                elo: sample.elo(),
                normalised_elo: sample.normalised_elo(),
                superiority: sample.superiority(),
            }
        });
        let engines = (0..plan.engines.len()).map(|i| engine_report(plan, schedule, summary, i)).collect();
        Self {
            variant: plan.variant.clone(),
            conditions: plan.conditions.clone(),
            games: summary.games,
            planned: plan.sprt.is_none().then(|| schedule.games()),
            pairings: pairings.collect(),
            sprt: plan.sprt.map(|bounds| sprt_report(bounds, &summary.tallies[0].pairs)),
            engines,
            ends: summary.reasons.iter().map(|(reason, &count)| (reason.name(), count)).collect(),
            not_recorded: Vec::new(),
        }
    }

    /// Prints the summary, as text or as JSON.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn print(&self, as_json: bool) -> Result<(), Trouble> {
        if as_json {
            let json = serde_json::to_string_pretty(self).map_err(io::Error::from)?;
            return Ok(FileOutput.write_all(format!("{json}\n").as_bytes())?);
        }
        Ok(write!(Output::lock(), "{self}")?)
    }

    /// True if there is an SPRT and it has decided.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.sprt.as_ref().is_some_and(|sprt| sprt.decision != Decision::Undecided)
    }

    /// The standing of the match, in a line.
    #[must_use]
    pub fn standing(&self) -> String {
        let games = counted(self.games, "game");
        let of_pairing = |pairing: &PairingReport| {
            let total = pairing.as_black.plus(pairing.as_white);
            format!("; {} against {}: {total}, Elo {}", pairing.first, pairing.second, estimate(pairing.elo))
        };
        let pairings: String = self.pairings.iter().map(of_pairing).collect();
        let sprt = self.sprt.as_ref().map_or_else(String::new, |sprt| {
            format!("; LLR {:.2} of ±{:.2}, {}", sprt.log_likelihood_ratio, sprt.limit, sprt.decision)
        });
        format!("{games}{pairings}{sprt}")
    }

    /// Number of games that engines lost by a fault.
    #[must_use]
    pub fn faults(&self) -> u64 {
        self.engines.iter().flat_map(|engine| engine.faults.values()).sum()
    }
}

fn sprt_report(bounds: EloBounds, pairs: &Pentanomial) -> SprtReport {
    SprtReport {
        bounds,
        pairs: pairs.pairs(),
        log_likelihood_ratio: sprt::log_likelihood_ratio(bounds, pairs),
        limit: sprt::limit(),
        decision: sprt::decide(bounds, pairs),
    }
}

fn engine_report(plan: &Plan, schedule: &Schedule, summary: &Summary, engine: usize) -> EngineReport {
    let Effort { moves, time, longest, nodes, counted_time, depths, depth_sum, faults } = &summary.efforts[engine];
    let mut results = Results::default();
    for (&(first, second), tally) in schedule.pairings().iter().zip(&summary.tallies) {
        let total = tally.total();
        if engine == first {
            results = results.plus(total);
        } else if engine == second {
            results = results.plus(Results { wins: total.losses, draws: total.draws, losses: total.wins });
        }
    }
    EngineReport {
        name: plan.engines[engine].name.clone(),
        time_control: plan.engines[engine].time.clone(),
        results,
        moves: *moves,
        nodes_per_second: (!counted_time.is_zero() && *nodes > 0).then(|| *nodes as f64 / counted_time.as_secs_f64()),
        mean_depth: (*depths > 0).then(|| *depth_sum as f64 / *depths as f64),
        seconds_per_move: (*moves > 0).then(|| time.as_secs_f64() / *moves as f64),
        longest_seconds: longest.as_secs_f64(),
        faults: faults.iter().map(|(reason, &count)| (reason.name(), count)).collect(),
    }
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// An estimate with its interval.
pub fn estimate(estimate: Option<Estimate>) -> String {
    match estimate {
        None => "unknown".to_owned(),
        Some(Estimate { value, low, high }) => format!("{value:+.1} [{low:+.1}, {high:+.1}]"),
    }
}

fn counts<'a>(counts: impl IntoIterator<Item = (&'a &'static str, &'a u64)>) -> String {
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|&(_, &count)| std::cmp::Reverse(count));
    counts.into_iter().map(|(name, count)| format!("{name} {count}")).collect::<Vec<_>>().join(", ")
}

impl fmt::Display for Results {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "+{} ={} -{}", self.wins, self.draws, self.losses)
    }
}

impl fmt::Display for PairingReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total = self.as_black.plus(self.as_white);
        let Self { first, second, as_black, as_white, .. } = self;
        writeln!(
            f,
            "{first} against {second}: {total}, {} (Black {as_black}, White {as_white})",
            percent(total.share())
        )?;
        let all = counted(total.games(), "game");
        let superiority = percent(self.superiority);
        writeln!(f, "  by all {all}: Elo {} (95 %), superiority {superiority}", estimate(self.elo))?;
        writeln!(f, "  by all {all}: normalised Elo {} (95 %)", estimate(self.normalised_elo))?;
        let whole = counted(self.pairs.pairs(), "whole pair");
        write!(f, "  {whole}, with 0, 1/2, 1, 3/2, 2 points: {:?}", self.pairs.0)?;
        match self.unpaired_games {
            0 => writeln!(f),
            games => writeln!(f, "; {} without a partner", counted(games, "game")),
        }
    }
}

impl fmt::Display for EngineReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |value: Option<f64>, digits: usize| value.map_or("-".to_owned(), |n| format!("{n:.digits$}"));
        write!(
            f,
            "  {}: {} nodes/s, depth {}, {} s a move, longest {:.3} s, {} moves",
            self.name,
            number(self.nodes_per_second, 0),
            number(self.mean_depth, 1),
            number(self.seconds_per_move, 3),
            self.longest_seconds,
            self.moves
        )?;
        if !self.faults.is_empty() {
            write!(f, "; games lost by fault: {}", counts(&self.faults))?;
        }
        writeln!(f)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let planned = self.planned.map_or_else(String::new, |planned| format!(" of {planned}"));
        writeln!(f, "{}, {}{planned}, {}", self.variant, counted(self.games, "game"), self.conditions)?;
        if self.engines.len() > 2 {
            self.table(f)?;
        }
        self.pairings.iter().try_for_each(|pairing| pairing.fmt(f))?;
        if let Some(SprtReport { bounds, pairs, log_likelihood_ratio, limit, decision }) = &self.sprt {
            let whole = counted(*pairs, "whole pair");
            writeln!(f, "  SPRT {bounds} by {whole}: LLR {log_likelihood_ratio:.2} of ±{limit:.2}, {decision}")?;
        }
        writeln!(f, "  ends: {}", counts(&self.ends))?;
        self.engines.iter().try_for_each(|engine| engine.fmt(f))?;
        self.not_recorded.iter().try_for_each(|lost| writeln!(f, "  records: {lost}"))
    }
}

impl Report {
    /// Writes the engines, ordered by their share of the points.
    fn table(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut engines: Vec<&EngineReport> = self.engines.iter().collect();
        engines.sort_by(|a, b| b.results.share().total_cmp(&a.results.share()));
        for engine in engines {
            let share = engine.results.share();
            let elo = elo_of(share);
            writeln!(f, "  {}: {}, {}, Elo {elo:+.1} against the others", engine.name, engine.results, percent(share))?;
        }
        Ok(())
    }
}
