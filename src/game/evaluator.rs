//! The evaluation that search and training use.

use super::{Delta, Game, Score};

/// An evaluation that is kept in step with a position. Its owner calls [`Evaluator::push`] before each
/// [`Position::make`](super::Position::make) and [`Evaluator::pop`] after each
/// [`Position::unmake`](super::Position::unmake); null moves change nothing.
pub trait Evaluator<G: Game>: Send {
    /// Forgets everything and starts again from `position`.
    fn reset(&mut self, position: &G::Position);

    /// Adds an empty delta for the coming move, which is passed to `make` as its observer.
    fn push(&mut self) -> &mut Delta;

    /// Removes the delta of the last move.
    fn pop(&mut self);

    /// Starts to load the memory that evaluating `position` will need.
    fn prefetch(&self, _: &G::Position) {}

    /// The value of `position` in centipawns for the side to move, within
    /// [`EVALUATION_LIMIT`](super::score::EVALUATION_LIMIT).
    fn evaluate(&mut self, position: &G::Position) -> Score;
}
