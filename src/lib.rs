//! Kumataka: a shogi engine for standard shogi and its relatives with drops.
//!
//! Who may import whom:
//!
//! ```text
//! board <- game <- rules <- variants <- tools <- usi <- cli <- main
//!          game <- { search, mate, opening, training } <- tools       (generic over Game)
//!                  rules <- { eval, record } <- tools                 (generic over Rules)
//! ```
#![deny(unsafe_code)]

pub mod board;
pub mod cli;
pub mod cpu;
pub mod eval;
pub mod game;
pub mod mate;
pub mod rules;
pub mod search;
pub mod tools;
pub mod usi;
pub mod variants;
