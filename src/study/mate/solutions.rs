//! Solutions as game records.

use super::others::{Teller, name};
use super::read::Problem;
use super::{MateError, Solved, features, tree, words};
use crate::any::AnyMove;
use crate::jobs::files::{Destination, numbered};
use crate::mate::{Mate, OtherMate, Outcome};
use crate::record::{Ending, Loss, Record, Step, header, no_place};
use crate::tell;
use crate::words::Language;
use std::path::Path;

/// The record of a problem with its solution or refutation; `None` if neither was found.
pub(super) fn solution(problem: &Problem, solved: &Solved, teller: Teller) -> Option<Record> {
    let mut record = match (&solved.report.outcome, &solved.tree) {
        (Outcome::Mate(mate), Some(tree)) => tree::record(solved, mate, tree, teller),
        _ => with_others(solved, teller.language)?,
    };
    for line in solved.features.iter().flat_map(|features| features::lines(teller.language, features)) {
        record.add_comment(Record::ROOT, &line);
    }
    record.headers = problem.headers.clone();
    if record.headers.get(header::SOURCE).is_none() {
        record.headers.set(header::SOURCE, &problem.name);
    }
    Some(record)
}

/// The same without headers, with the other solutions as variations.
pub(super) fn with_others(solved: &Solved, language: Language) -> Option<Record> {
    let mut record = Record::new(solved.position.clone());
    match &solved.report.outcome {
        Outcome::Mate(mate) => {
            record.add_comment(Record::ROOT, &words::record_length(language, mate.known()));
            write_line(&mut record, mate, solved.others.as_deref().unwrap_or_default(), language);
        }
        Outcome::NoMate => _ = record.push(Record::ROOT, Step::End(Ending::NoMate)),
        Outcome::Proved(_) | Outcome::Unknown => return None,
    }
    Some(record)
}

fn write_line(record: &mut Record, mate: &Mate<AnyMove>, others: &[OtherMate<AnyMove>], language: Language) {
    let mut node = Record::ROOT;
    for (ply, &m) in mate.line.iter().enumerate() {
        let before = node;
        node = record.push(before, Step::Move(m));
        for other in others.iter().filter(|other| other.ply == ply) {
            let node = record.push(before, Step::Move(other.m));
            record.add_comment(node, &words::mates_in(language, name(other.kind, language), other.length));
        }
        if ply + 1 == mate.counted && mate.counted < mate.line.len() {
            record.add_comment(node, words::only_useless_interpositions(language));
        }
    }
    record.push(node, Step::End(Ending::Mate));
}

/// A writer of solutions to one destination.
#[derive(Default)]
pub(super) struct SolutionWriter {
    /// Records kept until the end because they share one file.
    waiting: Vec<Record>,
    losses: Vec<Loss>,
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
        losses.into_iter().for_each(|loss| loss.add_to(&mut self.losses));
        let without = records.iter().filter(|record| record.outcome().is_some_and(|(end, _)| *end == Ending::NoMate));
        let without = without.count();
        self.mates += records.len() - without;
        self.without += without;
        Ok(())
    }

    /// Writes the kept records, and reports on the standard error what was written and what was lost.
    pub fn finish(mut self, destination: &Destination, language: Language) -> Result<(), MateError> {
        let waiting = std::mem::take(&mut self.waiting);
        if !waiting.is_empty() {
            self.write(destination, destination.path(), &waiting.iter().collect::<Vec<_>>())?;
        }
        for loss in &self.losses {
            tell!("{}", no_place(language, destination.format(), loss));
        }
        let path = destination.path().display().to_string();
        tell!("{}", words::written(language, self.mates, self.without, &path));
        Ok(())
    }
}
