//! What became of mate problems: a line for each, a summary, and solutions as game records.

use super::problems::Problem;
use crate::mate::{Cook, Mate, Outcome, Report};
use crate::record::{Ending, Format, Record, Step, WriteError};
use crate::rules::{Move, Position, Rules};
use std::collections::BTreeMap;
use std::fmt;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

/// What became of a problem.
pub struct Solved<R: Rules> {
    /// With the pieces that the diagram left out, if they were asked for.
    pub position: Position<R>,
    pub report: Report<Move>,
    /// None if it was not asked for or not found out.
    pub cooks: Option<Vec<Cook<Move>>>,
    pub elapsed: Duration,
}

/// Writes what became of a problem; nothing did if it could not be read. `show` draws the position, `unique` says what
/// other solutions there are.
///
/// # Errors
/// As `output` reports them.
pub fn write<R: Rules>(
    output: &mut impl Write,
    problem: &Problem<R>,
    solved: Option<&Solved<R>>,
    show: bool,
    unique: bool,
) -> io::Result<()> {
    let Some(solved) = solved else {
        let reason = problem.position.as_ref().err().map(ToString::to_string).unwrap_or_default();
        return writeln!(output, "{}: {reason}", problem.name);
    };
    if show {
        writeln!(output, "{}", solved.position)?;
    }
    write!(output, "{}: ", problem.name)?;
    match &solved.report.outcome {
        Outcome::Mate(mate) => {
            write!(output, "{}", length(mate))?;
            mate.line.iter().try_for_each(|m| write!(output, " {}", m.usi::<R>()))?;
            if mate.counted < mate.line.len() {
                write!(output, " ({} without useless interpositions)", mate.counted)?;
            }
        }
        Outcome::NoMate => write!(output, "nomate")?,
        Outcome::Unknown => write!(output, "timeout")?,
    }
    writeln!(output, " ({} nodes, {} ms)", solved.report.nodes, solved.elapsed.as_millis())?;
    if unique && matches!(solved.report.outcome, Outcome::Mate(_)) {
        match &solved.cooks {
            None => writeln!(output, "  uniqueness not found out in time")?,
            Some(cooks) if cooks.is_empty() => writeln!(output, "  unique")?,
            Some(cooks) => cooks.iter().try_for_each(|cook| writeln!(output, "  {}", describe::<R>(cook)))?,
        }
    }
    output.flush()
}

fn length(mate: &Mate<Move>) -> String {
    format!("mate {}{}", if mate.is_shortest { "" } else { "<=" }, mate.plies)
}

fn describe<R: Rules>(cook: &Cook<Move>) -> String {
    format!("cook at move {}: {} mates in {}", cook.ply + 1, cook.m.usi::<R>(), cook.length)
}

/// A folder that gets each solution as a game record.
pub struct Solutions {
    pub folder: PathBuf,
    pub format: Format,
}

impl Solutions {
    /// Keeps the solution of problem `number`, counted from 1, if it was solved, as a file that must not exist.
    ///
    /// # Errors
    /// The path, and why it cannot be written.
    pub fn keep<R: Rules>(
        &self,
        number: usize,
        name: &str,
        solved: Option<&Solved<R>>,
    ) -> Result<(), (PathBuf, io::Error)> {
        let Some(solved) = solved else { return Ok(()) };
        let Outcome::Mate(mate) = &solved.report.outcome else { return Ok(()) };
        let path = self.folder.join(format!("{number:06}.{}", self.format.extension()));
        let write = || -> io::Result<()> {
            let (bytes, _) = self.format.write_file(&[&record(name, solved, mate)]).map_err(io::Error::other)?;
            OpenOptions::new().write(true).create_new(true).open(&path)?.write_all(&bytes)
        };
        write().map_err(|error| (path.clone(), error))
    }

    /// Makes the folder.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn prepare(&self) -> io::Result<()> {
        fs::create_dir_all(&self.folder)
    }

    /// # Errors
    /// If the format does not know the game.
    pub fn check<R: Rules>(&self) -> Result<(), WriteError> {
        self.format.write(&Record::<R>::new(Position::start())).map(drop)
    }
}

/// The problem with its solution played out, and what else was found as comments.
fn record<R: Rules>(name: &str, solved: &Solved<R>, mate: &Mate<Move>) -> Record<R> {
    let mut record = Record::<R>::new(solved.position.clone());
    record.add_comment(Record::<R>::ROOT, &format!("{name}: {}", length(mate)));
    for cook in solved.cooks.iter().flatten() {
        record.add_comment(Record::<R>::ROOT, &describe::<R>(cook));
    }
    let last = mate.line.iter().fold(Record::<R>::ROOT, |node, &m| record.push(node, Step::Move(m)));
    record.push(last, Step::End(Ending::Mate));
    record
}

/// Counts of what came out.
#[derive(Debug, Default)]
pub struct Summary {
    /// Mates by length.
    mates: BTreeMap<usize, usize>,
    without: usize,
    open: usize,
    faulty: usize,
    nodes: u64,
}

impl Summary {
    /// How many there have been.
    pub fn problems(&self) -> usize {
        self.mates.values().sum::<usize>() + self.without + self.open + self.faulty
    }

    pub fn add<R: Rules>(&mut self, solved: Option<&Solved<R>>) {
        let Some(Solved { report, .. }) = solved else {
            self.faulty += 1;
            return;
        };
        self.nodes += report.nodes;
        match &report.outcome {
            Outcome::Mate(mate) => *self.mates.entry(mate.plies).or_default() += 1,
            Outcome::NoMate => self.without += 1,
            Outcome::Unknown => self.open += 1,
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mates: usize = self.mates.values().sum();
        write!(f, "{mates} mates")?;
        for (index, (length, count)) in self.mates.iter().enumerate() {
            write!(f, "{}{count} in {length}", if index == 0 { " (" } else { ", " })?;
        }
        let close = if mates > 0 { ")" } else { "" };
        write!(f, "{close}, {} without mate, {} not solved in time", self.without, self.open)?;
        if self.faulty > 0 {
            write!(f, ", {} not readable", self.faulty)?;
        }
        write!(f, ", {} nodes", self.nodes)
    }
}
