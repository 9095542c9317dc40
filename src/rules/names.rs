//! What people and game records call the pieces.

use super::{Kind, Rules};

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

/// The names of `kind` in `R`, if the game has any.
#[must_use]
pub fn names<R: Rules>(kind: Kind) -> Option<&'static KindNames> {
    R::NAMES.get(kind.index())
}

/// What a board without kanji shows of `kind`: its western name where that is a single letter, which moves have too, else
/// its letter in SFEN.
#[must_use]
fn letter<R: Rules>(kind: Kind) -> String {
    let spec = &R::KINDS[kind.index()];
    let western = names::<R>(kind).map_or("", |names| names.western);
    match western.trim_start_matches('+') {
        single if single.len() == 1 => western.to_owned(),
        _ => format!("{}{}", if spec.promoted { "+" } else { "" }, char::from(spec.letter)),
    }
}

/// What a board shows of `kind`: kanji, or letters where those are asked for or the game has no names.
#[must_use]
pub fn face<R: Rules>(kind: Kind, letters: bool) -> String {
    match names::<R>(kind) {
        Some(names) if !letters => names.diagram.to_owned(),
        _ => letter::<R>(kind),
    }
}
