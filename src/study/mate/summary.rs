//! Counts of results.

use super::Solved;
use crate::mate::{Known, Outcome};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The figures counted of a problem.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Counted {
    kind: Kind,
    length: Length,
    nodes: u64,
}

/// The length reported of a mate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Length {
    pub plies: usize,
    /// True if the mate may be shorter.
    pub is_bound: bool,
}

impl From<Known> for Length {
    fn from(known: Known) -> Self {
        match known {
            Known::Length(plies) | Known::EveryInterposition(plies) => Self { plies, is_bound: false },
            Known::AtMost(plies) => Self { plies, is_bound: true },
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Mate,
    Without,
    Open,
    Unreadable,
}

impl Counted {
    /// The figures of a result; `None` stands for a problem that could not be read.
    pub fn of(solved: Option<&Solved>) -> Self {
        let none = Length::default();
        let Some(Solved { report, .. }) = solved else {
            return Self { kind: Kind::Unreadable, length: none, nodes: 0 };
        };
        let (kind, length) = match &report.outcome {
            Outcome::Mate(mate) => (Kind::Mate, mate.known().into()),
            Outcome::Proved(plies) => (Kind::Mate, Known::AtMost(*plies).into()),
            Outcome::NoMate => (Kind::Without, none),
            Outcome::Unknown => (Kind::Open, none),
        };
        Self { kind, length, nodes: report.nodes }
    }
}

/// Counts of results, each kind apart.
#[derive(Debug, Default)]
pub(super) struct Summary {
    /// Number of mates by reported length.
    pub mates: BTreeMap<Length, usize>,
    /// Problems proved to have no mate.
    pub without: usize,
    /// Problems not solved within the limits.
    pub open: usize,
    pub unreadable: usize,
    pub nodes: u64,
}

impl Summary {
    /// Counts a result.
    pub fn add(&mut self, result: &Counted) {
        self.nodes += result.nodes;
        match result.kind {
            Kind::Mate => *self.mates.entry(result.length).or_default() += 1,
            Kind::Without => self.without += 1,
            Kind::Open => self.open += 1,
            Kind::Unreadable => self.unreadable += 1,
        }
    }

    /// Number of mates of any length.
    pub fn mates(&self) -> usize {
        self.mates.values().sum()
    }

    pub fn problems(&self) -> usize {
        self.mates() + self.without + self.open + self.unreadable
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::mate::words;
    use crate::words::Language;

    #[test]
    fn kinds_are_counted_apart_and_in_the_right_number() {
        let told = |summary: &Summary| [Language::En, Language::Ja].map(|language| words::summary(language, summary));
        let none = Summary { without: 1, unreadable: 2, ..Summary::default() };
        assert_eq!(
            told(&none),
            [
                "0 mates, 1 without mate, 0 open, 2 unreadable, 0 nodes",
                "詰み0問、不詰1問、未解決0問、読めない問題2問、0局面"
            ]
        );
        let length = |plies, is_bound| Length { plies, is_bound };
        let one = Summary { mates: [(length(5, false), 1)].into(), open: 1, nodes: 1, ..Summary::default() };
        assert_eq!(told(&one)[0], "1 mate (1 in 5), 0 without mate, 1 open, 1 node");
        let mates = [(length(1, false), 1), (length(3, true), 2)].into();
        let two = Summary { mates, nodes: 7, ..Summary::default() };
        assert_eq!(
            told(&two),
            [
                "3 mates (1 in 1, 2 in <=3), 0 without mate, 0 open, 7 nodes",
                "詰み3問（1手詰1問、3手以内2問）、不詰0問、未解決0問、7局面"
            ]
        );
        assert_eq!((none.problems(), two.problems()), (3, 3));
    }
}
