//! Exercises that an analysis has written, read again.

use crate::any::{AnyMove, AnyPosition};
use crate::jobs::files::{FileError, records_below};
use crate::record::{Format, ReadError, usi};
use crate::system::read_file;
use crate::variants::Variant;
use std::path::Path;

/// A position before a move that was a mistake.
#[derive(Clone)]
pub struct Exercise {
    /// The game and the ply, or the file and the line.
    pub title: String,
    pub position: AnyPosition,
    /// The mistake, if it is known.
    pub played: Option<AnyMove>,
    /// The better line; empty if it is unknown.
    pub line: Vec<AnyMove>,
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
        exercises.extend(read_text(game, &file, &text)?);
    }
    Ok(exercises)
}

fn read_text(game: Variant, file: &Path, text: &str) -> Result<Vec<Exercise>, FileError> {
    let mut exercises = Vec::new();
    let mut comment = None;
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        if let Some(told) = line.strip_prefix('#') {
            comment = Some(told.trim());
        } else if !line.is_empty() {
            let position = usi::position(game, line).map_err(|error| ReadError { line: number, ..error })?;
            let known = comment.take().and_then(|comment| commented(comment, &position));
            exercises.push(known.unwrap_or_else(|| Exercise {
                title: format!("{}:{number}", file.file_name().unwrap_or_default().display()),
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
    let (title, moves) = comment.rsplit_once(", not ")?;
    let (played, better) = moves.split_once(": ")?;
    let played = position.parse_move(played).ok()?;
    let mut behind = position.clone();
    let mut line = Vec::new();
    for text in better.split_whitespace() {
        let m = behind.parse_move(text).ok()?;
        behind.make(m);
        line.push(m);
    }
    Some(Exercise { title: title.to_owned(), position: position.clone(), played: Some(played), line })
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
        let exercises = read_text(Variant::Shogi, Path::new("folder/file.sfen"), &text).unwrap();
        let usi = |m: &AnyMove| Variant::Shogi.usi(*m);
        let told = exercises.iter().map(|exercise| {
            let line: Vec<String> = exercise.line.iter().map(usi).collect();
            (exercise.title.as_str(), exercise.played.as_ref().map(usi), line.join(" "))
        });
        let known = |title, played: &str| (title, Some(played.to_owned()), "G*5b".to_owned());
        let expected =
            [known("game.kif, ply 7", "5i5h"), ("file.sfen:5", None, String::new()), known("a, not b, ply 1", "5i4h")];
        assert_eq!(told.collect::<Vec<_>>(), expected);
        let error = read_text(Variant::Shogi, Path::new("file.sfen"), &format!("{MATE}\nhello\n")).err().unwrap();
        assert!(error.to_string().contains("line 2"), "{error}");
    }
}
