//! Work that the engine does beside playing, for the command line and the protocol alike.

pub mod bench;
pub mod convert;
pub mod match_;
pub mod mate;
pub mod perft;
pub mod selfplay;
pub mod show;
pub mod sprt;
mod svg;
