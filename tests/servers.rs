//! The client of servers against a small server, which may also misbehave.

mod command_line;
mod faults;
mod games;
mod random;
mod server;
