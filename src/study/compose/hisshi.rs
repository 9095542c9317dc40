//! Problems of hisshi in one move out of positions of games.

use super::composer::{Composer, Found};
use super::diagram::Diagram;
use crate::analysis::HisshiSearch;
use crate::any::{AnyMove, AnyPosition};
use crate::board::Color;
use crate::mate::{Length, Limits, Outcome};

/// Nodes of a whole search for one node of each question to the solver in it.
const WHOLE: u64 = 100;
/// Nodes for each question at a look at a position of a game: most moves threaten nothing.
const GLANCE: u64 = 200;
/// Moves that threaten mate go mostly to a square within this distance of the king.
const NEAR: u8 = 2;
/// Most moves of one position that problems are made from.
const MOST: usize = 3;

impl Composer<'_> {
    /// The problems in hisshi by the side to move: without its king, or else with it.
    pub fn hisshi_at(&mut self, position: &AnyPosition) -> Vec<Found> {
        let Some(whole) = Diagram::of(position) else { return Vec::new() };
        let alone = whole.without_own_king();
        let diagrams = if alone == whole { vec![whole] } else { vec![alone, whole] };
        let posed = diagrams.into_iter().map(|diagram| {
            let solutions = self.solutions(&diagram);
            (diagram, solutions)
        });
        let Some((diagram, solutions)) = posed.into_iter().find(|(_, moves)| !moves.is_empty()) else {
            return Vec::new();
        };
        solutions.into_iter().filter_map(|m| self.problem_of(&diagram, m)).collect()
    }

    /// The problem in which this move of a diagram alone is hisshi.
    fn problem_of(&mut self, diagram: &Diagram, m: AnyMove) -> Option<Found> {
        let solves = |own: &mut Self, diagram: &Diagram| {
            diagram.position().is_some_and(|position| own.hisshi(own.nodes).is_solution(&position, m))
        };
        let is_unique = |own: &mut Self, diagram: &Diagram| {
            diagram.position().is_some_and(|position| own.hisshi(own.nodes).is_only_solution(&position, m))
        };
        let diagram = self.strip(diagram, &solves, &is_unique)?;
        self.grade_hisshi(&diagram, m)
    }

    /// A search that spends at most `nodes` on each question to the solver.
    fn hisshi(&mut self, nodes: u64) -> HisshiSearch<'_> {
        let limits = Limits { nodes: Some(nodes.saturating_mul(WHOLE)), stop: Some(self.stop), ..Limits::default() };
        HisshiSearch::new(&mut self.solver, Color::Black, limits, nodes)
    }

    /// The first quiet moves near the king that are hisshi in the position of a diagram, as far as a glance shows.
    fn solutions(&mut self, diagram: &Diagram) -> Vec<AnyMove> {
        let Some((position, king)) = diagram.position().zip(diagram.king(Color::White)) else { return Vec::new() };
        let is_near = |m: AnyMove| {
            let to = position.variant().way(m).to;
            to.file.abs_diff(king.file) <= NEAR && to.rank.abs_diff(king.rank) <= NEAR
        };
        let mut moves = position.legal_moves();
        moves.retain(|&m| is_near(m) && !position.gives_check(m));
        self.hisshi(GLANCE.min(self.nodes)).solutions(&position, &moves, MOST)
    }

    /// The problem of a diagram in which this move alone is hisshi.
    fn grade_hisshi(&mut self, diagram: &Diagram, m: AnyMove) -> Option<Found> {
        let position = diagram.position()?;
        let mut search = self.hisshi(self.nodes);
        if !search.is_only_solution(&position, m) {
            return None;
        }
        let nodes = search.nodes();
        let others = position.legal_moves().into_iter().filter(|&other| other != m);
        let plausible = others.filter(|&other| self.is_threat(&position.after(&[other]))).count();
        Some(Found { sfen: position.sfen(), likeness: diagram.likeness(), plies: 1, nodes, plausible })
    }

    /// True if the defender, to move, is in check or threatened with mate.
    fn is_threat(&mut self, position: &AnyPosition) -> bool {
        let Some(passed) = position.passed() else { return true };
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let report = self.solver.solve_further(&passed, Color::Black, Length::FirstFound, limits);
        matches!(report.outcome, Outcome::Mate(_) | Outcome::Proved(_))
    }
}
