//! Words for people to read.

use std::fmt;

/// A language of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Language {
    /// English
    En,
    /// Japanese
    Ja,
}

impl Language {
    /// The text for this language.
    pub const fn choose<T: Copy>(self, english: T, japanese: T) -> T {
        match self {
            Self::En => english,
            Self::Ja => japanese,
        }
    }
}

/// A number with the English noun that it counts, in the plural except for one: `1 game`, `0 games`, `2 oddities`.
pub fn counted<N: fmt::Display + PartialEq + From<u8>>(number: N, noun: &str) -> impl fmt::Display {
    fmt::from_fn(move |f| match noun.strip_suffix('y') {
        _ if number == N::from(1) => write!(f, "{number} {noun}"),
        Some(stem) => write!(f, "{number} {stem}ies"),
        None => write!(f, "{number} {noun}s"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_singular() {
        let told = |number: u32, noun| counted(number, noun).to_string();
        assert_eq!([told(0, "game"), told(1, "game"), told(2, "game")], ["0 games", "1 game", "2 games"]);
        assert_eq!([told(1, "oddity"), told(2, "oddity")], ["1 oddity", "2 oddities"]);
    }
}
