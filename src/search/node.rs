//! A node of the search: its type, known at compile time, and its state, filled in stage by stage.

use super::correction::Correction;
use super::tt::TtEntry;
use crate::game::score::{self, INFINITE, Score, is_decisive};
use crate::game::{GameMove, HistoryIndex, Position};
use arrayvec::ArrayVec;

/// Node type (chessprogramming.org: Node Types).
pub trait NodeType {
    /// On a principal variation: searched with an open window.
    const PV: bool;
    /// The root of the search.
    const ROOT: bool;
    /// The kind of a child that is searched with an open window.
    type Next: NodeType;
}

/// The position to find a move for.
pub struct Root;

/// A node on a principal variation below the root.
pub struct Pv;

/// A node searched only to see on which side of a bound its score is.
pub struct NonPv;

impl NodeType for Root {
    const PV: bool = true;
    const ROOT: bool = true;
    type Next = Pv;
}

impl NodeType for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
    type Next = Self;
}

impl NodeType for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
    type Next = Self;
}

/// State of a node during its search. The fields stand in the order in which they become valid: those of the call at
/// once, those of transposition table and line when the node is entered, those of the evaluation once the static
/// evaluation is set.
pub struct Node<M> {
    /// Plies from the root.
    pub ply: usize,
    /// Plies to go.
    pub depth: i32,
    /// The lower end of the window; the search of the moves raises it.
    pub alpha: Score,
    /// The upper end of the window.
    pub beta: Score,
    /// The parent expects the node to fail high.
    pub is_cut: bool,

    /// The key of the position.
    pub key: u64,
    pub in_check: bool,
    /// TT entry: score from the root, move pseudo-legal.
    pub entry: TtEntry<M>,
    /// The transposition table knew the position.
    pub tt_hit: bool,
    /// The TT move is tactical.
    pub tt_tactical: bool,
    /// The node is, or once was, on a principal variation.
    pub tt_pv: bool,
    /// The node is on the best line of the last iteration, which pruning should not break off (Stockfish, Zlomeny Mesic, 2026).
    pub follow_pv: bool,
    /// The move that is left out, to see how much worse the others are.
    pub excluded: Option<M>,
    /// Index of the evaluation's corrections.
    pub correction: Correction,
    /// Plies by which the move that led here has been reduced.
    pub prior_reduction: i32,

    /// Uncorrected evaluation, [`score::NONE`] in check.
    pub raw_eval: Score,
    /// Corrected evaluation, [`score::NONE`] in check.
    pub static_eval: Score,
    /// Best guess of the score before searching: corrected evaluation, or a fitting score of the transposition table.
    pub eval: Score,
    /// Centipawns by which the evaluation has been corrected.
    pub corrected_by: Score,
    /// The evaluation is better than two plies ago.
    pub improving: bool,
    /// The opponent's evaluation is worse than a ply ago.
    pub worsening: bool,
}

impl<M: GameMove> Node<M> {
    /// A node as its parent calls for it: nothing is known of its position yet.
    #[inline(always)]
    pub const fn called(ply: usize, depth: i32, alpha: Score, beta: Score, is_cut: bool) -> Self {
        Self {
            ply,
            depth,
            alpha,
            beta,
            is_cut,
            key: 0,
            in_check: false,
            entry: TtEntry::MISSING,
            tt_hit: false,
            tt_tactical: false,
            tt_pv: false,
            follow_pv: false,
            excluded: None,
            correction: Correction::NOWHERE,
            prior_reduction: 0,
            raw_eval: score::NONE,
            static_eval: score::NONE,
            eval: score::NONE,
            corrected_by: 0,
            improving: false,
            worsening: false,
        }
    }
}

impl<M> Node<M> {
    /// All-node: neither on a principal variation nor expected to fail high.
    pub const fn is_all<N: NodeType>(&self) -> bool {
        !N::PV && !self.is_cut
    }
}

/// A move about to be searched.
pub struct Candidate<M> {
    pub m: M,
    pub history_index: HistoryIndex,
    pub tactical: bool,
    pub gives_check: bool,
    /// The move's place among those of the node, from 1.
    pub number: usize,
}

impl<M: GameMove> Candidate<M> {
    /// The legal move `m` of `position`.
    #[inline(always)]
    pub fn new(position: &impl Position<Move = M>, m: M, number: usize) -> Self {
        Self {
            m,
            history_index: position.history_index(m),
            tactical: position.is_tactical(m),
            gives_check: position.gives_check(m),
            number,
        }
    }
}

/// Most failed moves of each sort that the histories learn from.
const TRIED: usize = 32;

/// Moves searched without success, for the histories to learn from.
pub struct Tried<M> {
    pub quiets: ArrayVec<(M, HistoryIndex), TRIED>,
    pub tacticals: ArrayVec<(M, HistoryIndex), TRIED>,
}

impl<M: Copy> Tried<M> {
    #[inline(always)]
    pub fn nothing() -> Self {
        Self { quiets: ArrayVec::new(), tacticals: ArrayVec::new() }
    }

    /// Adds a move as long as there is room.
    #[inline(always)]
    pub fn add(&mut self, candidate: &Candidate<M>) {
        let list = if candidate.tactical { &mut self.tacticals } else { &mut self.quiets };
        let _ = list.try_push((candidate.m, candidate.history_index));
    }
}

/// The best of a node so far.
pub struct Best<M> {
    pub score: Score,
    /// The move that raised alpha last.
    pub best_move: Option<(M, HistoryIndex)>,
}

impl<M> Best<M> {
    #[inline(always)]
    pub const fn nothing() -> Self {
        Self { score: -INFINITE, best_move: None }
    }

    /// Raises a fail-low score to `futility_value`, the best estimate of the moves that were pruned.
    pub const fn raise_to(&mut self, futility_value: Score) {
        if self.score < futility_value && !is_decisive(self.score) && !is_decisive(futility_value) {
            self.score = futility_value;
        }
    }
}
