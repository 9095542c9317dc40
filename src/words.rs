//! Words for people to read.

use std::{env, fmt};

/// A language of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Language {
    /// English
    En,
    /// Japanese
    Ja,
}

impl Language {
    /// The language of the locale in `LC_ALL`, `LC_MESSAGES` or `LANG`; English unless it is Japanese.
    #[must_use]
    pub fn of_environment() -> Self {
        let set = |name| env::var(name).ok().filter(|locale| !locale.is_empty());
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(set);
        if locale.is_some_and(|locale| locale.starts_with("ja")) { Self::Ja } else { Self::En }
    }

    /// The language of a code of ISO 639-1, English unless it is `ja`.
    #[must_use]
    pub fn of_code(code: &str) -> Self {
        if code == "ja" { Self::Ja } else { Self::En }
    }

    /// The code of ISO 639-1.
    #[must_use]
    pub const fn code(self) -> &'static str {
        self.choose("en", "ja")
    }

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
