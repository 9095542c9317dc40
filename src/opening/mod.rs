//! Opening books: positions with the moves that are known for them.
//!
//! ```text
//! memory      a book in memory: made, merged, read from a file
//! library     any book as a player asks it: in memory, or searched in its file
//!   database, ybb, apery    the formats; packed: positions as .ybb files have them; chunks: reading a file by places
//!   binary, kernel          which games have the binary formats
//! choice      which of a position's moves to play
//! growth      which position deserves thought next, and what its moves are worth then
//! ```

mod apery;
mod binary;
mod choice;
mod chunks;
mod database;
mod error;
mod growth;
mod kernel;
mod library;
mod memory;
mod packed;
mod ybb;

pub use binary::{BinaryBook, BinaryFormat, Booked};
pub use choice::{BookOptions, INTERNAL, NO_BOOK, Picked, pick};
pub use database::{HEADER, is_sorted, read as read_database, write as write_database};
pub use error::{BookError, Damage};
pub use growth::{Graph, OpenMove};
pub use library::{Found, Library};
pub use memory::{Book, Entry};

use crate::game::Score;
use crate::rules::Move;

/// A move of a book with what the book knows about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove<M = Move> {
    pub m: M,
    /// The expected answer of the opponent.
    pub answer: Option<M>,
    /// Centipawns, or a mate distance, for the side that plays the move.
    pub score: Option<Score>,
    /// The depth in plies of the search that gave the score.
    pub depth: Option<u32>,
    /// The number of games in which the move was played.
    pub count: Option<u64>,
}

impl<M> BookMove<M> {
    /// A move about which the book knows nothing else.
    #[must_use]
    pub const fn new(m: M) -> Self {
        Self { m, answer: None, score: None, depth: None, count: None }
    }
}
