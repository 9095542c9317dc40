//! Histories (chessprogramming.org: History Heuristic): scores of moves in earlier nodes, for ordering and reductions.
//! Bonus and malus follow Stockfish's formulas, with constants near Stockfish's.
//!
//! Every score moves towards a limit by its distance from it, so that it stays bounded and forgets the old
//! (history gravity: Stockfish, Joona Kiiski, 2015). Drops are moves like others: their origin and their piece have numbers of their own.

use super::stack::Stack;
use super::tunables as tune;
use crate::board::Color;
use crate::game::{Game, HistoryIndex};
use crate::memory::{self, LargePages, NoRoom};
use std::marker::PhantomData;

/// The farthest that a score of each table goes from zero.
const BUTTERFLY_LIMIT: i32 = 8_000;
const CAPTURE_LIMIT: i32 = 10_000;
const PAWN_LIMIT: i32 = 8_000;
const CONTINUATION_LIMIT: i32 = 30_000;
const TT_MOVE_LIMIT: i32 = 8_000;
/// Scores of moves that have never been tried: they are rather worse than the rest.
const CAPTURE_START: i16 = -650;
const PAWN_START: i32 = -1_200;
const CONTINUATION_START: i32 = -520;
/// Pawn structures told apart; a power of two.
const PAWN_STRUCTURES: usize = 512;
/// Plies back to the moves that a quiet move may continue.
const CONTINUATION_PLIES: [usize; 6] = [1, 2, 3, 4, 5, 6];
/// Upper bound of the continuation histories' entries: 32 MB a thread.
const MOST_CONTINUATIONS: usize = 1 << 24;
/// Plies from the root that have a history of their own.
const LOW_PLIES: usize = 5;
/// Logged writes to the low-ply history: clearing more entries one by one is slower than clearing all of them.
const COUNTED_LOW_PLIES: usize = 1024;

/// The histories of one worker.
pub struct Histories<G: Game> {
    /// Scores of quiet moves by their side, whatever came before. `[color][from_to]`
    butterfly: Vec<i16>,
    /// Scores of quiet moves near the root, forgotten before every search (Stockfish, xoto10, 2020). `[ply][from_to]`
    low_plies: Vec<i16>,
    /// Entries of `low_plies` written in this search, up to [`COUNTED_LOW_PLIES`].
    low_plies_written: Vec<u32>,
    /// Scores of tactical moves (Stockfish, Stefan Geschwentner, 2017). `[piece_to][captured]`
    captures: Vec<i16>,
    /// Scores of quiet moves by pawn structure (Stockfish, 2023), above [`PAWN_START`]: entries never written to stay zero, and take no
    /// memory. `[pawn structure][piece_to]`
    pawns: LargePages<i16>,
    /// Scores of quiet moves by the moves before them (Bill Henry and Stockfish, 2015; chessprogramming.org: Counter Moves History),
    /// above [`CONTINUATION_START`] for the same reason. `[cont_hist of an earlier move][piece_to]`, see [`cont_hists`]
    continuation: LargePages<i16>,
    /// Score of the table moves' reliability.
    tt_move: i16,
    /// Nothing has been learned yet: to clear the large tables would take their memory.
    is_blank: bool,
    game: PhantomData<G>,
}

/// A score for every target, looked up without a bounds check.
pub type ByTarget = [i32; 1 << u8::BITS];

