//! Training the evaluation from the engine's own games: records, self-play, trainer.

pub mod checkpoint;
pub mod dataset;
pub mod filter;
mod maths;
pub mod model;
pub mod optimiser;
pub mod phase;
pub mod predict;
pub mod rescore;
pub mod samples;
pub mod selfplay;
pub mod statistics;
pub mod target;
pub mod trainer;
pub mod uses;

use crate::game::{Game, Score};

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

    /// The centipawns for the side to move to which the output of the network is added.
    fn prior(&self, _: &G::Position) -> Score {
        0
    }

    /// Hands to `take` each thing on the board or in reserve, as the input it is to the side to move and to the other.
    fn extract(&self, position: &G::Position, take: impl FnMut([u16; 2]));
}
