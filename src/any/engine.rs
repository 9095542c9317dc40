//! Search and evaluation of any game.

use super::moves::{any_claim, any_line};
use super::{AnyMove, AnyPosition};
use crate::eval::{EvalOptions, Evaluated, EvaluationModel, NetworkError};
use crate::game::GameMove;
use crate::large::{self, LargeGame, Narrow, Wide};
use crate::rules::{self, AnyGame};
use crate::search::{Info, Limits, NoThread, Outcome, Pool, ScoredLine, SearchOptions, Thought, think, think_aloud};
use crate::variants::{Shogi, Variant};
use crate::with_game;
use std::borrow::Cow;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// A game type that the search is compiled for.
pub trait Compiled: Evaluated {
    /// Borrows the position in this type.
    ///
    /// # Panics
    /// If the position is of another game.
    fn position(any: &AnyPosition) -> Cow<'_, Self::Position>;
}

impl Compiled for AnyGame {
    fn position(any: &AnyPosition) -> Cow<'_, rules::Position<Self>> {
        Cow::Borrowed(any.drops())
    }
}

impl Compiled for Shogi {
    fn position(any: &AnyPosition) -> Cow<'_, rules::Position<Self>> {
        Cow::Owned(any.drops().played_as(Self))
    }
}

impl Compiled for LargeGame<Narrow> {
    fn position(any: &AnyPosition) -> Cow<'_, large::Position<Narrow>> {
        Cow::Borrowed(any.large())
    }
}

impl Compiled for LargeGame<Wide> {
    fn position(any: &AnyPosition) -> Cow<'_, large::Position<Wide>> {
        Cow::Borrowed(any.large())
    }
}

/// An engine for one game, whichever type its search is compiled for.
pub struct AnyEngine {
    variant: Variant,
    engine: Box<dyn Engine>,
}

/// An engine for one game, behind the type that its search is compiled for.
trait Engine: Send {
    fn resize_tt(&mut self, megabytes: usize) -> usize;
    fn new_game(&mut self);
    fn think(
        &mut self,
        position: &AnyPosition,
        limits: Limits<AnyMove>,
        options: &SearchOptions,
        stop: &AtomicBool,
        heard: Ear<'_>,
    ) -> Thought<AnyMove>;
}

