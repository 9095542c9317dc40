//! Engines of other machines: `kumataka serve` speaks USI over WebSocket, one engine a connection, and
//! `kumataka connect` makes such a connection an engine on the standard streams.
//!
//! Each connection has a process of its own: it ends with the connection whatever the engine does, a fault in one game leaves
//! the others alone, any engine of USI can be served, and the system shares the pages of the program and its networks among
//! the processes. What a guest says passes the customs (`customs.rs`) before the engine hears it.

mod connect;
mod customs;
mod dial;
mod gate;
mod guest;
mod link;
mod seat;
mod serve;
mod server;
mod source;
mod talk;

pub use connect::ConnectArgs;
pub use serve::ServeArgs;
