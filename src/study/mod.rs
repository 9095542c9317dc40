//! Studies of games that were played, and of mate problems.

pub mod analyse;
pub mod compose;
pub mod hisshi;
pub mod mate;
