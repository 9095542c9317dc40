//! Counts of results.

use super::Solved;
use crate::mate::{Known, Outcome};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// The figures counted of a problem.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Counted {
    kind: Kind,
    length: Length,
    nodes: u64,
}

/// The length reported of a mate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Length {
    plies: usize,
    /// True if the mate may be shorter.
    is_bound: bool,
}

impl From<Known> for Length {
    fn from(known: Known) -> Self {
        match known {
            Known::Length(plies) | Known::EveryInterposition(plies) => Self { plies, is_bound: false },
            Known::AtMost(plies) => Self { plies, is_bound: true },
        }
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.is_bound { "<=" } else { "" }, self.plies)
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
    mates: BTreeMap<Length, usize>,
    /// Problems proved to have no mate.
    without: usize,
    /// Problems not solved within the limits.
    open: usize,
    unreadable: usize,
    nodes: u64,
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

    pub const fn unreadable(&self) -> usize {
        self.unreadable
    }

    pub fn problems(&self) -> usize {
        self.mates.values().sum::<usize>() + self.without + self.open + self.unreadable
    }
}

/// A number with its noun in the singular or the plural.
pub(super) fn count(number: usize, one: &str) -> String {
    if number == 1 { format!("{number} {one}") } else { format!("{number} {one}s") }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&count(self.mates.values().sum(), "mate"))?;
        if !self.mates.is_empty() {
            let lengths: Vec<String> =
                self.mates.iter().map(|(length, count)| format!("{count} in {length}")).collect();
            write!(f, " ({})", lengths.join(", "))?;
        }
        write!(f, ", {} without mate, {} open", self.without, self.open)?;
        if self.unreadable > 0 {
            write!(f, ", {} unreadable", self.unreadable)?;
        }
        let nodes = usize::try_from(self.nodes).unwrap_or(usize::MAX);
        write!(f, ", {}", count(nodes, "node"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_counted_apart_and_in_the_right_number() {
        let none = Summary { without: 1, unreadable: 2, ..Summary::default() };
        assert_eq!(none.to_string(), "0 mates, 1 without mate, 0 open, 2 unreadable, 0 nodes");
        let length = |plies, is_bound| Length { plies, is_bound };
        let one = Summary { mates: [(length(5, false), 1)].into(), open: 1, nodes: 1, ..Summary::default() };
        assert_eq!(one.to_string(), "1 mate (1 in 5), 0 without mate, 1 open, 1 node");
        let mates = [(length(1, false), 1), (length(3, true), 2)].into();
        let two = Summary { mates, nodes: 7, ..Summary::default() };
        assert_eq!(two.to_string(), "3 mates (1 in 1, 2 in <=3), 0 without mate, 0 open, 7 nodes");
        assert_eq!((none.problems(), two.problems()), (3, 3));
    }
}