/// History slices that order the quiet moves of a node. Their common length is known, so that one bounds check serves
/// all.
pub struct QuietOrder<'h, G> {
    butterfly: &'h [i16],
    /// The slice and its divisor; none beyond [`LOW_PLIES`].
    low_ply: Option<(&'h [i16], i32)>,
    pawns: &'h [i16],
    /// The slices for those of [`CONTINUATION_PLIES`] that order moves.
    continuation: [&'h [i16]; 5],
    game: PhantomData<G>,
}

impl<G: Game> QuietOrder<'_, G> {
    /// The score of a quiet move.
    #[inline(always)]
    pub fn score(&self, history_index: HistoryIndex) -> i32 {
        let to = usize::from(history_index.piece_to);
        let from_to = usize::from(history_index.from_to);
        let low_ply = self.low_ply.map_or(0, |(scores, divisor)| low_ply_score(scores[from_to], divisor));
        any_ply_score(self.butterfly[from_to], self.pawns[to], self.continuation.map(|cont_hist| cont_hist[to]))
            + low_ply
    }

    /// Scores of all drops of the same piece as the move with this `history_index`. They are neighbours in every table,
    /// and are added up in vector registers.
    #[inline(always)]
    pub fn score_drops(&self, history_index: HistoryIndex, scores: &mut ByTarget) {
        let piece = usize::from(history_index.piece_to) - usize::from(history_index.to);
        let from = usize::from(history_index.from_to) - usize::from(history_index.to);
        let scores = &mut scores[..G::TARGETS];
        let (butterfly, pawns) = (&self.butterfly[from..][..G::TARGETS], &self.pawns[piece..][..G::TARGETS]);
        let continuation = self.continuation.map(|cont_hist| &cont_hist[piece..][..G::TARGETS]);
        for (to, score) in scores.iter_mut().enumerate() {
            *score = any_ply_score(butterfly[to], pawns[to], continuation.map(|cont_hist| cont_hist[to]));
        }
        if let Some((low_ply, divisor)) = self.low_ply {
            for (score, &value) in scores.iter_mut().zip(&low_ply[from..][..G::TARGETS]) {
                *score += low_ply_score(value, divisor);
            }
        }
    }
}

/// Sum of the histories that count at every ply.
#[inline(always)]
fn any_ply_score(butterfly: i16, pawns: i16, continuation: [i16; 5]) -> i32 {
    let start = tune::order_weight() * PAWN_START + continuation.len() as i32 * CONTINUATION_START;
    let continuation: i32 = continuation.map(i32::from).iter().sum();
    tune::order_weight() * (i32::from(butterfly) + i32::from(pawns)) + continuation + start
}

/// Bonus near the root.
#[inline(always)]
fn low_ply_score(value: i16, divisor: i32) -> i32 {
    tune::order_low_ply() * i32::from(value) / divisor
}

/// Table indices of a node's quiet moves.
#[derive(Clone, Copy)]
pub struct Context {
    /// Start of the side's slice of the butterfly history.
    butterfly: usize,
    /// The ply, if it has a history of its own.
    low_ply: Option<usize>,
    /// Start of the pawn structure's slice of the pawn history.
    pawns: usize,
    /// Starts of the continuation histories for [`CONTINUATION_PLIES`].
    continuation: [usize; 6],
}

/// Number of continuation histories: one for each piece with its target, and the sentinel.
pub const fn cont_hists<G: Game>() -> usize {
    const { assert!((G::PIECE_TARGETS + 1) * G::PIECE_TARGETS <= MOST_CONTINUATIONS) };
    G::PIECE_TARGETS + 1
}

/// Index of a move's continuation history.
#[inline(always)]
pub fn cont_hist(history_index: HistoryIndex) -> usize {
    history_index.piece_to.into()
}

/// Index of the sentinel, the continuation history of plies without a move: the last one.
pub const fn sentinel_cont_hist<G: Game>() -> usize {
    cont_hists::<G>() - 1
}

impl<G: Game> Histories<G> {
    /// # Errors
    /// If there is no memory for them, or none would be left for the small things that a search needs beside them.
    pub fn new() -> Result<Self, NoRoom> {
        const NAME: &str = "the move histories of a search";
        let pawns = LargePages::zeroed(NAME, PAWN_STRUCTURES * G::PIECE_TARGETS)?;
        let continuation = LargePages::zeroed(NAME, cont_hists::<G>() * G::PIECE_TARGETS)?;
        if !memory::has_room(memory::SPARE) {
            return Err(NoRoom { what: "a search", bytes: memory::SPARE });
        }
        Ok(Self {
            butterfly: vec![0; 2 * G::FROM_TARGETS],
            low_plies: vec![0; LOW_PLIES * G::FROM_TARGETS],
            low_plies_written: Vec::with_capacity(COUNTED_LOW_PLIES),
            captures: vec![CAPTURE_START; G::PIECE_TARGETS * G::CAPTURED_KINDS],
            pawns,
            continuation,
            tt_move: 0,
            is_blank: true,
            game: PhantomData,
        })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        if self.is_blank {
            return;
        }
        self.new_search();
        self.butterfly.fill(0);
        self.captures.fill(CAPTURE_START);
        self.pawns.fill(0);
        self.continuation.fill(0);
        self.tt_move = 0;
        self.is_blank = true;
    }

