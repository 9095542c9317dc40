//! Reading problems from files, from the standard input and from the command line.

use super::{MateArgs, MateError};
use crate::record::{Format, Headers, ReadError, Reading, Record, usi};
use crate::rules::{Position, Rules};
use std::fs;
use std::io::{self, Read};
use std::path::Path;

/// A position to solve, or the reason why there is none.
pub(super) struct Problem<R: Rules> {
    /// The place where the problem was found.
    pub name: String,
    /// The headers of the record that holds the problem.
    pub headers: Headers,
    pub position: Result<Position<R>, ReadError>,
}

impl MateArgs {
    /// Reads every problem, including those whose position is faulty.
    pub(super) fn read<R: Rules>(&self) -> Result<Vec<Problem<R>>, MateError> {
        let mut problems = Vec::new();
        for source in &self.problems {
            let path = Path::new(source);
            if source != "-" && !path.exists() && source.contains('/') && source.contains(' ') {
                problems.push(read_line((problems.len() + 1).to_string(), source));
                continue;
            }
            let mut bytes = Vec::new();
            let read = if source == "-" {
                io::stdin().read_to_end(&mut bytes).map(drop)
            } else {
                fs::read(path).map(|all| bytes = all)
            };
            read.map_err(|error| MateError::Read { path: source.clone(), source: error })?;
            match Format::of_path(path) {
                Some(format) if format != Format::Usi => problems.extend(read_records(source, format, &bytes)),
                _ => problems.extend(read_lines(source, &bytes)),
            }
        }
        Ok(problems)
    }
}

/// Reads a line in SFEN or USI, whose last position is the problem.
fn read_line<R: Rules>(name: String, line: &str) -> Problem<R> {
    let position = usi::read::<R>(line).map(|games| {
        let last = |record: &Record<R>| record.position_at(record.main_line().last().unwrap_or(Record::<R>::ROOT));
        games.first().map_or_else(Position::start, |game| last(&game.record))
    });
    Problem { name, headers: Headers::default(), position }
}

fn read_lines<R: Rules>(source: &str, bytes: &[u8]) -> Vec<Problem<R>> {
    let text = String::from_utf8_lossy(bytes);
    let lines = (1..).zip(text.lines().map(str::trim));
    let problems = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    problems.map(|(number, line)| read_line(format!("{source}:{number}"), line)).collect()
}

/// Reads the games of a file, whose start positions are the problems.
fn read_records<R: Rules>(source: &str, format: Format, bytes: &[u8]) -> Vec<Problem<R>> {
    match format.read::<R>(bytes) {
        Ok(games) => {
            let start = |game: Reading<R>| Problem {
                name: source.to_owned(),
                position: Ok(game.record.start().clone()),
                headers: game.record.headers,
            };
            games.into_iter().map(start).collect()
        }
        Err(error) => {
            vec![Problem { name: source.to_owned(), headers: Headers::default(), position: Err(error) }]
        }
    }
}
