//! One thread's search: everything that grows deeper iteration by iteration from the root.

use super::correction::{Correction, Corrections};
use super::history::{self, Context, Histories};
use super::leader::Leader;
use super::movepick::Arena;
use super::node::Root;
use super::signals::Signals;
use super::skill::Weakness;
use super::stack::{Line, Stack};
use super::tt::Table;
use super::tunables as tune;
use super::{Bound, Limits, SearchOptions};
use crate::board::Color;
use crate::game::score::{self, INFINITE, MAX_PLY, Score};
use crate::game::{Evaluator, Footprint, Game, Position};
use crate::mate::Solver;

/// What a thread keeps from one search to the next, all of it on the heap.
pub struct Space<G: Game, E> {
    pub evaluator: E,
    pub histories: Histories<G>,
    pub corrections: Corrections,
    pub stack: Stack<G::Move>,
    pub arena: Arena<G::Move>,
    /// Made when it is first needed, by the first thread.
    pub solver: Option<Solver<G>>,
}

/// Nodes of the current line that may hold a full list of moves before the arena has to grow.
const FULL_LISTS: usize = MAX_PLY;

impl<G: Game, E: Evaluator<G>> Space<G, E> {
    pub fn new(evaluator: E) -> Self {
        Self {
            evaluator,
            histories: Histories::new(),
            corrections: Corrections::new(),
            stack: Stack::new(history::empty_row::<G>()),
            arena: Arena::with_capacity(FULL_LISTS * G::MAX_MOVES),
            solver: None,
        }
    }

    /// Forgets what earlier games taught.
    pub fn new_game(&mut self) {
        self.histories.clear();
        self.corrections.clear();
        self.solver.iter_mut().for_each(Solver::forget);
    }
}

/// A move at the root with what is known of it.
#[derive(Clone, Debug)]
pub struct RootMove<M> {
    /// Best line found, starting with the move.
    pub line: Line<M>,
    /// Of this iteration, minus infinity if the move was not better than those before it.
    pub score: Score,
    /// Of the last iteration.
    pub previous: Score,
    /// Over the iterations, recent ones counting more.
    pub average: Score,
    pub bound: Bound,
    pub seldepth: usize,
    /// Spent below the move in this search.
    pub nodes: u64,
}

impl<M> RootMove<M> {
    pub fn new(m: M) -> Self {
        let mut line = Line::new();
        line.push(m);
        Self {
            line,
            score: -INFINITE,
            previous: -INFINITE,
            average: -INFINITE,
            bound: Bound::Exact,
            seldepth: 0,
            nodes: 0,
        }
    }
}

/// One thread's view of a search.
pub struct Worker<'s, G: Game, E: Evaluator<G>> {
    pub position: G::Position,
    pub space: &'s mut Space<G, E>,
    pub table: &'s Table,
    pub signals: &'s Signals,
    pub options: &'s SearchOptions,
    /// The first thread also keeps the time and reports.
    pub leader: Option<Leader<'s, G::Move>>,
    pub root_moves: Vec<RootMove<G::Move>>,
    /// The line being searched, from 0.
    pub line_index: usize,
    /// Plies of this iteration.
    pub root_depth: usize,
    /// Plies of the last finished iteration.
    pub completed_depth: usize,
    /// Width of the window at the root.
    pub root_delta: Score,
    pub seldepth: usize,
    /// Made by this thread.
    pub nodes: u64,
    /// Nodes until the next look at clock and signals.
    pub countdown: u64,
    pub weakness: Option<Weakness>,
    /// Nodes of all threads that end the search.
    pub node_limit: Option<u64>,
    /// Of `nodes`, those already added to the common count.
    flushed: u64,
    /// The search is unwinding, and scores mean nothing.
    pub aborted: bool,
    /// Ply before which no null move is tried, while one is being verified.
    pub null_move_from: usize,
    /// What the last iteration found best, from the root.
    pub last_line: Line<G::Move>,
    /// Root moves, from the first on, that the mate solver has settled: no longer searched.
    pub solved_lines: usize,
    /// Changes of the best move in this iteration.
    pub best_move_changes: u32,
    /// Score of a draw for each side to move. `[color]`
    draw_scores: [Score; 2],
    /// 1024 times the logarithm, for late move reductions.
    pub logarithms: [i32; 256],
}