    /// Forgets the histories that belong to one root, before a search that will learn.
    pub fn new_search(&mut self) {
        self.is_blank = false;
        if self.low_plies_written.len() == COUNTED_LOW_PLIES {
            self.low_plies.fill(0);
        } else {
            self.low_plies_written.iter().for_each(|&index| self.low_plies[index as usize] = 0);
        }
        self.low_plies_written.clear();
    }

    /// Indices for the quiet moves of the node at `ply`, `color` to move.
    #[inline]
    pub fn context(color: Color, pawn_key: u64, stack: &Stack<G::Move>, ply: usize) -> Context {
        Context {
            butterfly: color.index() * G::FROM_TARGETS,
            low_ply: (ply < LOW_PLIES).then_some(ply),
            pawns: (pawn_key >> 20) as usize % PAWN_STRUCTURES * G::PIECE_TARGETS,
            continuation: CONTINUATION_PLIES.map(|back| stack.before(ply, back).cont_hist * G::PIECE_TARGETS),
        }
    }

    /// Slices that order the quiet moves of a node.
    #[inline(always)]
    pub fn quiet_order(&self, context: &Context) -> QuietOrder<'_, G> {
        QuietOrder {
            butterfly: &self.butterfly[context.butterfly..context.butterfly + G::FROM_TARGETS],
            low_ply: context
                .low_ply
                .map(|ply| (&self.low_plies[ply * G::FROM_TARGETS..][..G::FROM_TARGETS], 1 + ply as i32)),
            pawns: &self.pawns[context.pawns..context.pawns + G::PIECE_TARGETS],
            continuation: [0, 1, 2, 3, 5]
                .map(|i: usize| &self.continuation[context.continuation[i]..][..G::PIECE_TARGETS]),
            game: PhantomData,
        }
    }

    /// Score of a quiet move for pruning, by the last two moves and the pawn structure.
    #[inline(always)]
    pub fn pruning_score(&self, context: &Context, history_index: HistoryIndex) -> i32 {
        let to = usize::from(history_index.piece_to);
        self.continuation(context, to) + i32::from(self.pawns[context.pawns + to]) + PAWN_START
    }

    /// Score of a quiet move after the last two moves alone.
    #[inline(always)]
    fn continuation(&self, context: &Context, to: usize) -> i32 {
        let [last, before, ..] = context.continuation;
        i32::from(self.continuation[last + to]) + i32::from(self.continuation[before + to]) + 2 * CONTINUATION_START
    }

    /// Butterfly score of a quiet move.
    #[inline(always)]
    pub fn butterfly(&self, context: &Context, history_index: HistoryIndex) -> i32 {
        i32::from(self.butterfly[context.butterfly + usize::from(history_index.from_to)])
    }

    /// Score of a quiet move for late move reductions and among evasions, by its side and the last two moves.
    #[inline(always)]
    pub fn lmr_score(&self, context: &Context, history_index: HistoryIndex) -> i32 {
        let to = usize::from(history_index.piece_to);
        2 * i32::from(self.butterfly[context.butterfly + usize::from(history_index.from_to)])
            + self.continuation(context, to)
    }

    /// Score of a tactical move.
    #[inline(always)]
    pub fn capture(&self, history_index: HistoryIndex) -> i32 {
        i32::from(self.captures[Self::capture_index(history_index)])
    }

    /// Adds to the score of a tactical move.
    pub fn update_capture(&mut self, history_index: HistoryIndex, bonus: i32) {
        if tune::use_capture_history() == 1 {
            gravitate(&mut self.captures[Self::capture_index(history_index)], bonus, CAPTURE_LIMIT);
        }
    }

    const fn capture_index(history_index: HistoryIndex) -> usize {
        history_index.piece_to as usize * G::CAPTURED_KINDS + history_index.captured as usize
    }

    /// Trust in the move of the transposition table (TT move history: Stockfish, Shawn Xu, 2025).
    pub fn tt_move(&self) -> i32 {
        self.tt_move.into()
    }

    /// Records if the TT move was the best one of a node.
    pub fn update_tt_move(&mut self, was_best: bool) {
        let bonus = tune::tt_move_bonus();
        gravitate(&mut self.tt_move, if was_best { bonus } else { -bonus }, TT_MOVE_LIMIT);
    }

    /// Records that other moves than the TT move fail high too, in a node with `depth` plies to go.
    pub fn penalise_tt_move(&mut self, depth: i32) {
        let malus = tune::tt_move_multicut_malus() + tune::tt_move_multicut_slope() * depth;
        // A greater malus would forget all the rest.
        let malus = malus.min(tune::tt_move_multicut_limit());
        gravitate(&mut self.tt_move, -malus, TT_MOVE_LIMIT);
    }

    /// Adds to all scores of a quiet move.
    pub fn update_quiet(&mut self, context: &Context, history_index: HistoryIndex, in_check: bool, bonus: i32) {
        let to = usize::from(history_index.piece_to);
        let index = context.butterfly + usize::from(history_index.from_to);
        if tune::use_butterfly() == 1 {
            gravitate(&mut self.butterfly[index], bonus, BUTTERFLY_LIMIT);
        }
        if let Some(ply) = context.low_ply {
            let index = ply * G::FROM_TARGETS + usize::from(history_index.from_to);
            gravitate(&mut self.low_plies[index], bonus * tune::low_ply_share() / 1024, BUTTERFLY_LIMIT);
            if self.low_plies_written.len() < COUNTED_LOW_PLIES {
                self.low_plies_written.push(index as u32);
            }
        }
        let share = if bonus > 0 { tune::pawn_bonus_share() } else { tune::pawn_malus_share() };
        if tune::use_pawn_history() == 1 {
            let pawns = &mut self.pawns[context.pawns + to];
            gravitate_from(PAWN_START, pawns, bonus * share / 1024, PAWN_LIMIT);
        }
        self.update_continuation(context, history_index, in_check, bonus * tune::continuation_share() / 1024);
    }

    /// Adds to the butterfly score of a quiet move that `mover` has already made.
    pub fn update_butterfly(&mut self, mover: Color, history_index: HistoryIndex, bonus: i32) {
        let index = mover.index() * G::FROM_TARGETS + usize::from(history_index.from_to);
        if tune::use_butterfly() == 1 {
            gravitate(&mut self.butterfly[index], bonus, BUTTERFLY_LIMIT);
        }
    }

    /// Adds to the scores of a quiet move after the moves before it.
    pub fn update_continuation(&mut self, context: &Context, history_index: HistoryIndex, in_check: bool, bonus: i32) {
        if tune::use_continuation() == 0 {
            return;
        }
        // An answer to check says little of the plans of the moves before it.
        let plies = if in_check { 2 } else { context.continuation.len() };
        let sentinel = sentinel_cont_hist::<G>() * G::PIECE_TARGETS;
        let shares = continuation_shares();
        for (i, &cont_hist) in context.continuation[..plies].iter().enumerate() {
            if cont_hist != sentinel {
                let offset = if i == 0 { tune::continuation_offset_1() } else { 0 };
                let bonus = bonus * shares[i] / 1024 + offset;
                let entry = &mut self.continuation[cont_hist + usize::from(history_index.piece_to)];
                gravitate_from(CONTINUATION_START, entry, bonus, CONTINUATION_LIMIT);
            }
        }
    }
}

