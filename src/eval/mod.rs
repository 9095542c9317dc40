//! Evaluation of positions for the drop kernel.

mod handmade;
pub mod simd;

pub use handmade::Handmade;

use crate::game::{self, Delta, Score};
use crate::rules::{Position, Rules};

/// The evaluation in use, chosen when the engine is made ready.
pub enum Evaluator<R: Rules> {
    Handmade(Handmade<R>),
}

impl<R: Rules> Evaluator<R> {
    #[must_use]
    pub fn new() -> Self {
        Self::Handmade(Handmade::new())
    }
}

impl<R: Rules> Default for Evaluator<R> {
    fn default() -> Self {
        Self::new()
    }
}

impl<R: Rules> game::Evaluator<R> for Evaluator<R> {
    fn reset(&mut self, position: &Position<R>) {
        match self {
            Self::Handmade(handmade) => handmade.reset(position),
        }
    }

    #[inline(always)]
    fn push(&mut self) -> &mut Delta {
        match self {
            Self::Handmade(handmade) => handmade.push(),
        }
    }

    #[inline(always)]
    fn pop(&mut self) {
        match self {
            Self::Handmade(handmade) => handmade.pop(),
        }
    }

    #[inline(always)]
    fn evaluate(&mut self, position: &Position<R>) -> Score {
        match self {
            Self::Handmade(handmade) => handmade.evaluate(position),
        }
    }
}
