//! Writing the tree into a record.

use super::words::{self, Beside, Other};
use super::{Branch, Found, Refutation, Tree, left_over};
use crate::any::{AnyMove, AnyPosition};
use crate::game::{Cell, Departure};
use crate::mate::{Known, Mate};
use crate::record::{Ending, NodeId, Record, Step};
use crate::study::mate::others::{self, Teller, comes_back, name};
use crate::study::mate::{Solved, words as of_mates};
use std::cmp::Reverse;

/// Moves shown behind a mate that only useless interpositions put off.
const SHOWN: usize = 4;

/// The record of a mate with its tree.
pub(in crate::study::mate) fn record(solved: &Solved, mate: &Mate<AnyMove>, tree: &Tree, teller: Teller) -> Record {
    Writer { record: Record::new(solved.position.clone()), solved, mate, tree, teller }.write()
}

struct Writer<'a> {
    record: Record,
    solved: &'a Solved,
    mate: &'a Mate<AnyMove>,
    tree: &'a Tree,
    teller: Teller,
}

/// A defence with the mate behind it.
struct Defence<'a> {
    m: AnyMove,
    mate: &'a Mate<AnyMove>,
    /// Its length from the start of the problem.
    known: Known,
    leaves_pieces: bool,
    /// Drops of other pieces on the same square, after which all goes the same way.
    likewise: Vec<AnyMove>,
}

/// The defences beside that of the solution.
#[derive(Default)]
struct Defences<'a> {
    /// Drops of other pieces on the square of the solution's, after which all goes the same way.
    like_solution: Vec<AnyMove>,
    /// The longest first.
    others: Vec<Defence<'a>>,
    useless: Vec<AnyMove>,
}

