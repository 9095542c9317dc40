//! Work that the engine does beside playing, for the command line and the protocol alike.

pub mod bench;
pub mod mate;
pub mod perft;
