//! Depth of a move relative to its siblings: late move reductions and singular extensions.
//!
//! Both follow Stockfish's structure, with constants near Stockfish's.

use super::history::Context;
use super::node::{Candidate, Node, NodeType, NonPv};
use super::tunables as tune;
use super::worker::Worker;
use crate::game::score::{self, Score, is_decisive};
use crate::game::{Evaluator, Game, Position};

/// Weight of a ply of depth against the reduction in an all-node.
const ALL_GRAIN: i32 = 256;
/// Margins of singularity are in 1/64 of a centipawn a ply.
const SINGULAR_GRAIN: i32 = 64;
/// Extensions end at this multiple of the iteration's depth from the root.
const EXTENSION_REACH: usize = 2;

/// 1024 times the natural logarithm of each index; zero for the index zero.
static LOGARITHMS: [i32; 256] = {
    let mut table = [0; 256];
    let mut n = 1;
    while n < table.len() {
        table[n] = (logarithm(n as f64) * 1024.0) as i32;
        n += 1;
    }
    table
};

/// The natural logarithm of a number of at least 1, at compile time: it is halved until it lies between 1 and 2, and the
/// series of the inverse hyperbolic tangent does the rest.
const fn logarithm(n: f64) -> f64 {
    let (mut rest, mut halvings) = (n, 0.0);
    while rest >= 2.0 {
        rest /= 2.0;
        halvings += 1.0;
    }
    let x = (rest - 1.0) / (rest + 1.0);
    let (mut power, mut sum, mut odd) = (x, 0.0, 1.0);
    // A term is less than a ninth of the one before, so that 20 of them exhaust the precision of the type.
    while odd < 40.0 {
        sum += power / odd;
        power *= x * x;
        odd += 2.0;
    }
    2.0 * sum + halvings * std::f64::consts::LN_2
}

/// Result of a singular search.
pub enum Extension {
    /// Plies to add to the depth.
    Plies(i32),
    /// The node fails high without searching the move.
    Cutoff(Score),
}

