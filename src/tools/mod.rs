//! Work that the engine does beside playing, for the command line and the protocol alike.

pub mod bench;
pub mod book;
pub mod command;
pub mod convert;
pub mod evolve;
pub mod files;
pub mod game;
pub mod handicaps;
pub mod match_;
pub mod mate;
pub mod perft;
pub mod records;
pub mod selfplay;
pub mod show;
pub mod sprt;
pub mod stats;
mod svg;
mod terminal;
pub mod train;
pub mod tune;
