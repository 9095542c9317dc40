//! Opening books: positions with their known moves.
//!
//! ```text
//! memory      a book in memory, which is made, merged, or read from a file
//! library     any book as players probe it, in memory or in its file
//!   database    the text format of YaneuraOu
//!   ybb         the binary format of YaneuraOu; packed holds its positions
//!   apery       the binary format of Apery
//!   chunks      random access to a file
//!   binary      what binary formats have in common
//! choice      the choice of a move to play
//! growth      the choice of a position to search next, and the values that moves get from it
//! ```

mod apery;
mod binary;
mod choice;
mod chunks;
mod database;
mod error;
mod growth;
mod library;
mod memory;
mod packed;
mod ybb;

pub use binary::{BinaryBook, BinaryFormat};
pub use choice::{BookOptions, INTERNAL, NO_BOOK, Picked, pick};
pub use database::{HEADER, is_sorted, read as read_database, write as write_database};
pub use error::{BookError, Damage};
pub use growth::{Graph, OpenMove};
pub use library::{BookHit, Library};
pub use memory::{Book, BookEntry};

use crate::any::AnyMove;
use crate::game::{Score, score};

/// A move of a book with its score and statistics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    pub m: AnyMove,
    /// The expected answer of the opponent.
    pub answer: Option<AnyMove>,
    /// Centipawns, or a mate distance, for the side that plays the move.
    pub score: Option<Score>,
    /// The depth in plies of the search that gave the score.
    pub depth: Option<u32>,
    /// The number of games in which the move was played.
    pub count: Option<u64>,
}

impl BookMove {
    /// A move without further data.
    #[must_use]
    pub const fn new(m: AnyMove) -> Self {
        Self { m, answer: None, score: None, depth: None, count: None }
    }
}

/// The score of a move in a file, limited to possible ones: a mate takes a move at least.
fn score_of_file(score: impl Into<i64>) -> Score {
    const LIMIT: i64 = score::MATE as i64 - 1;
    i64::clamp(score.into(), -LIMIT, LIMIT) as Score
}
