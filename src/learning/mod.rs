//! Learning from games: self-play, its files, the trainer, and rounds of all three.

pub mod evolve;
pub mod records;
pub mod selfplay;
pub mod train;
