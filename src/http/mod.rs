//! HTTP at an address of this machine: requests within bounds, the token that lets them in, and the address for people.

mod address;
mod qr;
mod request;
mod status;
mod stop;
mod token;

pub use address::reached_at;
pub use qr::code;
pub use request::{Request, drop_rest};
pub use status::reason;
pub use stop::stop_at_interrupt;
pub use token::{Token, TokenError};
