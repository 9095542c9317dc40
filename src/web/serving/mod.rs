//! The board over HTTP, on an address of this machine.

mod gate;
mod page;
mod qr;
mod request;
mod server;
mod wire;

pub use gate::Gate;
pub use qr::code;
pub use server::Server;
