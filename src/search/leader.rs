//! The first thread's duties beside searching: ending the search, reports, and the choice of the result.

use super::limits::Limits;
use super::mate_probe::MateProbe;
use super::report::{Info, Outcome, Reporter, per_second};
use super::root::{Finding, RootSearch, Watch};
use super::root_move::RootMove;
use super::signals::Signals;
use super::stack::PvLine;
use super::task::Task;
use super::time::IterationProgress;
use super::tt::Bound;
use crate::game::score::{self, INFINITE, MAX_PLY, Score};
use crate::game::{Claim, Evaluator, Game, GameMove, Position};
use std::cmp::Reverse;
use std::mem;
use std::time::{Duration, Instant};

/// Nodes from which a search is long enough to report every root move and every missed window.
const LONG_SEARCH: u64 = 10_000_000;
/// Nodes before which clock and stop are ignored, so that the first move is not random.
const FIRST_NODES: u64 = 20_000;
/// Plies by which the iteration must exceed a mate before it is believed without looking further.
const MATE_MARGIN: usize = 10;
/// The part of its weight that a change of the best move keeps from one iteration to the next.
const CHANGE_KEPT: f64 = 0.5;
/// The part of the recent average score that the latest score replaces.
const LATEST_SHARE: f64 = 0.25;
/// A greater loss against the recent average, in centipawns, is no more urgent.
const DROP_LIMIT: f64 = 1_000.0;
/// Centipawns of every finding above the worst one in the vote.
const VOTE_BASE: Score = 20;

/// Lines of one depth with exact scores.
#[derive(Clone, Debug)]
struct LastComplete<M> {
    /// Plies of the iteration.
    depth: usize,
    lines: Vec<RootMove<M>>,
}

/// The first thread's part of a search.
pub struct Leader<'s, M> {
    limits: &'s Limits<M>,
    /// Nodes of all threads after which no further iteration begins.
    soft_nodes: Option<u64>,
    /// Least time between two reports.
    interval: Duration,
    reporter: &'s mut dyn Reporter<M>,
    mate_probe: MateProbe,
    /// Reports bounds.
    shows_bounds: bool,
    /// Time of the last report, if any.
    reported: Option<Instant>,
    /// The lines of the last finished iteration have not been reported, or not as the last thing.
    withheld: bool,
    /// The lines of the last finished iteration, the best first. In the end they are those of the result.
    last_complete: LastComplete<M>,
    /// Iterations in a row that kept the best move.
    stability: u32,
    /// Changes of the best move, older ones counting less.
    changes: f64,
    /// Recent average of the score.
    average: Option<f64>,
}

impl<'s, M> Leader<'s, M> {
    pub fn new<G: Game<Move = M>>(task: &'s Task<G>, reporter: &'s mut dyn Reporter<M>) -> Self {
        Self {
            limits: &task.limits,
            soft_nodes: task.soft_node_limit(),
            interval: task.options.pv_interval,
            shows_bounds: task.options.shows_bounds,
            reporter,
            mate_probe: MateProbe::new(task.weakness.is_none() && task.limits.search_moves.is_empty()),
            reported: None,
            withheld: false,
            last_complete: LastComplete { depth: 0, lines: Vec::new() },
            stability: 0,
            changes: 0.0,
            average: None,
        }
    }

    /// Reports the end of the search.
    pub fn finish(&mut self, outcome: &Outcome<M>) {
        self.reporter.finished(outcome);
    }
}

impl<G: Game, E: Evaluator<G>> Watch<G, E> for Leader<'_, G::Move> {
    fn least_nodes(&self) -> u64 {
        FIRST_NODES
    }

    fn on_root_move(&mut self, root: &RootSearch<'_, G, E>, m: G::Move, number: usize) {
        if root.worker.counters.nodes > LONG_SEARCH {
            let iteration = &root.worker.iteration;
            self.reporter.current_move(iteration.depth, m, iteration.line + number);
            self.end_if_abandoned(&root.worker.task.signals);
        }
    }

    /// Reports the score in long searches: in short ones it would be only noise.
    fn missed_window(&mut self, root: &mut RootSearch<'_, G, E>) {
        if self.shows_bounds && root.line_count() == 1 && root.worker.counters.nodes > LONG_SEARCH {
            self.report_bound(root);
        }
    }

    fn finished(&mut self, root: &mut RootSearch<'_, G, E>, kept_best: bool) -> bool {
        root.worker.flush_nodes();
        let finds_mate = self.mate_probe.find_mate(root);
        self.keep(root);
        self.report(root, finds_mate);
        if finds_mate {
            root.solved_lines = 1;
            if root.line_count() == 1 {
                return false;
            }
        }
        let progress = self.progress(root, kept_best);
        let signals = &root.worker.task.signals;
        let enough_nodes = self.soft_nodes.is_some_and(|nodes| signals.nodes() >= nodes);
        let out_of_time = signals.should_stop(progress);
        !(enough_nodes || out_of_time || signals.is_halted())
    }
}

