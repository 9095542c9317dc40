//! Depth of a move relative to its siblings: late move reductions and singular extensions.
//!
//! Both follow Stockfish's structure, with constants near Stockfish's.

use super::history::Context;
use super::node::{Candidate, Node, NodeType, NonPv};
use super::tunables as tune;
use super::worker::Worker;
use crate::game::score::{self, Score, is_decisive};
use crate::game::{Evaluator, Game, Position};

/// The divisor of the additional reduction in an all-node, a ply of depth.
const ALL_NODE_DIVISOR: i32 = 256;
/// Margins of singular extensions are in 1/64 of a centipawn a ply.
const SINGULAR_DIVISOR: i32 = 64;
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
            reduction -= tune::lmr_tt_pv()
                + tune::lmr_pv_node() * i32::from(N::PV)
                + tune::lmr_tt_pv_above() * i32::from(known != score::NONE && known > node.alpha)
                + tune::lmr_tt_pv_deep() * i32::from(node.entry.depth >= node.depth) * (1 + i32::from(node.is_cut));
        }
        if node.is_cut {
            let unknown = if node.entry.best.is_none() { tune::lmr_cut_no_tt_move() } else { 0 };
            reduction += tune::lmr_cut_node() + unknown;
        }
        if node.tt_tactical {
            reduction += tune::lmr_tactical_tt();
        }
        let cutoffs = self.td.stack.at(node.ply + 1).cutoffs;
        if cutoffs > 1 {
            reduction += tune::lmr_cutoffs_base()
                + tune::lmr_cutoffs() * (i32::from(cutoffs > 2) + i32::from(node.is_all::<N>()));
        }
        if node.entry.best == Some(candidate.m) {
            reduction -= tune::lmr_tt_move();
        }
        let history = if candidate.tactical {
            self.td.histories.capture(candidate.history_index)
                + self.position.material_gain(candidate.m) * tune::lmr_gain_weight()
        } else {
            self.td.histories.lmr_score(context, candidate.history_index)
        };
        self.td.stack.at_mut(node.ply).stat_score = history;
        reduction -= history * tune::lmr_history_weight() / 1024;
        if node.is_all::<N>() {
            reduction += reduction * tune::lmr_all_weight() / (ALL_NODE_DIVISOR * node.depth + tune::lmr_all_offset());
        }
        reduction
    }

    /// Singular extension (Anantharaman, Campbell and Hsu 1988; chessprogramming.org: Singular Extensions): a table move better than all others by a margin
    /// deserves more depth.
    pub fn extension<N: NodeType>(&mut self, node: &Node<G::Move>, candidate: &Candidate<G::Move>) -> Extension {
        let known = node.entry.score;
        let applies = tune::use_singular() == 1
            && node.excluded.is_none()
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
        let singular_beta = known - margin * node.depth / SINGULAR_DIVISOR;
        self.td.stack.at_mut(node.ply).excluded = Some(candidate.m);
        let value = self.search::<NonPv>(node.ply, (node.depth - 1) / 2, singular_beta - 1, singular_beta, node.is_cut);
        let frame = self.td.stack.at_mut(node.ply);
        frame.excluded = None;
        frame.move_count = candidate.number;
        if self.counters.aborted {
            return Extension::Cutoff(0);
        }
        if value < singular_beta {
            let quiet = if node.tt_tactical { 0 } else { tune::singular_quiet() };
            let eased = node.corrected_by * tune::singular_corrected_percent() / 100
                + tune::singular_far() * i32::from(node.ply > self.iteration.depth);
            let trusted = self.td.histories.tt_move() / tune::double_tt_move_divisor();
            let double = tune::double_margin() + tune::double_pv() * i32::from(N::PV) - quiet - eased - trusted;
            let triple = tune::triple_margin()
                + tune::triple_pv() * i32::from(N::PV)
                + tune::triple_tt_pv() * i32::from(node.tt_pv)
                - quiet * tune::triple_quiet_percent() / 100
                - eased;
            // Stockfish, Joost VandeVondele, 2021, and Viren6, 2024.
            let doubles = self.td.stack.before(node.ply, 1).double_extensions;
            let more = if tune::use_double_extension() == 1 && doubles < tune::double_extension_limit() {
                i32::from(value < singular_beta - double) + i32::from(value < singular_beta - triple)
            } else {
                0
            };
            self.td.stack.at_mut(node.ply).double_extensions = doubles + i32::from(more > 0);
            return Extension::Plies(1 + more);
        }
        // Multi-cut (Björnsson and Marsland 1999; chessprogramming.org: Multi-Cut), as in Stockfish since 2019: another move fails high as well.
        if tune::use_multi_cut() == 1 && value >= node.beta && !is_decisive(value) {
            self.td.histories.penalise_tt_move(node.depth);
            return Extension::Cutoff(value);
        }
        // Negative extension (Stockfish, 2022): the other moves deserve the depth more.
        if tune::use_negative_extension() == 0 {
            Extension::Plies(0)
        } else if known >= node.beta {
            Extension::Plies(-tune::singular_beta_less())
        } else {
            Extension::Plies(if node.is_cut { -tune::singular_cut_less() } else { 0 })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::history::Histories;
    use super::super::limits::{Limits, SearchOptions};
    use super::super::node::Pv;
    use super::super::task::Task;
    use super::super::tests::{Den, Leap, Lions, Material};
    use super::super::tt::TranspositionTable;
    use super::super::worker::ThreadData;
    use super::*;
    use crate::board::Color;
    use std::cmp::Ordering::{self, Greater, Less};
    use std::sync::Arc;

    #[test]
    fn logarithms_are_exact() {
        assert_eq!(LOGARITHMS[0], 0);
        for (n, &value) in LOGARITHMS.iter().enumerate().skip(1) {
            assert_eq!(value, ((n as f64).ln() * 1024.0) as i32, "{n}");
        }
    }

    /// A move about to be searched: at first the tenth of its node, quiet and unknown.
    struct Scene {
        node: Node<Leap>,
        candidate: Candidate<Leap>,
        /// Children of the node that failed high.
        cutoffs: u32,
        /// Bonus of the histories for the move.
        bonus: i32,
    }

    /// Width of the window at the root.
    const ROOT_WINDOW: Score = 100;

    fn position() -> Den {
        Den::new("k... l... L..K", Color::Black)
    }

    fn quiet() -> Leap {
        Leap::new(8, 9, 9)
    }

    fn capture() -> Leap {
        Leap::new(8, 4, 4)
    }

    impl Scene {
        fn new() -> Self {
            let node = Node::called(0, 8, 0, 1, false);
            Self { node, candidate: Candidate::new(&position(), quiet(), 10), cutoffs: 0, bonus: 0 }
        }

        fn ask(&self, question: impl FnOnce(&mut Worker<Lions, Material>, &Context) -> i32) -> i32 {
            let task = Task::<Lions> {
                position: position(),
                limits: Limits::depth(1),
                options: SearchOptions::default(),
                weakness: None,
                tt: Arc::new(TranspositionTable::small(16).unwrap()),
                signals: Arc::default(),
            };
            let mut td = ThreadData::new(Histories::new().unwrap(), Material::default());
            let mut worker = Worker::new(&mut td, &task);
            worker.iteration.window = ROOT_WINDOW;
            worker.td.stack.at_mut(self.node.ply + 1).cutoffs = self.cutoffs;
            let context = worker.history_context(self.node.ply);
            let (histories, index) = (&mut worker.td.histories, self.candidate.history_index);
            if self.candidate.tactical {
                histories.update_capture(index, self.bonus);
            } else {
                histories.update_quiet(&context, index, false, self.bonus);
            }
            question(&mut worker, &context)
        }

        fn base(&self) -> i32 {
            self.ask(|worker, _| worker.base_reduction(&self.node, self.candidate.number))
        }

        fn reduction<N: NodeType>(&self) -> i32 {
            self.ask(|worker, context| worker.reduction::<N>(&self.node, context, &self.candidate))
        }

        /// The reduction beyond that by depth and place.
        fn surplus(&self) -> i32 {
            self.reduction::<Pv>() - self.base()
        }
    }

    /// A scene with one fact more.
    type Fact = fn(&mut Scene);
    const NOTHING: Fact = |_| {};

    /// Compares `measure` with a fact to that without it, where all else is `given`.
    fn turn(measure: fn(&Scene) -> i32, given: Fact, fact: Fact) -> Ordering {
        let mut scene = Scene::new();
        given(&mut scene);
        let before = measure(&scene);
        fact(&mut scene);
        measure(&scene).cmp(&before)
    }

    #[test]
    fn depth_and_place_turn_the_base_their_way() {
        let facts: [(&str, Ordering, Fact); 4] = [
            ("more depth", Greater, |scene| scene.node.depth = 12),
            ("a later place", Greater, |scene| scene.candidate.number = 20),
            ("an improving evaluation", Less, |scene| scene.node.improving = true),
            ("the window of the root", Less, |scene| scene.node.beta = ROOT_WINDOW),
        ];
        for (name, way, fact) in facts {
            assert_eq!(turn(Scene::base, NOTHING, fact), way, "{name}");
        }
        let mut least = Scene::new();
        (least.node.depth, least.candidate.number) = (1, 1);
        assert!(least.base() > 0);
    }

    #[test]
    fn a_late_place_gives_back_some_of_the_base() {
        assert_eq!(turn(Scene::surplus, NOTHING, |scene| scene.candidate.number = 20), Less);
        let mut first = Scene::new();
        first.candidate.number = 1;
        assert!(first.surplus() > 0);
    }

    #[test]
    fn each_fact_turns_the_reduction_its_way() {
        let in_line: Fact = |scene| scene.node.tt_pv = true;
        let tactical: Fact = |scene| scene.candidate.tactical = true;
        let facts: [(&str, Ordering, Fact, Fact); 13] = [
            ("a cut-node", Greater, |scene| scene.node.entry.best = Some(capture()), |scene| scene.node.is_cut = true),
            (
                "a cut-node without a table move",
                Greater,
                |scene| (scene.node.is_cut, scene.node.entry.best) = (true, Some(capture())),
                |scene| scene.node.entry.best = None,
            ),
            ("a tactical table move", Greater, NOTHING, |scene| scene.node.tt_tactical = true),
            ("two cutoffs below", Greater, NOTHING, |scene| scene.cutoffs = 2),
            ("three cutoffs below", Greater, |scene| scene.cutoffs = 2, |scene| scene.cutoffs = 3),
            ("a corrected evaluation", Less, NOTHING, |scene| scene.node.corrected_by = 100),
            ("a former principal variation", Less, NOTHING, in_line),
            ("a score above alpha", Less, in_line, |scene| scene.node.entry.score = scene.node.alpha + 1),
            ("an entry as deep", Less, in_line, |scene| scene.node.entry.depth = scene.node.depth),
            ("the table move", Less, NOTHING, |scene| scene.node.entry.best = Some(quiet())),
            ("a quiet move that was good", Less, NOTHING, |scene| scene.bonus = 2_000),
            ("a tactical move that was good", Less, tactical, |scene| scene.bonus = 2_000),
            ("material won", Less, tactical, |scene| scene.candidate = Candidate::new(&position(), capture(), 10)),
        ];
        for (name, way, given, fact) in facts {
            assert_eq!(turn(Scene::reduction::<Pv>, given, fact), way, "{name}");
        }
    }

    #[test]
    fn all_nodes_are_reduced_most() {
        // The share of an all-node is greatest at the least depth.
        for depth in [1, 8] {
            let mut scene = Scene::new();
            scene.node.depth = depth;
            assert!(scene.reduction::<NonPv>() > scene.reduction::<Pv>(), "depth {depth}");
        }
    }

    #[test]
    fn nodes_on_the_principal_variation_are_reduced_least() {
        let mut scene = Scene::new();
        scene.node.is_cut = true;
        assert_eq!(scene.reduction::<NonPv>(), scene.reduction::<Pv>(), "only where the table knows the variation");
        scene.node.tt_pv = true;
        assert!(scene.reduction::<NonPv>() > scene.reduction::<Pv>());
    }
}
