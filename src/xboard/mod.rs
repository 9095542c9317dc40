//! XBoard's protocol (CECP, version 2) from the side of the engine.
//!
//! The USI engine plays the games, driven line by line inside the program. Nothing that a front-end sends may end the
//! process: this room holds no code that can panic.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod args;
mod budget;
mod driver;
mod error;
mod event;
mod options;
mod table;
mod thoughts;

pub use args::XboardArgs;
pub use driver::run;
