//! Training the evaluation from the engine's own games: records, self-play, trainer.

pub mod dataset;
pub mod model;
pub mod optimiser;
pub mod records;
pub mod selfplay;
pub mod trainer;

use crate::game::Game;
use arrayvec::ArrayVec;
use dataset::MAX_ACTIVE;

/// What a network of a game looks at.
pub trait Features<G: Game>: Sync {
    /// Inputs of one view.
    fn inputs(&self) -> usize;

    /// Output weights to choose from.
    fn buckets(&self) -> usize;

    /// Reads a start position of a record, the usual one if the text is empty.
    fn start(&self, text: &str) -> Option<G::Position>;

    /// Which output weights a position uses, below [`Features::buckets`].
    fn bucket(&self, position: &G::Position) -> u8;

    /// The active inputs as the side to move and as the other side see them.
    fn extract(
        &self,
        position: &G::Position,
        own: &mut ArrayVec<u16, MAX_ACTIVE>,
        other: &mut ArrayVec<u16, MAX_ACTIVE>,
    );
}
