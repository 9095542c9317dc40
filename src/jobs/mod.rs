//! The floor that all commands stand on: the game and the position that they start from, files of records, the standard
//! streams, journals of long work, and work in parts.

pub mod command;
pub mod files;
pub mod game;
pub mod journal;
pub mod notation;
pub mod parts;
pub mod plain;
pub mod shell;
pub mod start;
pub mod terminal;
