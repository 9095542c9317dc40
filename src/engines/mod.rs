//! Engines that this program drives: their protocols, their processes and their clocks.

pub mod cecp;
pub mod clock;
pub mod error;
pub mod info;
pub mod last_words;
pub mod lines;
pub mod process;
pub mod protocol;
pub mod seconds;
pub mod usi;
