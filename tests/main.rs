//! The tests from outside, in one program: each further program would compile the generic kernels again.

mod analyse;
mod arena;
mod board;
mod book;
mod cli;
mod compose;
mod corners;
mod duel;
#[cfg(target_os = "linux")]
mod full_disk;
mod guide;
mod hisshi;
mod languages;
mod large;
mod layering;
mod levels;
mod library;
mod locks;
mod malformed;
mod mate;
mod mate_tree;
#[cfg(target_os = "linux")]
mod memory;
mod networks;
mod pages;
mod parts;
mod perft;
#[cfg(unix)]
mod play;
mod play_teaching;
mod problems;
mod properties;
mod records;
mod remote;
mod rules;
mod search;
mod search_depth;
mod servers;
mod signature;
mod solution;
#[cfg(unix)]
mod steering;
mod support;
#[cfg(unix)]
mod texts;
mod training;
mod tune;
mod usi;
mod verdicts;
mod version;
mod xboard;
