//! Pruning: the search skips what cannot matter, whole nodes first, then single moves.

use super::history::Context;
use super::movepick::MovePicker;
use super::node::{Best, Candidate, Node, NodeType, NonPv};
use super::tt::{self, Bound, TtEntry};
use super::tunables as tune;
use super::worker::Worker;
use crate::game::score::{self, EVALUATION_LIMIT, MAX_PLY, Score, is_decisive};
use crate::game::{Evaluator, Game, Hands as _, Position, Scope};

/// `history_butterfly_weight` is in 1/32.
const PRUNING_BUTTERFLY_DIVISOR: i32 = 32;

impl<G: Game, E: Evaluator<G>> Worker<'_, G, E> {
    /// The score of a node that needs no search of its moves. May also change the depth of one that does.
    pub fn prune_node<N: NodeType>(&mut self, node: &mut Node<G::Move>) -> Option<Score> {
        if node.excluded.is_some() {
            return None;
        }
        if node.in_check {
            return if N::PV { None } else { small_probcut(node) };
        }
        self.reconsider_depth(node);
        if !N::PV {
            if let Some(value) = self.razor(node) {
                return Some(value);
            }
            if let Some(value) = reverse_futility(node, || self.position.at_risk(&self.position.threats())) {
                return Some(value);
            }
        }
        if let Some(value) = self.mate_score::<N>(node) {
            return Some(value);
        }
        if !N::PV
            && let Some(value) = self.null_move(node)
        {
            return Some(value);
        }
        // Internal iterative reductions (Ed Schröder 2020; chessprogramming.org: Internal Iterative Reductions): without a
        // table move the ordering is poor, and a deeper search is better made with the move this one will find.
        node.improving |= node.static_eval >= node.beta;
        if tune::use_iir() == 1
            && node.depth >= tune::iir_depth()
            && !node.is_all::<N>()
            && !node.follow_pv
            && node.entry.best.is_none()
            && node.prior_reduction <= tune::iir_reduction()
        {
            node.depth -= 1;
        }
        if N::PV { None } else { self.probcut(node).or_else(|| small_probcut(node)) }
    }

    /// The score of a mate in one, which is searched only if cheaper means have not decided the node.
    fn mate_score<N: NodeType>(&mut self, node: &Node<G::Move>) -> Option<Score> {
        let m = self.mate_at_once::<N>(node.ply, &node.entry)?;
        let value = score::mate_in(node.ply + 1);
        let entry = TtEntry {
            best: Some(m),
            score: tt::to_tt(value, node.ply),
            eval: node.raw_eval,
            depth: MAX_PLY as i32 - 1,
            bound: Bound::Exact,
            tt_pv: node.tt_pv,
        };
        self.tt.store(node.key, &entry);
        Some(value)
    }

    /// Depth in hindsight (Stockfish, 2024): a move that was reduced by much and has cost its side nothing deserves more depth, one
    /// that has cost much less.
    fn reconsider_depth(&self, node: &mut Node<G::Move>) {
        if tune::use_hindsight() == 0 {
            return;
        }
        let before = self.td.stack.before(node.ply, 1).static_eval;
        if node.prior_reduction >= tune::hindsight_deeper() && !node.worsening {
            node.depth += 1;
        }
        let costly = before != score::NONE && node.static_eval + before > tune::hindsight_margin();
        if node.prior_reduction >= tune::hindsight_shallower() && node.depth >= 2 && costly {
            node.depth -= 1;
        }
    }

    /// Razoring (Birmingham and Kent 1977; chessprogramming.org: Razoring): far below alpha only tactics help, and quiescence finds those.
    fn razor(&mut self, node: &Node<G::Move>) -> Option<Score> {
        let margin = tune::razor_base() + tune::razor_slope() * node.depth * node.depth;
        if tune::use_razoring() == 0 || node.eval >= node.alpha - margin || is_decisive(node.alpha) {
            return None;
        }
        Some(self.qsearch::<NonPv>(node.ply, node.alpha, node.beta))
    }

    /// Null move pruning (Beal 1989; chessprogramming.org: Null Move Pruning): if even passing fails high, some move will too.
    /// Stockfish's formula, constants near Stockfish's.
    fn null_move(&mut self, node: &Node<G::Move>) -> Option<Score> {
        let improving = tune::nmp_improving() * i32::from(node.improving);
        let threshold = node.beta - tune::nmp_margin_depth() * node.depth - improving + tune::nmp_margin_base();
        let applies = tune::use_null_move() == 1
            && node.is_cut
            && self.td.stack.before(node.ply, 1).current.is_some()
            && node.static_eval >= threshold
            && node.ply >= self.counters.null_move_from
            && node.beta > -EVALUATION_LIMIT;
        if !applies {
            return None;
        }
        let depth = node.depth - (tune::nmp_base() + node.depth / tune::nmp_depth_divisor());
        self.make_null(node.ply);
        let value = -self.search::<NonPv>(node.ply + 1, depth, -node.beta, -node.beta + 1, false);
        self.position.unmake_null();
        if self.counters.aborted {
            return Some(0);
        }
        // A win after passing is not proved.
        if value < node.beta || value > EVALUATION_LIMIT {
            return None;
        }
        if self.is_stalemated() {
            return Some(score::mated_in(node.ply));
        }
        if self.counters.null_move_from > 0 || node.depth < tune::nmp_verification_depth() {
            return Some(value);
        }
        // Verification searches the same without null moves near the root of the subtree, against zugzwang.
        self.counters.null_move_from = node.ply + (depth.max(0) * tune::nmp_verification_percent() / 100) as usize + 1;
        let verified = self.search::<NonPv>(node.ply, depth.max(1), node.beta - 1, node.beta, false);
        self.counters.null_move_from = 0;
        (verified >= node.beta || self.counters.aborted).then_some(value)
    }

    /// True if there is no legal move, which loses although passing looked fine. A side with a piece in hand has a move
    /// in practice, which is cheaper to test.
    fn is_stalemated(&mut self) -> bool {
        if !self.position.hand(self.position.side_to_move()).is_empty() {
            return false;
        }
        let arena = &mut self.td.arena;
        let base = arena.moves.len();
        self.position.generate(Scope::Quiet, arena);
        self.position.generate(Scope::Tactical, arena);
        let stalemated = !arena.moves[base..].iter().any(|scored| self.position.is_legal(scored.m));
        arena.moves.truncate(base);
        stalemated
    }

    /// `ProbCut` (Buro 1995; chessprogramming.org: `ProbCut`), in Stockfish's form: a capture that beats beta by a margin in a
    /// shallow search will beat beta in a deep one.
    fn probcut(&mut self, node: &Node<G::Move>) -> Option<Score> {
        let known = node.entry.score;
        let raised = node.beta + tune::probcut_margin() - tune::probcut_improving() * i32::from(node.improving);
        let refuted = known != score::NONE && known < raised;
        if tune::use_probcut() == 0 || node.depth < tune::probcut_depth() || is_decisive(node.beta) || refuted {
            return None;
        }
        let base = self.td.arena.moves.len();
        let mut picker = MovePicker::probcut(self, node.entry.best, raised - node.static_eval);
        let mut result = None;
        while let Some(m) = picker.next(self) {
            if !self.position.is_legal(m) {
                continue;
            }
            if let Some(value) = self.try_probcut(node, m, raised) {
                result = Some(value);
                break;
            }
        }
        self.td.arena.moves.truncate(base);
        result
    }

    /// The score of a capture that beats `raised`, first in quiescence and then in a shallow search.
    fn try_probcut(&mut self, node: &Node<G::Move>, m: G::Move, raised: Score) -> Option<Score> {
        self.prefetch(m);
        let ply = node.ply + 1;
        let depth = node.depth - tune::probcut_plies();
        let history_index = self.position.history_index(m);
        self.make(m, history_index, false, node.ply);
        let mut value = -self.qsearch::<NonPv>(ply, -raised, -raised + 1);
        if value >= raised && depth > 0 && !self.counters.aborted {
            value = -self.search::<NonPv>(ply, depth, -raised, -raised + 1, !node.is_cut);
        }
        self.unmake(m);
        if self.counters.aborted {
            return Some(0);
        }
        if value < raised {
            return None;
        }
        self.td.histories.update_capture(history_index, super::history::bonus(depth));
        let entry = TtEntry {
            best: Some(m),
            score: tt::to_tt(value, node.ply),
            eval: node.raw_eval,
            depth: depth + 1,
            bound: Bound::Lower,
            tt_pv: node.tt_pv,
        };
        self.tt.store(node.key, &entry);
        Some(if is_decisive(value) { value } else { value - (raised - node.beta) })
    }

    /// Prunes a move that can hardly raise alpha, after others have been searched; true if it is pruned. May also make
    /// `picker` skip the quiet moves to come, raise the fail-soft score `best` to a futility value, and prefetch the TT
    /// cluster.
    pub fn prune_move(
        &self,
        node: &Node<G::Move>,
        context: &Context,
        candidate: &Candidate<G::Move>,
        picker: &mut MovePicker<G::Move>,
        best: &mut Best<G::Move>,
    ) -> bool {
        // Late move pruning (chessprogramming.org: Futility Pruning, Move Count Based Pruning).
        let late = (tune::lmp_base() + node.depth * node.depth) >> i32::from(!node.improving);
        if tune::use_lmp() == 1 && candidate.number as i32 >= late {
            picker.skip_quiets();
        }
        let depth = self.pruning_depth(node, candidate.number);
        if candidate.tactical || candidate.gives_check {
            self.prune_tactical(node, candidate, depth)
        } else if node.follow_pv {
            false
        } else {
            let depth = self.depth_by_history(node, context, candidate, depth);
            depth.is_none_or(|depth| self.prune_quiet(node, candidate, depth, picker, best))
        }
    }

    /// Expected depth of a move with this number after reduction, for pruning (Stockfish's `lmrDepth`).
    fn pruning_depth(&self, node: &Node<G::Move>, number: usize) -> i32 {
        let extra = if node.tt_pv { tune::prune_tt_pv() } else { 0 };
        node.depth - 1 - (self.base_reduction(node, number) + extra) / 1024
    }

    /// Stops generating quiet moves once a non-checking one with neutral history would be pruned as the `number`-th move.
    /// Called after a move has been searched.
    pub fn skip_futile_quiets(
        &self,
        node: &Node<G::Move>,
        number: usize,
        picker: &mut MovePicker<G::Move>,
        best: &mut Best<G::Move>,
    ) {
        if !picker.awaits_quiets() || node.follow_pv || best.score <= -EVALUATION_LIMIT {
            return;
        }
        let depth = self.pruning_depth(node, number) + tune::futility_skip_plies();
        if let Some(futility_value) = futile(node, best, depth) {
            best.raise_to(futility_value);
            picker.skip_quiets_but_checks();
        }
    }

    /// Prunes a tactical move or a check by futility or static exchange (chessprogramming.org: Futility Pruning, Static
    /// Exchange Evaluation); true if it is pruned.
    fn prune_tactical(&self, node: &Node<G::Move>, candidate: &Candidate<G::Move>, depth: i32) -> bool {
        let history = if candidate.tactical { self.td.histories.capture(candidate.history_index) } else { 0 };
        let is_plain = candidate.tactical && !candidate.gives_check && !node.in_check;
        if tune::use_capture_futility() == 1 && is_plain && depth < tune::capture_futility_depth() {
            let futility_value = node.static_eval
                + tune::capture_futility_base()
                + tune::capture_futility_slope() * depth
                + self.position.material_gain(candidate.m)
                + history / tune::capture_futility_history_divisor();
            if futility_value <= node.alpha {
                return true;
            }
        }
        self.prefetch(candidate.m);
        let slack = (tune::see_tactical_slope() * node.depth + history / tune::see_history_divisor()).max(0);
        tune::use_see_pruning() == 1 && !self.position.see_at_least(candidate.m, -slack)
    }

    /// The depth of a quiet move for pruning, if it has `depth` by its number alone; none if its history prunes it (Letouzey's
    /// Fruit, 2005; chessprogramming.org: History Leaf Pruning).
    fn depth_by_history(
        &self,
        node: &Node<G::Move>,
        context: &Context,
        candidate: &Candidate<G::Move>,
        depth: i32,
    ) -> Option<i32> {
        let history = self.td.histories.pruning_score(context, candidate.history_index);
        if tune::use_history_pruning() == 1 && history < -tune::history_prune_slope() * node.depth {
            return None;
        }
        let history = history
            + tune::history_butterfly_weight() * self.td.histories.butterfly(context, candidate.history_index)
                / PRUNING_BUTTERFLY_DIVISOR;
        Some(depth + history / tune::history_depth_divisor())
    }

    /// Prunes a quiet move by futility or static exchange; true if it is pruned.
    fn prune_quiet(
        &self,
        node: &Node<G::Move>,
        candidate: &Candidate<G::Move>,
        depth: i32,
        picker: &mut MovePicker<G::Move>,
        best: &mut Best<G::Move>,
    ) -> bool {
        if let Some(futility_value) = futile(node, best, depth) {
            best.raise_to(futility_value);
            // The moves to come stand behind this one because of their histories: hardly any has a much better one.
            if futile(node, best, depth + tune::futility_skip_margin()).is_some() {
                picker.skip_quiets();
            }
            return true;
        }
        self.prefetch(candidate.m);
        let depth = depth.max(0);
        tune::use_see_pruning() == 1
            && !self.position.see_at_least(candidate.m, -tune::see_quiet_slope() * depth * depth)
    }
}

