//! What the first thread does beside searching: it decides whether to go on, reports, and chooses the result.

use super::limits::Limits;
use super::proof::Looks;
use super::report::{Info, Outcome, Reporter, per_second};
use super::root::{Finding, RootSearch, Watch};
use super::task::Task;
use super::time::Progress;
use super::tt::Bound;
use crate::game::score::{self, INFINITE, Score};
use crate::game::{Claim, Evaluator, Game, GameMove, Position};
use std::cmp::Reverse;
use std::time::{Duration, Instant};

/// A search that has made so many nodes is long enough to tell of every root move and every missed window.
const LONG_SEARCH: u64 = 10_000_000;
/// Clock and stop are ignored until so many nodes have been made, so that the first move is not random.
const FIRST_NODES: u64 = 20_000;
/// A mate is believed without looking further once the iteration is so many plies deeper.
const MATE_MARGIN: usize = 10;
/// The part of its weight that a change of the best move keeps from one iteration to the next.
const CHANGE_KEPT: f64 = 0.5;
/// The part of the recent average score that the latest score replaces.
const LATEST_SHARE: f64 = 0.25;
/// A greater loss against the recent average, in centipawns, is no more urgent.
const DROP_LIMIT: f64 = 1_000.0;
/// What each finding has above the worst one, in centipawns, when threads vote.
const VOTE_BASE: Score = 20;

/// The first thread's part of a search.
pub struct Leader<'s, M> {
    limits: &'s Limits<M>,
    /// Nodes of all threads after which no further iteration begins.
    soft_nodes: Option<u64>,
    /// Least time between two reports.
    interval: Duration,
    reporter: &'s mut dyn Reporter<M>,
    looks: Looks,
    /// Time of the last report, if any.
    reported: Option<Instant>,
    /// The last report was kept back, because it came too soon.
    withheld: bool,
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
            reporter,
            looks: Looks::new(task.weakness.is_none() && task.limits.search_moves.is_empty()),
            reported: None,
            withheld: false,
            stability: 0,
            changes: 0.0,
            average: None,
        }
    }

    /// Tells of the end of the search.
    pub fn finish(&mut self, outcome: &Outcome<M>) {
        self.reporter.finished(outcome);
    }
}

impl<G: Game, E: Evaluator<G>> Watch<G, E> for Leader<'_, G::Move> {
    fn least_nodes(&self) -> u64 {
        FIRST_NODES
    }

    fn turns_to(&mut self, root: &RootSearch<'_, G, E>, m: G::Move, number: usize) {
        if root.worker.counters.nodes > LONG_SEARCH {
            let iteration = &root.worker.iteration;
            self.reporter.current_move(iteration.depth, m, iteration.line + number);
        }
    }

    /// Reports the score in long searches: in short ones it would be only noise.
    fn missed_window(&mut self, root: &mut RootSearch<'_, G, E>) {
        if root.line_count() == 1 && root.worker.counters.nodes > LONG_SEARCH {
            self.report(root, false);
        }
    }

    fn finished(&mut self, root: &mut RootSearch<'_, G, E>, kept_best: bool) -> bool {
        root.worker.flush_nodes();
        let finds_mate = self.looks.find_mate(root);
        self.report(root, finds_mate);
        if finds_mate {
            root.solved_lines = 1;
            if root.line_count() == 1 {
                return false;
            }
        }
        let progress = self.progress(root, kept_best);
        let signals = &root.worker.task.signals;
        let best = root.moves[0].score;
        let mate_found = self.limits.mate.is_some_and(|plies| best >= score::MATE - plies as Score);
        let enough_nodes = self.soft_nodes.is_some_and(|nodes| signals.nodes() >= nodes);
        let out_of_time = signals.should_stop(progress);
        !(mate_found || enough_nodes || out_of_time || signals.is_halted())
    }
}

