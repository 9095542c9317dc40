//! One thread's view of a search: its position, memory and counters.

use super::arena::Arena;
use super::correction::{Correction, Corrections};
use super::history::{self, Context, Histories};
use super::root_move::RootMove;
use super::stack::{PvLine, Stack};
use super::task::Task;
use super::tt::TranspositionTable;
use crate::board::Color;
use crate::game::score::{MAX_PLY, Score};
use crate::game::{Evaluator, Game, HistoryIndex, Position};
use crate::mate::Solver;

/// Nodes of the current line that may hold a full list of moves before the arena has to grow.
const FULL_LISTS: usize = MAX_PLY;

/// Nodes between two polls of clock and signals: well below a millisecond.
const POLL_NODES: u64 = 512;

/// The data of a thread that last from one search to the next, all on the heap.
pub struct ThreadData<G: Game, E> {
    pub evaluator: E,
    pub histories: Histories<G>,
    pub corrections: Corrections,
    pub stack: Stack<G::Move>,
    pub arena: Arena<G::Move>,
    /// Room for the moves of the next root.
    pub root_moves: Vec<RootMove<G::Move>>,
    /// The mate solver, which the first thread makes when it first needs it.
    pub solver: Option<Solver<G>>,
}

impl<G: Game, E: Evaluator<G>> ThreadData<G, E> {
    pub fn new(histories: Histories<G>, evaluator: E) -> Self {
        Self {
            evaluator,
            histories,
            corrections: Corrections::new(),
            stack: Stack::new(history::sentinel_cont_hist::<G>()),
            arena: Arena::with_capacity(FULL_LISTS * G::MAX_MOVES),
            root_moves: Vec::new(),
            solver: None,
        }
    }

    /// Forgets everything learned in earlier games.
    pub fn new_game(&mut self) {
        self.histories.clear();
        self.corrections.clear();
        self.solver.iter_mut().for_each(Solver::forget);
    }

    /// Prepares for a search from `position`.
    fn new_search(&mut self, position: &G::Position) {
        self.evaluator.reset(position);
        self.stack.clear();
        self.histories.new_search();
        self.arena.moves.clear();
    }
}

/// A thread's counters, and the limits they are compared with.
pub struct Counters {
    /// Nodes made by this thread.
    pub nodes: u64,
    /// The deepest ply reached in the current line of the iteration, counted from 1.
    pub seldepth: usize,
    /// The search is unwinding, and scores mean nothing.
    pub aborted: bool,
    /// The ply before which no null move is tried, while one is being verified; otherwise zero.
    pub null_move_from: usize,
    /// Nodes of this thread before which clock and stop are ignored.
    pub least_nodes: u64,
    /// Nodes until the next poll of clock and signals.
    countdown: u64,
    /// The part of `nodes` that has been added to the common count.
    flushed: u64,
    /// Nodes of all threads that end the search.
    node_limit: Option<u64>,
}

/// The iteration that a thread is in, for the nodes below the root.
pub struct Iteration<M> {
    /// Plies of the iteration.
    pub depth: usize,
    /// The line being searched, from 0.
    pub line: usize,
    /// Width of the window at the root, in centipawns.
    pub window: Score,
    /// The best line of the last iteration, from the root.
    pub best_line: PvLine<M>,
}

/// One thread's part of a search.
pub struct Worker<'s, G: Game, E: Evaluator<G>> {
    pub position: G::Position,
    pub td: &'s mut ThreadData<G, E>,
    pub tt: &'s TranspositionTable<G::Move>,
    pub task: &'s Task<G>,
    pub counters: Counters,
    pub iteration: Iteration<G::Move>,
    /// Score of a draw for each side to move. `[color]`
    draw_scores: [Score; 2],
}

impl<'s, G: Game, E: Evaluator<G>> Worker<'s, G, E> {
    pub fn new(td: &'s mut ThreadData<G, E>, task: &'s Task<G>) -> Self {
        let side = task.position.side_to_move();
        let draw = task.options.draw_values[side.index()];
        td.new_search(&task.position);
        Self {
            position: task.position.clone(),
            td,
            tt: &task.tt,
            task,
            counters: Counters {
                nodes: 0,
                seldepth: 0,
                aborted: false,
                null_move_from: 0,
                least_nodes: 0,
                countdown: 1,
                flushed: 0,
                node_limit: task.node_limit(),
            },
            iteration: Iteration { depth: 0, line: 0, window: 1, best_line: PvLine::new() },
            draw_scores: Color::ALL.map(|color| if color == side { draw } else { -draw }),
        }
    }

