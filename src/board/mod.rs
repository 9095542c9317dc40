//! Geometry of any board up to 9x9, without any rules of a game.
//!
//! Every supported board lies in the 9x9 grid at the 1a corner, where the USI names of squares agree. So one
//! [`Square`], one [`Bitboard`] and one slider kernel serve all games.

#![deny(missing_docs)]

mod bitboard;
mod color;
mod direction;
pub mod sliders;
mod square;

pub use bitboard::Bitboard;
pub use color::Color;
pub use direction::{Direction, aligned, between, lines, neighbours, ray_mask};
pub use square::Square;
