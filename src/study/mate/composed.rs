//! One problem as composers want it solved: its length, its other solutions, and the tree of both.

use super::others::{self, Teller};
use super::results::write_mate;
use super::solutions::bare;
use super::tree::{Tree, leave_nothing_over};
use super::{Solved, settle, words};
use crate::any::{AnyPosition, AnySolver};
use crate::jobs::notation::Notation;
use crate::mate::{Count, Length, Limits, Outcome};
use crate::record::Record;
use crate::words::Language;
use std::time::{Duration, Instant};

/// Defences, and checks that fail, at each move of the solution.
const BREADTH: usize = 4;

/// A problem that was solved.
pub struct Composed(Solved);

impl Composed {
    /// Solves a problem, looks for other solutions for as long again, and as long for the moves beside the solution.
    pub fn new(solver: &mut AnySolver, position: &AnyPosition, time: Duration, limits: Limits<'_>) -> Self {
        let started = Instant::now();
        let limits = |begins: Instant| Limits { deadline: Some(begins + time), ..limits };
        let attacker = position.problem_attacker(false);
        let mut report = solver.solve(position, attacker, Length::Short, limits(started));
        settle(solver, position, attacker, &mut report, None, limits(started));
        if let Outcome::Mate(mate) = &mut report.outcome {
            leave_nothing_over(solver, position, attacker, mate, limits(started));
        }
        let others = match &report.outcome {
            Outcome::Mate(mate) if mate.count == Count::Exact => {
                others::find(solver, position, attacker, &mate.line[..mate.counted], limits(Instant::now()))
            }
            _ => None,
        };
        let elapsed = started.elapsed();
        let mut solved = Solved { position: position.clone(), report, others, tree: None, features: None, elapsed };
        solved.tree = Tree::search(solver, &solved, attacker, BREADTH, limits(Instant::now()));
        Self(solved)
    }

    /// The report in words.
    #[must_use]
    pub fn told(&self, language: Language) -> String {
        let Self(solved) = self;
        let notation = Notation::of(solved.position.variant(), language, None, false);
        let mate = match &solved.report.outcome {
            Outcome::Mate(mate) => mate,
            Outcome::NoMate => return language.choose("There is no mate by checks.", "詰みはありません。").to_owned(),
            Outcome::Proved(plies) => return words::length(language, crate::mate::Known::AtMost(*plies)),
            Outcome::Unknown => {
                return language
                    .choose("No mate was found in time.", "時間内に詰みが見つかりませんでした。")
                    .to_owned();
            }
        };
        let mut told = Vec::new();
        // Memory takes everything that is written.
        let _ = write_mate(&mut told, language, notation, solved, mate);
        let mut told = String::from_utf8_lossy(&told).into_owned() + "\n";
        if solved.others.is_some() {
            let mut others = Vec::new();
            let _ = Teller { notation, language }.tell(&mut others, solved, &mate.line[..mate.counted]);
            told += &String::from_utf8_lossy(&others);
        } else {
            told += language.choose("Not found out in time whether it is unique.", "余詰の有無は時間内に不明。");
        }
        told.trim_end().to_owned()
    }

    /// The solution with the moves beside it as variations, as composers publish them; none without a mate that is shown.
    #[must_use]
    pub fn tree(&self, language: Language) -> Option<Record> {
        let notation = Notation::of(self.0.position.variant(), language, None, false);
        let has_mate = matches!(self.0.report.outcome, Outcome::Mate(_));
        has_mate.then(|| bare(&self.0, Teller { notation, language })).flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::SfenMode;
    use crate::variants::Variant;

    fn composed(sfen: &str) -> Composed {
        let position = Variant::Shogi.read_sfen(sfen, SfenMode::Mate).unwrap();
        let mut solver = AnySolver::new(Variant::Shogi, 16).unwrap();
        Composed::new(&mut solver, &position, Duration::from_secs(60), Limits::default())
    }

    #[test]
    fn a_report_has_the_length_and_what_composers_ask() {
        let unique = composed("7nl/5B1k1/6Ppp/5+R3/9/9/9/9/9 b S 1");
        let told = unique.told(Language::En);
        assert!(told.starts_with("mate 5 ") && told.lines().count() > 1, "{told}");
        assert!(unique.told(Language::Ja).starts_with("5手詰 "), "{}", unique.told(Language::Ja));
        let tree = unique.tree(Language::En).unwrap();
        assert!(tree.main_line().count() >= 5 && tree.has_variations());
        let comments: Vec<&String> = tree.nodes().flat_map(|id| &tree.node(id).comments).collect();
        for told in ["solution: mate in 5 plies", "variation: mate in 3 plies", "try"] {
            assert!(comments.iter().any(|comment| comment.contains(told)), "{told}: {comments:?}");
        }
    }

    #[test]
    fn without_a_mate_there_is_no_tree() {
        let none = composed("4k4/9/9/9/9/9/9/9/9 b P 1");
        assert_eq!(none.told(Language::En), "There is no mate by checks.");
        assert!(none.tree(Language::En).is_none());
    }
}
