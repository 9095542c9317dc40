//! The games explained to people: how the pieces move, and by which rules.

pub mod cards;
mod moves;
mod readings;
pub mod rules;
pub mod titles;
