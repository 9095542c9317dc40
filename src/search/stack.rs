//! The search stack: one frame a ply of the current line, and the principal variations.

use crate::game::HistoryIndex;
use crate::game::score::{self, MAX_PLY, Score};
use arrayvec::ArrayVec;

/// A principal variation.
pub type PvLine<M> = ArrayVec<M, MAX_PLY>;

/// The search's state at one ply.
#[derive(Clone, Debug)]
pub struct Frame<M> {
    /// The move being searched; none for a null move.
    pub current: Option<HistoryIndex>,
    /// Continuation history of the move being searched.
    pub cont_hist: usize,
    /// The move being searched is quiet, so that history may learn from it.
    pub current_is_quiet: bool,
    /// Corrected evaluation; in check, the one of two plies before.
    pub static_eval: Score,
    /// The move left out, to measure how singular it is.
    pub excluded: Option<M>,
    /// Moves made from here so far.
    pub move_count: usize,
    /// Children that failed high lately: many of them call for larger reductions.
    pub cutoffs: u32,
    /// Extensions by two plies on the way here.
    pub double_extensions: i32,
    pub in_check: bool,
    /// The move being searched follows the previous iteration's principal variation.
    pub follow_pv: bool,
    /// The ply is, or once was, on a principal variation.
    pub tt_pv: bool,
    /// Reduction of the move being searched, in plies.
    pub reduction: i32,
    /// History score of the move being searched.
    pub stat_score: i32,
    /// The transposition table knew the position.
    pub tt_hit: bool,
}

impl<M> Frame<M> {
    const fn new(cont_hist: usize) -> Self {
        Self {
            current: None,
            cont_hist,
            current_is_quiet: false,
            static_eval: score::NONE,
            excluded: None,
            move_count: 0,
            cutoffs: 0,
            double_extensions: 0,
            in_check: false,
            follow_pv: false,
            tt_pv: false,
            reduction: 0,
            stat_score: 0,
            tt_hit: false,
        }
    }
}

/// Frames before that of the root: sentinels, so that [`Stack::before`] needs no bounds check.
const BEFORE: usize = 6;
/// Frames beyond that of the deepest ply, written to on the way there.
const BEYOND: usize = 3;
/// Frames in all: as many plies as a byte can number, so that a ply needs no bounds check.
const FRAMES: usize = BEFORE + (1 << u8::BITS);

const _: () = assert!(MAX_PLY + BEYOND <= 1 << u8::BITS);

/// The frames and best lines of all plies, on the heap.
pub struct Stack<M> {
    frames: Box<[Frame<M>; FRAMES]>,
    /// Best lines found so far from each ply.
    lines: Vec<PvLine<M>>,
    /// The continuation history of plies without a move.
    sentinel_cont_hist: usize,
}

/// Index of a ply's frame.
#[inline(always)]
fn place(ply: usize) -> usize {
    debug_assert!(ply < MAX_PLY + BEYOND);
    usize::from(ply as u8) + BEFORE
}

impl<M: Copy> Stack<M> {
    /// `sentinel` is the continuation history of plies without a move.
    pub fn new(sentinel_cont_hist: usize) -> Self {
        let frames = Box::new(std::array::from_fn(|_| Frame::new(sentinel_cont_hist)));
        Self { frames, lines: (0..MAX_PLY + BEYOND).map(|_| PvLine::new()).collect(), sentinel_cont_hist }
    }

    /// Forgets everything, for a new search.
    pub fn clear(&mut self) {
        for frame in self.frames.iter_mut() {
            *frame = Frame::new(self.sentinel_cont_hist);
        }
    }

    /// The continuation history of plies without a move.
    pub const fn sentinel_cont_hist(&self) -> usize {
        self.sentinel_cont_hist
    }

    /// The frame of a ply.
    #[inline(always)]
    pub fn at(&self, ply: usize) -> &Frame<M> {
        &self.frames[place(ply)]
    }

    /// The frame of a ply, to be changed.
    #[inline(always)]
    pub fn at_mut(&mut self, ply: usize) -> &mut Frame<M> {
        &mut self.frames[place(ply)]
    }

    /// The frame `plies` before `ply`, at most [`BEFORE`].
    #[inline(always)]
    pub fn before(&self, ply: usize, plies: usize) -> &Frame<M> {
        &self.frames[place(ply) - plies]
    }

    /// The best line from `ply`.
    pub fn line(&self, ply: usize) -> &PvLine<M> {
        &self.lines[ply]
    }

    /// Empties the best line from `ply`.
    pub fn clear_line(&mut self, ply: usize) {
        self.lines[ply].clear();
    }

    /// Makes `m` with the child's line the best line from `ply`.
    pub fn extend_line(&mut self, ply: usize, m: M) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        let (line, child) = (&mut upper[ply], &lower[0]);
        line.clear();
        line.push(m);
        let room = line.remaining_capacity().min(child.len());
        line.extend(child[..room].iter().copied());
    }
}
