//! What the first thread does beside searching: it keeps the time, counts the nodes of all, and reports.

use super::proof::Looks;
use super::report::per_second;
use super::signals::PonderHit;
use super::skill::Weakness;
use super::time::{Progress, TimeManager};
use super::worker::{RootMove, Worker};
use super::{Bound, Info, Limits, Outcome, Reporter, SearchOptions};
use crate::game::score::{self, INFINITE, Score};
use crate::game::{Claim, Evaluator, Game, Position};
use std::cmp::Reverse;
use std::time::{Duration, Instant};

/// Nodes between two looks at clock and signals: well below a millisecond.
const POLL_NODES: u64 = 512;
/// A search that has made so many nodes is long enough to tell of every root move and every failed window.
const LONG_SEARCH: u64 = 10_000_000;
/// Until the first thread's first iteration is done, time and stop wait for so many nodes: a move should have some
/// reason.
const FIRST_NODES: u64 = 20_000;
/// A mate is believed without looking further once the iteration is so many plies deeper.
const MATE_MARGIN: usize = 10;

/// The first thread's part of a search.
pub struct Leader<'s, M> {
    limits: &'s Limits<M>,
    reporter: &'s mut dyn Reporter<M>,
    pub time: TimeManager,
    pub looks: Looks,
    /// Time of the last report, if any.
    reported: Option<Instant>,
    /// There is news that [`SearchOptions::pv_interval`] has kept back.
    withheld: bool,
    stability: u32,
    changes: f64,
    average: Option<f64>,
    progress: Option<Progress>,
}

impl<'s, M> Leader<'s, M> {
    pub fn new(
        limits: &'s Limits<M>,
        options: &SearchOptions,
        position: &impl Position<Move = M>,
        reporter: &'s mut dyn Reporter<M>,
    ) -> Self {
        let time = TimeManager::new(limits, options, position.side_to_move(), position.game_ply());
        Self {
            limits,
            reporter,
            time,
            looks: Looks::new(!options.is_weakened() && limits.search_moves.is_empty()),
            reported: None,
            withheld: false,
            stability: 0,
            changes: 0.0,
            average: None,
            progress: None,
        }
    }

    pub fn finish(&mut self, outcome: &Outcome<M>) {
        self.reporter.finished(outcome);
    }

    fn is_throttled(&self, interval: Duration) -> bool {
        self.reported.is_some_and(|at| at.elapsed() < interval)
    }
}

/// What a thread has found.
pub struct Finding<M> {
    pub best: RootMove<M>,
    /// Plies of its last finished iteration.
    pub depth: usize,
}

