//! Foundations of all commands: the game and its start position, files of records, the standard streams, journals of
//! long work, and work in parts.

pub mod checksum;
pub mod command;
pub mod files;
pub mod game;
pub mod journal;
mod json;
pub mod language;
pub mod notation;
pub mod parts;
pub mod plain;
pub mod shell;
pub mod start;
pub mod terminal;
