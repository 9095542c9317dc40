//! The kernel of the large games: chu shogi and its kin on boards up to 16x16, and on boards up to 36x36 the giants of
//! the old books and wa shogi, with drops or without.
//!
//! A game is a [`Spec`]: kinds of pieces as steps, slides, jumps and lion power, promotion, royal pieces, and the rules
//! that books disagree about. The kernel walks over an array of cells: boards are crowded for most of a game, so most
//! walks end at once, and a lion's double captures, jumps and slides all read the same cells.

mod board;
mod contract;
mod drawing;
mod effects;
mod error;
mod further;
mod game;
mod geometry;
mod hands;
mod legality;
mod lion;
mod make;
mod mate_in_one;
mod movegen;
mod moves;
mod notation;
mod options;
mod piece;
mod playable;
mod position;
mod promotion;
mod reach;
mod repetition;
mod reserve;
mod roster;
mod see;
mod setup;
mod siege;
mod spec;
mod tables;
pub mod toward;
mod verdict;
mod visible;
mod ways;
mod width;

pub use error::{Illegality, SfenError};
pub use game::LargeGame;
pub use geometry::{Square, SquareSet};
pub use moves::{Move, MoveList};
pub use options::{BareKing, Promotion, RuleOptions};
pub use piece::{Kind, Piece};
pub use position::Position;
pub use setup::Setup;
pub use spec::{KindSpec, LastRank, Names, Power, Spec, Structure, leaps};
pub use tables::Ruleset;
pub use ways::Way;
pub use width::{MAX_MOVES, Narrow, Wide, Width};

pub use crate::kernel::MAX_MOVE_NUMBER;
