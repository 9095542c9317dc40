//! Staged move generation (chessprogramming.org: Move List, Staged move generation): the moves likeliest to fail high
//! come first, and no stage is generated before it is needed.

use super::arena::{Arena, ScoredMove};
use super::history::{ByTarget, Context};
use super::tunables as tune;
use super::worker::Worker;
use crate::game::{Evaluator, Game, GameMove, Hands as _, Position, Scope, Score};

/// Stages of the picker. They form four sequences, for the main search, for evasions, for `ProbCut` and for quiescence;
/// each ends with [`Stage::Done`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    TtMove,
    GenerateTacticals,
    GoodTacticals,
    GenerateQuiets,
    GoodQuiets,
    BadTacticals,
    BadQuiets,

    EvasionTtMove,
    GenerateEvasions,
    Evasions,

    ProbCutTtMove,
    GenerateProbCut,
    ProbCut,

    QsearchTtMove,
    GenerateQsearchTacticals,
    QsearchTacticals,

    Done,
}

impl Stage {
    /// The stage that generates moves once the TT move has been yielded.
    const fn after_tt_move(self) -> Self {
        match self {
            Self::EvasionTtMove => Self::GenerateEvasions,
            Self::ProbCutTtMove => Self::GenerateProbCut,
            Self::QsearchTtMove => Self::GenerateQsearchTacticals,
            _ => Self::GenerateTacticals,
        }
    }
}

/// Yields the moves of a node. Those it yields are pseudo-legal.
pub struct MovePicker<M> {
    stage: Stage,
    tt_move: Option<M>,
    /// History context of the quiet moves; none if none are yielded.
    context: Option<Context>,
    /// The tactical moves to generate.
    tacticals: Scope,
    /// Least gain of an exchange for `ProbCut`.
    threshold: Score,
    /// Plies to go.
    depth: i32,
    /// Yields no further quiet moves.
    skips_quiets: bool,
    /// Yields none of the quiet moves but those that give check.
    only_checks: bool,
    /// Indices into the arena: start of this node's moves, end of its bad tacticals, the next move, and the end of this
    /// stage's moves.
    start: usize,
    bad_end: usize,
    cursor: usize,
    end: usize,
    /// End of the moves above the average, which hold the best one.
    front_end: usize,
    /// End of the moves yielded best first; from there on they come unsorted.
    ranked_end: usize,
    /// Index of the first quiet move that has been put off.
    bad_quiets: usize,
}

impl<M: GameMove> MovePicker<M> {
    fn new(stage: Stage, tt_move: Option<M>, start: usize) -> Self {
        Self {
            stage,
            tt_move,
            context: None,
            tacticals: Scope::Tactical,
            threshold: 0,
            depth: 0,
            skips_quiets: false,
            only_checks: false,
            start,
            bad_end: start,
            cursor: start,
            end: start,
            front_end: start,
            ranked_end: start,
            bad_quiets: start,
        }
    }

    /// A picker for a node of the main search with `depth` plies to go. The TT move must be pseudo-legal.
    pub fn main<G: Game<Move = M>, E: Evaluator<G>>(
        worker: &Worker<'_, G, E>,
        tt_move: Option<M>,
        context: Context,
        depth: i32,
    ) -> Self {
        let stage = if worker.position.in_check() { Stage::EvasionTtMove } else { Stage::TtMove };
        let mut picker = Self::new(stage, tt_move, worker.td.arena.moves.len());
        picker.context = Some(context);
        picker.depth = depth;
        picker
    }

    /// A picker for quiescence: tactical moves that gain at least `least` or recapture, or in check all evasions.
    pub fn qsearch<G: Game<Move = M>, E: Evaluator<G>>(
        worker: &Worker<'_, G, E>,
        tt_move: Option<M>,
        ply: usize,
        least: Score,
    ) -> Self {
        let position = &worker.position;
        let in_check = position.in_check();
        let fits = |m: M| position.is_pseudo_legal(m) && (in_check || position.is_tactical(m));
        let stage = if in_check { Stage::EvasionTtMove } else { Stage::QsearchTtMove };
        let mut picker = Self::new(stage, tt_move.filter(|&m| fits(m)), worker.td.arena.moves.len());
        picker.context = in_check.then(|| worker.history_context(ply));
        let besides = worker.td.stack.before(ply, 1).current.map(|prior| prior.to);
        picker.tacticals = Scope::Gaining { least, besides };
        picker
    }

