//! The tree that composers publish with a solution: the other defences (変化) at each move of the defender, and at each
//! move of the attacker the checks that mate as well (余詰) or fail (紛れ).
//!
//! Each move beside the solution is a question to the solver. All of them are asked with few nodes first and with more
//! later, so that a hard one does not take the time of the others. What has no answer at the end is not settled.

mod record;
mod words;

use super::{Solved, settle};
use crate::any::{AnyMove, AnyPosition, AnySolver};
use crate::board::Color;
use crate::mate::{Count, Length, Limits, Mate, Outcome, Stop};
pub(super) use record::record;

/// Nodes for each question when it is asked first.
const FIRST_NODES: u64 = 512;
/// Nodes of a proof that people see at a glance.
const GLANCE: u64 = 1000;
/// Times that a question is asked, each with eight times the nodes of the time before.
const ROUNDS: u32 = 15;
/// Lines that are looked at for one that leaves no piece over.
const MOST_LINES: usize = 16;
/// Nodes for each defence that may leave no piece over where the solver's does.
const CLEAN_NODES: u64 = 100_000;

/// The moves beside a solution.
pub(super) struct Tree {
    branches: Vec<Branch>,
    attacker: Color,
    /// Most variations of each kind that are written at a move.
    breadth: usize,
}

/// A move beside the solution.
struct Branch {
    /// Moves of the solution before it.
    ply: usize,
    m: AnyMove,
    /// True for a move of the attacker.
    is_check: bool,
    found: Found,
}

/// The solver's answer to a move beside the solution.
#[derive(Default)]
enum Found {
    #[default]
    Open,
    /// The attacker mates by this line, which begins after the move.
    Mate(Mate<AnyMove>),
    /// The attacker mates within these plies after the move.
    Proved(usize),
    /// The defender is not mated.
    Fails(Refutation),
}

/// The defences against a check that fails.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Refutation {
    /// A defence after which there is no mate; none if the limits left no time to find it.
    defence: Option<AnyMove>,
    /// Number of such defences.
    refuting: usize,
    /// Number of defences that are mated.
    mated: usize,
    /// Number of defences whose answer is not known.
    open: usize,
    /// Nodes that the proof took.
    nodes: u64,
}

impl Refutation {
    /// True if a defender may go wrong, or the attacker has to look far.
    const fn is_tempting(&self) -> bool {
        self.mated > 0 || self.nodes > GLANCE
    }

    /// True if every other defence is mated, and there are such.
    const fn is_only_one(&self) -> bool {
        self.refuting == 1 && self.mated > 0 && self.open == 0
    }
}

impl Branch {
    /// True if the solver has something left to find out: of a defence its length too.
    fn is_open(&self) -> bool {
        match &self.found {
            Found::Open | Found::Proved(_) => true,
            Found::Mate(mate) => !self.is_check && mate.count != Count::Exact,
            Found::Fails(_) => false,
        }
    }
}

impl Tree {
    /// Asks about every move beside the solution, if there is one, until all is answered or a limit is reached.
    pub fn search(
        solver: &mut AnySolver,
        solved: &Solved,
        attacker: Color,
        breadth: usize,
        limits: Limits<'_>,
    ) -> Option<Self> {
        let Outcome::Mate(mate) = &solved.report.outcome else { return None };
        let line = &mate.line[..mate.counted];
        let mut branches = branches(&solved.position, attacker, line);
        let quiet = limits.stop.map(Quiet);
        let stop = quiet.as_ref().map(|quiet| quiet as &dyn Stop);
        let mut questions = Questions { solver, attacker, limits: Limits { stop, ..limits }, nodes: 0, budget: 0 };
        for round in 0..ROUNDS {
            questions.budget = FIRST_NODES << (3 * round);
            for branch in branches.iter_mut().filter(|branch| branch.is_open()) {
                if questions.are_over() {
                    break;
                }
                let position = solved.position.after(&line[..branch.ply]);
                if let Some(found) = questions.ask(&position, branch.m) {
                    branch.found = found;
                }
            }
        }
        Some(Self { branches, attacker, breadth })
    }

    /// The moves beside the solution after its first `ply` moves.
    fn at(&self, ply: usize) -> impl Iterator<Item = &Branch> {
        self.branches.iter().filter(move |branch| branch.ply == ply)
    }
}

/// The legal moves beside a line: checks of the attacker, and defences.
fn branches(position: &AnyPosition, attacker: Color, line: &[AnyMove]) -> Vec<Branch> {
    let (mut position, mut branches) = (position.clone(), Vec::new());
    for (ply, &played) in line.iter().enumerate() {
        let attacks = position.side_to_move() == attacker;
        let beside = position.legal_moves().into_iter().filter(|&m| m != played);
        let beside = beside.filter(|&m| !attacks || position.gives_check(m));
        branches.extend(beside.map(|m| Branch { ply, m, is_check: attacks, found: Found::Open }));
        position.make(played);
    }
    branches
}

