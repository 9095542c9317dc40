//! The board over HTTP, on an address of this machine.

mod gate;
mod page;
mod server;
mod wire;

pub use gate::Gate;
pub use server::Server;
