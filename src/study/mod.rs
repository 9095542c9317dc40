//! Studying what exists: games that were played, and mate problems.

pub mod analyse;
pub mod mate;
