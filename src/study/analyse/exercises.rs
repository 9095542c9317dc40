//! Exercises that an analysis has written, read again.

use crate::analysis::{Judgement, Ply};
use crate::any::{AnyMove, AnyPosition};
use crate::jobs::files::{FileError, records_below};
use crate::record::{Format, ReadError, usi};
use crate::system::read_file;
use crate::variants::Variant;
use crate::words::Language;
use std::path::Path;

/// A position before a move that was a mistake.
#[derive(Clone)]
pub struct Exercise {
    /// The game, or the file and the line.
    pub title: String,
    /// The number of the mistake in its game, if it is known.
    pub ply: Option<usize>,
    pub position: AnyPosition,
    /// The mistake, if it is known.
    pub played: Option<AnyMove>,
    /// The better line; empty if it is unknown.
    pub line: Vec<AnyMove>,
}

impl Exercise {
    /// The exercise before a move that was a mistake; none before another.
    #[must_use]
    pub fn of_mistake(title: &str, position: &AnyPosition, ply: &Ply<AnyMove>) -> Option<Self> {
        let is_mistake = ply.judgement().is_some_and(|judgement| judgement >= Judgement::Mistake);
        let line = ply.before.line();
        (is_mistake && !line.is_empty()).then(|| Self {
            title: title.to_owned(),
            ply: Some(ply.number),
            position: position.without_history(),
            played: Some(ply.played),
            line: line.to_vec(),
        })
    }

    /// The place where it comes from.
    #[must_use]
    pub fn place(&self, language: Language) -> String {
        let title = &self.title;
        match (self.ply, language) {
            (None, _) => title.clone(),
            (Some(ply), Language::En) => format!("{title}, ply {ply}"),
            (Some(ply), Language::Ja) => format!("{title} {ply}手目"),
        }
    }
}

/// Reads the exercises of a file, or of all files of positions in a folder.
///
/// # Errors
/// If a file cannot be read, or a line is no position of the game.
pub fn read_exercises(game: Variant, path: &Path) -> Result<Vec<Exercise>, FileError> {
    let mut exercises = Vec::new();
    for file in records_below(path, false)? {
        if file != path && Format::of_path(&file) != Some(Format::USI) {
            continue;
        }
        let text = String::from_utf8_lossy(&read_file(&file)?).into_owned();
        let name = file.file_name().unwrap_or_default().display().to_string();
        exercises.extend(exercises_of(game, &name, &text)?);
    }
    Ok(exercises)
}

/// The exercises in the text of a file of this name.
///
/// # Errors
/// If a line is no position of the game.
pub fn exercises_of(game: Variant, name: &str, text: &str) -> Result<Vec<Exercise>, ReadError> {
    let mut exercises = Vec::new();
    let mut comment = None;
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        if let Some(told) = line.strip_prefix('#') {
            comment = Some(told.trim());
        } else if !line.is_empty() {
            let position = usi::position(game, line).map_err(|error| ReadError { line: number, ..error })?;
            let known = comment.take().and_then(|comment| commented(comment, &position));
            exercises.push(known.unwrap_or_else(|| Exercise {
                title: format!("{name}:{number}"),
                ply: None,
                position,
                played: None,
                line: Vec::new(),
            }));
        }
    }
    Ok(exercises)
}

/// The exercise in a position that the comment before it explains, as `Problems` writes it; none by another comment.
fn commented(comment: &str, position: &AnyPosition) -> Option<Exercise> {
    let (place, moves) = comment.rsplit_once(", not ")?;
    let (title, ply) = match place.rsplit_once(", ply ").map(|(title, ply)| (title, ply.parse())) {
        Some((title, Ok(ply))) => (title, Some(ply)),
        _ => (place, None),
    };
    let (played, better) = moves.split_once(": ")?;
    let played = position.parse_move(played).ok()?;
    let mut behind = position.clone();
    let mut line = Vec::new();
    for text in better.split_whitespace() {
        let m = behind.parse_move(text).ok()?;
        behind.make(m);
        line.push(m);
    }
    Some(Exercise { title: title.to_owned(), ply, position: position.clone(), played: Some(played), line })
}

#[cfg(test)]
mod tests {
    use super::*;

    const MATE: &str = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1";

    #[test]
    fn comments_tell_the_mistake_and_the_better_line() {
        let text = format!(
            "# game.kif, ply 7, not 5i5h: G*5b\n{MATE}\n\n# mine\n{MATE}\n# a, not b, ply 1, not 5i4h: G*5b\n{MATE}\n"
        );
        let exercises = exercises_of(Variant::Shogi, "file.sfen", &text).unwrap();
        let usi = |m: &AnyMove| Variant::Shogi.usi(*m);
        let told = exercises.iter().map(|exercise| {
            let line: Vec<String> = exercise.line.iter().map(usi).collect();
            (exercise.place(Language::En), exercise.played.as_ref().map(usi), line.join(" "))
        });
        let known = |place: &str, played: &str| (place.to_owned(), Some(played.to_owned()), "G*5b".to_owned());
        let expected = [
            known("game.kif, ply 7", "5i5h"),
            ("file.sfen:5".to_owned(), None, String::new()),
            known("a, not b, ply 1", "5i4h"),
        ];
        assert_eq!(told.collect::<Vec<_>>(), expected);
        assert_eq!(exercises[0].place(Language::Ja), "game.kif 7手目");
        let error = exercises_of(Variant::Shogi, "file.sfen", &format!("{MATE}\nhello\n")).err().unwrap();
        assert!(error.to_string().contains("line 2"), "{error}");
    }
}
