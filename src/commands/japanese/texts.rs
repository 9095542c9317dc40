//! The files of Japanese texts.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;

/// Texts by the name of an argument, a value or a command.
pub type ByName = BTreeMap<String, String>;

/// The Japanese help of a command.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Texts {
    /// One line.
    pub about: String,
    /// Further lines.
    pub more: Option<String>,
    /// The line of usage, where the command words its own in English.
    pub usage: Option<String>,
    #[serde(default)]
    pub arguments: ByName,
    /// Names of the values of arguments, where the words of all commands do not say it.
    #[serde(default)]
    pub names: ByName,
    /// Helps of values, by the English name of such a value and the value itself.
    #[serde(default)]
    pub values: BTreeMap<String, ByName>,
}

/// Texts that several commands share.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shared {
    pub arguments: ByName,
    pub values: BTreeMap<String, ByName>,
    /// The words that names of values are made of.
    pub words: ByName,
}

/// The Japanese help of the program.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Program {
    pub about: String,
    pub examples: String,
    /// A line for each command without Japanese help.
    pub commands: ByName,
}

/// Reads a file of texts.
pub fn read<T: DeserializeOwned>(file: &str) -> Option<T> {
    toml::from_str(file).ok()
}

impl Shared {
    /// A name of a value with its words in Japanese: `FILE.html|FOLDER` has two.
    pub fn in_words(&self, name: &str) -> String {
        let parts = name.split_inclusive(|c: char| !c.is_ascii_uppercase());
        parts
            .map(|part| {
                let word = part.trim_end_matches(|c: char| !c.is_ascii_uppercase());
                self.words.get(word).map_or_else(|| part.to_owned(), |japanese| part.replacen(word, japanese, 1))
            })
            .collect()
    }
}