    /// Score of a draw for the side to move.
    #[inline(always)]
    pub fn draw_score(&self) -> Score {
        self.draw_scores[self.position.side_to_move().index()]
    }

    /// Uncorrected evaluation of a position that is not in check.
    ///
    /// Not inlined: the code is long, and one copy for main search and quiescence leaves more room in the instruction
    /// cache.
    #[inline(never)]
    pub fn evaluate(&mut self) -> Score {
        let value = self.td.evaluator.evaluate(&self.position);
        self.task.weakness.as_ref().map_or(value, |weakness| weakness.misjudge(value, self.position.key()))
    }

    /// True if a pseudo-legal move is overlooked, as happens below full skill.
    #[inline(always)]
    pub fn overlooks(&self, m: G::Move) -> bool {
        self.task.weakness.as_ref().is_some_and(|weakness| weakness.overlooks(&self.position, m))
    }

    /// History context of the quiet moves of the node at `ply`.
    #[inline(always)]
    pub fn history_context(&self, ply: usize) -> Context {
        let pawns = self.position.structure_keys().pawns;
        Histories::<G>::context(self.position.side_to_move(), pawns, &self.td.stack, ply)
    }

    /// Starts to load the TT cluster of the position after a legal move that will probably be made. Loading takes
    /// longer than making the move, so it begins before the last and longest test, the static exchange.
    #[inline(always)]
    pub fn prefetch(&self, m: G::Move) {
        self.tt.prefetch(self.position.key_after(m));
    }

    /// Indices of the corrections of the node at `ply`, which start to load together with the data of its evaluation.
    /// The position must not be in check.
    #[inline(never)]
    pub fn prefetch_correction(&self, ply: usize) -> Correction {
        let (keys, side) = (self.position.structure_keys(), self.position.side_to_move());
        let at = Corrections::locate::<G>(keys, side, &self.td.stack, ply);
        self.td.corrections.prefetch(&at);
        self.td.evaluator.prefetch(&self.position);
        at
    }

    /// Plays a legal move from the node at `ply`.
    #[inline(always)]
    pub fn make(&mut self, m: G::Move, history_index: HistoryIndex, is_quiet: bool, ply: usize) {
        let frame = self.td.stack.at_mut(ply);
        frame.current = Some(history_index);
        frame.current_is_quiet = is_quiet;
        frame.cont_hist = history::cont_hist(history_index);
        self.count_node();
        self.position.make(m, self.td.evaluator.push());
    }

    /// Takes back `m`, the last move made.
    #[inline(always)]
    pub fn unmake(&mut self, m: G::Move) {
        self.position.unmake(m);
        self.td.evaluator.pop();
    }

    /// Passes the turn at the node at `ply`.
    pub fn make_null(&mut self, ply: usize) {
        let cont_hist = self.td.stack.sentinel_cont_hist();
        let frame = self.td.stack.at_mut(ply);
        frame.current = None;
        frame.current_is_quiet = false;
        frame.cont_hist = cont_hist;
        self.count_node();
        self.position.make_null();
        self.tt.prefetch(self.position.key());
    }

    #[inline(always)]
    fn count_node(&mut self) {
        self.counters.nodes += 1;
        self.counters.countdown -= 1;
        if self.counters.countdown == 0 {
            self.poll();
        }
    }

    /// Polls limits, clock and signals.
    #[cold]
    fn poll(&mut self) {
        self.flush_nodes();
        let (signals, counters) = (&self.task.signals, &mut self.counters);
        counters.countdown = POLL_NODES;
        signals.look_at_clock();
        if let Some(limit) = counters.node_limit {
            let total = signals.nodes();
            if total >= limit {
                signals.halt();
                counters.aborted = true;
            }
            counters.countdown = limit.saturating_sub(total).clamp(1, POLL_NODES);
        }
        counters.aborted |= signals.is_halted() && counters.nodes >= counters.least_nodes;
    }

    /// Adds this thread's nodes to the common count.
    pub fn flush_nodes(&mut self) {
        self.task.signals.add_nodes(self.counters.nodes - self.counters.flushed);
        self.counters.flushed = self.counters.nodes;
    }
}