impl<'s, G: Game, E: Evaluator<G>> Worker<'s, G, E> {
    pub fn new(
        position: G::Position,
        space: &'s mut Space<G, E>,
        table: &'s Table,
        signals: &'s Signals,
        options: &'s SearchOptions,
        limits: &Limits<G::Move>,
    ) -> Self {
        let side = position.side_to_move();
        let draw = options.draw_values[side.index()];
        space.evaluator.reset(&position);
        space.stack.clear();
        space.histories.new_search();
        space.arena.moves.clear();
        let weakness = Weakness::of(options.skill_level, signals.whim());
        let skill_limit = weakness.as_ref().map(Weakness::node_limit);
        let mut worker = Self {
            position,
            space,
            table,
            signals,
            options,
            leader: None,
            root_moves: Vec::new(),
            line_index: 0,
            root_depth: 0,
            completed_depth: 0,
            root_delta: 1,
            seldepth: 0,
            nodes: 0,
            countdown: 1,
            weakness,
            node_limit: limits.nodes.into_iter().chain(options.nodes_limit).chain(skill_limit).min(),
            flushed: 0,
            aborted: false,
            null_move_from: 0,
            last_line: Line::new(),
            solved_lines: 0,
            best_move_changes: 0,
            draw_scores: Color::ALL.map(|color| if color == side { draw } else { -draw }),
            logarithms: std::array::from_fn(|i| (f64::from(i.max(1) as u32).ln() * 1024.0) as i32),
        };
        worker.list_root_moves(&limits.search_moves);
        worker
    }

    /// Lists the legal moves of the root, those that are wanted.
    fn list_root_moves(&mut self, wanted: &[G::Move]) {
        let mut moves = G::MoveList::default();
        self.position.legal_moves(&mut moves);
        let keeps = |m: G::Move| {
            if wanted.is_empty() {
                self.options.generate_all || !self.position.is_pointless(m)
            } else {
                wanted.contains(&m)
            }
        };
        let listed = moves.as_ref().iter().copied().filter(|&m| keeps(m)).map(RootMove::new).collect();
        self.root_moves = listed;
    }

    /// Searches deeper and deeper until `last` plies or until told to stop.
    pub fn iterate(&mut self, last: usize) {
        let lines = self.line_count();
        for depth in 1..=last.min(MAX_PLY - 1) {
            self.root_depth = depth;
            self.best_move_changes = 0;
            for root_move in &mut self.root_moves {
                root_move.previous = root_move.score;
            }
            let best_before = self.root_moves[0].line[0];
            for line in self.solved_lines..lines {
                self.line_index = line;
                self.last_line = self.root_moves[line].line.clone();
                self.seldepth = 0;
                self.aspirate(depth);
                self.root_moves[self.solved_lines..=line].sort_by_key(|root_move| std::cmp::Reverse(root_move.score));
                if self.aborted {
                    return;
                }
            }
            self.completed_depth = depth;
            let kept_best = self.root_moves[0].line[0] == best_before;
            if !self.goes_on(kept_best) {
                return;
            }
        }
    }

    /// Lines to report.
    pub fn line_count(&self) -> usize {
        self.options.multi_pv.clamp(1, self.root_moves.len())
    }

