//! One position about which somebody asks: its hisshi in words and as a tree.

use super::{tree, words};
use crate::analysis::{Answer, HisshiSearch};
use crate::any::{AnyMove, AnyPosition, AnySolver};
use crate::jobs::notation::Notation;
use crate::mate::Limits;
use crate::record::Record;
use crate::words::Language;

/// Longest hisshi that is looked for, in moves of both sides.
const LENGTH: usize = 3;
/// Defences that a tree has against each move of the attacker.
const BREADTH: usize = 4;

/// The answer about a position.
pub struct Asked {
    position: AnyPosition,
    answer: Answer,
    /// True if no move is hisshi at once.
    has_none_at_once: bool,
}

impl Asked {
    /// Looks for a hisshi of one or three moves by the side to move.
    pub fn new(solver: &mut AnySolver, position: &AnyPosition, limits: Limits<'_>) -> Self {
        let attacker = position.side_to_move();
        let mut search = HisshiSearch::new(solver, attacker, limits, HisshiSearch::USUAL_NODES);
        let at_once = search.solve(position, 1);
        let has_none_at_once = at_once == Answer::Refuted;
        let answer = match at_once {
            Answer::Mate(_) | Answer::Hisshi(_) => at_once,
            Answer::Refuted | Answer::Open => search.solve_patiently(position, LENGTH.div_ceil(2)),
        };
        Self { position: position.clone(), answer, has_none_at_once }
    }

    /// The answer in words.
    #[must_use]
    pub fn told(&self, language: Language) -> String {
        let notation = Notation::of(self.position.variant(), language, None, false);
        let none_at_once = self.has_none_at_once.then(|| words::refuted(language, 1));
        let said = told(&self.answer, &self.position, notation, language, LENGTH);
        said.unwrap_or_else(|| words::open_in_time(language, LENGTH, none_at_once.as_deref()))
    }

    /// The mate by checks, if there is one.
    #[must_use]
    pub fn mate(&self) -> &[AnyMove] {
        if let Answer::Mate(line) = &self.answer { line } else { &[] }
    }

    /// The solution with the longest defences as variations; none without a hisshi.
    #[must_use]
    pub fn tree(&self, language: Language) -> Option<Record> {
        let Answer::Hisshi(hisshi) = &self.answer else { return None };
        Some(tree::record(&self.position, hisshi, BREADTH, language))
    }
}

/// An answer in words; none if it is open.
pub(super) fn told(
    answer: &Answer,
    position: &AnyPosition,
    notation: Notation,
    language: Language,
    length: usize,
) -> Option<String> {
    Some(match answer {
        Answer::Mate(line) => words::mate(language, line.len(), &notation.moves(position, None, line)),
        Answer::Hisshi(hisshi) => {
            let line = notation.moves(position, None, &hisshi.line());
            let others = hisshi.first_moves.iter().skip(1);
            let others: Vec<String> = others.map(|&m| notation.text(position, None, m)).collect();
            words::hisshi(language, hisshi.length, &line, &others, hisshi.has_all_first_moves)
        }
        Answer::Refuted => words::refuted(language, length),
        Answer::Open => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::SfenMode;
    use crate::variants::Variant;

    fn asked(sfen: &str, nodes: u64) -> Asked {
        let position = Variant::Shogi.read_sfen(sfen, SfenMode::Mate).unwrap();
        let mut solver = AnySolver::new(Variant::Shogi, 16).unwrap();
        Asked::new(&mut solver, &position, Limits { nodes: Some(nodes), ..Limits::default() })
    }

    #[test]
    fn what_is_known_is_said_and_no_more() {
        let one = "6pk1/9/9/6G1g/9/9/9/9/9 b GP 1";
        let found = asked(one, u64::MAX);
        assert_eq!(found.told(Language::En), "hisshi 1 G-2c, also G-3c");
        assert!(found.told(Language::Ja).starts_with("1手必至 "), "{}", found.told(Language::Ja));
        let tree = found.tree(Language::En).unwrap();
        assert!(tree.has_variations() && tree.main_line().count() >= 4);
        let none = asked("4k4/9/9/9/9/9/9/9/9 b P 1", u64::MAX);
        assert_eq!(none.told(Language::En), "no hisshi of 3 moves");
        assert!(none.tree(Language::En).is_none() && none.mate().is_empty());
        assert_eq!(asked(one, 2).told(Language::Ja), "3手以内の必至は時間内に不明");
        let half = asked("4k4/9/4P4/9/9/9/9/9/9 b S 1", 800);
        assert_eq!(half.told(Language::En), "no hisshi of 1 move, of 3 moves not found out in time");
    }
}
