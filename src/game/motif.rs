//! Tactical motifs of moves.

/// A named tactical motif, such as a fork.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Motif {
    /// The Japanese name.
    pub japanese: &'static str,
    /// The English name.
    pub english: &'static str,
}

impl Motif {
    /// A motif with its names.
    #[must_use]
    pub const fn new(english: &'static str, japanese: &'static str) -> Self {
        Self { japanese, english }
    }
}
