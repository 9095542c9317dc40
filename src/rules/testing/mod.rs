//! Test support for the kernel's own tests and those in `tests/`: random games, and a second implementation of the
//! rules as an oracle.

pub mod games;
pub mod oracle;
