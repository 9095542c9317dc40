//! The USI protocol: an engine as shogi front-ends see it.
//!
//! Input from a client must never crash the process, so nothing in this layer can panic.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod book;
mod declared;
mod engine;
mod error;
mod games;
mod mate;
mod options;
mod parse;
mod print;
mod session;
mod solution;
mod tunables;
mod work;

pub use engine::{Engine, run};
pub use error::{OptionError, Quoted, UsiError};
pub use games::Games;
pub use options::Options;
pub use parse::Command;
pub use print::Output;
