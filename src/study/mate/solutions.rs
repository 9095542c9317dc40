//! Solutions as game records.

use super::others::{Other, Teller, name};
use super::read::Problem;
use super::{Solved, features, tree, words};
use crate::any::AnyMove;
use crate::mate::{Mate, Outcome};
use crate::record::{Ending, Record, Step, header};
use crate::words::Language;

/// The record of a problem with its solution or refutation; `None` if neither was found.
pub(super) fn solution(problem: &Problem, solved: &Solved, teller: Teller) -> Option<Record> {
    let mut record = bare(solved, teller)?;
    for line in solved.features.iter().flat_map(|features| features::lines(teller.language, features)) {
        record.add_comment(Record::ROOT, &line);
    }
    record.headers = problem.headers.clone();
    if record.headers.get(header::SOURCE).is_none() {
        record.headers.set(header::SOURCE, &problem.name);
    }
    Some(record)
}

/// The same without headers and features: with the tree, or with the other solutions alone if it was not requested.
pub(super) fn bare(solved: &Solved, teller: Teller) -> Option<Record> {
    match (&solved.report.outcome, &solved.tree) {
        (Outcome::Mate(mate), Some(tree)) => Some(tree::record(solved, mate, tree, teller)),
        _ => with_others(solved, teller.language),
    }
}

fn with_others(solved: &Solved, language: Language) -> Option<Record> {
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

fn write_line(record: &mut Record, mate: &Mate<AnyMove>, others: &[Other], language: Language) {
    let mut node = Record::ROOT;
    for (ply, &m) in mate.line.iter().enumerate() {
        let before = node;
        node = record.push(before, Step::Move(m));
        for Other { found, is_detour } in others.iter().filter(|other| other.found.ply == ply) {
            let node = record.push(before, Step::Move(found.m));
            let told = words::mates_in(language, name(found.kind, language), found.length);
            record.add_comment(node, &(told + if *is_detour { words::by_detour(language) } else { "" }));
        }
        if ply + 1 == mate.counted && mate.counted < mate.line.len() {
            record.add_comment(node, words::only_useless_interpositions(language));
        }
    }
    record.push(node, Step::End(Ending::Mate));
}
