//! Problems out of positions of games.
//!
//! A position with a mate, or with a hisshi, loses the attacker's king and then, piece by piece, all that the solution does not
//! need. It is kept if nothing but that solves it.

use super::diagram::{Diagram, Place};
use crate::any::{AnyMove, AnyPosition, AnySolver};
use crate::board::Color;
use crate::mate::{Count, Length, Limits, Mate, Outcome};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering};

/// Nodes for a look at a position of a game: most have no mate.
const GLANCE: u64 = 1_000;
/// A first check is plausible if its refutation takes more than these nodes.
const PLAUSIBLE: u64 = 12;

/// A sound problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Found {
    pub sfen: String,
    /// A text that it shares with its mirror image and with its like elsewhere on the board.
    pub likeness: String,
    pub plies: usize,
    /// Nodes that the solver takes for it.
    pub nodes: u64,
    /// First moves besides the solution that are not refuted at a glance: checks, and in a hisshi threats of mate as well.
    pub plausible: usize,
}

/// The kind of problems that are made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Aim {
    /// Mates of these lengths.
    Mate(RangeInclusive<usize>),
    /// Hisshi of one move.
    Hisshi,
}

/// A question about a diagram.
pub(super) type Test<'t, 'a> = &'t dyn Fn(&mut Composer<'a>, &Diagram) -> bool;

/// The order in which pieces are taken away.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Forwards,
    Backwards,
}

/// A composer, with the solver that it asks.
pub(super) struct Composer<'a> {
    pub solver: AnySolver,
    pub aim: Aim,
    /// Nodes for each question to the solver.
    pub nodes: u64,
    pub stop: &'a AtomicBool,
    /// Likenesses of diagrams that were tried in this game.
    pub tried: HashSet<String>,
}

impl<'a> Composer<'a> {
    /// The problems in a game, none twice; none at all if Ctrl-C has ended the work.
    pub fn problems(&mut self, start: &AnyPosition, moves: &[AnyMove]) -> Option<Vec<Found>> {
        self.tried.clear();
        let (mut position, mut found) = (start.without_history(), Vec::new());
        for m in moves.iter().map(Some).chain([None]) {
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            match self.aim.clone() {
                Aim::Mate(lengths) => self.mates_at(&position, &lengths, &mut found),
                Aim::Hisshi => found.extend(self.hisshi_at(&position)),
            }
            m.into_iter().for_each(|&m| position.make(m));
        }
        let mut seen = HashSet::new();
        found.retain(|found: &Found| seen.insert(found.likeness.clone()));
        (!self.stop.load(Ordering::Relaxed)).then_some(found)
    }

    /// Adds the problems in the mate of the side to move: from its first move on, and from each later one.
    fn mates_at(&mut self, position: &AnyPosition, lengths: &RangeInclusive<usize>, found: &mut Vec<Found>) {
        if !self.has_mate(position) {
            return;
        }
        let Some(diagram) = Diagram::of(position) else { return };
        let alone = diagram.without_own_king();
        let Some((mut position, line)) = self.shortest(&alone).or_else(|| self.shortest(&diagram)) else { return };
        for (ply, &m) in line.iter().enumerate() {
            let left = line.len() - ply;
            if ply.is_multiple_of(2)
                && lengths.contains(&left)
                && let Some(diagram) = Diagram::of(&position)
            {
                found.extend(self.compose(&diagram, left));
            }
            position.make(m);
        }
    }

