//! The parts of a game.

/// A part of a game. Its callers define where one ends and the next begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Phase {
    /// Both sides set up.
    #[default]
    Opening,
    /// They fight for material and for ways to the king.
    Middle,
    /// They go for the king.
    Endgame,
}

impl Phase {
    /// All phases, in the order of a game.
    pub const ALL: [Self; 3] = [Self::Opening, Self::Middle, Self::Endgame];

    /// The English name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Middle => "middle game",
            Self::Endgame => "endgame",
        }
    }

    /// The Japanese name.
    #[must_use]
    pub const fn japanese(self) -> &'static str {
        match self {
            Self::Opening => "序盤",
            Self::Middle => "中盤",
            Self::Endgame => "終盤",
        }
    }
}
