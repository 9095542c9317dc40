//! Texts for readers of several pages, whose languages differ.

use crate::words::{InLanguage, Language};

/// A text in English and in Japanese.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase([String; 2]);

impl Phrase {
    /// Writes a text in each language.
    pub fn written(text: impl Fn(Language) -> String) -> Self {
        Self([Language::En, Language::Ja].map(text))
    }

    /// Words that are known in advance.
    pub fn of(english: &str, japanese: &str) -> Self {
        Self([english, japanese].map(str::to_owned))
    }

    pub fn text(&self, language: Language) -> &str {
        let [english, japanese] = &self.0;
        match language {
            Language::En => english,
            Language::Ja => japanese,
        }
    }
}

impl<T: InLanguage> From<&T> for Phrase {
    fn from(told: &T) -> Self {
        Self::written(|language| told.text_in(language))
    }
}
