//! Kumataka: a shogi engine for standard shogi, its relatives with drops, and chu shogi with its elders.
//!
//! Who may import whom, each whatever stands to its left on any line; `tests/layering.rs` reads this drawing:
//!
//! ```text
//! board <- game <- rules <- variants <- any <- jobs <- measure <- usi <- { servers, xboard } <- commands <- main
//!                           any <- engines <- jobs                    (other engines, and clocks)
//!          game <- large <- variants                                  (boards up to 16x16, without drops)
//!          game <- kernel <- { rules, large }                         (rules that both kernels share)
//!                  large <- { eval, record, opening } <- jobs
//!          game <- mate <- search <- training <- jobs                 (generic over Game)
//!                  rules <- eval <- training                          (generic over Rules)
//!          { eval, search } <- any <- { record, opening }             (every game behind one type)
//! { mate, record, search } <- analysis <- jobs                       (games that were played)
//! { analysis, words } <- report <- jobs                              (what people look at)
//! { any, words } <- guide <- { report, jobs }                         (the games explained)
//! { game, memory, system, bytes } <- solve <- variants               (solved games)
//! memory <- { mate, search, eval, any }                              (large tables)
//! system <- { mate, search, eval, opening }                          (threads, Ctrl-C, files)
//! bytes <- { eval, opening, training }                               (binary formats)
//! cpu <- { measure, usi, main }                                      (runs before main)
//! words <- { system, memory, game, opening }                         (what people read)
//! jobs <- { arena, study } <- table <- web <- commands               (games against people)
//! arena <- { usi, learning } <- commands                             (engines against each other; learning from games)
//! ```
#![deny(unsafe_code)]

pub mod analysis;
pub mod any;
#[cfg(feature = "cli")]
pub mod arena;
pub mod board;
pub mod bytes;
#[cfg(feature = "cli")]
pub mod commands;
pub mod cpu;
pub mod engines;
pub mod eval;
pub mod game;
#[cfg(feature = "cli")]
pub mod guide;
#[cfg(feature = "cli")]
pub mod jobs;
pub mod kernel;
pub mod large;
#[cfg(feature = "cli")]
pub mod learning;
pub mod mate;
#[cfg(feature = "cli")]
pub mod measure;
pub mod memory;
pub mod opening;
pub mod record;
#[cfg(feature = "cli")]
pub mod report;
pub mod rules;
pub mod search;
#[cfg(feature = "cli")]
pub mod servers;
pub mod solve;
#[cfg(feature = "cli")]
pub mod study;
pub mod system;
#[cfg(feature = "cli")]
pub mod table;
#[cfg(feature = "cli")]
pub mod training;
#[cfg(feature = "cli")]
pub mod usi;
pub mod variants;
#[cfg(feature = "cli")]
pub mod web;
pub mod words;
#[cfg(feature = "cli")]
pub mod xboard;
