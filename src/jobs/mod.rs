//! The floor that all commands stand on: the game and the position that they start from, files of records, the standard
//! streams, and long work in parts.

pub mod command;
pub mod files;
pub mod game;
pub mod notation;
pub mod parts;
pub mod plain;
pub mod shell;
pub mod start;
pub mod terminal;
