//! The main search: principal variation search (chessprogramming.org: Principal Variation Search).

use super::correction::Correction;
use super::history::Context;
use super::movepick::MovePicker;
use super::node::{Best, Candidate, Node, NodeType, NonPv, Tried};
use super::reduce::Extension;
use super::tt::{self, Bound, TtEntry};
use super::worker::Worker;
use super::{history, tunables as tune};
use crate::game::score::{self, EVALUATION_LIMIT, INFINITE, MAX_PLY, Score, is_decisive, mate_in, mated_in};
use crate::game::{Claim, Ending, Evaluator, Game, Position};
use std::mem;

impl<G: Game, E: Evaluator<G>> Worker<'_, G, E> {
    /// Fail-soft score of the position at `ply`, below the root, after `depth` more plies. [`super`] lists the steps.
    pub fn search<N: NodeType>(
        &mut self,
        ply: usize,
        depth: i32,
        mut alpha: Score,
        mut beta: Score,
        cut_node: bool,
    ) -> Score {
        if depth <= 0 {
            return self.qsearch::<N>(ply, alpha, beta);
        }
        if N::PV {
            self.enter_pv(ply);
        }
        if self.counters.aborted {
            return 0;
        }
        if let Some(value) = self.terminal(ply, alpha, beta) {
            return value;
        }
        // Mate distance pruning (chessprogramming.org): even mating with the next move is no better than what is known.
        alpha = alpha.max(mated_in(ply));
        beta = beta.min(mate_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }
        let mut node = self.enter::<N>(Node::called(ply, depth, alpha, beta, cut_node));
        if node.excluded.is_none() {
            if !N::PV
                && let Some(value) = self.tt_cutoff(&node)
            {
                return value;
            }
            if let Some(value) = self.claimed_win::<N>(ply) {
                return value;
            }
        }
        self.set_static_eval(&mut node);
        if let Some(value) = self.prune_node::<N>(&mut node) {
            return value;
        }
        let base = self.td.arena.moves.len();
        let value = self.search_moves::<N>(&mut node);
        self.td.arena.moves.truncate(base);
        value
    }

    /// Starts a new best line at a node on a principal variation.
    pub fn enter_pv(&mut self, ply: usize) {
        self.td.stack.clear_line(ply);
        self.counters.seldepth = self.counters.seldepth.max(ply + 1);
    }

    /// The score if the game ends here by the path that led here, or if the path has become too long. Nothing of it
    /// may enter the table.
    #[inline(always)]
    pub fn terminal(&mut self, ply: usize, alpha: Score, beta: Score) -> Option<Score> {
        match self.position.ending(ply) {
            Some(Ending::Draw) => return Some(self.draw_score()),
            Some(Ending::Win) => return Some(mate_in(ply)),
            Some(Ending::Loss) => return Some(mated_in(ply)),
            // A side that has won material over a repetition can do so again and again. That is worth any bound
            // of the window, but it is no score: with an open window the node is searched like any other, so that
            // no made-up number ever reaches the root.
            Some(Ending::Superior) if beta <= EVALUATION_LIMIT => return Some(beta),
            Some(Ending::Inferior) if alpha >= -EVALUATION_LIMIT => return Some(alpha),
            _ => {}
        }
        if ply < MAX_PLY - 1 {
            return None;
        }
        Some(if self.position.in_check() { self.draw_score() } else { self.evaluate() })
    }

    /// Fills in the table entry and the state of the line.
    pub fn enter<N: NodeType>(&mut self, mut node: Node<G::Move>) -> Node<G::Move> {
        let ply = node.ply;
        node.depth = node.depth.min(MAX_PLY as i32 - 1);
        node.key = self.position.key();
        node.in_check = self.position.in_check();
        // The corrections come before the table, so that memory is waited for once.
        node.correction = if node.in_check { Correction::NOWHERE } else { self.prefetch_correction(ply) };
        node.excluded = self.td.stack.at(ply).excluded;
        let known = self.tt.probe(node.key);
        node.tt_hit = known.is_some();
        node.entry = known.unwrap_or(TtEntry::MISSING);
        node.entry.score = tt::from_tt(node.entry.score, ply);
        node.entry.best = node.entry.best.filter(|&m| self.position.is_pseudo_legal(m));
        node.tt_tactical = node.entry.best.is_some_and(|m| self.position.is_tactical(m));
        let doubles = self.td.stack.before(ply, 1).double_extensions;
        self.td.stack.at_mut(ply + 2).cutoffs = 0;
        // The reduction concerns this node, not another search from it: it is taken away.
        node.prior_reduction = if N::ROOT { 0 } else { mem::take(&mut self.td.stack.at_mut(ply - 1).reduction) };
        node.follow_pv = tune::use_follow_pv() == 1 && (N::ROOT || self.td.stack.before(ply, 1).follow_pv);
        let frame = self.td.stack.at_mut(ply);
        frame.in_check = node.in_check;
        frame.tt_hit = node.tt_hit;
        frame.move_count = 0;
        frame.stat_score = 0;
        if node.excluded.is_none() {
            frame.tt_pv = N::PV || node.entry.tt_pv;
            frame.double_extensions = doubles;
        }
        node.tt_pv = frame.tt_pv;
        node
    }

    /// The score of the table, if it makes searching unnecessary.
    fn tt_cutoff(&mut self, node: &Node<G::Move>) -> Option<Score> {
        let TtEntry { score: value, depth, bound, best, .. } = node.entry;
        let fails_high = value >= node.beta;
        let fits = if fails_high { bound.is_lower() } else { bound.is_upper() };
        let expected = node.is_cut == fails_high || node.depth > tune::tt_cut_depth();
        if tune::use_tt_cutoff() == 0
            || value == score::NONE
            || !fits
            || !expected
            || depth < node.depth + i32::from(value > node.beta)
        {
            return None;
        }
        if fails_high && let Some(m) = best {
            if !node.tt_tactical {
                let context = self.history_context(node.ply);
                let history_index = self.position.history_index(m);
                let bonus = history::bonus(node.depth).min(tune::tt_cut_bonus_limit());
                self.td.histories.update_quiet(&context, history_index, node.in_check, bonus);
            }
            if self.td.stack.before(node.ply, 1).move_count as i32 <= tune::refuted_moves() {
                self.punish_prior(node.ply, tune::refuted_malus());
            }
        }
        Some(value)
    }

    /// The score of a win by claim, if there is one.
    pub fn claimed_win<N: NodeType>(&mut self, ply: usize) -> Option<Score> {
        let claim = self.position.claim()?;
        if N::PV
            && let Claim::Move(m) = claim
        {
            self.td.stack.clear_line(ply + 1);
            self.td.stack.extend_line(ply, m);
        }
        Some(mate_in(ply + 1))
    }

    /// A move that mates at once, where the table does not tell the score. Not in check.
    pub fn mate_at_once<N: NodeType>(&mut self, ply: usize, entry: &TtEntry<G::Move>) -> Option<G::Move> {
        let is_known = tune::use_mate_in_one() == 0
            || entry.bound != Bound::None && !(G::RETRIES_MATE_IN_ONE && entry.depth == tt::DEPTH_UNSEARCHED);
        if is_known {
            return None;
        }
        let m = self.position.mate_in_one().filter(|&m| !self.overlooks(m))?;
        if N::PV {
            self.td.stack.clear_line(ply + 1);
            self.td.stack.extend_line(ply, m);
        }
        Some(m)
    }

    /// Fills in the static evaluation, its correction, `improving` (Stockfish, Eelco de Groot, 2013) and `worsening` (Stockfish,
    /// rn5f107s2, 2024).
    pub fn set_static_eval(&mut self, node: &mut Node<G::Move>) {
        let ply = node.ply;
        let two_before = self.td.stack.before(ply, 2).static_eval;
        if node.in_check {
            // There is nothing to go by: it counts as it did two plies before.
            self.td.stack.at_mut(ply).static_eval = two_before;
            return;
        }
        if node.excluded.is_some() {
            node.static_eval = self.td.stack.at(ply).static_eval;
            node.eval = node.static_eval;
        } else {
            node.raw_eval = if node.entry.eval == score::NONE { self.evaluate() } else { node.entry.eval };
            node.static_eval = self.td.corrections.apply(&node.correction, node.raw_eval);
            node.corrected_by = (node.static_eval - node.raw_eval).abs();
            node.eval = node.static_eval;
            if !node.tt_hit {
                let entry = TtEntry { eval: node.raw_eval, tt_pv: node.tt_pv, ..TtEntry::<G::Move>::MISSING };
                self.tt.store(node.key, &entry);
            }
            let known = node.entry.score;
            let bound = node.entry.bound;
            let better = if known > node.eval { bound.is_lower() } else { bound.is_upper() };
            if known != score::NONE && !is_decisive(known) && better {
                node.eval = known;
            }
        }
        let one_before = self.td.stack.before(ply, 1).static_eval;
        node.improving = tune::use_improving() == 1 && two_before != score::NONE && node.static_eval > two_before;
        node.worsening = one_before != score::NONE && node.static_eval > -one_before;
        self.td.stack.at_mut(ply).static_eval = node.static_eval;
        self.learn_eval_policy(node, one_before);
    }

    /// Searches the moves of a node, keeps the result and learns from it.
    fn search_moves<N: NodeType>(&mut self, node: &mut Node<G::Move>) -> Score {
        let context = self.history_context(node.ply);
        let mut picker = MovePicker::main(self, node.entry.best, context, node.depth);
        let (mut best, mut tried) = (Best::nothing(), Tried::nothing());
        let alpha_before = node.alpha;
        let mut number = 0;
        while let Some(m) = picker.next(self) {
            if Some(m) == node.excluded || !self.position.is_legal(m) {
                continue;
            }
            number += 1;
            self.td.stack.at_mut(node.ply).move_count = number;
            let candidate = Candidate::new(&self.position, m, number);
            if best.score <= -EVALUATION_LIMIT {
                self.prefetch(m);
            } else if self.prune_move(node, &context, &candidate, &mut picker, &mut best) {
                continue;
            }
            let new_depth = node.depth - 1;
            let extension = match self.extension::<N>(node, &candidate) {
                Extension::Cutoff(value) => return value,
                Extension::Plies(plies) => plies,
            };
            // The alternatives to a singular move are searched more deeply, too.
            node.depth += i32::from(extension > 0);
            let value = self.search_move::<N>(node, &context, &candidate, new_depth + extension, best.score);
            if self.counters.aborted {
                return 0;
            }
            if self.update_best::<N>(node, &candidate, value, &mut best, &mut tried) {
                self.td.stack.at_mut(node.ply).cutoffs += u32::from(extension < 2 || N::PV);
                break;
            }
            self.skip_futile_quiets(node, number + 1, &mut picker, &mut best);
        }
        if number == 0 {
            // A side without a legal move loses, in check or not. With a move left out nothing is known.
            return if node.excluded.is_some() { node.alpha } else { mated_in(node.ply) };
        }
        self.finish_node::<N>(node, &context, &best, &tried, alpha_before)
    }

    /// Takes over the score of a move that has been searched; true if the node fails high by it.
    #[inline]
    pub fn update_best<N: NodeType>(
        &mut self,
        node: &mut Node<G::Move>,
        candidate: &Candidate<G::Move>,
        value: Score,
        best: &mut Best<G::Move>,
        tried: &mut Tried<G::Move>,
    ) -> bool {
        best.score = best.score.max(value);
        if value <= node.alpha {
            tried.add(candidate);
            return false;
        }
        best.best_move = Some((candidate.m, candidate.history_index));
        self.raise_alpha::<N>(node, candidate.m, value)
    }

    /// Takes over a score above alpha; true if it fails high.
    fn raise_alpha<N: NodeType>(&mut self, node: &mut Node<G::Move>, m: G::Move, value: Score) -> bool {
        if N::PV && !N::ROOT {
            self.td.stack.extend_line(node.ply, m);
        }
        if value >= node.beta {
            return true;
        }
        node.alpha = value;
        // After one good move the others need less depth (Stockfish, Stéphane Nicolet, 2022).
        let is_middling = (tune::alpha_raise_min_depth()..=tune::alpha_raise_max_depth()).contains(&node.depth);
        if is_middling && !is_decisive(value) {
            node.depth -= tune::alpha_raise_plies();
        }
        false
    }

    /// The score of one move: with a null window, reduced at first, and an open window if that is not enough.
    pub fn search_move<N: NodeType>(
        &mut self,
        node: &Node<G::Move>,
        context: &Context,
        candidate: &Candidate<G::Move>,
        mut depth: i32,
        best_score: Score,
    ) -> Score {
        let (ply, alpha) = (node.ply + 1, node.alpha);
        let mut reduction = self.reduction::<N>(node, context, candidate);
        if tune::use_lmr() == 0 {
            reduction = 0;
        }
        let follow_pv = node.follow_pv && self.iteration.best_line.get(node.ply) == Some(&candidate.m);
        self.td.stack.at_mut(node.ply).follow_pv = follow_pv;
        self.make(candidate.m, candidate.history_index, !candidate.tactical, node.ply);
        let mut value = -INFINITE;
        if node.depth >= 2 && candidate.number > 1 {
            let reduced = (depth - reduction / 1024).min(depth + tune::lmr_most_deeper()).max(1) + i32::from(N::PV);
            self.td.stack.at_mut(node.ply).reduction = depth - reduced;
            value = -self.search::<NonPv>(ply, reduced, -alpha - 1, -alpha, true);
            self.td.stack.at_mut(node.ply).reduction = 0;
            if value > alpha && !self.counters.aborted {
                // The re-search is deeper the better the score (Stockfish, lonfom169 and Michael Chaly, 2021 and 2022).
                depth += i32::from(reduced < depth && value > best_score + tune::lmr_deeper_margin());
                depth -= i32::from(value < best_score + tune::lmr_shallower_margin());
                if depth > reduced {
                    value = -self.search::<NonPv>(ply, depth, -alpha - 1, -alpha, !node.is_cut);
                }
                if !candidate.tactical {
                    let bonus = tune::lmr_research_bonus();
                    self.td.histories.update_continuation(context, candidate.history_index, node.in_check, bonus);
                }
            }
        } else if !N::PV || candidate.number > 1 {
            if node.entry.best.is_none() {
                reduction += tune::lmr_no_tt_move();
            }
            let less = i32::from(reduction > tune::lmr_unreduced_threshold());
            let much_less = i32::from(
                reduction > tune::lmr_unreduced_threshold() + tune::lmr_unreduced_second_threshold() && depth > 2,
            );
            value = -self.search::<NonPv>(ply, depth - less - much_less, -alpha - 1, -alpha, !node.is_cut);
        }
        if N::PV && !self.counters.aborted && (candidate.number == 1 || value > alpha) {
            if node.entry.best == Some(candidate.m) && node.entry.depth > 1 {
                depth = depth.max(1);
            }
            value = -self.search::<N::Next>(ply, depth, -node.beta, -alpha, false);
        }
        self.td.stack.at_mut(node.ply).follow_pv = false;
        self.unmake(candidate.m);
        value
    }

    /// Keeps the result of a node, learns from it, and returns it.
    pub fn finish_node<N: NodeType>(
        &mut self,
        node: &mut Node<G::Move>,
        context: &Context,
        best: &Best<G::Move>,
        tried: &Tried<G::Move>,
        alpha_before: Score,
    ) -> Score {
        let mut value = best.score;
        if tune::use_fail_high_mean() == 1 && value >= node.beta && !is_decisive(value) && !is_decisive(node.beta) {
            // Failing high by much, at low depth above all, is rarely quite true (Stockfish, Michael Chaly, 2024).
            value = (value * node.depth + node.beta) / (node.depth + 1);
        }
        match best.best_move {
            Some((m, history_index)) => {
                self.reward(node, context, m, history_index, tried);
                if !N::PV {
                    self.td.histories.update_tt_move(node.entry.best == Some(m));
                }
            }
            None => self.reward_prior(node, value),
        }
        let best_move = best.best_move.map(|(m, _)| m);
        if value <= node.alpha && node.ply > 0 && self.td.stack.before(node.ply, 1).tt_pv {
            node.tt_pv = true;
            self.td.stack.at_mut(node.ply).tt_pv = true;
        }
        if node.excluded.is_some() {
            return value;
        }
        let bound = match value {
            _ if value >= node.beta => Bound::Lower,
            _ if N::PV && value > alpha_before => Bound::Exact,
            _ => Bound::Upper,
        };
        if !N::ROOT || self.iteration.line == 0 {
            self.tt.store(
                node.key,
                &TtEntry {
                    best: best_move,
                    score: tt::to_tt(value, node.ply),
                    eval: node.raw_eval,
                    depth: node.depth,
                    bound,
                    tt_pv: node.tt_pv,
                },
            );
        }
        self.learn_correction(node, best_move, value, bound);
        value
    }
}
