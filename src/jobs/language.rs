//! The argument that chooses the language of everything that people read.

use crate::words::Language;
use clap::{Args, ValueEnum as _};
use std::ffi::OsString;

/// The language of a command's output.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct LanguageArgs {
    /// Output language [default: from the environment]
    #[arg(long, value_name = "LANGUAGE", value_enum)]
    lang: Option<Language>,
}

impl LanguageArgs {
    /// The language that the arguments of a program choose, read without the command that they belong to: for its help,
    /// and where they cannot be parsed.
    #[must_use]
    pub fn language_of(arguments: impl IntoIterator<Item = OsString>) -> Language {
        let texts: Vec<String> = arguments
            .into_iter()
            .map(|text| text.to_string_lossy().into_owned())
            .take_while(|text| text != "--")
            .collect();
        let next = texts.iter().skip(1).map(String::as_str).chain([""]);
        let named = texts.iter().zip(next).filter_map(|(text, next)| match text.strip_prefix("--lang")? {
            "" => Some(next),
            value => value.strip_prefix('='),
        });
        let chosen = named.filter_map(|name| Language::from_str(name, false).ok()).last();
        chosen.unwrap_or_else(Language::of_environment)
    }

    /// The chosen language, or that of the environment.
    #[must_use]
    pub fn language(self) -> Language {
        self.lang.unwrap_or_else(Language::of_environment)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_is_read_from_any_arguments() {
        let read = |line: &str| LanguageArgs::language_of(line.split(' ').map(OsString::from));
        assert_eq!(read("show --lang ja --foo"), Language::Ja);
        assert_eq!(read("--lang=ja"), Language::Ja);
        assert_eq!(read("show --lang ja --lang en"), Language::En);
        for line in ["show --lang", "show --lang xx", "show --language ja", "show -- --lang ja"] {
            assert_eq!(read(line), Language::of_environment(), "{line}");
        }
    }
}