/// Futility value of a quiet move at `depth` plies; none if it might raise alpha.
fn futile<M>(node: &Node<M>, best: &Best<M>, depth: i32) -> Option<Score> {
    let futility_value = node.static_eval
        + tune::futility_base()
        + tune::futility_no_best() * i32::from(best.best_move.is_none())
        + tune::futility_above_alpha() * i32::from(node.static_eval > node.alpha)
        + tune::futility_slope() * depth;
    let holds =
        tune::use_futility() == 1 && !node.in_check && depth < tune::futility_depth() && futility_value <= node.alpha;
    holds.then_some(futility_value)
}

/// Small `ProbCut` (Stockfish), by the transposition table alone and with a margin near Stockfish's: a bound nearly as
/// deep as this node, and so far above beta that searching would hardly change it.
fn small_probcut<M>(node: &Node<M>) -> Option<Score> {
    let raised = node.beta + tune::small_probcut_margin();
    let TtEntry { score: known, depth, bound, .. } = node.entry;
    let holds = tune::use_small_probcut() == 1
        && bound.is_lower()
        && known != score::NONE
        && depth >= node.depth - tune::small_probcut_plies()
        && known >= raised
        && !is_decisive(node.beta)
        && !is_decisive(known);
    holds.then_some(raised)
}