    /// A picker for `ProbCut`: tactical moves that win at least `threshold`.
    pub fn probcut<G: Game<Move = M>, E: Evaluator<G>>(
        worker: &Worker<'_, G, E>,
        tt_move: Option<M>,
        threshold: Score,
    ) -> Self {
        let position = &worker.position;
        let fits = |m: M| position.is_pseudo_legal(m) && position.is_tactical(m) && position.see_at_least(m, threshold);
        let tt_move = tt_move.filter(|&m| fits(m));
        let mut picker = Self::new(Stage::ProbCutTtMove, tt_move, worker.td.arena.moves.len());
        picker.tacticals = Scope::Gaining { least: threshold, besides: None };
        picker.threshold = threshold;
        picker
    }

    /// Keeps only those of the moves generated and not yet yielded for which `keep` holds.
    pub fn retain<G: Game<Move = M>, E: Evaluator<G>>(
        &mut self,
        worker: &mut Worker<'_, G, E>,
        keep: impl Fn(&Worker<'_, G, E>, M) -> bool,
    ) {
        let mut end = self.cursor;
        for i in self.cursor..self.end {
            let scored = worker.td.arena.moves[i];
            worker.td.arena.moves[end] = scored;
            end += usize::from(keep(worker, scored.m));
        }
        (self.end, self.ranked_end) = (end, end);
    }

    /// Yields no further quiet moves.
    pub const fn skip_quiets(&mut self) {
        self.skips_quiets = true;
    }

    /// Yields no quiet moves but those that give check, if none have been generated yet.
    pub const fn skip_quiets_but_checks(&mut self) {
        self.only_checks = true;
    }

    /// True if quiet moves are still to be generated.
    pub const fn awaits_quiets(&self) -> bool {
        let before = matches!(
            self.stage,
            Stage::TtMove | Stage::GenerateTacticals | Stage::GoodTacticals | Stage::GenerateQuiets
        );
        before && !self.only_checks
    }

    /// The next move that is not overlooked. The worker's position must be that of the picker's node.
    pub fn next<G: Game<Move = M>, E: Evaluator<G>>(&mut self, worker: &mut Worker<'_, G, E>) -> Option<M> {
        loop {
            let m = self.pick(worker)?;
            if !worker.overlooks(m) {
                return Some(m);
            }
        }
    }

    /// The next move, overlooked or not.
    #[inline(always)]
    fn pick<G: Game<Move = M>, E: Evaluator<G>>(&mut self, worker: &mut Worker<'_, G, E>) -> Option<M> {
        loop {
            match self.stage {
                Stage::TtMove | Stage::EvasionTtMove | Stage::ProbCutTtMove | Stage::QsearchTtMove => {
                    self.stage = self.stage.after_tt_move();
                    if self.tt_move.is_some() {
                        return self.tt_move;
                    }
                }
                Stage::GenerateTacticals => self.generate_tacticals(worker, Stage::GoodTacticals),
                Stage::GenerateProbCut => self.generate_tacticals(worker, Stage::ProbCut),
                Stage::GenerateQsearchTacticals => self.generate_tacticals(worker, Stage::QsearchTacticals),
                Stage::GenerateQuiets => self.generate_quiets(worker),
                Stage::GenerateEvasions => self.generate_evasions(worker),
                Stage::Done => return None,
                _ => {
                    if let Some(m) = self.advance(worker) {
                        return Some(m);
                    }
                }
            }
        }
    }

    /// The next move of a stage whose moves are generated; none once it is over and `stage` is the following one.
    fn advance<G: Game<Move = M>, E: Evaluator<G>>(&mut self, worker: &mut Worker<'_, G, E>) -> Option<M> {
        match self.stage {
            Stage::GoodTacticals => self.good_tactical(worker),
            Stage::GoodQuiets => self.good_quiet(worker),
            Stage::BadTacticals => {
                let bad_tactical = self.plain(worker);
                if bad_tactical.is_none() {
                    self.stage = if self.skips_quiets { Stage::Done } else { Stage::BadQuiets };
                    (self.cursor, self.end) = (self.bad_quiets, worker.td.arena.moves.len());
                }
                bad_tactical
            }
            Stage::BadQuiets if self.skips_quiets => self.finish(),
            Stage::ProbCut => self.probcut_move(worker).or_else(|| self.finish()),
            _ => self.best(worker).or_else(|| self.finish()),
        }
    }

    /// Ends the picking.
    const fn finish(&mut self) -> Option<M> {
        self.stage = Stage::Done;
        None
    }

    /// The next move in the list other than the TT move.
    #[inline]
    fn plain<G: Game<Move = M>, E: Evaluator<G>>(&mut self, worker: &Worker<'_, G, E>) -> Option<M> {
        while self.cursor < self.end {
            let m = worker.td.arena.moves[self.cursor].m;
            self.cursor += 1;
            if Some(m) != self.tt_move {
                return Some(m);
            }
        }
        None
    }

    /// The best move left in the ranked part of the list, then the others unsorted, without the TT move.
    ///
    /// Selecting is cheaper than sorting: most nodes search few of their moves.
    #[inline]
    fn best<G: Game<Move = M>, E: Evaluator<G>>(&mut self, worker: &mut Worker<'_, G, E>) -> Option<M> {
        while self.cursor < self.end {
            let scored = self.settle(&mut worker.td.arena.moves);
            self.cursor += 1;
            if Some(scored.m) != self.tt_move {
                return Some(scored.m);
            }
        }
        None
    }

    /// Swaps the best ranked move left to the cursor, and returns the move there.
    #[inline(always)]
    fn settle(&self, moves: &mut [ScoredMove<M>]) -> ScoredMove<M> {
        let end = if self.cursor < self.front_end { self.front_end } else { self.ranked_end };
        bring_best(&mut moves[self.cursor..end.max(self.cursor)]);
        moves[self.cursor]
    }

    /// The next tactical move that does not lose material; the others gather at the start of the list.
    fn good_tactical<G: Game<Move = M>, E: Evaluator<G>>(&mut self, worker: &mut Worker<'_, G, E>) -> Option<M> {
        while let Some(m) = self.best(worker) {
            let scored = worker.td.arena.moves[self.cursor - 1];
            if worker.position.see_at_least(m, -scored.score / tune::good_tactical_divisor()) {
                return Some(m);
            }
            worker.td.arena.moves[self.bad_end] = scored;
            self.bad_end += 1;
        }
        self.stage = Stage::GenerateQuiets;
        None
    }

    /// The next quiet move whose history is not bad; the others are put off.
    fn good_quiet<G: Game<Move = M>, E: Evaluator<G>>(&mut self, worker: &mut Worker<'_, G, E>) -> Option<M> {
        while !self.skips_quiets && self.cursor < self.end {
            let scored = self.settle(&mut worker.td.arena.moves);
            if scored.score < tune::good_quiet() {
                break;
            }
            self.cursor += 1;
            if Some(scored.m) != self.tt_move {
                return Some(scored.m);
            }
        }
        self.bad_quiets = self.cursor;
        self.stage = Stage::BadTacticals;
        (self.cursor, self.end) = (self.start, self.bad_end);
        None
    }

    /// The next tactical move that wins enough.
    fn probcut_move<G: Game<Move = M>, E: Evaluator<G>>(&mut self, worker: &mut Worker<'_, G, E>) -> Option<M> {
        while let Some(m) = self.best(worker) {
            if worker.position.see_at_least(m, self.threshold) {
                return Some(m);
            }
        }
        None
    }

    /// Generates and scores tactical moves, for the stage `next`.
    fn generate_tacticals<G: Game<Move = M>, E: Evaluator<G>>(&mut self, worker: &mut Worker<'_, G, E>, next: Stage) {
        let (position, td) = (&worker.position, &mut *worker.td);
        position.generate(self.tacticals, &mut td.arena);
        let score =
            |m| tune::tactical_weight() * position.material_gain(m) + td.histories.capture(position.history_index(m));
        self.ranked_end = self.start + rank_above(&mut td.arena.moves[self.start..], i32::MIN, score);
        self.end = td.arena.moves.len();
        self.stage = next;
    }

    /// Generates and scores quiet moves.
    fn generate_quiets<G: Game<Move = M>, E: Evaluator<G>>(&mut self, worker: &mut Worker<'_, G, E>) {
        self.stage = Stage::GoodQuiets;
        (self.cursor, self.bad_quiets) = (self.end, self.end);
        if self.skips_quiets {
            return;
        }
        let (position, td) = (&worker.position, &mut *worker.td);
        td.arena.drop_starts.clear();
        self.list_quiets(position, &mut td.arena, worker.task.options.generate_all);
        let Some(context) = self.context else { return };
        let order = td.histories.quiet_order(&context);
        let bonus = |m| if position.see_at_least(m, tune::check_order_see()) { tune::check_order_bonus() } else { 0 };
        let gives_check = position.check_test();
        // Stockfish, Michael Chaly, 2022, and rn5f107s2, 2023.
        let threats = position.threats();
        let relief = |m| tune::order_threat() * position.relief(&threats, m);
        let mut ranking = Ranking::new(&mut td.arena.moves[self.end..], -tune::sort_slope() * self.depth);
        let mut starts = td.arena.drop_starts.iter().map(|start| start - self.end);
        let start = starts.next();
        ranking.rank_until(start, |m| {
            let check = if gives_check(m) { bonus(m) } else { 0 };
            order.score(position.history_index(m)) + relief(m) + check
        });
        let mut by_target: ByTarget = [0; _];
        while let Some(like) = ranking.next_move() {
            order.score_drops(position.history_index(like), &mut by_target);
            for m in position.checks_by_drop(like) {
                by_target[usize::from(position.history_index(m).to)] += bonus(m);
            }
            ranking.rank_until(starts.next(), |m| by_target[usize::from(position.history_index(m).to)] + relief(m));
        }
        self.ranked_end = self.end + ranking.ranked;
        self.front_end = self.end + split(&mut td.arena.moves[self.end..self.ranked_end]);
        self.end = td.arena.moves.len();
    }

    /// Lists the quiet moves that are wanted.
    fn list_quiets(&self, position: &impl Position<Move = M>, arena: &mut Arena<M>, generates_all: bool) {
        let scope = if self.only_checks { Scope::Checks } else { Scope::Everything };
        if self.only_checks || generates_all {
            position.generate(scope, arena);
            let unwanted = |m| position.is_tactical(m) || !generates_all && position.is_pointless(m);
            drop_if(&mut arena.moves, self.end, unwanted);
            // The drops no longer stand together.
            arena.drop_starts.clear();
        } else {
            position.generate(Scope::Quiet, arena);
        }
    }

    /// Generates and scores the answers to a check.
    fn generate_evasions<G: Game<Move = M>, E: Evaluator<G>>(&mut self, worker: &mut Worker<'_, G, E>) {
        let (position, td) = (&worker.position, &mut *worker.td);
        let scope = if worker.task.options.generate_all { Scope::Everything } else { Scope::Evasions };
        // Nothing reads the starts of these drops; a search that stays in check would heap them up.
        td.arena.drop_starts.clear();
        position.generate(scope, &mut td.arena);
        let score = |m| {
            if position.is_tactical(m) {
                EVASION_TACTICAL + position.material_gain(m)
            } else {
                let history_index = position.history_index(m);
                self.context.map_or(0, |context| td.histories.lmr_score(&context, history_index))
            }
        };
        self.ranked_end = self.start + rank_above(&mut td.arena.moves[self.start..], i32::MIN, score);
        self.end = td.arena.moves.len();
        self.stage = Stage::Evasions;
    }
}

/// Score of a tactical evasion on top of its gain, so that it comes before all quiet ones.
const EVASION_TACTICAL: i32 = 1 << 24;

/// Removes the moves from `from` on that are `unwanted`, not keeping the order.
fn drop_if<M: Copy>(moves: &mut Vec<ScoredMove<M>>, from: usize, unwanted: impl Fn(M) -> bool) {
    let mut i = from;
    while i < moves.len() {
        if unwanted(moves[i].m) {
            moves.swap_remove(i);
        } else {
            i += 1;
        }
    }
}

/// Scores moves and brings those of at least `limit` to the front, ready for [`bring_best`]; returns their number.
fn rank_above<M: Copy>(moves: &mut [ScoredMove<M>], limit: i32, score: impl Fn(M) -> i32) -> usize {
    let mut ranking = Ranking::new(moves, limit);
    ranking.rank_until(None, score);
    ranking.ranked
}

/// Moves being scored; those of at least `limit` move to the front on the way. The rest stays unsorted: most nodes
/// never get there.
struct Ranking<'m, M> {
    moves: &'m mut [ScoredMove<M>],
    limit: i32,
    /// The number of moves at the front.
    ranked: usize,
    /// The number of moves that have a score.
    scored: usize,
}

