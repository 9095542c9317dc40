//! The solution of a hisshi as a game record: the longest defence as the main line, the others as variations.

use super::words;
use crate::analysis::{Defence, Hisshi, Reply};
use crate::any::{AnyMove, AnyPosition};
use crate::record::{Ending, NodeId, Record, Step};
use crate::words::Language;

/// The record, with at most `breadth` defences against each move of the attacker.
pub(super) fn record(position: &AnyPosition, hisshi: &Hisshi, breadth: usize, language: Language) -> Record {
    let mut record = Record::new(position.clone());
    record.add_comment(Record::ROOT, &words::record_length(language, hisshi.length));
    let mut tree = Tree { record, breadth, language };
    let first = tree.record.push(Record::ROOT, Step::Move(hisshi.first_move_of_solution()));
    tree.add_move(first, &hisshi.defences);
    for &m in &hisshi.first_moves[1..] {
        let node = tree.record.push(Record::ROOT, Step::Move(m));
        tree.record.add_comment(node, words::solves_as_well(language));
    }
    tree.record
}

struct Tree {
    record: Record,
    breadth: usize,
    language: Language,
}

impl Tree {
    /// Adds what comes behind a move of the attacker that counts.
    fn add_move(&mut self, node: NodeId, defences: &[Defence]) {
        if defences.iter().all(|defence| defence.reply.is_mate()) {
            self.record.add_comment(node, words::is_hisshi(self.language));
        }
        self.add_defences(node, defences);
    }

    /// Adds the defences against the attacker's move at `node`.
    fn add_defences(&mut self, node: NodeId, defences: &[Defence]) {
        for Defence { m, reply } in defences.iter().take(self.breadth) {
            let behind = self.record.push(node, Step::Move(*m));
            match reply {
                Reply::Mate(line) => self.add_mate(behind, line),
                Reply::Proved => {}
                Reply::Move(answer, next) => {
                    let answer = self.record.push(behind, Step::Move(*answer));
                    self.add_move(answer, next);
                }
                Reply::Evasion(answer, next) => {
                    let answer = self.record.push(behind, Step::Move(*answer));
                    self.add_defences(answer, next);
                }
            }
        }
        let left_out = defences.len().saturating_sub(self.breadth);
        if left_out > 0 {
            self.record.add_comment(node, &words::more_defences(self.language, left_out));
        }
    }

    fn add_mate(&mut self, mut node: NodeId, line: &[AnyMove]) {
        for &m in line {
            node = self.record.push(node, Step::Move(m));
        }
        self.record.push(node, Step::End(Ending::Mate));
    }
}