/// Share of a bonus for each of [`CONTINUATION_PLIES`], in 1/1024.
#[inline]
fn continuation_shares() -> [i32; CONTINUATION_PLIES.len()] {
    [
        tune::continuation_share_1(),
        tune::continuation_share_2(),
        tune::continuation_share_3(),
        tune::continuation_share_4(),
        tune::continuation_share_5(),
        tune::continuation_share_6(),
    ]
}

/// Reward for a move that failed high at `depth` plies.
pub fn bonus(depth: i32) -> i32 {
    (tune::history_bonus_slope() * depth - tune::history_bonus_offset()).clamp(0, tune::history_bonus_limit())
}

/// Penalty for a move tried before one that failed high at `depth` plies.
pub fn malus(depth: i32) -> i32 {
    (tune::history_malus_slope() * depth - tune::history_malus_offset()).clamp(0, tune::history_malus_limit())
}

/// Adds `bonus` less a part proportional to the present value, which keeps it within the limit.
#[inline(always)]
pub fn gravitate(entry: &mut i16, bonus: i32, limit: i32) {
    gravitate_from(0, entry, bonus, limit);
}

/// As [`gravitate`], for an entry that holds the score minus `start`. Score and start together are within 16 bits.
#[inline(always)]
fn gravitate_from(start: i32, entry: &mut i16, bonus: i32, limit: i32) {
    let bonus = bonus.clamp(-limit, limit);
    let value = i32::from(*entry) + start;
    *entry = (i32::from(*entry) + bonus - value * bonus.abs() / limit) as i16;
}

