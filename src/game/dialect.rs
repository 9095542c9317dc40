//! The dialects of USI.

/// Spelling of a game's pieces. Both dialects are read everywhere; most games have but one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// The letters of servers and records.
    #[default]
    Usual,
    /// The letters and signs of Fairy-Stockfish, which some clients send instead.
    Fairy,
}

impl Dialect {
    /// All dialects, in the order of their numbers.
    pub const ALL: [Self; 2] = [Self::Usual, Self::Fairy];

    /// The dialect of `text`, if it shows; `write` returns the same text in either dialect.
    pub fn of(text: &str, write: impl Fn(Self) -> String) -> Option<Self> {
        let mut fitting = Self::ALL.into_iter().filter(|&dialect| write(dialect) == text);
        fitting.next().filter(|_| fitting.next().is_none())
    }
}
