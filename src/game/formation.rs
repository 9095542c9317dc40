//! Names that players have for the ways in which a side sets up.

/// What a name speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Topic {
    /// How a side plays as a whole, such as with a ranging rook.
    Style,
    /// The plan of the first moves.
    Opening,
    /// The shelter of the king.
    Castle,
}

impl Topic {
    /// All topics, in the order in which they are told.
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
    /// What the name speaks of.
    pub topic: Topic,
    /// How special it is among those of its topic. Of several that stand the most special one is named, and later only what
    /// is more special still.
    pub grade: u8,
    /// The Japanese name.
    pub japanese: &'static str,
    /// The English name.
    pub english: &'static str,
}
