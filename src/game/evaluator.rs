//! What search and training ask of an evaluation.

use super::{Delta, Game, Score};

/// An evaluation in step with a position. It follows the moves made: [`Evaluator::push`] before each
/// [`Position::make`](super::Position::make), [`Evaluator::pop`] after each [`Position::unmake`](super::Position::unmake); null moves change nothing.
pub trait Evaluator<G: Game>: Send {
    /// Starts afresh from `position`.
    fn reset(&mut self, position: &G::Position);

    /// The record of the coming move, to be filled as its observer.
    fn push(&mut self) -> &mut Delta;

    fn pop(&mut self);

    /// Starts to load what evaluating `position` will need.
    fn prefetch(&self, _: &G::Position) {}

    /// Centipawns for the side to move, within [`EVALUATION_LIMIT`](super::score::EVALUATION_LIMIT).
    fn evaluate(&mut self, position: &G::Position) -> Score;
}
