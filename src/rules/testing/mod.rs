//! What the kernel's own tests and those in `tests/` share: random games, and the rules once more as an oracle.

pub mod games;
pub mod oracle;
