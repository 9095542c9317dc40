//! Tactical motifs of moves.

/// A named tactical motif, such as a fork.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Motif {
    /// The Japanese name.
    pub japanese: &'static str,
    /// The English name.
    pub english: &'static str,
}

/// A motif in a line of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tactic {
    /// The index of its move in the line.
    pub index: usize,
    /// Its name.
    pub motif: Motif,
    /// The manner of the attack, if it wins a piece.
    pub attack: Option<Attack>,
    /// The kinds of the attacked pieces, a king first, then by value; empty without an attack.
    pub prey: Vec<usize>,
}

/// An attack that wins a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attack {
    /// On several pieces at once.
    Fork,
    /// On a piece through another.
    Skewer,
    /// On a piece that cannot leave, because its king stands behind it.
    Pin,
}

impl Motif {
    /// A motif with its names.
    #[must_use]
    pub const fn new(english: &'static str, japanese: &'static str) -> Self {
        Self { japanese, english }
    }
}
