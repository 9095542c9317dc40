//! Training the evaluation from the engine's own games: records, self-play, trainer.

pub mod batch;
pub mod checkpoint;
pub mod dataset;
pub mod filter;
pub mod hidden;
pub mod inputs;
mod maths;
pub mod model;
pub mod optimiser;
pub mod phase;
pub mod predict;
pub mod rescore;
pub mod rows;
pub mod samples;
pub mod selfplay;
pub mod statistics;
pub mod target;
pub mod trainer;
pub mod uses;