/// Reverse futility (chessprogramming.org: Reverse Futility Pruning): the score of a node so far above beta that no quiet move of
/// the opponent will change it, not even one that takes a piece with a cheaper one (Berserk, Jay Honnold, 2024, for the null move).
fn reverse_futility<M>(node: &Node<M>, at_risk: impl FnOnce() -> Score) -> Option<Score> {
    let slope = tune::rfp_margin() - if node.tt_hit { 0 } else { tune::rfp_no_hit() };
    let eased = tune::rfp_improving() * i32::from(node.improving) + tune::rfp_worsening() * i32::from(node.worsening);
    let margin = slope * node.depth - eased * slope / 1024 + node.corrected_by * tune::rfp_corrected_percent() / 100;
    let holds = tune::use_rfp() == 1
        && node.depth <= tune::rfp_depth()
        && !node.tt_pv
        && node.eval - margin >= node.beta
        && node.eval >= node.beta
        && (node.entry.best.is_none() || node.tt_tactical)
        && !is_decisive(node.beta)
        && !is_decisive(node.eval)
        && node.eval - margin - at_risk() * tune::rfp_at_risk_percent() / 100 >= node.beta;
    holds.then_some((node.eval + tune::rfp_beta_weight() * node.beta) / (1 + tune::rfp_beta_weight()))
}
