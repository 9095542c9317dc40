//! Play on servers: the client of the server protocol of the Computer Shogi Association (CSA).
//!
//! The protocol is version 1.2.1, with the extension of the server floodgate for scores and lines behind moves.
//!
//! Input from a server must never crash the process, so nothing in this layer can panic: faults become errors that
//! quote the input.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod args;
mod client;
mod clock;
mod config;
mod error;
mod event;
mod file;
mod game;
mod journal;
mod lag;
mod mind;
mod play;
mod secret;
mod store;
mod summary;
mod tally;
#[cfg(any(test, feature = "testing"))]
#[doc(hidden)]
pub mod testing;
mod wire;
mod words;

pub use args::CsaArgs;
pub use client::run;
pub use config::{CsaConfig, Mindset, Timing};
pub use error::CsaError;
pub use event::{Event, Events};
pub use journal::Journal;
pub use secret::Secret;
pub use tally::Tally;
