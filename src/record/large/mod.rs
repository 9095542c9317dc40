//! Boards and moves of the large games.

pub(super) mod notation;
mod typed;

pub(super) use notation::{diagram, japanese};
pub(super) use typed::read as typed;
