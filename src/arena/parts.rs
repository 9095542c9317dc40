//! A match in parts.

use super::error::MatchError;
use super::header::MatchHeader;
use super::line::GameLine;
use super::report::{Plan, Report};
use super::schedule::Schedule;
use super::store::{game_text, header_line};
use super::summary::{Summary, count_in};
use crate::jobs::parts::{Items, Merged, from_value, to_value};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::Path;

/// The games of a match for sharing among parts, which never separate a pair.
pub fn games_of(schedule: &Schedule) -> Items {
    Items { count: schedule.games(), together: 2 }
}

/// The data that identify a match, and those that its reports need.
pub fn job(header: &MatchHeader, plan: &Plan) -> Value {
    let mut job = to_value(header);
    job["plan"] = to_value(plan);
    job
}

/// The data of a game in the file of a part.
pub fn kept(line: &GameLine, moves: &str) -> Value {
    json!({ "game": to_value(line), "moves": moves })
}

/// Reads data from the file of a part.
fn read<T: DeserializeOwned>(value: &Value) -> Result<T, MatchError> {
    from_value(value).map_err(|error| MatchError::Setting(format!("a part holds no match: {error}")))
}

/// The report of all games in the parts of a match. If `out` names a file, the games are written there like the records
/// of a match.
///
/// # Errors
/// If the parts cannot be read, or the file cannot be written.
pub fn merge(parts: &Merged, out: Option<&Path>) -> Result<Report, MatchError> {
    let plan: Plan = read(&parts.header.job["plan"])?;
    let schedule = plan.schedule();
    let mut summary = Summary::new(plan.engines.len(), &schedule);
    let failed = |source| MatchError::Write { path: out.unwrap_or(Path::new("-")).to_owned(), source };
    let mut log = out.map(File::create).transpose().map_err(failed)?.map(BufWriter::new);
    if let Some(log) = &mut log {
        let header: MatchHeader = read(&parts.header.job)?;
        writeln!(log, "{}", header_line(&header)).map_err(failed)?;
    }
    parts.for_each(&mut |_, value| {
        let line: GameLine = read(&value["game"])?;
        if let Some(log) = &mut log {
            let moves = value["moves"].as_str().unwrap_or_default();
            log.write_all(game_text(&line, moves).as_bytes()).map_err(failed)?;
        }
        count_in([line], &schedule, &mut summary);
        Ok::<(), MatchError>(())
    })?;
    log.as_mut().map_or(Ok(()), |log| log.flush()).map_err(failed)?;
    Ok(Report::new(&plan, &schedule, &summary))
}
