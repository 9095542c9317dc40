//! The root: its moves and lines, the iterations that search them deeper and deeper, and their aspiration windows.

use super::node::{Best, Candidate, Node, Root, Tried};
use super::root_move::{RootMove, sort_by_score};
use super::tunables as tune;
use super::worker::Worker;
use crate::game::score::{EVALUATION_LIMIT, INFINITE, MAX_PLY, Score};
use crate::game::{Evaluator, Game, Position};
use std::cmp::Reverse;
use std::mem;

/// An aspiration window that would reach further than this to either side, in centipawns, is opened altogether.
const WIDEST_DELTA: Score = EVALUATION_LIMIT / 10;

/// A thread's result.
pub struct Finding<M> {
    pub best: RootMove<M>,
    /// Plies of the thread's last finished iteration.
    pub depth: usize,
}

/// Watches the iterations of a thread, and decides when they end.
pub trait Watch<G: Game, E: Evaluator<G>> {
    /// Nodes of this thread before which clock and stop are ignored, unless an iteration has finished.
    fn least_nodes(&self) -> u64 {
        0
    }

    /// Root move `m` is next; `number` counts from 1 within the PV line.
    fn on_root_move(&mut self, root: &RootSearch<'_, G, E>, m: G::Move, number: usize);

    /// The score of a line lies outside the window; the line is about to be searched with a wider one.
    fn missed_window(&mut self, root: &mut RootSearch<'_, G, E>);

    /// An iteration is finished, with the same best move as the last if `kept_best`. Returns true to begin another one.
    fn finished(&mut self, root: &mut RootSearch<'_, G, E>, kept_best: bool) -> bool;
}

/// Lets a thread search on until the signals end it.
pub struct Unwatched;

impl<G: Game, E: Evaluator<G>> Watch<G, E> for Unwatched {
    fn on_root_move(&mut self, _: &RootSearch<'_, G, E>, _: G::Move, _: usize) {}

    fn missed_window(&mut self, _: &mut RootSearch<'_, G, E>) {}

    fn finished(&mut self, root: &mut RootSearch<'_, G, E>, _: bool) -> bool {
        root.worker.flush_nodes();
        !root.worker.task.signals.is_halted()
    }
}

/// A worker at the root, with the moves it may play there.
pub struct RootSearch<'s, G: Game, E: Evaluator<G>> {
    pub worker: Worker<'s, G, E>,
    /// The moves to search, those of the best lines first.
    pub moves: Vec<RootMove<G::Move>>,
    /// Plies of the last finished iteration.
    pub completed_depth: usize,
    /// Number of moves, from the first on, that the mate solver has settled and the search skips.
    pub solved_lines: usize,
    /// Changes of the best move in this iteration.
    pub best_move_changes: u32,
}

impl<'s, G: Game, E: Evaluator<G>> RootSearch<'s, G, E> {
    pub fn new(worker: Worker<'s, G, E>) -> Self {
        let mut moves = mem::take(&mut worker.td.root_moves);
        list_wanted(&worker, &mut moves);
        Self { worker, moves, completed_depth: 0, solved_lines: 0, best_move_changes: 0 }
    }

    /// Lines to report. There must be a move.
    pub fn line_count(&self) -> usize {
        self.worker.task.options.multi_pv.clamp(1, self.moves.len())
    }

    /// This thread's result so far.
    pub fn finding(&self) -> Finding<G::Move> {
        Finding { best: self.moves[0].clone(), depth: self.completed_depth }
    }

    /// Searches deeper and deeper until `last` plies or until the watch ends it. There must be a move.
    pub fn iterate(&mut self, last: usize, watch: &mut dyn Watch<G, E>) {
        let lines = self.line_count();
        self.worker.counters.least_nodes = watch.least_nodes();
        for depth in 1..=last.clamp(1, MAX_PLY - 1) {
            self.worker.iteration.depth = depth;
            self.best_move_changes = 0;
            for root_move in &mut self.moves {
                root_move.previous = root_move.score;
            }
            let best_before = self.moves[0].first();
            for line in self.solved_lines..lines {
                self.worker.iteration.line = line;
                self.worker.iteration.best_line = self.moves[line].line.clone();
                self.worker.counters.seldepth = 0;
                self.aspirate(depth, watch);
                sort_by_score(&mut self.moves[self.solved_lines..=line]);
                if self.worker.counters.aborted {
                    return;
                }
            }
            self.completed_depth = depth;
            self.worker.counters.least_nodes = 0;
            let kept_best = self.moves[0].first() == best_before;
            if !watch.finished(self, kept_best) {
                return;
            }
        }
    }

    /// Searches one line, first with a narrow window around its expected score (chessprogramming.org: Aspiration
    /// Windows).
    fn aspirate(&mut self, depth: usize, watch: &mut dyn Watch<G, E>) {
        let line = self.worker.iteration.line;
        let expected = self.moves[line].average;
        let mut delta =
            tune::aspiration_delta() + expected.abs().min(EVALUATION_LIMIT) / tune::aspiration_score_divisor();
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        let is_narrow = tune::use_aspiration() == 1 && depth as i32 >= tune::aspiration_depth();
        if is_narrow && expected.abs() <= EVALUATION_LIMIT {
            (alpha, beta) = (expected - delta, expected + delta);
        }
        let mut failed_high = 0;
        loop {
            self.worker.iteration.window = beta - alpha;
            let plies = depth.saturating_sub(failed_high).max(1) as i32;
            let value = self.search_root(plies, alpha, beta, watch);
            // Moves that were not better keep the order of earlier iterations.
            sort_by_score(&mut self.moves[line..]);
            if self.worker.counters.aborted {
                return;
            }
            if value <= alpha {
                beta = i32::midpoint(alpha, beta);
                alpha = (value - delta).max(-INFINITE);
                failed_high = 0;
            } else if value >= beta {
                alpha = alpha.max(beta - delta);
                beta = (value + delta).min(INFINITE);
                failed_high += 1;
            } else {
                return;
            }
            watch.missed_window(self);
            delta += delta * tune::aspiration_growth() / 100;
            if delta > WIDEST_DELTA {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// The score of the root after `depth` plies, fail-soft, by its moves from the current line on. Nothing is pruned
    /// here, and the order of the moves is that of the last iteration.
    fn search_root(&mut self, depth: i32, alpha: Score, beta: Score, watch: &mut dyn Watch<G, E>) -> Score {
        let line = self.worker.iteration.line;
        self.worker.enter_pv(0);
        if self.worker.counters.aborted {
            return 0;
        }
        let mut node = self.worker.enter::<Root>(Node::called(0, depth, alpha, beta, false));
        let expected = self.moves[line].first();
        node.entry.best = Some(expected);
        node.tt_tactical = self.worker.position.is_tactical(expected);
        self.worker.set_static_eval(&mut node);
        let context = self.worker.history_context(0);
        let (mut best, mut tried) = (Best::nothing(), Tried::nothing());
        for number in 1..=self.moves.len() - line {
            let m = self.moves[line + number - 1].first();
            watch.on_root_move(self, m, number);
            let worker = &mut self.worker;
            worker.td.stack.at_mut(0).move_count = number;
            let candidate = Candidate::new(&worker.position, m, number);
            worker.prefetch(m);
            let nodes_before = worker.counters.nodes;
            let value = worker.search_move::<Root>(&node, &context, &candidate, node.depth - 1, best.score);
            if worker.counters.aborted {
                return 0;
            }
            let nodes = worker.counters.nodes - nodes_before;
            self.update_move(line + number - 1, value, (node.alpha, beta), nodes);
            if self.worker.update_best::<Root>(&mut node, &candidate, value, &mut best, &mut tried) {
                self.worker.td.stack.at_mut(0).cutoffs += 1;
                break;
            }
        }
        self.worker.finish_node::<Root>(&mut node, &context, &best, &tried, alpha)
    }

    /// Updates the root move `index`, which has just been searched with `nodes` nodes.
    fn update_move(&mut self, index: usize, value: Score, window: (Score, Score), nodes: u64) {
        let line = self.worker.iteration.line;
        let root_move = &mut self.moves[index];
        let is_first = index == line;
        root_move.nodes += nodes;
        if !is_first && value <= window.0 {
            root_move.score = -INFINITE;
            return;
        }
        root_move.update(value, window, self.worker.counters.seldepth, self.worker.td.stack.line(1));
        if !is_first && line == 0 {
            self.best_move_changes += 1;
        }
    }
}

/// Lists the legal moves of the root that are to be searched.
fn list_wanted<G: Game, E: Evaluator<G>>(worker: &Worker<'_, G, E>, listed: &mut Vec<RootMove<G::Move>>) {
    let (position, wanted) = (&worker.position, &worker.task.limits.search_moves);
    let mut moves = G::MoveList::default();
    position.legal_moves(&mut moves);
    let keeps = |m: G::Move| {
        if wanted.is_empty() {
            worker.task.options.generate_all || !position.is_pointless(m)
        } else {
            wanted.contains(&m)
        }
    };
    listed.clear();
    listed.extend(moves.as_ref().iter().copied().filter(|&m| keeps(m)).map(RootMove::new));
    overlook(worker, listed);
    if listed.len() >= G::MANY_MOVES {
        listed.sort_by_cached_key(|root_move| Reverse(win(position, root_move.first())));
    }
    // Of moves that lose equally the first one is played. Where a king may be left to be captured, it should not be, since
    // referees of other rules forbid that.
    listed.sort_by_key(|root_move| !position.is_legal(root_move.first()));
}

/// The centipawns that a move wins at once; zero if it loses more in the exchange that follows.
fn win<P: Position>(position: &P, m: P::Move) -> Score {
    let gain = position.material_gain(m);
    if gain > 0 && position.see_at_least(m, 1) { gain } else { 0 }
}

/// Leaves out the moves that are overlooked, unless nothing else is left.
fn overlook<G: Game, E: Evaluator<G>>(worker: &Worker<'_, G, E>, listed: &mut Vec<RootMove<G::Move>>) {
    let is_seen = |root_move: &RootMove<G::Move>| !worker.overlooks(root_move.first());
    if listed.iter().any(is_seen) {
        listed.retain(is_seen);
    }
}
