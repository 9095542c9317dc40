//! The rules that both kernels share: repetition, the end of a game, exchanges on one square, and the text of positions.
//!
//! A kernel answers what depends on its pieces; the order of the questions and what follows from the answers stands here once.

#![deny(missing_docs)]

pub mod exchange;
mod repetition;
pub mod sfen;
mod verdict;

pub use repetition::{RepetitionOutcome, RepetitionRule, RepetitionVerdict, Repetitions};
pub use sfen::{MAX_MOVE_NUMBER, TextError};
pub use verdict::{Endings, ending, verdict};