impl<G: Game, E: Evaluator<G>> Worker<'_, G, E> {
    /// Looks at clock and signals; called every few nodes.
    #[cold]
    pub fn poll(&mut self) {
        self.flush_nodes();
        self.countdown = POLL_NODES;
        let total = self.signals.nodes();
        if let Some(leader) = &mut self.leader {
            if let Some(PonderHit { at, clock }) = self.signals.take_ponder_hit() {
                leader.time.ponderhit(at, clock.as_ref(), self.options);
                if leader.progress.is_some_and(|progress| leader.time.should_stop(&progress)) {
                    self.signals.halt();
                }
            }
            if leader.time.is_over() {
                self.signals.halt();
            }
        }
        if let Some(limit) = self.node_limit {
            if total >= limit {
                self.signals.halt();
                self.aborted = true;
            }
            self.countdown = limit.saturating_sub(total).clamp(1, POLL_NODES);
        }
        let has_reason = self.leader.is_none() || self.completed_depth > 0 || self.nodes >= FIRST_NODES;
        self.aborted |= self.signals.is_halted() && has_reason;
    }

    /// The last iteration to search.
    pub fn last_depth(&self) -> usize {
        let wanted = self.leader.as_ref().and_then(|leader| leader.limits.depth);
        wanted.into_iter().chain(self.options.depth_limit).min().unwrap_or(usize::MAX).max(1)
    }

    /// Whether to begin another iteration.
    pub fn goes_on(&mut self, kept_best: bool) -> bool {
        self.flush_nodes();
        let total = self.signals.nodes();
        let finds_mate = self.finds_mate();
        self.report_lines(finds_mate);
        if finds_mate {
            self.solved_lines = 1;
            if self.line_count() == 1 {
                return false;
            }
        }
        let best = &self.root_moves[0];
        let progress_of = |stability, changes, average: f64| Progress {
            stability,
            changes,
            score_drop: (average - f64::from(best.score)).clamp(-1_000.0, 1_000.0) as i32,
            effort: best.nodes as f64 / self.nodes.max(1) as f64,
            single_reply: self.root_moves.len() == 1,
            decided: score::mate_distance(best.score)
                .is_some_and(|plies| self.completed_depth >= plies.unsigned_abs() as usize + MATE_MARGIN),
        };
        let Some(leader) = &mut self.leader else { return !self.signals.is_halted() };
        leader.stability = if kept_best { leader.stability + 1 } else { 0 };
        leader.changes = leader.changes * 0.5 + f64::from(self.best_move_changes);
        let found = f64::from(best.score);
        let average = leader.average.unwrap_or(found);
        let progress = progress_of(leader.stability, leader.changes, average);
        leader.average = Some(0.75f64.mul_add(average, 0.25 * found));
        leader.progress = Some(progress);

        let limits = leader.limits;
        let mate_found = limits.mate.is_some_and(|plies| best.score >= score::MATE - plies as Score);
        let skill = self.weakness.as_ref().map(Weakness::nodes);
        let enough_nodes = limits.soft_nodes.into_iter().chain(skill).any(|nodes| total >= nodes);
        if mate_found || enough_nodes || leader.time.should_stop(&progress) {
            return false;
        }
        !self.signals.is_halted()
    }

    /// Reports a score that lies outside its window, in long searches: in short ones that is only noise.
    pub fn report_bound(&mut self) {
        if self.line_count() == 1 && self.nodes > LONG_SEARCH {
            self.report_lines(false);
        }
    }

    pub fn report_current_move(&mut self, m: G::Move, number: usize) {
        if self.nodes <= LONG_SEARCH {
            return;
        }
        let (depth, number) = (self.root_depth, self.line_index + number);
        if let Some(leader) = &mut self.leader {
            leader.reporter.current_move(depth, m, number);
        }
    }

    /// Reports the best lines as far as they are known, or later if that is too often and not `urgent`.
    fn report_lines(&mut self, urgent: bool) {
        let Some(leader) = &mut self.leader else { return };
        if !urgent && leader.is_throttled(self.options.pv_interval) {
            leader.withheld = true;
            return;
        }
        self.flush_nodes();
        let lines = self.options.multi_pv.clamp(1, self.root_moves.len());
        let unknown = if self.position.in_check() { self.draw_score() } else { self.evaluate() };
        let Some(leader) = &mut self.leader else { return };
        leader.withheld = false;
        leader.reported = Some(Instant::now());
        let elapsed = leader.time.elapsed();
        let nodes = self.signals.nodes();
        for (i, root_move) in self.root_moves[..lines].iter().enumerate() {
            let is_new = root_move.score != -INFINITE;
            let value = if is_new { root_move.score } else { root_move.previous };
            if value == -INFINITE && i > 0 {
                continue;
            }
            leader.reporter.iteration(&Info {
                depth: if is_new { self.root_depth } else { self.root_depth.saturating_sub(1) }.max(1),
                seldepth: root_move.seldepth.max(1),
                multi_pv: i + 1,
                score: if value == -INFINITE { unknown } else { value },
                bound: if is_new { root_move.bound } else { Bound::Exact },
                nodes,
                nps: per_second(nodes, elapsed),
                hashfull: self.table.hashfull(),
                elapsed,
                pv: &root_move.line,
            });
        }
    }

    /// The result where there is nothing to search: a win by claim, or no move at all.
    pub fn settled(&mut self) -> Option<Outcome<G::Move>> {
        if let Some(claim) = self.position.claim() {
            match claim {
                Claim::Declaration => return Some(self.outcome(None, score::mate_in(1), Some(claim))),
                Claim::Move(m) => {
                    let index = self.root_moves.iter().position(|root_move| root_move.line[0] == m);
                    if let Some(index) = index {
                        self.root_moves.swap(0, index);
                        self.root_moves[0].score = score::mate_in(1);
                        self.root_depth = 1;
                        self.report_lines(true);
                        return Some(self.outcome(Some(m), score::mate_in(1), Some(claim)));
                    }
                }
            }
        }
        let has_none = self.root_moves.is_empty();
        has_none.then(|| {
            let mut all = G::MoveList::default();
            self.position.legal_moves(&mut all);
            // All legal moves may have been left out as pointless or unwanted.
            let any = all.as_ref().first().copied();
            self.outcome(any, any.map_or(score::mated_in(0), |_| self.draw_score()), None)
        })
    }

    /// What this thread would play.
    pub fn finding(&self) -> Finding<G::Move> {
        Finding { best: self.root_moves[0].clone(), depth: self.completed_depth }
    }

    /// The result of a search, from what this thread and the `others` have found.
    pub fn conclude(&mut self, others: Vec<Finding<G::Move>>) -> Outcome<G::Move> {
        self.flush_nodes();
        let own = self.finding();
        let lead = own.best.line[0];
        let chosen = if self.options.multi_pv > 1 { own } else { vote(own, others) };
        let differs = chosen.best.line[0] != lead;
        if differs {
            self.root_moves.retain(|root_move| root_move.line[0] != chosen.best.line[0]);
            self.root_moves.insert(0, chosen.best);
        }
        // The last iteration may have been cut short with something new in it.
        if differs || self.aborted || self.leader.as_ref().is_some_and(|leader| leader.withheld) {
            self.report_lines(true);
        }
        let best = &self.root_moves[0];
        let value = if best.score == -INFINITE { best.previous } else { best.score };
        let m = best.line[0];
        self.completed_depth = chosen.depth;
        self.outcome(Some(m), if value == -INFINITE { 0 } else { value }, None)
    }

    fn outcome(&mut self, best: Option<G::Move>, value: Score, claim: Option<Claim<G::Move>>) -> Outcome<G::Move> {
        Outcome {
            best,
            ponder: best.and_then(|m| self.ponder_move(m)),
            claim,
            score: value,
            depth: self.completed_depth,
            nodes: self.signals.nodes(),
            elapsed: self.leader.as_ref().map_or(Duration::ZERO, |leader| leader.time.elapsed()),
        }
    }

    /// The answer to expect, from the best line or else from the table.
    fn ponder_move(&mut self, best: G::Move) -> Option<G::Move> {
        let line = self.root_moves.first().map(|root_move| &root_move.line);
        if let Some(line) = line
            && line.len() > 1
            && line[0] == best
        {
            return Some(line[1]);
        }
        self.position.make(best, &mut ());
        let guess = self.table.probe::<G::Move>(self.position.key()).and_then(|entry| entry.best);
        let answer = guess.filter(|&m| self.position.is_pseudo_legal(m) && self.position.is_legal(m));
        self.position.unmake(best);
        answer
    }
}

/// The finding most threads would choose, weighing depth and score; a proved mate goes first.
fn vote<M: Copy + Eq>(own: Finding<M>, others: Vec<Finding<M>>) -> Finding<M> {
    let mut findings = vec![own];
    findings.extend(others.into_iter().filter(|finding| finding.depth > 0 && finding.best.score != -INFINITE));
    let lowest = findings.iter().map(|finding| finding.best.score).min().unwrap_or(0);
    let weight = |finding: &Finding<M>| i64::from(finding.best.score - lowest + 20) * finding.depth as i64;
    let votes = |m: M| findings.iter().filter(|f| f.best.line[0] == m).map(weight).sum::<i64>();
    let rank = |finding: &Finding<M>| {
        let value = finding.best.score;
        let proof = if score::is_mate(value) { value } else { 0 };
        (proof, votes(finding.best.line[0]), weight(finding))
    };
    let ranked = findings.iter().enumerate().min_by_key(|(_, finding)| Reverse(rank(finding)));
    let index = ranked.map_or(0, |(index, _)| index);
    findings.swap_remove(index)
}