impl<M: GameMove> Leader<'_, M> {
    /// Facts about the iteration that has just ended, for the clock.
    fn progress<G: Game<Move = M>, E: Evaluator<G>>(
        &mut self,
        root: &RootSearch<'_, G, E>,
        kept_best: bool,
    ) -> IterationProgress {
        self.stability = if kept_best { self.stability + 1 } else { 0 };
        self.changes = self.changes * CHANGE_KEPT + f64::from(root.best_move_changes);
        let best = &root.moves[0];
        let score = f64::from(best.score);
        let average = self.average.unwrap_or(score);
        self.average = Some((1.0 - LATEST_SHARE).mul_add(average, LATEST_SHARE * score));
        IterationProgress {
            stability: self.stability,
            changes: self.changes,
            score_drop: (average - score).clamp(-DROP_LIMIT, DROP_LIMIT) as i32,
            effort: best.nodes as f64 / root.worker.counters.nodes.max(1) as f64,
            single_reply: root.moves.len() == 1,
            decided: score::mate_distance(best.score)
                .is_some_and(|plies| root.completed_depth >= plies.unsigned_abs() as usize + MATE_MARGIN),
        }
    }

    /// Keeps the lines of the iteration that has just ended, at length where they are to be reported.
    fn keep<G: Game<Move = M>, E: Evaluator<G>>(&mut self, root: &RootSearch<'_, G, E>) {
        let mut kept = root.moves[..root.line_count()].to_vec();
        if self.reporter.listens() {
            for RootMove { line, .. } in &mut kept {
                // A line of the search ends where the transposition table has cut it short.
                lengthen(root, line, root.worker.iteration.depth.max(2));
                // At worst the answer is the one of an iteration before.
                let earlier = self.last_complete.lines.iter().find(|whole| line.len() == 1 && whole.first() == line[0]);
                if let Some(whole) = earlier {
                    line.clone_from(&whole.line);
                }
            }
        }
        self.last_complete = LastComplete { depth: root.worker.iteration.depth, lines: kept };
    }

    /// Reports the lines of the last finished iteration, or later if that is too often and not `urgent`.
    fn report<G: Game<Move = M>, E: Evaluator<G>>(&mut self, root: &mut RootSearch<'_, G, E>, urgent: bool) {
        if !self.reporter.listens() {
            return;
        }
        self.withheld = !urgent && self.is_too_soon();
        if self.withheld {
            return;
        }
        let lines = mem::take(&mut self.last_complete.lines);
        lines.iter().zip(1..).for_each(|(line, rank)| self.tell(root, self.last_complete.depth, rank, line));
        self.last_complete.lines = lines;
    }

    fn is_too_soon(&self) -> bool {
        self.reported.is_some_and(|at| at.elapsed() < self.interval)
    }

    /// Reports that the best move's score lies outside the window, with the line known so far.
    fn report_bound<G: Game<Move = M>, E: Evaluator<G>>(&mut self, root: &mut RootSearch<'_, G, E>) {
        if !self.reporter.listens() || self.is_too_soon() {
            return;
        }
        let best = root.moves[0].clone();
        let line = self.known_line(root, &best);
        self.tell(root, root.worker.iteration.depth, 1, &RootMove { line, ..best });
        self.withheld = true;
    }

    /// The longest line known that starts with a move: its own, that of the last iteration, or the moves of the
    /// transposition table.
    fn known_line<G: Game<Move = M>, E: Evaluator<G>>(
        &self,
        root: &RootSearch<'_, G, E>,
        root_move: &RootMove<M>,
    ) -> PvLine<M> {
        let earlier = self.last_complete.lines.iter().find(|whole| whole.first() == root_move.first());
        let earlier = earlier.map(|whole| &whole.line).filter(|line| line.len() > root_move.line.len());
        let mut line = earlier.unwrap_or(&root_move.line).clone();
        lengthen(root, &mut line, self.last_complete.depth.max(2));
        line
    }

    /// Reports one line of an iteration with its rank.
    fn tell<G: Game<Move = M>, E: Evaluator<G>>(
        &mut self,
        root: &mut RootSearch<'_, G, E>,
        depth: usize,
        rank: usize,
        line: &RootMove<M>,
    ) {
        self.reported = Some(Instant::now());
        let worker = &mut root.worker;
        worker.flush_nodes();
        let elapsed = self.limits.started.elapsed();
        let nodes = worker.task.signals.nodes();
        self.reporter.iteration(&Info {
            depth: depth.max(1),
            seldepth: line.seldepth.max(1),
            multi_pv: rank,
            score: line.score,
            bound: line.bound,
            nodes,
            nps: per_second(nodes, elapsed),
            hashfull: worker.tt.hashfull(),
            elapsed,
            pv: &line.line,
        });
        self.end_if_abandoned(&worker.task.signals);
    }

    fn end_if_abandoned(&self, signals: &Signals) {
        if self.reporter.is_abandoned() {
            signals.stop();
        }
    }

    /// The result where there is nothing to search: a win by claim, or no move at all.
    pub fn settled<G: Game<Move = M>, E: Evaluator<G>>(
        &mut self,
        root: &mut RootSearch<'_, G, E>,
    ) -> Option<Outcome<M>> {
        if self.limits.lost {
            return Some(self.outcome(root, None, score::mated_in(0), None));
        }
        match root.worker.position.claim() {
            Some(claim @ Claim::Declaration) => return Some(self.outcome(root, None, score::mate_in(1), Some(claim))),
            Some(claim @ Claim::Move(m)) => {
                if let Some(index) = root.moves.iter().position(|root_move| root_move.first() == m) {
                    root.moves.swap(0, index);
                    root.moves[0].score = score::mate_in(1);
                    self.last_complete = LastComplete { depth: 1, lines: vec![root.moves[0].clone()] };
                    self.report(root, true);
                    return Some(self.outcome(root, Some(m), score::mate_in(1), Some(claim)));
                }
            }
            None => {}
        }
        if !root.moves.is_empty() {
            return None;
        }
        let mut all = G::MoveList::default();
        root.worker.position.legal_moves(&mut all);
        // All legal moves may have been left out as pointless or unwanted.
        let any = all.as_ref().first().copied();
        Some(self.outcome(root, any, any.map_or(score::mated_in(0), |_| root.worker.draw_score()), None))
    }

    /// The result of a search, from the findings of this thread and of the `others`, with the score that is reported last.
    /// That of the last whole iteration stands unless an unfinished one or another thread prefers another move: of the same
    /// move an unfinished one often knows no more than a bound.
    pub fn conclude<G: Game<Move = M>, E: Evaluator<G>>(
        &mut self,
        root: &mut RootSearch<'_, G, E>,
        others: Vec<Finding<M>>,
    ) -> Outcome<M> {
        root.worker.flush_nodes();
        let own = root.finding();
        let lead = own.best.first();
        let chosen = if root.line_count() > 1 { self.first_line(own) } else { vote(own, others) };
        let best = chosen.best.first();
        root.completed_depth = chosen.depth;
        if self.last_complete.lines.first().is_none_or(|whole| whole.first() != best) {
            let line = self.preferred_line(root, &chosen.best);
            self.last_complete = LastComplete { depth: root.completed_depth, lines: vec![line] };
        }
        let is_new = self.answer(root);
        // The last iteration may have been cut short with something new in it.
        if is_new || best != lead || root.worker.counters.aborted || self.withheld {
            self.report(root, true);
        }
        let score = self.last_complete.lines[0].score;
        self.outcome(root, Some(best), score, None)
    }

    /// Of several lines, the best of those that the last whole report shows: lines of an unfinished iteration cannot be
    /// compared with the others.
    fn first_line(&self, own: Finding<M>) -> Finding<M> {
        match self.last_complete.lines.first() {
            Some(first) => Finding { best: first.clone(), depth: self.last_complete.depth },
            None => own,
        }
    }

    /// A line that begins with a move other than the best of the last whole iteration.
    fn preferred_line<G: Game<Move = M>, E: Evaluator<G>>(
        &self,
        root: &mut RootSearch<'_, G, E>,
        best: &RootMove<M>,
    ) -> RootMove<M> {
        let line = self.known_line(root, best);
        let score = match best.latest() {
            value if value != -INFINITE => value,
            _ if root.worker.position.in_check() => root.worker.draw_score(),
            _ => root.worker.evaluate(),
        };
        // No better score follows, so that a bound stands for what is known best.
        RootMove { line, score, bound: Bound::Exact, ..*best }
    }

    /// Adds the answer found by an unfinished iteration to lines that end with their first move. True if one was not
    /// reported yet.
    fn answer<G: Game<Move = M>, E: Evaluator<G>>(&mut self, root: &RootSearch<'_, G, E>) -> bool {
        let mut is_new = false;
        for RootMove { line, .. } in self.last_complete.lines.iter_mut().filter(|whole| whole.line.len() == 1) {
            if let Some(latest) = root.moves.iter().find(|root_move| root_move.first() == line[0]) {
                line.clone_from(&latest.line);
            }
            lengthen(root, line, 2);
            is_new |= line.len() > 1;
        }
        is_new
    }

    fn outcome<G: Game<Move = M>, E: Evaluator<G>>(
        &self,
        root: &mut RootSearch<'_, G, E>,
        best: Option<M>,
        value: Score,
        claim: Option<Claim<M>>,
    ) -> Outcome<M> {
        Outcome {
            best,
            ponder: best.and_then(|m| self.ponder_move(root, m)),
            claim,
            score: value,
            depth: root.completed_depth,
            nodes: root.worker.task.signals.nodes(),
            elapsed: self.limits.started.elapsed(),
        }
    }

    /// The answer to expect, from the best line reported last or else from the transposition table.
    fn ponder_move<G: Game<Move = M>, E: Evaluator<G>>(&self, root: &RootSearch<'_, G, E>, best: M) -> Option<M> {
        let known = self.last_complete.lines.first().filter(|whole| whole.first() == best);
        let mut line = known.map_or_else(|| [best].into_iter().collect(), |whole| whole.line.clone());
        lengthen(root, &mut line, 2);
        line.get(1).copied()
    }
}

