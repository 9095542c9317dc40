//! Formations: named set-ups of a side.

/// Subject of a formation's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Topic {
    /// A side's general plan, such as a ranging rook.
    Style,
    /// The plan of the first moves.
    Opening,
    /// The shelter of the king.
    Castle,
}

impl Topic {
    /// All topics, in the order of their announcement.
    pub const ALL: [Self; 3] = [Self::Style, Self::Opening, Self::Castle];

    /// The English name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Style => "style",
            Self::Opening => "opening",
            Self::Castle => "castle",
        }
    }
}

/// A set-up of one side that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Formation {
    /// Subject of the name.
    pub topic: Topic,
    /// Rank among the formations of its topic. Of several at once the highest is announced, and later only a higher
    /// one.
    pub grade: u8,
    /// The Japanese name.
    pub japanese: &'static str,
    /// The English name.
    pub english: &'static str,
}
