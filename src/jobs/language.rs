//! The argument that chooses the language of everything that people read.

use crate::words::Language;
use clap::Args;

/// The language of a command's output.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct LanguageArgs {
    /// Language of the output [default: that of the environment]
    #[arg(long, value_name = "LANGUAGE", value_enum)]
    lang: Option<Language>,
}

impl LanguageArgs {
    /// The chosen language, or that of the environment.
    #[must_use]
    pub fn language(self) -> Language {
        self.lang.unwrap_or_else(Language::of_environment)
    }
}
