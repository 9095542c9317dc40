//! Kumataka: a shogi engine for standard shogi and its relatives with drops.
//!
//! Who may import whom:
//!
//! ```text
//! board <- game <- rules <- variants <- tools <- usi <- cli <- main
//!          game <- { search, mate, opening, training } <- tools       (generic over Game)
//!                  mate <- search                                     (long mates at the root)
//!                  rules <- { eval, record } <- tools                 (generic over Rules)
//! memory <- { search, mate, eval }                                   (large tables)
//! cpu <- { usi, main }                                               (runs before main)
//! ```
#![deny(unsafe_code)]

pub mod board;
pub mod cli;
pub mod cpu;
pub mod eval;
pub mod game;
pub mod mate;
pub mod memory;
pub mod opening;
pub mod record;
pub mod rules;
pub mod search;
pub mod tools;
pub mod training;
pub mod usi;
pub mod variants;