/// Receiver of the lines of a search.
type Ear<'a> = Option<&'a mut dyn FnMut(&Info<'_, AnyMove>)>;

/// The evaluation of a game, loaded once for any number of engines.
pub struct AnyModel {
    variant: Variant,
    model: Box<dyn Model>,
}

trait Model: Send + Sync {
    fn engine(&self) -> Result<Box<dyn Engine>, NoThread>;
    fn name(&self) -> &str;
}

impl AnyModel {
    /// The evaluation that comes with the program.
    ///
    /// # Errors
    /// If there is no memory for its network.
    pub fn internal(variant: Variant) -> Result<Self, NetworkError> {
        fn internal<G: Compiled>(game: G) -> Result<Box<dyn Model>, NetworkError> {
            Ok(Box::new(ModelOf::<G>(G::Model::internal(game)?)))
        }
        Ok(Self { variant, model: with_game!(variant, game => internal(game))? })
    }

    /// The network in a file, or in a folder as [`network_file`](crate::eval::network_file) finds it.
    ///
    /// # Errors
    /// If the file cannot be read, or is not a network of the game in a known format and shape.
    pub fn load(variant: Variant, path: &Path) -> Result<Self, NetworkError> {
        fn load<G: Compiled>(game: G, path: &Path) -> Result<Box<dyn Model>, NetworkError> {
            Ok(Box::new(ModelOf::<G>(G::Model::load(game, path, EvalOptions::default().fv_scale)?)))
        }
        Ok(Self { variant, model: with_game!(variant, game => load(game, path))? })
    }

    /// The game that it evaluates.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// A short description of the evaluation.
    #[must_use]
    pub fn name(&self) -> &str {
        self.model.name()
    }
}

struct ModelOf<G: Compiled>(G::Model);

impl<G: Compiled> Model for ModelOf<G> {
    fn engine(&self) -> Result<Box<dyn Engine>, NoThread> {
        let model = self.0.clone();
        Ok(Box::new(Pool::<G, EvaluatorOf<G>>::new(move || model.evaluator())?))
    }

    fn name(&self) -> &str {
        self.0.name()
    }
}

impl AnyEngine {
    /// An engine with a table of `megabytes`, or of as much as memory can hold.
    ///
    /// # Errors
    /// If there is no memory for a search thread.
    pub fn new(model: &AnyModel, megabytes: usize) -> Result<Self, NoThread> {
        let mut engine = Self { variant: model.variant, engine: model.model.engine()? };
        engine.resize_tt(megabytes);
        Ok(engine)
    }

    /// Resizes the transposition table to `megabytes` and forgets everything learned. Returns the size obtained, which
    /// is less where memory does not suffice.
    pub fn resize_tt(&mut self, megabytes: usize) -> usize {
        self.engine.resize_tt(megabytes)
    }

    /// Forgets everything learned.
    pub fn new_game(&mut self) {
        self.engine.new_game();
    }

    /// Searches a position on as many threads as the options say. Returns within milliseconds once `stop` is raised.
    ///
    /// # Panics
    /// If the position is of another game.
    pub fn think(
        &mut self,
        position: &AnyPosition,
        limits: Limits<AnyMove>,
        options: &SearchOptions,
        stop: &AtomicBool,
    ) -> Thought<AnyMove> {
        position.expect_variant(self.variant);
        self.engine.think(position, limits, options, stop, None)
    }

    /// As [`think`](Self::think), and calls `heard` on this thread for every line of every iteration: of those that
    /// [`pv_interval`](SearchOptions::pv_interval) lets through.
    ///
    /// # Panics
    /// If the position is of another game.
    pub fn think_aloud(
        &mut self,
        position: &AnyPosition,
        limits: Limits<AnyMove>,
        options: &SearchOptions,
        stop: &AtomicBool,
        mut heard: impl FnMut(&Info<'_, AnyMove>),
    ) -> Thought<AnyMove> {
        position.expect_variant(self.variant);
        self.engine.think(position, limits, options, stop, Some(&mut heard))
    }
}

type EvaluatorOf<G> = <<G as Evaluated>::Model as EvaluationModel<G>>::Evaluator;

impl<G: Compiled> Engine for Pool<G, EvaluatorOf<G>> {
    fn resize_tt(&mut self, megabytes: usize) -> usize {
        self.resize_tt(megabytes)
    }

    fn new_game(&mut self) {
        self.new_game();
    }

    fn think(
        &mut self,
        position: &AnyPosition,
        limits: Limits<AnyMove>,
        options: &SearchOptions,
        stop: &AtomicBool,
        heard: Ear<'_>,
    ) -> Thought<AnyMove> {
        let search_moves = limits.search_moves.iter().map(|m| m.of_kernel()).collect();
        let limits = Limits { search_moves, ..limits_without_moves(&limits) };
        let position = G::position(position);
        any_thought(match heard {
            None => think(self, &position, limits, options, stop),
            Some(heard) => think_aloud(self, &position, limits, options, stop, &mut |info| {
                heard(&info.with_pv(&any_line(info.pv)));
            }),
        })
    }
}

/// The limits without the root moves, which belong to one type.
fn limits_without_moves<M, N>(limits: &Limits<M>) -> Limits<N> {
    Limits {
        started: limits.started,
        clock: limits.clock,
        move_time: limits.move_time,
        nodes: limits.nodes,
        soft_nodes: limits.soft_nodes,
        depth: limits.depth,
        infinite: limits.infinite,
        ponder: limits.ponder,
        search_moves: Vec::new(),
        lost: limits.lost,
    }
}

fn any_thought<M: GameMove>(thought: Thought<M>) -> Thought<AnyMove> {
    let Thought { lines, outcome } = thought;
    Thought {
        lines: lines.iter().map(|line| ScoredLine { score: line.score, moves: any_line(&line.moves) }).collect(),
        outcome: Outcome {
            best: outcome.best.map(AnyMove::new),
            ponder: outcome.ponder.map(AnyMove::new),
            claim: outcome.claim.map(any_claim),
            score: outcome.score,
            depth: outcome.depth,
            nodes: outcome.nodes,
            elapsed: outcome.elapsed,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering;

    #[test]
    fn a_search_is_heard_while_it_runs_and_stopped_by_its_listener() {
        for variant in [Variant::Shogi, Variant::Tori, Variant::Chu] {
            let mut engine = AnyEngine::new(&AnyModel::internal(variant).unwrap(), 1).unwrap();
            let options =
                SearchOptions { multi_pv: 2, pv_interval: std::time::Duration::ZERO, ..SearchOptions::default() };
            let (position, stop) = (variant.start(), AtomicBool::new(false));
            let mut heard = Vec::new();
            let thought = engine.think_aloud(&position, Limits::infinite(), &options, &stop, |info| {
                heard.push((info.depth, info.multi_pv, info.pv.to_vec()));
                stop.store(info.depth >= 3, Ordering::Relaxed);
            });
            let firsts: Vec<_> = heard.iter().take(2).map(|&(depth, rank, _)| (depth, rank)).collect();
            assert_eq!(firsts, [(1, 1), (1, 2)]);
            assert!(heard.is_sorted_by_key(|&(depth, ..)| depth) && heard.iter().any(|&(depth, ..)| depth == 3));
            assert!(heard.iter().all(|(.., pv)| position.legal_moves().contains(&pv[0])));
            assert!(thought.outcome.depth >= 3 && thought.outcome.best.is_some());
        }
    }
}