impl<G: Game, E: Evaluator<G>> Worker<'_, G, E> {
    /// Late move reduction by depth and place among the moves alone, in 1/1024 of a ply.
    pub fn base_reduction(&self, node: &Node<G::Move>, number: usize) -> i32 {
        let logarithm = |n: usize| i64::from(LOGARITHMS[n.min(LOGARITHMS.len() - 1)]);
        let product = logarithm(node.depth.max(1) as usize) * logarithm(number);
        let window =
            (node.beta - node.alpha).min(self.iteration.window) * tune::lmr_window() / self.iteration.window.max(1);
        let scale = ((product * i64::from(tune::lmr_scale())) >> 20) as i32;
        let not_improving = if node.improving { 0 } else { scale * tune::lmr_not_improving() / 1024 };
        scale + tune::lmr_base() + not_improving - window
    }

    /// Late move reduction (chessprogramming.org: Late Move Reductions) in 1/1024 of a ply; negative for more depth.
    pub fn reduction<N: NodeType>(
        &mut self,
        node: &Node<G::Move>,
        context: &Context,
        candidate: &Candidate<G::Move>,
    ) -> i32 {
        let mut reduction = self.base_reduction(node, candidate.number) + tune::lmr_offset()
            - tune::lmr_number() * candidate.number as i32
            - tune::lmr_corrected() * node.corrected_by;
        if node.tt_pv {
            let known = node.entry.score;
            reduction -= tune::lmr_pv_line()
                + tune::lmr_pv_node() * i32::from(N::PV)
                + tune::lmr_pv_above() * i32::from(known != score::NONE && known > node.alpha)
                + tune::lmr_pv_deep() * i32::from(node.entry.depth >= node.depth) * (1 + i32::from(node.is_cut));
        }
        if node.is_cut {
            let unknown = if node.entry.best.is_none() { tune::lmr_cut_unknown() } else { 0 };
            reduction += tune::lmr_cut_node() + unknown;
        }
        if node.tt_tactical {
            reduction += tune::lmr_tactical_tt();
        }
        let cutoffs = self.space.stack.at(node.ply + 1).cutoffs;
        if cutoffs > 1 {
            reduction += tune::lmr_cutoffs_base()
                + tune::lmr_cutoffs() * (i32::from(cutoffs > 2) + i32::from(node.is_all::<N>()));
        }
        if node.entry.best == Some(candidate.m) {
            reduction -= tune::lmr_tt_move();
        }
        let history = if candidate.tactical {
            self.space.histories.capture(candidate.history_index)
                + self.position.material_gain(candidate.m) * tune::lmr_gain_weight()
        } else {
            self.space.histories.reducing(context, candidate.history_index)
        };
        self.space.stack.at_mut(node.ply).stat_score = history;
        reduction -= history * tune::lmr_history_weight() / 1024;
        if node.is_all::<N>() {
            reduction += reduction * tune::lmr_all_weight() / (ALL_GRAIN * node.depth + tune::lmr_all_offset());
        }
        reduction
    }

    /// Singular extension (chessprogramming.org: Singular Extensions): a table move better than all others by a margin
    /// deserves more depth.
    pub fn extension<N: NodeType>(&mut self, node: &Node<G::Move>, candidate: &Candidate<G::Move>) -> Extension {
        let known = node.entry.score;
        let applies = node.excluded.is_none()
            && node.entry.best == Some(candidate.m)
            && node.depth >= tune::singular_depth() + i32::from(node.tt_pv)
            && known != score::NONE
            && !is_decisive(known)
            && node.entry.bound.is_lower()
            && node.entry.depth >= node.depth - tune::singular_entry_plies()
            && node.ply < EXTENSION_REACH * self.iteration.depth;
        if !applies {
            return Extension::Plies(0);
        }
        let margin = tune::singular_margin() + tune::singular_pv_margin() * i32::from(node.tt_pv && !N::PV);
        let singular_beta = known - margin * node.depth / SINGULAR_GRAIN;
        self.space.stack.at_mut(node.ply).excluded = Some(candidate.m);
        let value = self.search::<NonPv>(node.ply, (node.depth - 1) / 2, singular_beta - 1, singular_beta, node.is_cut);
        let frame = self.space.stack.at_mut(node.ply);
        frame.excluded = None;
        frame.move_count = candidate.number;
        if self.counters.aborted {
            return Extension::Cutoff(0);
        }
        if value < singular_beta {
            let quiet = if node.tt_tactical { 0 } else { tune::singular_quiet() };
            let eased = node.corrected_by * tune::singular_corrected_percent() / 100
                + tune::singular_far() * i32::from(node.ply > self.iteration.depth);
            let trusted = self.space.histories.table_move() / tune::double_table_divisor();
            let double = tune::double_margin() + tune::double_pv() * i32::from(N::PV) - quiet - eased - trusted;
            let triple = tune::triple_margin()
                + tune::triple_pv() * i32::from(N::PV)
                + tune::triple_pv_line() * i32::from(node.tt_pv)
                - quiet * tune::triple_quiet_percent() / 100
                - eased;
            let doubles = self.space.stack.before(node.ply, 1).double_extensions;
            let more = if doubles < tune::double_extension_limit() {
                i32::from(value < singular_beta - double) + i32::from(value < singular_beta - triple)
            } else {
                0
            };
            self.space.stack.at_mut(node.ply).double_extensions = doubles + i32::from(more > 0);
            return Extension::Plies(1 + more);
        }
        // Multi-cut (chessprogramming.org: Multi-Cut): another move fails high as well.
        if value >= node.beta && !is_decisive(value) {
            self.space.histories.table_move_is_one_of_many(node.depth);
            return Extension::Cutoff(value);
        }
        // Not singular: the other moves deserve the depth more.
        if known >= node.beta {
            Extension::Plies(-tune::singular_beta_less())
        } else {
            Extension::Plies(if node.is_cut { -tune::singular_cut_less() } else { 0 })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_exact() {
        assert_eq!(LOGARITHMS[0], 0);
        for (n, &value) in LOGARITHMS.iter().enumerate().skip(1) {
            assert_eq!(value, ((n as f64).ln() * 1024.0) as i32, "{n}");
        }
    }
}
