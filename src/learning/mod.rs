//! Learning from games: self-play, the files it fills, the trainer, and rounds of all three.

pub mod evolve;
pub mod records;
pub mod selfplay;
pub mod train;