impl Writer<'_> {
    fn write(mut self) -> Record {
        let (mate, solved) = (self.mate, self.solved);
        let line = counted_line(mate);
        self.comment(Record::ROOT, &words::solution(self.teller.language, mate.known(), self.leaves_pieces()));
        let mut node = Record::ROOT;
        let mut position = solved.position.clone();
        for (ply, &m) in line.iter().enumerate() {
            let before = node;
            node = self.record.push(before, Step::Move(m));
            let branches: Vec<&Branch> = self.tree.at(ply).collect();
            if position.side_to_move() == self.tree.attacker {
                self.add_mates(before, &branches);
                self.add_tries(before, &branches);
            } else {
                self.add_defences(before, node, &position, &branches);
            }
            self.add_open(before, &position, &branches);
            position.make(m);
        }
        self.end(node, mate);
        self.record
    }

    fn comment(&mut self, node: NodeId, text: &str) {
        self.record.add_comment(node, text);
    }

    /// The length of the solution, if it is settled.
    const fn exact_length(&self) -> Option<usize> {
        match self.mate.known() {
            Known::Length(plies) => Some(plies),
            _ => None,
        }
    }

    /// Adds the counted moves of a mate after `node`, and its end.
    fn add_line(&mut self, mut node: NodeId, mate: &Mate<AnyMove>) {
        for &m in counted_line(mate) {
            node = self.record.push(node, Step::Move(m));
        }
        self.end(node, mate);
    }

    /// Ends a line where composers do, and names the useless interpositions that are left.
    fn end(&mut self, node: NodeId, mate: &Mate<AnyMove>) {
        let rest = &mate.line[mate.counted..];
        if !rest.is_empty() {
            let last = self.record.node(node).played();
            let shown = &rest[..rest.len().min(SHOWN)];
            let moves = self.teller.notation.moves(&self.record.position_at(node), last, shown);
            let more = if shown.len() < rest.len() { " ..." } else { "" };
            self.comment(node, &words::only_useless_interpositions(self.teller.language, &(moves + more)));
        }
        self.record.push(node, Step::End(Ending::Mate));
    }

    /// Adds the checks that mate as well: all other solutions, and then some of the mates that are none.
    fn add_mates(&mut self, before: NodeId, branches: &[&Branch]) {
        let (others, longer): (Vec<&Branch>, Vec<&Branch>) =
            branches.iter().filter(|branch| self.mates(branch)).partition(|branch| self.other(branch).is_some());
        let more = longer.len().saturating_sub(self.tree.breadth);
        for branch in others.into_iter().chain(longer.into_iter().take(self.tree.breadth)) {
            let node = self.record.push(before, Step::Move(branch.m));
            self.comment(node, &self.name_of(branch));
            // A line longer than the length beside it would have useless interpositions.
            if let Found::Mate(mate) = &branch.found
                && self.other(branch).is_none_or(|other| other.found.length == mate.counted + 1)
            {
                self.add_line(node, mate);
            }
        }
        if more > 0 {
            self.comment(before, &words::other_checks_mate(self.teller.language, more));
        }
    }

    /// The other solution that a check begins, if it does.
    fn other(&self, branch: &Branch) -> Option<&others::Other> {
        self.solved.others.iter().flatten().find(|other| other.found.ply == branch.ply && other.found.m == branch.m)
    }

    fn mates(&self, branch: &Branch) -> bool {
        matches!(branch.found, Found::Mate(_) | Found::Proved(_)) || self.other(branch).is_some()
    }

    /// The name of a check that mates, with its length.
    fn name_of(&self, branch: &Branch) -> String {
        let language = self.teller.language;
        match (self.other(branch), &branch.found) {
            (Some(others::Other { found, is_detour }), _) => {
                let told = of_mates::mates_in(language, name(found.kind, language), found.length);
                told + if *is_detour { of_mates::by_detour(language) } else { "" }
            }
            (None, Found::Mate(mate)) => {
                let name = words::other(language, self.other_kind(branch, mate));
                words::mates(language, name, longer(mate.known(), 1))
            }
            (None, Found::Proved(plies)) => {
                words::mates(language, words::other(language, Other::Unknown), Known::AtMost(plies + 1))
            }
            (None, Found::Open | Found::Fails(_)) => String::new(),
        }
    }

    /// The kind of a mate that is no other solution.
    fn other_kind(&self, branch: &Branch, mate: &Mate<AnyMove>) -> Other {
        match self.solved.others {
            None => Other::Unknown,
            Some(_) if self.returns(branch, counted_line(mate)) => Other::Detour,
            Some(_) if branch.ply + 1 == self.mate.counted => Other::LastMove,
            Some(_) => Other::Longer,
        }
    }

    /// True if a line after a check comes back to a position of the solution in which the attacker moves.
    fn returns(&self, branch: &Branch, line: &[AnyMove]) -> bool {
        let solution = counted_line(self.mate);
        let moves = [&[branch.m], line].concat();
        comes_back(&self.solved.position, self.tree.attacker, solution, branch.ply, &moves)
    }

    /// Adds the checks that fail, the most tempting first.
    fn add_tries(&mut self, before: NodeId, branches: &[&Branch]) {
        let refuted = |branch: &&Branch| match &branch.found {
            Found::Fails(refutation) => Some((branch.m, *refutation)),
            _ => None,
        };
        let mut tries: Vec<(AnyMove, Refutation)> = branches.iter().filter_map(refuted).collect();
        tries.sort_by_key(|(_, refutation)| temptation(refutation));
        let language = self.teller.language;
        let tempting = tries.iter().filter(|(_, refutation)| refutation.is_tempting()).count();
        let shown = tempting.min(self.tree.breadth);
        for (m, refutation) in &tries[..shown] {
            let node = self.record.push(before, Step::Move(*m));
            self.comment(node, words::fails(language));
            let end = refutation.defence.map_or(node, |defence| self.record.push(node, Step::Move(defence)));
            self.comment(end, words::no_mate(language, refutation.is_only_one()));
        }
        if tries.len() > shown {
            self.comment(before, &words::other_checks_fail(language, tries.len() - shown));
        }
    }

    /// Adds the defences beside the one that leads to `node`, the longest first.
    fn add_defences(&mut self, before: NodeId, node: NodeId, position: &AnyPosition, branches: &[&Branch]) {
        let Defences { like_solution, mut others, useless } = self.sorted(position, branches);
        let language = self.teller.language;
        self.add_likewise(node, before, position, &like_solution);
        let left_out = others.split_off(others.len().min(self.tree.breadth));
        for defence in &others {
            let node = self.record.push(before, Step::Move(defence.m));
            let beside = self.beside(defence);
            self.comment(node, &words::variation(language, defence.known, beside, defence.leaves_pieces));
            self.add_likewise(node, before, position, &defence.likewise);
            self.add_line(node, defence.mate);
        }
        if let Some(longest) = left_out.iter().map(|defence| plies(defence.known)).max() {
            let number = left_out.iter().map(|defence| 1 + defence.likewise.len()).sum();
            self.comment(before, &words::other_defences(language, number, longest));
        }
        if !useless.is_empty() {
            let (moves, more) = self.texts(before, position, &useless);
            self.comment(before, &words::useless_interpositions(language, &moves, more));
        }
    }

    fn beside(&self, defence: &Defence<'_>) -> Beside {
        let (Known::Length(plies), Some(length)) = (defence.known, self.exact_length()) else { return Beside::Shorter };
        match length.saturating_sub(plies) {
            0 => Beside::AsLong,
            2 if self.leaves_pieces() && !defence.leaves_pieces => Beside::MayBeMeant,
            _ => Beside::Shorter,
        }
    }

    /// True if the solution leaves the attacker pieces in hand.
    fn leaves_pieces(&self) -> bool {
        left_over(&self.solved.position, self.tree.attacker, counted_line(self.mate)) > 0
    }

    /// Names the drops that change nothing beside the one at `node`.
    fn add_likewise(&mut self, node: NodeId, before: NodeId, position: &AnyPosition, moves: &[AnyMove]) {
        if !moves.is_empty() {
            let (moves, more) = self.texts(before, position, moves);
            self.comment(node, &words::likewise(self.teller.language, &moves, more));
        }
    }

    /// The other defences in order. A defence that is longer than the longest that counts can be nothing but a useless
    /// interposition.
    fn sorted<'b>(&self, position: &AnyPosition, branches: &[&'b Branch]) -> Defences<'b> {
        let (mut defences, mut sorted) = (Vec::new(), Defences::default());
        for branch in branches {
            let Found::Mate(mate) = &branch.found else { continue };
            let known = longer(mate.known(), branch.ply + 1);
            if matches!((known, self.exact_length()), (Known::Length(plies), Some(length)) if plies > length) {
                sorted.useless.push(branch.m);
            } else if self.is_like_solution(position, branch, mate) {
                sorted.like_solution.push(branch.m);
            } else {
                let line = [&[branch.m], counted_line(mate)].concat();
                let leaves_pieces = left_over(position, self.tree.attacker, &line) > 0;
                defences.push(Defence { m: branch.m, mate, known, leaves_pieces, likewise: Vec::new() });
            }
        }
        defences.sort_by_key(|defence| {
            (Reverse(plies(defence.known)), defence.leaves_pieces, dropped_on(position, defence.m).is_some())
        });
        for defence in defences {
            let (line, drop) = (counted_line(defence.mate), dropped_on(position, defence.m));
            let is_like = |other: &&mut Defence<'b>| {
                drop.is_some() && drop == dropped_on(position, other.m) && line == counted_line(other.mate)
            };
            match sorted.others.iter_mut().find(is_like) {
                Some(first) => first.likewise.push(defence.m),
                None => sorted.others.push(defence),
            }
        }
        sorted
    }

    /// True if a defence drops another piece where the solution drops one, and is mated in the same way.
    fn is_like_solution(&self, position: &AnyPosition, branch: &Branch, mate: &Mate<AnyMove>) -> bool {
        let solution = counted_line(self.mate);
        let drop = dropped_on(position, branch.m);
        let is_as_dropped = drop.is_some() && drop == dropped_on(position, solution[branch.ply]);
        is_as_dropped && counted_line(mate) == &solution[branch.ply + 1..]
    }

    /// Names the moves without an answer.
    fn add_open(&mut self, before: NodeId, position: &AnyPosition, branches: &[&Branch]) {
        let is_open = |branch: &&&Branch| match branch.found {
            Found::Open => self.other(branch).is_none(),
            Found::Proved(_) => !branch.is_check,
            Found::Mate(_) | Found::Fails(_) => false,
        };
        let open: Vec<AnyMove> = branches.iter().filter(is_open).map(|branch| branch.m).collect();
        if !open.is_empty() {
            let (moves, more) = self.texts(before, position, &open);
            self.comment(before, &words::not_settled(self.teller.language, &moves, more));
        }
    }

    /// The first of the moves that could be played at `node`, and the number of the others.
    fn texts(&self, node: NodeId, position: &AnyPosition, moves: &[AnyMove]) -> (String, usize) {
        let (last, shown) = (self.record.node(node).played(), moves.len().min(self.tree.breadth));
        let texts: Vec<String> = moves[..shown].iter().map(|&m| self.teller.notation.text(position, last, m)).collect();
        (texts.join(" "), moves.len() - shown)
    }
}

/// The order of checks that fail: the tempting ones first, and those with few defences before them.
fn temptation(refutation: &Refutation) -> (bool, bool, usize, Reverse<u64>) {
    let Refutation { mated, refuting, nodes, .. } = *refutation;
    (!refutation.is_tempting(), mated == 0, refuting, Reverse(nodes))
}

/// The moves of a mate that count.
fn counted_line(mate: &Mate<AnyMove>) -> &[AnyMove] {
    &mate.line[..mate.counted]
}

/// The square on which a piece is dropped; none if none is.
fn dropped_on(position: &AnyPosition, m: AnyMove) -> Option<Cell> {
    let way = position.variant().way(m);
    matches!(way.from, Departure::Hand(_)).then_some(way.to)
}

const fn plies(known: Known) -> usize {
    match known {
        Known::Length(plies) | Known::EveryInterposition(plies) | Known::AtMost(plies) => plies,
    }
}

/// The length plus `by` plies.
const fn longer(known: Known, by: usize) -> Known {
    match known {
        Known::Length(plies) => Known::Length(plies + by),
        Known::EveryInterposition(plies) => Known::EveryInterposition(plies + by),
        Known::AtMost(plies) => Known::AtMost(plies + by),
    }
}