impl<'m, M: Copy> Ranking<'m, M> {
    const fn new(moves: &'m mut [ScoredMove<M>], limit: i32) -> Self {
        Self { moves, limit, ranked: 0, scored: 0 }
    }

    /// The first move without a score.
    fn next_move(&self) -> Option<M> {
        self.moves.get(self.scored).map(|scored| scored.m)
    }

    /// Scores the moves up to the one at `end`, or up to the last.
    #[inline(always)]
    fn rank_until(&mut self, end: Option<usize>, score: impl Fn(M) -> i32) {
        let end = end.unwrap_or(self.moves.len());
        let moves = &mut self.moves[..end];
        let mut ranked = self.ranked;
        for i in self.scored..end {
            let m = moves[i].m;
            let scored = ScoredMove { m, tie_break: u16::MAX - ranked as u16, score: score(m) };
            ranked += usize::from(bring_forward(moves, ranked, i, scored, self.limit));
        }
        (self.ranked, self.scored) = (ranked, end);
    }
}

/// Puts `scored`, which belongs in the place `i`, behind the first `front` moves if it has at least `limit`.
#[inline(always)]
fn bring_forward<M: Copy>(
    moves: &mut [ScoredMove<M>],
    front: usize,
    i: usize,
    scored: ScoredMove<M>,
    limit: i32,
) -> bool {
    let above = scored.score >= limit;
    // The branch would be hard to predict: exchanging in vain is cheaper.
    moves[i] = moves[front];
    moves[if above { front } else { i }] = scored;
    above
}