/// Lengthens a line from the root to `plies` moves, as far as the transposition table continues it and the game does
/// not end.
fn lengthen<G: Game, E: Evaluator<G>>(root: &RootSearch<'_, G, E>, line: &mut PvLine<G::Move>, plies: usize) {
    let mut position = root.worker.position.clone();
    line.iter().for_each(|&m| position.make(m, &mut ()));
    while line.len() < plies.min(MAX_PLY) && position.ending(line.len()).is_none() {
        let known = root.worker.tt.probe(position.key()).and_then(|entry| entry.best);
        let Some(m) = known.filter(|&m| position.is_pseudo_legal(m) && position.is_legal(m)) else { return };
        line.push(m);
        position.make(m, &mut ());
    }
}

/// The finding most threads would choose, weighing depth and score; a proved mate goes first.
fn vote<M: Copy + Eq>(own: Finding<M>, others: Vec<Finding<M>>) -> Finding<M> {
    let mut findings = vec![own];
    findings.extend(others.into_iter().filter(|finding| finding.depth > 0 && finding.best.score != -INFINITE));
    let lowest = findings.iter().map(|finding| finding.best.score).min().unwrap_or(0);
    let weight = |finding: &Finding<M>| i64::from(finding.best.score - lowest + VOTE_BASE) * finding.depth as i64;
    let votes = |m: M| findings.iter().filter(|f| f.best.first() == m).map(weight).sum::<i64>();
    let rank = |finding: &Finding<M>| {
        let value = finding.best.score;
        let proof = if score::is_mate(value) { value } else { 0 };
        (proof, votes(finding.best.first()), weight(finding))
    };
    let ranked = findings.iter().enumerate().min_by_key(|(_, finding)| Reverse(rank(finding)));
    let index = ranked.map_or(0, |(index, _)| index);
    findings.swap_remove(index)
}
