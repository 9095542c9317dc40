//! What a searched node teaches: the histories of moves and the corrections of the evaluation.

use super::history::{self, Context, Histories};
use super::node::{Node, Tried};
use super::tt::Bound;
use super::tunables as tune;
use super::worker::Worker;
use crate::game::score::{self, Score, is_decisive};
use crate::game::{Evaluator, Footprint, Game, Position};

impl<G: Game, E: Evaluator<G>> Worker<'_, G, E> {
    /// A quiet move after which the mover stands better than before was good, and the other way round.
    pub fn learn_from_swing(&mut self, node: &Node<G::Move>, one_before: Score) {
        let frame = self.space.stack.before(node.ply, 1);
        if node.ply == 0
            || node.excluded.is_some()
            || !frame.current_is_quiet
            || frame.in_check
            || one_before == score::NONE
        {
            return;
        }
        let Some(footprint) = frame.current else { return };
        let mover = !self.position.side_to_move();
        let swing = (-(one_before + node.static_eval)).clamp(-210, 170) + tune::swing_offset();
        let swing = swing * tune::swing_weight() / 16;
        self.space.histories.update_mover(mover, footprint, swing);
    }

    /// The move that was best is rewarded, those tried in vain are punished.
    pub fn reward(
        &mut self,
        node: &Node<G::Move>,
        context: &Context,
        m: G::Move,
        footprint: Footprint,
        tried: &Tried<G::Move>,
    ) {
        let prior = self.space.stack.before(node.ply, 1);
        let refuted = prior.move_count == 1 + usize::from(prior.hit);
        let expected = if node.entry.best == Some(m) { tune::history_table_bonus() } else { 0 };
        let bonus = history::bonus(node.depth) + expected + prior.stat_score / 32;
        let malus = history::malus(node.depth);
        if refuted {
            self.punish_prior(node.ply, malus * 600 / 1024);
        }
        let histories = &mut self.space.histories;
        if self.position.is_tactical(m) {
            histories.update_capture(footprint, bonus * 1_290 / 1024);
        } else {
            histories.update_quiet(context, footprint, node.in_check, bonus * 800 / 1024);
            let mut malus = malus * 1_110 / 1024;
            for &(_, other) in tried.quiets.iter().filter(|&&(other, _)| other != m) {
                // The later a move was tried, the less was expected of it.
                malus = malus * 975 / 1024;
                histories.update_quiet(context, other, node.in_check, -malus);
            }
        }
        for &(_, other) in tried.tacticals.iter().filter(|&&(other, _)| other != m) {
            histories.update_capture(other, -malus * 3 / 2);
        }
    }

    /// No move was good enough: the opponent's last one was good.
    pub fn reward_prior(&mut self, node: &Node<G::Move>, found: Score) {
        let frame = self.space.stack.before(node.ply, 1);
        let (Some(footprint), in_check) = (frame.current, frame.in_check) else { return };
        if !frame.current_is_quiet {
            self.space.histories.update_capture(footprint, tune::prior_capture_bonus());
            return;
        }
        let surprised = !node.in_check && found <= node.static_eval - 110;
        let foreseen = !in_check && frame.static_eval != score::NONE && found <= -frame.static_eval - 75;
        let scale = (60 * node.depth).min(450) - 230 - frame.stat_score / 108
            + 170 * i32::from(frame.move_count > 8)
            + 145 * i32::from(surprised)
            + 155 * i32::from(foreseen);
        let bonus = (135 * node.depth - 80).min(1_400) * scale.max(0) / 128;
        let mover = !self.position.side_to_move();
        let before = self.prior_context(node.ply);
        self.space.histories.update_continuation(&before, footprint, in_check, bonus * tune::prior_bonus() / 64);
        self.space.histories.update_mover(mover, footprint, bonus * tune::prior_bonus() / 128);
    }

    /// Corrects the evaluation by what the search found, where that is a bound on the right side.
    pub fn learn_correction(&mut self, node: &Node<G::Move>, best: Option<G::Move>, found: Score, bound: Bound) {
        let quiet = best.is_none_or(|m| !self.position.is_tactical(m));
        let error = found - node.static_eval;
        let informs = if error > 0 { bound.is_lower() } else { bound.is_upper() };
        if !node.in_check && quiet && informs && !is_decisive(found) {
            self.space.corrections.update(&node.correction, error, node.depth);
        }
    }

    /// An early quiet move of the opponent has been refuted.
    pub fn punish_prior(&mut self, ply: usize, malus: i32) {
        let frame = self.space.stack.before(ply, 1);
        let Some(footprint) = frame.current.filter(|_| frame.current_is_quiet) else { return };
        let in_check = frame.in_check;
        let before = self.prior_context(ply);
        self.space.histories.update_continuation(&before, footprint, in_check, -malus);
    }

    /// Where to look up the moves of the node before that at `ply`; the pawns are not what they were.
    fn prior_context(&self, ply: usize) -> Context {
        Histories::<G>::context(!self.position.side_to_move(), 0, &self.space.stack, ply - 1)
    }
}
