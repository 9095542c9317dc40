//! What the operating system gives a program, and what takes its place where there is none of it, as in WebAssembly.

#[cfg(not(target_family = "wasm"))]
#[path = "system/native.rs"]
mod here;
#[cfg(target_family = "wasm")]
#[path = "system/wasm.rs"]
mod here;

pub use here::{Bytes, InterruptError, THREADS, home_folder, map, on_interrupt, remember_terminal, state_folder};
