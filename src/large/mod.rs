//! The kernel of the large games without drops, on boards up to 16x16: chu shogi and its kin.
//!
//! A game is a [`Spec`]: kinds of pieces as steps, slides, jumps and lion power, promotion, royal pieces, and the rules
//! that books disagree about. The kernel walks over an array of cells: boards are crowded for most of a game, so most
//! walks end at once, and a lion's double captures, jumps and slides all read the same cells.

mod board;
mod contract;
mod drawing;
mod error;
mod game;
mod geometry;
mod legality;
mod lion;
mod make;
mod mate_in_one;
mod movegen;
mod moves;
mod options;
mod piece;
mod playable;
mod position;
mod reach;
mod repetition;
mod see;
mod setup;
mod siege;
mod spec;
mod tables;
mod verdict;
mod visible;

pub use error::{Illegality, SfenError};
pub use game::LargeGame;
pub use geometry::{CELLS, JUMPS, STEPS, Square, SquareSet};
pub use moves::{MAX_MOVES, Move, MoveList};
pub use options::{BareKing, RuleOptions};
pub use piece::{Kind, Piece};
pub use position::Position;
pub use setup::Setup;
pub use spec::{KindSpec, LastRank, Names, Power, Spec, Structure, leaps, toward};
pub use tables::Ruleset;

pub use crate::kernel::MAX_MOVE_NUMBER;
