//! Kumataka: a shogi engine for standard shogi, its relatives with drops, and chu shogi with its elders.
//!
//! Who may import whom, each whatever stands to its left on any line; `tests/layering.rs` reads this drawing:
//!
//! ```text
//! board <- game <- rules <- variants <- any <- tools <- usi <- { servers, xboard } <- cli <- main
//!                           variants <- engines <- tools             (other engines, and clocks)
//!          game <- large <- variants                                  (boards up to 16x16, without drops)
//!                  large <- { eval, record, opening } <- tools
//!          game <- mate <- search <- training <- tools                (generic over Game)
//!                  rules <- eval <- tools                             (generic over Rules)
//!          { eval, search } <- any <- { record, opening }             (every game behind one type)
//! { mate, record, search } <- analysis <- tools                      (games that were played)
//! { analysis, words } <- report <- tools                             (what people look at)
//! { game, memory, system, bytes } <- solve <- variants               (solved games)
//! memory <- { mate, search, eval, any }                              (large tables)
//! system <- { search, eval, opening }                                (threads, Ctrl-C, files)
//! bytes <- { eval, opening, training }                               (binary formats)
//! cpu <- { tools, usi, main }                                        (runs before main)
//! words <- { opening, analysis, tools }                              (what people read)
//! ```
#![deny(unsafe_code)]

pub mod analysis;
pub mod any;
pub mod board;
pub mod bytes;
pub mod cli;
pub mod cpu;
pub mod engines;
pub mod eval;
pub mod game;
pub mod large;
pub mod mate;
pub mod memory;
pub mod opening;
pub mod record;
pub mod report;
pub mod rules;
pub mod search;
pub mod servers;
pub mod solve;
pub mod system;
pub mod tools;
pub mod training;
pub mod usi;
pub mod variants;
pub mod words;
pub mod xboard;