const _: () = assert!(PAWN_LIMIT - PAWN_START <= i16::MAX as i32);
const _: () = assert!(CONTINUATION_LIMIT - CONTINUATION_START <= i16::MAX as i32);

#[cfg(test)]
mod tests {
    use super::super::tests::Lions;
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn gravity_keeps_the_limit(
            limit in 1..=CONTINUATION_LIMIT, bonuses in prop::collection::vec(-40_000..40_000, 1..100),
        ) {
            let mut entry = 0;
            for bonus in bonuses {
                let before = i32::from(entry);
                gravitate(&mut entry, bonus, limit);
                prop_assert!(i32::from(entry).abs() <= limit);
                prop_assert!((i32::from(entry) - before) * bonus.signum() >= 0);
            }
        }

        #[test]
        fn a_score_kept_above_its_start_is_the_same(
            start in -2_000..=0, bonuses in prop::collection::vec(-40_000..40_000, 1..100),
        ) {
            let (mut score, mut above) = (start as i16, 0);
            for bonus in bonuses {
                gravitate(&mut score, bonus, CONTINUATION_LIMIT);
                gravitate_from(start, &mut above, bonus, CONTINUATION_LIMIT);
                prop_assert_eq!(i32::from(score), start + i32::from(above));
            }
        }
    }

    /// A table that was never written to takes no memory, and a search that has learned leaves no trace once it is
    /// cleared.
    #[test]
    fn what_was_never_tried_is_zero() {
        type Histories = super::Histories<Lions>;
        let is_zero = |histories: &Histories| {
            histories.pawns.iter().chain(histories.continuation.iter()).all(|&score| score == 0)
        };
        let mut histories = Histories::new().unwrap();
        assert!(is_zero(&histories) && histories.is_blank);
        let context = Context { butterfly: 0, low_ply: Some(0), pawns: 0, continuation: [0; 6] };
        let history_index = HistoryIndex { piece_to: 2, from_to: 2, to: 2, captured: 0 };
        let fresh = (histories.pruning_score(&context, history_index), histories.lmr_score(&context, history_index));
        assert_eq!(fresh, (PAWN_START + 2 * CONTINUATION_START, 2 * CONTINUATION_START));
        histories.new_search();
        histories.update_quiet(&context, history_index, false, 500);
        assert!(!is_zero(&histories) && histories.pruning_score(&context, history_index) > fresh.0);
        histories.clear();
        assert!(is_zero(&histories));
        assert_eq!(
            (histories.pruning_score(&context, history_index), histories.lmr_score(&context, history_index)),
            fresh
        );
    }

    #[test]
    fn depth_pays() {
        assert!(bonus(1) >= 0 && bonus(5) > bonus(2) && bonus(40) == tune::history_bonus_limit());
        assert!(malus(1) >= 0 && malus(5) > malus(2) && malus(40) == tune::history_malus_limit());
    }
}
