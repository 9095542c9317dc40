//! How much deeper or shallower than its siblings a move is searched.

use super::alphabeta::{Candidate, Node, is_decisive};
use super::history::Context;
use super::node::{NodeType, NonPv};
use super::tunables as tune;
use super::worker::Worker;
use crate::game::score::{self, Score};
use crate::game::{Evaluator, Game, Position};

/// What a test for singularity says.
pub enum Verdict {
    /// Plies to add to the depth.
    Plies(i32),
    /// The node fails high without searching the move.
    Cutoff(Score),
}

impl<G: Game, E: Evaluator<G>> Worker<'_, G, E> {
    /// Late move reduction by depth and place among the moves alone, in 1/1024 of a ply.
    pub fn base_reduction(&self, node: &Node<G::Move>, number: usize) -> i32 {
        let logarithm = |n: usize| i64::from(self.logarithms[n.min(self.logarithms.len() - 1)]);
        let product = logarithm(node.depth.max(1) as usize) * logarithm(number);
        let window = (node.beta - node.alpha).min(self.root_delta) * tune::lmr_window() / self.root_delta.max(1);
        let improving = if node.improving { 0 } else { tune::lmr_not_improving() };
        (product * i64::from(tune::lmr_scale()) >> 20) as i32 + tune::lmr_base() + improving - window
    }

    /// Late move reduction, in 1/1024 of a ply; negative for more depth.
    pub fn reduction<N: NodeType>(
        &self,
        node: &Node<G::Move>,
        context: &Context,
        candidate: &Candidate<G::Move>,
    ) -> i32 {
        let mut reduction = self.base_reduction(node, candidate.number);
        if node.is_pv {
            reduction -= tune::lmr_pv_line();
        }
        if N::PV {
            reduction -= tune::lmr_pv_node();
        }
        if node.cut_node {
            reduction += tune::lmr_cut_node();
        }
        if node.table_tactical && !candidate.tactical {
            reduction += tune::lmr_tactical_tt();
        }
        if self.space.stack.at(node.ply + 1).cutoffs > 3 {
            reduction += tune::lmr_cutoffs();
        }
        if node.entry.best == Some(candidate.m) {
            reduction -= tune::lmr_tt_move();
        } else if self.space.stack.at(node.ply).killers.contains(&Some(candidate.m)) {
            reduction -= tune::lmr_killer();
        }
        if candidate.gives_check {
            reduction -= tune::lmr_check();
        }
        let history = if candidate.tactical {
            self.space.histories.capture(candidate.footprint)
                + self.position.material_gain(candidate.m) * tune::lmr_gain_weight()
        } else {
            self.space.histories.reducing(context, candidate.footprint)
        };
        reduction - history / tune::lmr_history_divisor()
    }

    /// Singular extension: if the table move is better than all others by a margin, much depends on it.
    pub fn extension<N: NodeType>(&mut self, node: &Node<G::Move>, candidate: &Candidate<G::Move>) -> Verdict {
        let known = node.entry.score;
        let applies = !N::ROOT
            && node.excluded.is_none()
            && node.entry.best == Some(candidate.m)
            && node.depth >= tune::singular_depth() + i32::from(node.is_pv)
            && known != score::NONE
            && !is_decisive(known)
            && node.entry.bound.is_lower()
            && node.entry.depth >= node.depth - 3
            && node.ply < 2 * self.root_depth;
        if !applies {
            return Verdict::Plies(0);
        }
        let margin = tune::singular_margin() + tune::singular_pv_margin() * i32::from(node.is_pv && !N::PV);
        let bar = known - margin * node.depth / 64;
        self.space.stack.at_mut(node.ply).excluded = Some(candidate.m);
        let found = self.search::<NonPv>(node.ply, (node.depth - 1) / 2, bar - 1, bar, node.cut_node);
        let frame = self.space.stack.at_mut(node.ply);
        frame.excluded = None;
        frame.move_count = candidate.number;
        if self.aborted {
            return Verdict::Cutoff(0);
        }
        if found < bar {
            let much = !N::PV && found < bar - tune::double_extension_margin();
            let doubles = self.space.stack.before(node.ply, 1).double_extensions;
            let double = much && doubles < tune::double_extension_limit();
            self.space.stack.at_mut(node.ply).double_extensions = doubles + i32::from(double);
            return Verdict::Plies(1 + i32::from(double));
        }
        // Multi-cut: another move fails high as well.
        if found >= node.beta && !is_decisive(found) {
            return Verdict::Cutoff(found);
        }
        // Not singular: the other moves deserve the depth more.
        if known >= node.beta {
            Verdict::Plies(if N::PV { -1 } else { -2 })
        } else {
            Verdict::Plies(if node.cut_node { -1 } else { 0 })
        }
    }
}
