//! Names of pieces for people and game records.

/// The names of one kind.
#[derive(Clone, Copy, Debug)]
pub struct KindNames {
    /// In English sentences, without an article.
    pub english: &'static str,
    /// Two letters in CSA files; empty where the format does not know the game.
    pub csa: &'static str,
    /// In Japanese diagrams.
    pub diagram: &'static str,
    /// In Japanese move text.
    pub japanese: &'static str,
    /// Other spellings that files use, in either script.
    pub synonyms: &'static [&'static str],
    /// Before the squares of English move text.
    pub western: &'static str,
    /// The same in German.
    pub german: &'static str,
}
