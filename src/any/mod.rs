//! Every game behind one type, for code that knows its game only by name: records, boards, commands, protocols.
//!
//! A [`Variant`](crate::variants::Variant) is the game, an [`AnyPosition`] a position with its history, and an
//! [`AnyMove`] a move of it. Search, solver and trainer are compiled for the games' own types instead; an [`AnyEngine`]
//! is a search of whichever type.

#![deny(missing_docs)]

mod engine;
mod errors;
mod game;
mod moves;
mod position;
mod questions;
mod setup;
mod solver;

pub use engine::{AnyEngine, AnyModel, Compiled};
pub use errors::{AnyIllegality, AnySfenError, IllegalMove};
pub use moves::AnyMove;

pub use position::{AnyPosition, KernelPosition, OfKernel};
pub use setup::AnySetup;
pub use solver::AnySolver;

/// Runs code with the position of either kernel.
macro_rules! with_kernel {
    ($kernel:expr, $position:ident => $body:expr) => {
        match $kernel {
            $crate::any::KernelPosition::Drops($position) => $body,
            $crate::any::KernelPosition::Large($position) => $body,
            $crate::any::KernelPosition::Wide($position) => $body,
        }
    };
}
pub(crate) use with_kernel;
