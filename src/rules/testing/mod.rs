//! What the kernel's own tests and those in `tests/` share: random games, the rules once more as an oracle, and small
//! games that need what the others leave unused.

pub mod games;
pub mod oracle;
pub mod small_games;