/// Prefers a solution that leaves the attacker no piece in hand, as composers do where the defender has the choice between
/// defences of one length: the defence and its mate take the place of the solver's.
pub(super) fn leave_nothing_over(
    solver: &mut AnySolver,
    position: &AnyPosition,
    attacker: Color,
    mate: &mut Mate<AnyMove>,
    limits: Limits<'_>,
) {
    let line = mate.line[..mate.counted].to_vec();
    if mate.count != Count::Exact || left_over(position, attacker, &line) == 0 {
        return;
    }
    let quiet = limits.stop.map(Quiet);
    let stop = quiet.as_ref().map(|quiet| quiet as &dyn Stop);
    let limits = Limits { stop, ..limits };
    let mut questions = Questions { solver, attacker, limits, nodes: 0, budget: CLEAN_NODES };
    // Lines of this length, each with the ply from which it goes its own way.
    let mut lines = vec![(0, line)];
    let mut next = 0;
    while next < lines.len() && lines.len() < MOST_LINES {
        let (from, line) = lines[next].clone();
        for Branch { ply, m, .. } in branches(position, attacker, &line).into_iter().filter(|branch| !branch.is_check) {
            if ply < from || questions.are_over() {
                continue;
            }
            let before = position.after(&line[..ply]);
            let Some(Found::Mate(rest)) = questions.find_mate(&before.after(&[m]), Length::Short) else { continue };
            let whole = [&line[..ply], &[m], &rest.line].concat();
            let counted = ply + 1 + rest.counted;
            if rest.count != Count::Exact || counted != mate.counted {
                continue;
            }
            if left_over(position, attacker, &whole[..counted]) == 0 {
                mate.line = whole;
                return;
            }
            lines.push((ply + 1, whole[..counted].to_vec()));
        }
        next += 1;
    }
}

/// The pieces in the attacker's hand after a line.
pub(super) fn left_over(position: &AnyPosition, attacker: Color, line: &[AnyMove]) -> u32 {
    position.after(line).held_in_all(attacker)
}

/// The observer of a whole problem, who hears nothing of the mates of single moves.
pub(super) struct Quiet<'a>(pub &'a dyn Stop);

impl Stop for Quiet<'_> {
    fn is_wanted(&self) -> bool {
        self.0.is_wanted()
    }

    fn note_nodes(&self, nodes: u64) {
        self.0.note_nodes(nodes);
    }
}

/// Questions to the solver about one problem, which it has solved before.
struct Questions<'a, 'b> {
    solver: &'a mut AnySolver,
    attacker: Color,
    limits: Limits<'b>,
    /// Nodes spent on all of them.
    nodes: u64,
    /// Most nodes for one.
    budget: u64,
}

impl<'b> Questions<'_, 'b> {
    fn are_over(&self) -> bool {
        self.limits.are_reached(self.nodes)
    }

    /// The answer to a move beside the solution; none if the limits do not allow one.
    fn ask(&mut self, position: &AnyPosition, m: AnyMove) -> Option<Found> {
        let next = position.after(&[m]);
        if position.side_to_move() != self.attacker {
            return self.find_mate(&next, Length::Short);
        }
        let spent = self.nodes;
        match self.find_mate(&next, Length::FirstFound)? {
            Found::Fails(_) => Some(Found::Fails(self.refute(&next, self.nodes - spent))),
            first => Some(self.find_mate(&next, Length::Short).unwrap_or(first)),
        }
    }

    /// The limits of one question.
    fn limits(&self) -> Limits<'b> {
        let left = self.limits.nodes.map(|nodes| nodes.saturating_sub(self.nodes));
        Limits { nodes: Some(left.map_or(self.budget, |left| left.min(self.budget))), ..self.limits }
    }

    /// The mate in a position, or that there is none.
    fn find_mate(&mut self, position: &AnyPosition, length: Length) -> Option<Found> {
        let limits = self.limits();
        let mut report = self.solver.solve_further(position, self.attacker, length, limits);
        if length == Length::Short {
            settle(self.solver, position, self.attacker, &mut report, None, limits);
        }
        self.nodes += report.nodes;
        match report.outcome {
            Outcome::Mate(mate) => Some(Found::Mate(mate)),
            Outcome::Proved(plies) => Some(Found::Proved(plies)),
            Outcome::NoMate => Some(Found::Fails(Refutation::default())),
            Outcome::Unknown => None,
        }
    }

    /// The defences against a check that fails.
    fn refute(&mut self, position: &AnyPosition, nodes: u64) -> Refutation {
        let mut refutation = Refutation { nodes, ..Refutation::default() };
        for m in position.legal_moves() {
            match self.find_mate(&position.after(&[m]), Length::FirstFound) {
                Some(Found::Fails(_)) => {
                    refutation.refuting += 1;
                    refutation.defence.get_or_insert(m);
                }
                Some(_) => refutation.mated += 1,
                None => refutation.open += 1,
            }
        }
        refutation
    }
}
