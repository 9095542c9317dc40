//! Solutions as game records.

use super::others::name;
use super::read::Problem;
use super::summary::count;
use super::{MateError, Solved};
use crate::any::AnyMove;
use crate::jobs::files::{Destination, numbered};
use crate::mate::{Known, Mate, OtherMate, Outcome};
use crate::record::{Ending, Loss, Record, Step, header};
use crate::tell;
use crate::words::Language;
use std::collections::BTreeSet;
use std::path::Path;

/// The record of a problem with its solution or refutation; `None` if neither was found.
pub(super) fn solution(problem: &Problem, solved: &Solved, language: Language) -> Option<Record> {
    let mut record = Record::new(solved.position.clone());
    record.headers = problem.headers.clone();
    if record.headers.get(header::SOURCE).is_none() {
        record.headers.set(header::SOURCE, &problem.name);
    }
    let mate = match &solved.report.outcome {
        Outcome::Mate(mate) => mate,
        Outcome::NoMate => {
            record.push(Record::ROOT, Step::End(Ending::NoMate));
            return Some(record);
        }
        Outcome::Proved(_) | Outcome::Unknown => return None,
    };
    let length = match mate.known() {
        Known::Length(length) => format!("mate in {}", plies(length)),
        Known::EveryInterposition(length) => format!("mate in {}, every interposition counted", plies(length)),
        Known::AtMost(length) => format!("mate in at most {}", plies(length)),
    };
    record.add_comment(Record::ROOT, &length);
    write_line(&mut record, mate, solved.others.as_deref().unwrap_or_default(), language);
    Some(record)
}

fn write_line(record: &mut Record, mate: &Mate<AnyMove>, others: &[OtherMate<AnyMove>], language: Language) {
    let mut node = Record::ROOT;
    for (ply, &m) in mate.line.iter().enumerate() {
        let before = node;
        node = record.push(before, Step::Move(m));
        for other in others.iter().filter(|other| other.ply == ply) {
            let node = record.push(before, Step::Move(other.m));
            let name = name(other.kind, language);
            let comment = match language {
                Language::En => format!("{name}: mates in {}", plies(other.length)),
                Language::Ja => format!("{name}：{}手で詰み", other.length),
            };
            record.add_comment(node, &comment);
        }
        if ply + 1 == mate.counted && mate.counted < mate.line.len() {
            record.add_comment(node, "nothing but useless interpositions from here on");
        }
    }
    record.push(node, Step::End(Ending::Mate));
}

fn plies(number: usize) -> String {
    if number == 1 { "1 ply".to_owned() } else { format!("{number} plies") }
}

/// A writer of solutions to one destination.
#[derive(Default)]
pub(super) struct SolutionWriter {
    /// Records kept until the end because they share one file.
    waiting: Vec<Record>,
    losses: BTreeSet<String>,
    /// Number of records written with a mate.
    mates: usize,
    /// Number of records written without a mate.
    without: usize,
}

impl SolutionWriter {
    /// Writes or keeps the solution of the problem with this number, counted from one.
    pub fn add(&mut self, destination: &Destination, number: usize, record: Record) -> Result<(), MateError> {
        if !destination.is_folder() {
            self.waiting.push(record);
            return Ok(());
        }
        self.write(destination, &destination.file(numbered(number)), &[&record])
    }

    fn write(&mut self, destination: &Destination, path: &Path, records: &[&Record]) -> Result<(), MateError> {
        let failed = |source| MateError::Save { path: path.to_owned(), source };
        let losses = destination.write(path, records).map_err(failed)?;
        self.losses.extend(losses.iter().map(Loss::to_string));
        let without = records.iter().filter(|record| record.outcome().is_some_and(|(end, _)| *end == Ending::NoMate));
        let without = without.count();
        self.mates += records.len() - without;
        self.without += without;
        Ok(())
    }

    /// Writes the kept records, and reports on the standard error what was written and what was lost.
    pub fn finish(mut self, destination: &Destination) -> Result<(), MateError> {
        let waiting = std::mem::take(&mut self.waiting);
        if !waiting.is_empty() {
            self.write(destination, destination.path(), &waiting.iter().collect::<Vec<_>>())?;
        }
        for loss in &self.losses {
            tell!("{} has no place for {loss}", destination.format());
        }
        let solutions = count(self.mates, "solution");
        let proofs = if self.without > 0 { format!(" and {} without mate", self.without) } else { String::new() };
        tell!("{solutions}{proofs} in {}", destination.path().display());
        Ok(())
    }
}
