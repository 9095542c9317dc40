//! Figures of the program itself: perft, the benchmark with its signature, and what it was compiled for.

pub mod bench;
pub mod compiler;
pub mod perft;