    /// Searches one line, first with a narrow window around what is expected of it.
    fn aspirate(&mut self, depth: usize) {
        let expected = self.root_moves[self.line_index].average;
        let mut delta = tune::aspiration_delta() + expected.abs().min(score::EVALUATION_LIMIT) / 512;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= 4 && expected.abs() <= score::EVALUATION_LIMIT {
            (alpha, beta) = (expected - delta, expected + delta);
        }
        let mut failed_high = 0;
        loop {
            self.root_delta = beta - alpha;
            let plies = depth.saturating_sub(failed_high).max(1) as i32;
            let found = self.search::<Root>(0, plies, alpha, beta, false);
            // Stable: moves that were not better keep the order of earlier iterations.
            self.root_moves[self.line_index..].sort_by_key(|root_move| std::cmp::Reverse(root_move.score));
            if self.aborted {
                return;
            }
            if found <= alpha {
                beta = i32::midpoint(alpha, beta);
                alpha = (found - delta).max(-INFINITE);
                failed_high = 0;
            } else if found >= beta {
                alpha = alpha.max(beta - delta);
                beta = (found + delta).min(INFINITE);
                failed_high += 1;
            } else {
                return;
            }
            self.report_bound();
            delta += delta * tune::aspiration_growth() / 100;
            if delta > score::EVALUATION_LIMIT / 10 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// Keeps what the root learned of the move just searched.
    pub fn update_root_move(&mut self, m: G::Move, found: Score, alpha: Score, beta: Score, first: bool, nodes: u64) {
        let line = self.space.stack.line(1);
        let Some(root_move) = self.root_moves.iter_mut().find(|root_move| root_move.line[0] == m) else { return };
        root_move.nodes += nodes;
        if !first && found <= alpha {
            root_move.score = -INFINITE;
            return;
        }
        root_move.average =
            if root_move.average == -INFINITE { found } else { i32::midpoint(found, root_move.average) };
        root_move.score = found;
        root_move.seldepth = self.seldepth;
        root_move.bound = match found {
            _ if found >= beta => Bound::Lower,
            _ if found <= alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        root_move.line.truncate(1);
        if root_move.bound != Bound::Upper {
            let room = root_move.line.remaining_capacity().min(line.len());
            root_move.line.extend(line[..room].iter().copied());
        }
        if !first && self.line_index == 0 {
            self.best_move_changes += 1;
        }
    }

    /// Score of a draw for the side to move.
    #[inline(always)]
    pub fn draw_score(&self) -> Score {
        self.draw_scores[self.position.side_to_move().index()]
    }

    /// Uncorrected evaluation. Not in check.
    ///
    /// Long, and used in the main search as in quiescence: one copy leaves more room in the instruction cache.
    #[inline(never)]
    pub fn evaluate(&mut self) -> Score {
        let value = self.space.evaluator.evaluate(&self.position);
        self.weakness.as_ref().map_or(value, |weakness| weakness.misjudge(value, self.position.key()))
    }

    /// Whether a win at hand is not seen.
    #[inline(always)]
    pub fn overlooks(&self) -> bool {
        self.weakness.as_ref().is_some_and(|weakness| weakness.overlooks(self.position.key()))
    }

    #[inline(always)]
    pub fn history_context(&self, ply: usize) -> Context {
        let pawns = self.position.structure_keys().pawns;
        Histories::<G>::context(self.position.side_to_move(), pawns, &self.space.stack, ply)
    }

    /// Starts to load what the table knows of the position after a legal move that will probably be made. That takes
    /// longer than making it, and so begins before the last and longest test, its exchange.
    #[inline(always)]
    pub fn expect(&self, m: G::Move) {
        self.table.prefetch(self.position.key_after(m));
    }

    /// Where the corrections of the node at `ply` are, which start to be loaded together with what its evaluation
    /// needs. Not in check.
    #[inline(never)]
    pub fn expect_evaluation(&self, ply: usize) -> Correction {
        let (keys, side) = (self.position.structure_keys(), self.position.side_to_move());
        let at = Corrections::locate::<G>(keys, side, &self.space.stack, ply);
        self.space.corrections.prefetch(&at);
        self.space.evaluator.prefetch(&self.position);
        at
    }

    /// Plays a legal move from the node at `ply`.
    #[inline(always)]
    pub fn make(&mut self, m: G::Move, footprint: Footprint, is_quiet: bool, ply: usize) {
        let frame = self.space.stack.at_mut(ply);
        frame.current = Some(footprint);
        frame.current_is_quiet = is_quiet;
        frame.row = usize::from(footprint.piece_to);
        self.count_node();
        self.position.make(m, self.space.evaluator.push());
    }

    #[inline(always)]
    pub fn unmake(&mut self, m: G::Move) {
        self.position.unmake(m);
        self.space.evaluator.pop();
    }

    pub fn make_null(&mut self, ply: usize) {
        let row = self.space.stack.empty_row();
        let frame = self.space.stack.at_mut(ply);
        frame.current = None;
        frame.current_is_quiet = false;
        frame.row = row;
        self.count_node();
        self.position.make_null();
        self.table.prefetch(self.position.key());
    }

    #[inline(always)]
    fn count_node(&mut self) {
        self.nodes += 1;
        self.countdown -= 1;
        if self.countdown == 0 {
            self.poll();
        }
    }

    /// Adds this thread's nodes to the common count.
    pub fn flush_nodes(&mut self) {
        self.signals.add_nodes(self.nodes - self.flushed);
        self.flushed = self.nodes;
    }
}
