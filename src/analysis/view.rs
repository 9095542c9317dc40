//! Views of positions: the search's lines, with the mate solver's proof beside them.

use super::curve::Curve;
use crate::any::{AnyMove, AnyPosition, AnySolver};
use crate::board::Color;
use crate::game::{Ending, Score, Tactic, score};
use crate::mate::{self, Length};
use crate::search::ScoredLine;
use std::time::Duration;

/// A mate by the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof<M> {
    /// The moves up to the mate.
    pub line: Vec<M>,
    /// The plies of the line, less useless interpositions at its end.
    pub plies: usize,
    /// True if the solver has proved it by checks alone; else the search has found it.
    pub is_solved: bool,
}

/// Threat of the side that has moved: it mates if the other side passes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Threat<M> {
    /// The mate after the pass.
    pub mate: Proof<M>,
    /// The longest defence, if the solver has proved that every legal move allows a mate by checks alone.
    pub hisshi: Option<Proof<M>>,
}

/// A position as the analyst sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View<M> {
    /// For the side to move.
    pub score: Score,
    /// The best first; none where the game is over or is won by a declaration.
    pub lines: Vec<ScoredLine<M>>,
    /// True if the side to move wins by declaring, without a move.
    pub declares: bool,
    pub mate: Option<Proof<M>>,
    /// The other side's threat, as far as the solver knows; not looked for if the side to move is in check or mates.
    pub threat: Option<Threat<M>>,
    /// The tactical motifs of the best line.
    pub motifs: Vec<Tactic>,
    /// Plies of the search's last iteration, 0 if it was not searched.
    pub depth: usize,
    pub nodes: u64,
    /// Time of the search.
    pub elapsed: Duration,
}

impl<M: Copy + Eq> View<M> {
    /// Makes a line with its score the best one.
    pub(super) fn put_first(&mut self, moves: Vec<M>, score: Score) {
        self.lines.retain(|line| line.moves.first() != moves.first());
        self.lines.insert(0, ScoredLine { score, moves });
        self.score = score;
    }

    #[must_use]
    pub fn best(&self) -> Option<M> {
        self.line().first().copied()
    }

    /// The best line, empty where no move is best.
    #[must_use]
    pub fn line(&self) -> &[M] {
        self.lines.first().map_or(&[], |line| &line.moves)
    }

    /// Takes a search of the position behind the best move in: its line, and the mean of both scores. A mate found there is
    /// the score of both. The score of the line stays that of the search before the move, as are those of the other lines.
    pub(super) fn continue_best(&mut self, answer: &Self) {
        let Some(best) = self.best() else { return };
        if score::is_decisive(answer.score) {
            self.score = answer.score.signum() * (1 - answer.score.abs());
            self.lines[0].score = self.score;
        } else {
            self.score = Score::midpoint(self.score, -answer.score);
        }
        if !answer.line().is_empty() {
            self.lines[0].moves = std::iter::once(best).chain(answer.line().iter().copied()).collect();
        }
        self.nodes += answer.nodes;
        self.elapsed += answer.elapsed;
    }

    /// Lead of the best line over the second, in expected result; 0 if there is no second.
    pub(super) fn lead(&self, curve: Curve) -> f64 {
        let [best, second, ..] = &self.lines[..] else { return 0.0 };
        curve.expected(best.score) - curve.expected(second.score)
    }

    /// True if the side to move is being mated, as far as is known.
    #[must_use]
    pub fn is_lost(&self) -> bool {
        self.score <= -score::MATE_BOUND
    }
}

/// View of a position that the rules have ended; none of another.
pub(super) fn settled(position: &AnyPosition) -> Option<View<AnyMove>> {
    let verdict = position.verdict()?;
    let score = match verdict.winner {
        None => 0,
        Some(winner) if winner == position.side_to_move() => score::mate_in(0),
        Some(_) => score::mated_in(0),
    };
    Some(View {
        score,
        lines: Vec::new(),
        declares: false,
        mate: None,
        threat: None,
        motifs: Vec::new(),
        depth: 0,
        nodes: 0,
        elapsed: Duration::ZERO,
    })
}

/// True if a line ends at a repetition that ends the game for the search but not by the rules.
pub(super) fn is_cut_by_repetition(position: &AnyPosition, line: &[AnyMove]) -> bool {
    let mut end = position.clone();
    line.iter().for_each(|&m| end.make(m));
    let is_over = end.ending(line.len()).is_some_and(Ending::ends_game);
    is_over && end.verdict().is_none()
}

/// The mate with which the side that has moved threatens: it follows a pass. None in check, in which nobody can pass.
pub fn threatmate(solver: &mut AnySolver, position: &AnyPosition, limits: mate::Limits<'_>) -> Option<Proof<AnyMove>> {
    prove(solver, &position.passed()?, !position.side_to_move(), limits)
}

/// True if a move answers a threatmate: the solver finds no mate behind it. A check is no answer, as it may only put the mate off.
pub fn answers_threatmate(
    solver: &mut AnySolver,
    position: &AnyPosition,
    m: AnyMove,
    limits: mate::Limits<'_>,
) -> bool {
    if threatmate(solver, position, limits).is_none() {
        return false;
    }
    let mut behind = position.clone();
    behind.make(m);
    !behind.in_check() && prove(solver, &behind, behind.side_to_move(), limits).is_none()
}

/// A mate by `attacker` that the solver proves within the limits and no rule ends early.
pub(super) fn prove(
    solver: &mut AnySolver,
    position: &AnyPosition,
    attacker: Color,
    limits: mate::Limits<'_>,
) -> Option<Proof<AnyMove>> {
    let mate::Outcome::Mate(mate) = solver.solve(position, attacker, Length::Short, limits).outcome else {
        return None;
    };
    let mut position = position.clone();
    for (&m, left) in mate.line.iter().zip((0..mate.line.len()).rev()) {
        position.make(m);
        let ended = position.verdict();
        if ended.is_some() != (left == 0) || ended.is_some_and(|verdict| verdict.winner != Some(attacker)) {
            return None;
        }
    }
    Some(Proof { plies: mate.counted, line: mate.line, is_solved: true })
}
