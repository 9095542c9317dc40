//! Engines that this program drives: the protocols by which it speaks to them, the processes in which they run, and the
//! clocks by which they play.

pub mod cecp;
pub mod clock;
pub mod info;
mod last_words;
pub mod lines;
pub mod process;
pub mod protocol;
pub mod seconds;
pub mod usi;
