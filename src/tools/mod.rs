//! The commands of the program, and the parts that they share. Some of them serve the protocol too.

pub mod analyse;
pub mod bench;
pub mod book;
pub mod command;
pub mod compiler;
pub mod convert;
pub mod evolve;
pub mod files;
pub mod game;
pub mod handicaps;
pub mod levels;
pub mod match_;
pub mod mate;
pub mod net;
mod notation;
pub mod perft;
pub mod play;
pub mod records;
pub mod selfplay;
mod shell;
pub mod show;
pub mod solve;
pub mod sprt;
pub mod stats;
pub mod terminal;
pub mod train;
pub mod tune;
