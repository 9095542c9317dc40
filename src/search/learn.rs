//! Updates of histories and corrections by a searched node.

use super::history::{self, Context, Histories};
use super::node::{Node, Tried};
use super::tt::Bound;
use super::tunables as tune;
use super::worker::Worker;
use crate::game::score::{self, Score, is_decisive};
use crate::game::{Evaluator, Game, HistoryIndex, Position};

/// `eval_policy_weight`, in history points a centipawn, is in 1/16.
const EVAL_POLICY_DIVISOR: i32 = 16;
/// The scale of the reward for the opponent's last move is in 1/128.
const PRIOR_DIVISOR: i32 = 128;
/// That reward counts in 1/64 for the continuation histories, in 1/128 for the butterfly history.
const PRIOR_CONTINUATION_DIVISOR: i32 = 64;
const PRIOR_BUTTERFLY_DIVISOR: i32 = 128;

impl<G: Game, E: Evaluator<G>> Worker<'_, G, E> {
    /// Eval policy: rewards or punishes the opponent's last quiet move by the change of the static evaluation
    /// (Stockfish's `evalDiff`).
    pub fn learn_eval_policy(&mut self, node: &Node<G::Move>, one_before: Score) {
        let frame = self.td.stack.before(node.ply, 1);
        if node.ply == 0
            || node.excluded.is_some()
            || !frame.current_is_quiet
            || frame.in_check
            || one_before == score::NONE
        {
            return;
        }
        let Some(history_index) = frame.current else { return };
        let mover = !self.position.side_to_move();
        let eval_difference =
            (-(one_before + node.static_eval)).clamp(tune::eval_policy_min(), tune::eval_policy_max());
        let eval_difference =
            (eval_difference + tune::eval_policy_offset()) * tune::eval_policy_weight() / EVAL_POLICY_DIVISOR;
        self.td.histories.update_butterfly(mover, history_index, eval_difference);
    }

    /// Rewards the move that was best, and punishes those tried in vain.
    pub fn reward(
        &mut self,
        node: &Node<G::Move>,
        context: &Context,
        m: G::Move,
        history_index: HistoryIndex,
        tried: &Tried<G::Move>,
    ) {
        let prior = self.td.stack.before(node.ply, 1);
        let refuted = prior.move_count == 1 + usize::from(prior.tt_hit);
        let expected = if node.entry.best == Some(m) { tune::history_tt_move_bonus() } else { 0 };
        let bonus = history::bonus(node.depth) + expected + prior.stat_score / tune::history_stat_divisor();
        let malus = history::malus(node.depth);
        if refuted {
            self.punish_prior(node.ply, malus * tune::refuted_share() / 1024);
        }
        let histories = &mut self.td.histories;
        if self.position.is_tactical(m) {
            histories.update_capture(history_index, bonus * tune::capture_bonus_share() / 1024);
        } else {
            let bonus = bonus * tune::quiet_bonus_share() / 1024;
            histories.update_quiet(context, history_index, node.in_check, bonus);
            let mut malus = malus * tune::quiet_malus_share() / 1024;
            for &(_, other) in tried.quiets.iter().filter(|&&(other, _)| other != m) {
                // The later a move was tried, the less was expected of it.
                malus = malus * tune::quiet_malus_decay() / 1024;
                histories.update_quiet(context, other, node.in_check, -malus);
            }
        }
        for &(_, other) in tried.tacticals.iter().filter(|&&(other, _)| other != m) {
            histories.update_capture(other, -malus * tune::capture_malus_share() / 1024);
        }
    }

    /// Rewards the opponent's last move, as no move was good enough against it (Stockfish).
    pub fn reward_prior(&mut self, node: &Node<G::Move>, value: Score) {
        let frame = self.td.stack.before(node.ply, 1);
        let (Some(history_index), in_check) = (frame.current, frame.in_check) else { return };
        if !frame.current_is_quiet {
            self.td.histories.update_capture(history_index, tune::prior_capture_bonus());
            return;
        }
        let surprised = !node.in_check && value <= node.static_eval - tune::prior_surprise_margin();
        let foreseen = !in_check
            && frame.static_eval != score::NONE
            && value <= -frame.static_eval - tune::prior_foreseen_margin();
        let late = frame.move_count as i32 > tune::prior_late_moves();
        let scale = (tune::prior_depth_slope() * node.depth).min(tune::prior_depth_limit())
            - tune::prior_base()
            - frame.stat_score / tune::prior_stat_divisor()
            + tune::prior_late() * i32::from(late)
            + tune::prior_surprised() * i32::from(surprised)
            + tune::prior_foreseen() * i32::from(foreseen);
        let by_depth = tune::prior_bonus_slope() * node.depth - tune::prior_bonus_offset();
        let bonus = by_depth.min(tune::prior_bonus_limit()) * scale.max(0) / PRIOR_DIVISOR;
        let mover = !self.position.side_to_move();
        let before = self.prior_context(node.ply);
        self.td.histories.update_continuation(
            &before,
            history_index,
            in_check,
            bonus * tune::prior_bonus() / PRIOR_CONTINUATION_DIVISOR,
        );
        self.td.histories.update_butterfly(mover, history_index, bonus * tune::prior_bonus() / PRIOR_BUTTERFLY_DIVISOR);
    }

    /// Corrects the evaluation by the search's score, if that is a bound on the right side.
    pub fn learn_correction(&mut self, node: &Node<G::Move>, best: Option<G::Move>, value: Score, bound: Bound) {
        let quiet = best.is_none_or(|m| !self.position.is_tactical(m));
        let error = value - node.static_eval;
        let informs = if error > 0 { bound.is_lower() } else { bound.is_upper() };
        if !node.in_check && quiet && informs && !is_decisive(value) {
            self.td.corrections.update(&node.correction, error, node.depth);
        }
    }

    /// Punishes the opponent's last move, an early quiet one, as it has been refuted (Stockfish).
    pub fn punish_prior(&mut self, ply: usize, malus: i32) {
        let frame = self.td.stack.before(ply, 1);
        let Some(history_index) = frame.current.filter(|_| frame.current_is_quiet) else { return };
        let in_check = frame.in_check;
        let before = self.prior_context(ply);
        self.td.histories.update_continuation(&before, history_index, in_check, -malus);
    }

    /// History context of the node before that at `ply`. The pawn history is left out: the pawns have changed since.
    fn prior_context(&self, ply: usize) -> Context {
        Histories::<G>::context(!self.position.side_to_move(), 0, &self.td.stack, ply - 1)
    }
}
