//! The games explained to people: how the pieces move.

pub mod cards;
