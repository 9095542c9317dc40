//! Quiescence search (chessprogramming.org: Quiescence Search): tactical moves beyond the last ply, until the
//! evaluation can be trusted.

use super::correction::Correction;
use super::movepick::MovePicker;
use super::node::NodeType;
use super::tt::{self, Bound, TtEntry};
use super::tunables as tune;
use super::worker::Worker;
use crate::game::score::{self, EVALUATION_LIMIT, INFINITE, Score, is_decisive, mate_in, mated_in};
use crate::game::{Evaluator, Game, Position};

/// The depth under which results are stored.
const DEPTH: i32 = 0;

/// A node of the quiescence search.
struct QsearchNode<M> {
    ply: usize,
    key: u64,
    in_check: bool,
    /// TT entry with its score from the root; the move is untested.
    entry: TtEntry<M>,
    /// The node is, or once was, on a principal variation.
    tt_pv: bool,
    /// Uncorrected evaluation, [`score::NONE`] in check.
    raw_eval: Score,
    /// Index of the evaluation's corrections.
    correction: Correction,
    /// Futility base: with its gain added, the futility value of a capture.
    futility: Score,
}

impl<G: Game, E: Evaluator<G>> Worker<'_, G, E> {
    /// Quiescence score at `ply`, fail-soft.
    pub fn qsearch<N: NodeType>(&mut self, ply: usize, mut alpha: Score, beta: Score) -> Score {
        if N::PV {
            self.enter_pv(ply);
        }
        if self.counters.aborted {
            return 0;
        }
        if let Some(value) = self.terminal(ply, alpha, beta) {
            return value;
        }
        let mut node = self.enter_qsearch::<N>(ply);
        if !N::PV
            && let Some(value) = qsearch_cutoff(&node, beta)
        {
            return value;
        }
        if let Some(value) = self.claimed_win::<N>(ply) {
            return value;
        }
        let best = self.stand_pat(&mut node);
        if best >= beta {
            return self.fail_high_standing(&node, best, beta);
        }
        // The mate test comes this late because it takes nearly as long as evaluating.
        if !node.in_check && self.mate_at_once::<N>(ply, &node.entry).is_some() {
            return mate_in(ply + 1);
        }
        alpha = alpha.max(best);
        let base = self.td.arena.moves.len();
        let value = self.qsearch_moves::<N>(&node, alpha, beta, best);
        self.td.arena.moves.truncate(base);
        value
    }

    /// The node at `ply` with its TT entry.
    fn enter_qsearch<N: NodeType>(&self, ply: usize) -> QsearchNode<G::Move> {
        let key = self.position.key();
        let in_check = self.position.in_check();
        // The corrections come before the TT entry, so that the two cache misses overlap.
        let correction = if in_check { Correction::NOWHERE } else { self.prefetch_correction(ply) };
        let known = self.tt.probe(key);
        let mut entry = known.unwrap_or(TtEntry::MISSING);
        entry.score = tt::from_tt(entry.score, ply);
        QsearchNode {
            ply,
            key,
            in_check,
            tt_pv: N::PV || entry.tt_pv,
            entry,
            raw_eval: score::NONE,
            correction,
            futility: -INFINITE,
        }
    }

    /// The stand-pat score, minus infinity in check.
    fn stand_pat(&mut self, node: &mut QsearchNode<G::Move>) -> Score {
        if node.in_check {
            return -INFINITE;
        }
        node.raw_eval = if node.entry.eval == score::NONE { self.evaluate() } else { node.entry.eval };
        let corrected = self.td.corrections.apply(&node.correction, node.raw_eval);
        node.futility = corrected + tune::qs_futility();
        let TtEntry { score: known, bound, .. } = node.entry;
        let better = if known > corrected { bound.is_lower() } else { bound.is_upper() };
        if known != score::NONE && !is_decisive(known) && better { known } else { corrected }
    }

    /// The score of a node that fails high without a move; it is stored if nothing was known.
    fn fail_high_standing(&mut self, node: &QsearchNode<G::Move>, best: Score, beta: Score) -> Score {
        let value = if is_decisive(best) || is_decisive(beta) { best } else { i32::midpoint(best, beta) };
        if node.entry.depth == tt::DEPTH_UNSEARCHED {
            let entry: TtEntry<G::Move> = TtEntry {
                best: None,
                score: tt::to_tt(value, node.ply),
                eval: node.raw_eval,
                depth: tt::DEPTH_UNSEARCHED,
                bound: Bound::Lower,
                tt_pv: node.tt_pv,
            };
            self.tt.store(node.key, &entry);
        }
        value
    }

    /// Searches the moves of a node and stores the result, which is at least `best`.
    fn qsearch_moves<N: NodeType>(
        &mut self,
        node: &QsearchNode<G::Move>,
        mut alpha: Score,
        beta: Score,
        mut best: Score,
    ) -> Score {
        let least = if is_decisive(alpha) { 0 } else { (alpha - node.futility + 1).max(0) };
        let mut picker = MovePicker::qsearch(self, node.entry.best, node.ply, least);
        let mut best_move = None;
        let mut number = 0;
        while let Some(m) = picker.next(self) {
            if !self.position.is_legal(m) {
                continue;
            }
            let tactical = self.position.is_tactical(m);
            let history_index = self.position.history_index(m);
            number += 1;
            // Later moves must recapture or check: filter the list once.
            if number == tune::qs_moves() && !node.in_check && !is_decisive(alpha) {
                picker.retain(self, |worker, m| worker.is_forcing(node.ply, m));
            }
            // No move is left out while being mated is all that has been found.
            if best > -EVALUATION_LIMIT {
                if node.in_check && !tactical {
                    // Tactical answers come first.
                    break;
                }
                if self.prune_qs_move(node, m, number, alpha, &mut best) {
                    continue;
                }
            } else {
                self.prefetch(m);
            }
            self.make(m, history_index, !tactical, node.ply);
            let value = -self.qsearch::<N::Next>(node.ply + 1, -beta, -alpha);
            self.unmake(m);
            if self.counters.aborted {
                return 0;
            }
            if value <= best {
                continue;
            }
            best = value;
            if value > alpha {
                best_move = Some(m);
                if N::PV {
                    self.td.stack.extend_line(node.ply, m);
                }
                if value >= beta {
                    break;
                }
                alpha = value;
            }
        }
        if best == -INFINITE {
            // Every evasion has been generated, and none was legal.
            return mated_in(node.ply);
        }
        if best >= beta && !is_decisive(best) && !is_decisive(beta) {
            best = i32::midpoint(best, beta);
        }
        self.store_qsearch(node, best_move, best, beta);
        best
    }

    /// Stores the result of a node.
    fn store_qsearch(&self, node: &QsearchNode<G::Move>, best: Option<G::Move>, value: Score, beta: Score) {
        let entry = TtEntry {
            best,
            score: tt::to_tt(value, node.ply),
            eval: node.raw_eval,
            depth: DEPTH,
            bound: if value >= beta { Bound::Lower } else { Bound::Upper },
            tt_pv: node.tt_pv,
        };
        self.tt.store(node.key, &entry);
    }

    /// True for a recapture or a check.
    fn is_forcing(&self, ply: usize, m: G::Move) -> bool {
        let to = self.position.history_index(m).to;
        self.td.stack.before(ply, 1).current.is_some_and(|prior| prior.to == to) || self.position.gives_check(m)
    }

    /// Prunes the move with this number if it can hardly raise alpha; true if it is pruned, and `best` may then rise to
    /// its futility value. Prefetches the TT cluster of a move that is kept.
    fn prune_qs_move(
        &self,
        node: &QsearchNode<G::Move>,
        m: G::Move,
        number: i32,
        alpha: Score,
        best: &mut Score,
    ) -> bool {
        if tune::use_qs_pruning() == 0 {
            self.prefetch(m);
            return false;
        }
        if !node.in_check && !is_decisive(alpha) && !self.is_forcing(node.ply, m) {
            if number > tune::qs_moves() {
                return true;
            }
            let futility_value = node.futility + self.position.material_gain(m);
            if futility_value <= alpha {
                *best = (*best).max(futility_value);
                return true;
            }
            self.prefetch(m);
            if !self.position.see_at_least(m, alpha - node.futility) {
                *best = (*best).max(alpha.min(node.futility));
                return true;
            }
        } else {
            self.prefetch(m);
        }
        !self.position.see_at_least(m, tune::qs_see())
    }
}

/// A score of the transposition table that ends the node.
fn qsearch_cutoff<M>(node: &QsearchNode<M>, beta: Score) -> Option<Score> {
    let TtEntry { score: value, depth, bound, .. } = node.entry;
    let fits = if value >= beta { bound.is_lower() } else { bound.is_upper() };
    (value != score::NONE && fits && depth >= DEPTH).then_some(value)
}
