//! Words for people to read, and errors in their language.

use std::{env, fmt, io};

/// A language of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
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

/// A text for people that `Display` writes in English.
pub trait InLanguage: fmt::Display {
    /// The text in Japanese.
    fn japanese(&self) -> String;

    /// The text in a language.
    fn text_in(&self, language: Language) -> String {
        match language {
            Language::En => self.to_string(),
            Language::Ja => self.japanese(),
        }
    }
}

impl InLanguage for io::Error {
    /// The usual errors of files; others in the words of the system.
    fn japanese(&self) -> String {
        let known = match self.kind() {
            _ if self.get_ref().is_some() => None,
            io::ErrorKind::NotFound => Some("そのようなファイルやフォルダはありません"),
            io::ErrorKind::PermissionDenied => Some("アクセスが許可されていません"),
            io::ErrorKind::AlreadyExists => Some("すでにあります"),
            io::ErrorKind::IsADirectory => Some("ファイルではなくフォルダです"),
            io::ErrorKind::NotADirectory => Some("フォルダではありません"),
            io::ErrorKind::StorageFull => Some("ディスクに空きがありません"),
            io::ErrorKind::ReadOnlyFilesystem => Some("書き込めないファイルシステムです"),
            _ => None,
        };
        known.map_or_else(|| self.to_string(), str::to_owned)
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
    fn usual_errors_of_files_are_japanese() {
        let told = |kind: io::ErrorKind| io::Error::from(kind).text_in(Language::Ja);
        assert_eq!(told(io::ErrorKind::NotFound), "そのようなファイルやフォルダはありません");
        assert_eq!(io::Error::other("why").text_in(Language::Ja), "why");
        assert!(io::Error::from(io::ErrorKind::NotFound).text_in(Language::En).is_ascii());
    }

    #[test]
    fn one_is_singular() {
        let told = |number: u32, noun| counted(number, noun).to_string();
        assert_eq!([told(0, "game"), told(1, "game"), told(2, "game")], ["0 games", "1 game", "2 games"]);
        assert_eq!([told(1, "oddity"), told(2, "oddity")], ["1 oddity", "2 oddities"]);
    }
}