    fn limits(&self) -> Limits<'static> {
        Limits { nodes: Some(self.nodes), ..Limits::default() }
    }

    fn has_mate(&mut self, position: &AnyPosition) -> bool {
        let limits = Limits { nodes: Some(GLANCE), ..Limits::default() };
        let report = self.solver.solve(position, position.side_to_move(), Length::FirstFound, limits);
        matches!(report.outcome, Outcome::Mate(_))
    }

    /// The position of a diagram and a line of its shortest mate, if that is proved.
    fn shortest(&mut self, diagram: &Diagram) -> Option<(AnyPosition, Vec<AnyMove>)> {
        let position = diagram.position()?;
        let mate = self.mate(&position)?;
        Some((position, mate.line))
    }

    fn mate(&mut self, position: &AnyPosition) -> Option<Mate<AnyMove>> {
        let report = self.solver.solve(position, Color::Black, Length::Shortest, self.limits());
        match report.outcome {
            Outcome::Mate(mate) if mate.is_shortest && mate.line.len() == mate.plies => Some(mate),
            _ => None,
        }
    }

    /// A sound problem of this length out of a diagram with such a mate.
    fn compose(&mut self, diagram: &Diagram, plies: usize) -> Option<Found> {
        let solves =
            |own: &mut Self, diagram: &Diagram| own.shortest(diagram).is_some_and(|(_, line)| line.len() == plies);
        let is_unique = |own: &mut Self, diagram: &Diagram| own.is_unique(diagram, plies);
        let diagram = self.strip(diagram, &solves, &is_unique)?;
        self.grade(&diagram, plies)
    }

    /// The diagram of a solution without the pieces that it does not need; none if it is not unique, or has been tried.
    pub fn strip(&mut self, diagram: &Diagram, solves: Test<'_, 'a>, is_unique: Test<'_, 'a>) -> Option<Diagram> {
        let orders = [Order::Forwards, Order::Backwards];
        let stripped = |order| self.with_one_solution(diagram, order, solves, is_unique);
        let mut diagram = orders.into_iter().find_map(stripped)?;
        loop {
            let before = diagram.clone();
            for color in [Color::White, Color::Black] {
                let places = diagram.pieces(color);
                diagram = self.reduce(diagram, places, is_unique);
            }
            if diagram == before {
                break;
            }
        }
        Some(diagram)
    }

    /// The diagram without the attacker's pieces that the solution can do without, if that is unique and new. What goes first
    /// decides what has to stay.
    fn with_one_solution(
        &mut self,
        diagram: &Diagram,
        order: Order,
        solves: Test<'_, 'a>,
        is_unique: Test<'_, 'a>,
    ) -> Option<Diagram> {
        let mut places = diagram.pieces(Color::Black);
        if order == Order::Backwards {
            places.reverse();
        }
        let diagram = self.reduce(diagram.clone(), places, solves);
        let is_new = self.tried.insert(diagram.likeness());
        (is_new && is_unique(self, &diagram)).then_some(diagram)
    }

    /// The diagram without those of the pieces that can go, many at once as long as that succeeds.
    fn reduce(&mut self, mut diagram: Diagram, mut places: Vec<Place>, may_go: Test<'_, 'a>) -> Diagram {
        let mut size = places.len().div_ceil(2);
        while size > 0 {
            let mut kept = Vec::new();
            for some in places.chunks(size) {
                let less = diagram.without(some);
                if !self.stop.load(Ordering::Relaxed) && may_go(self, &less) {
                    diagram = less;
                } else {
                    kept.extend_from_slice(some);
                }
            }
            size = if size > 1 { size.div_ceil(2) } else { usize::from(kept.len() < places.len()) };
            places = kept;
        }
        diagram
    }

    /// True if the diagram has a mate of this length, and no other check mates, at the last move aside.
    fn is_unique(&mut self, diagram: &Diagram, plies: usize) -> bool {
        let Some((position, line)) = self.shortest(diagram) else { return false };
        line.len() == plies && self.has_no_rivals(position, &line)
    }

    /// True if every other check is proved to fail at each attacker's move of the solution but its last.
    fn has_no_rivals(&mut self, mut position: AnyPosition, line: &[AnyMove]) -> bool {
        for (ply, &m) in line.iter().enumerate() {
            let is_last = ply > 0 && ply + 1 == line.len();
            if ply.is_multiple_of(2) && !is_last && !self.others_fail(&position, m) {
                return false;
            }
            position.make(m);
        }
        true
    }

    /// True if every check but `best` is proved to fail.
    fn others_fail(&mut self, position: &AnyPosition, best: AnyMove) -> bool {
        let limits = self.limits();
        // By some rules the capture of the last piece but the king ends the game, though the solver plays on.
        position.ending(0).is_none()
            && other_checks(position, best).into_iter().all(|m| {
                let after = position.after(&[m]);
                self.solver.solve_further(&after, Color::Black, Length::FirstFound, limits).outcome == Outcome::NoMate
            })
    }

    /// The problem of a diagram with one solution, if composers count its length likewise and no piece is left over.
    fn grade(&mut self, diagram: &Diagram, plies: usize) -> Option<Found> {
        let position = diagram.position()?;
        let mut mate = self.mate(&position)?;
        self.solver.compose(&position, Color::Black, &mut mate, self.limits());
        if mate.count != Count::Exact || mate.counted != plies || mate.line.len() != plies || plies != mate.plies {
            return None;
        }
        // Composers may show another defence of this length than the solver found first.
        if !self.has_no_rivals(position.clone(), &mate.line) {
            return None;
        }
        if position.after(&mate.line).held_in_all(Color::Black) > 0 {
            return None;
        }
        let first = mate.line[0];
        let report = self.solver.solve(&position, Color::Black, Length::FirstFound, self.limits());
        let checks = other_checks(&position, first);
        let limits = self.limits();
        let is_plausible = |&m: &AnyMove| {
            let after = position.after(&[m]);
            self.solver.solve(&after, Color::Black, Length::FirstFound, limits).nodes > PLAUSIBLE
        };
        let plausible = checks.iter().copied().filter(is_plausible).count();
        let likeness = diagram.likeness();
        Some(Found { sfen: position.sfen(), likeness, plies, nodes: report.nodes, plausible })
    }
}

/// The checks in a position besides one of them.
fn other_checks(position: &AnyPosition, best: AnyMove) -> Vec<AnyMove> {
    position.legal_moves().into_iter().filter(|&m| m != best && position.gives_check(m)).collect()
}