/// Brings the moves above the average to the front and returns their number, so that there is less to search for the
/// best. A short list stays unsorted.
fn split<M: Copy>(moves: &mut [ScoredMove<M>]) -> usize {
    /// Splitting costs about as much as one pass for the best move.
    const SHORT: usize = 8;
    if moves.len() <= SHORT {
        return 0;
    }
    let total: i64 = moves.iter().map(|scored| i64::from(scored.score)).sum();
    let average = (total / moves.len() as i64) as i32;
    let mut front = 0;
    for i in 0..moves.len() {
        let scored = moves[i];
        front += usize::from(bring_forward(moves, front, i, scored, average));
    }
    front
}

/// Exchanges the first move for the best one.
#[inline(always)]
fn bring_best<M: GameMove>(moves: &mut [ScoredMove<M>]) {
    let Some(first) = moves.first() else { return };
    let (mut best, mut most) = (0, first.rank());
    for (i, scored) in moves.iter().enumerate().skip(1) {
        let rank = scored.rank();
        (best, most) = if rank > most { (i, rank) } else { (best, most) };
    }
    moves.swap(0, best);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    struct Number(usize);

    impl GameMove for Number {
        type Bits = u16;
        fn to_bits(self) -> u16 {
            self.0 as u16 + 1
        }
        fn from_bits(bits: u16) -> Option<Self> {
            usize::from(bits).checked_sub(1).map(Self)
        }
    }

    proptest! {
        #[test]
        fn the_best_come_first(scores in prop::collection::vec(-100i32..100, 0..60), limit in -100i32..100) {
            let list = scores.iter().enumerate();
            let mut moves: Vec<_> = (0..scores.len()).map(|m| ScoredMove::unscored(Number(m))).collect();
            let ranked = rank_above(&mut moves, limit, |m| scores[m.0]);
            let front = split(&mut moves[..ranked]);
            (0..front).for_each(|i| bring_best(&mut moves[i..front]));
            (front..ranked).for_each(|i| bring_best(&mut moves[i..ranked]));
            let mut expected: Vec<_> = list.filter(|&(_, &score)| score >= limit).map(|(m, _)| m).collect();
            expected.sort_by_key(|&m| std::cmp::Reverse(scores[m]));
            prop_assert!(moves[..ranked].iter().map(|scored| scored.m.0).eq(expected));
            prop_assert!(moves[ranked..].iter().all(|scored| scored.score < limit));
            prop_assert!(moves.iter().all(|scored| scored.score == scores[scored.m.0]));
            let mut seen: Vec<_> = moves.iter().map(|scored| scored.m.0).collect();
            seen.sort_unstable();
            prop_assert!(seen.into_iter().eq(0..scores.len()));
        }
    }
}
