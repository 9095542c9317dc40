//! Play on servers: the client of the server protocol of the Computer Shogi Association (CSA).
//!
//! The protocol is version 1.2.1 of that association, with the extension by which the server floodgate takes scores and
//! lines behind moves. Nothing that a server sends may end the process but by an error that quotes it, so that this layer
//! holds nothing that can panic.
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
