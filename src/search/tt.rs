//! The transposition table: what earlier searches found out about a position.

/// What a score says of the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Bound {
    None = 0,
    /// At most the score.
    Upper = 1,
    /// At least the score.
    Lower = 2,
    Exact = 3,
}
