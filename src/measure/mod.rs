//! Figures of the program itself: perft, the benchmark with its signature, and the build.

pub mod bench;
pub mod compiler;
pub mod perft;