impl<M: GameMove> Leader<'_, M> {
    /// How the iteration that has just ended went.
    fn progress<G: Game<Move = M>, E: Evaluator<G>>(
        &mut self,
        root: &RootSearch<'_, G, E>,
        kept_best: bool,
    ) -> Progress {
        self.stability = if kept_best { self.stability + 1 } else { 0 };
        self.changes = self.changes * CHANGE_KEPT + f64::from(root.best_move_changes);
        let best = &root.moves[0];
        let found = f64::from(best.score);
        let average = self.average.unwrap_or(found);
        self.average = Some((1.0 - LATEST_SHARE).mul_add(average, LATEST_SHARE * found));
        Progress {
            stability: self.stability,
            changes: self.changes,
            score_drop: (average - found).clamp(-DROP_LIMIT, DROP_LIMIT) as i32,
            effort: best.nodes as f64 / root.worker.counters.nodes.max(1) as f64,
            single_reply: root.moves.len() == 1,
            decided: score::mate_distance(best.score)
                .is_some_and(|plies| root.completed_depth >= plies.unsigned_abs() as usize + MATE_MARGIN),
        }
    }

    /// Reports the best lines as far as they are known, or later if that is too often and not `urgent`.
    fn report<G: Game<Move = M>, E: Evaluator<G>>(&mut self, root: &mut RootSearch<'_, G, E>, urgent: bool) {
        if !self.reporter.listens() {
            return;
        }
        let is_too_soon = self.reported.is_some_and(|at| at.elapsed() < self.interval);
        self.withheld = is_too_soon && !urgent;
        if self.withheld {
            return;
        }
        self.reported = Some(Instant::now());
        let lines = root.line_count();
        let worker = &mut root.worker;
        worker.flush_nodes();
        let unknown = if worker.position.in_check() { worker.draw_score() } else { worker.evaluate() };
        let elapsed = self.limits.started.elapsed();
        let nodes = worker.task.signals.nodes();
        for (i, root_move) in root.moves[..lines].iter().enumerate() {
            let is_new = root_move.score != -INFINITE;
            let value = root_move.latest();
            if value == -INFINITE && i > 0 {
                continue;
            }
            let depth = if is_new { worker.iteration.depth } else { worker.iteration.depth.saturating_sub(1) };
            self.reporter.iteration(&Info {
                depth: depth.max(1),
                seldepth: root_move.seldepth.max(1),
                multi_pv: i + 1,
                score: if value == -INFINITE { unknown } else { value },
                bound: if is_new { root_move.bound } else { Bound::Exact },
                nodes,
                nps: per_second(nodes, elapsed),
                hashfull: worker.table.hashfull(),
                elapsed,
                pv: &root_move.line,
            });
        }
    }

    /// The result where there is nothing to search: a win by claim, or no move at all.
    pub fn settled<G: Game<Move = M>, E: Evaluator<G>>(
        &mut self,
        root: &mut RootSearch<'_, G, E>,
    ) -> Option<Outcome<M>> {
        match root.worker.position.claim() {
            Some(claim @ Claim::Declaration) => return Some(self.outcome(root, None, score::mate_in(1), Some(claim))),
            Some(claim @ Claim::Move(m)) => {
                if let Some(index) = root.moves.iter().position(|root_move| root_move.first() == m) {
                    root.moves.swap(0, index);
                    root.moves[0].score = score::mate_in(1);
                    root.worker.iteration.depth = 1;
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

    /// The result of a search, from what this thread and the `others` have found.
    pub fn conclude<G: Game<Move = M>, E: Evaluator<G>>(
        &mut self,
        root: &mut RootSearch<'_, G, E>,
        others: Vec<Finding<M>>,
    ) -> Outcome<M> {
        root.worker.flush_nodes();
        let own = root.finding();
        let lead = own.best.first();
        let chosen = if root.worker.task.options.multi_pv > 1 { own } else { vote(own, others) };
        let best = chosen.best.first();
        if best != lead {
            root.moves.retain(|root_move| root_move.first() != best);
            root.moves.insert(0, chosen.best);
        }
        // The last iteration may have been cut short with something new in it.
        if best != lead || root.worker.counters.aborted || self.withheld {
            self.report(root, true);
        }
        let value = root.moves[0].latest();
        root.completed_depth = chosen.depth;
        self.outcome(root, Some(best), if value == -INFINITE { 0 } else { value }, None)
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
            ponder: best.and_then(|m| ponder_move(root, m)),
            claim,
            score: value,
            depth: root.completed_depth,
            nodes: root.worker.task.signals.nodes(),
            elapsed: self.limits.started.elapsed(),
        }
    }
}

/// The answer to expect, from the best line or else from the table.
fn ponder_move<G: Game, E: Evaluator<G>>(root: &mut RootSearch<'_, G, E>, best: G::Move) -> Option<G::Move> {
    if let Some(&[first, answer, ..]) = root.moves.first().map(|root_move| root_move.line.as_slice())
        && first == best
    {
        return Some(answer);
    }
    let position = &mut root.worker.position;
    position.make(best, &mut ());
    let guess = root.worker.table.probe(position.key()).and_then(|entry| entry.best);
    let answer = guess.filter(|&m| position.is_pseudo_legal(m) && position.is_legal(m));
    position.unmake(best);
    answer
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
