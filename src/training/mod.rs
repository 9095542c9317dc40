//! Training the evaluation from the engine's own games: records, self-play, trainer.

pub mod records;
