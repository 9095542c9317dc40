//! Rows of mate problems, and their results.

use super::drill::{Drill, Kind, Task};
use super::phrase::Phrase;
use super::posed::Posed;
use super::study::{Study, candidates};
use crate::record::Format;
use crate::study::mate::{Problem, problems_of};
use crate::system::real_path;
use crate::table::problems::keep;
use crate::table::store::{Mark, Progress, Store, StoreError};
use crate::variants::Variant;
use crate::words::InLanguage as _;
use std::path::{Path, PathBuf};

/// The problems of a file whose name says that it holds positions, with what its reader complains of; none in another.
pub fn read(name: &str, path: Option<&Path>, bytes: &[u8], usual: Variant) -> Option<(Drill, Vec<Phrase>)> {
    let extension = Path::new(name).extension();
    if !extension.is_some_and(|extension| extension.eq_ignore_ascii_case("sfen")) {
        return None;
    }
    let of_game = |game| Format::USI.read_each(game, bytes).ok().map(|games| problems_of(name, Format::USI, games));
    let broken = |problems: &Vec<Problem>| problems.iter().filter(|problem| problem.position.is_err()).count();
    // The game that the file names, or the first of those in which most lines make sense.
    let sheets = candidates(Format::USI, bytes, usual).into_iter().filter_map(of_game);
    drill(name, key(name, path, bytes), sheets.min_by_key(broken)?)
}

/// The position shown as a problem, or the starts of all games of a file that has several.
pub fn of_study(study: &Study) -> Result<Drill, Phrase> {
    let games = study.starts();
    let tasks = if games.len() > 1 {
        let numbered = (1..).zip(games);
        numbered.map(|(number, start)| Task::Problem(Posed::new(format!("{}:{number}", study.name), start))).collect()
    } else {
        vec![Task::Problem(Posed::new(study.name.clone(), study.position().without_history()))]
    };
    let none = || Phrase::of("There is nothing to study.", "検討する棋譜がありません。");
    Drill::new(Kind::Problems, study.name.clone(), tasks).ok_or_else(none)
}

/// A row of problems; none without any that can be read.
fn drill(name: &str, key: PathBuf, problems: Vec<Problem>) -> Option<(Drill, Vec<Phrase>)> {
    let mut tasks = Vec::new();
    let mut complaints = Vec::new();
    for Problem { name, position, .. } in problems {
        match position {
            Ok(position) => tasks.push(Task::Problem(Posed::new(name, position))),
            Err(reason) => {
                complaints.push(Phrase::written(|language| format!("{name}: {}", reason.text_in(language))));
            }
        }
    }
    let mut drill = Drill::new(Kind::Problems, name.to_owned(), tasks)?;
    if complaints.is_empty() {
        // The marks of a file count its problems, readable or not.
        drill.resume(&marks(drill.task.position().variant(), &key).unwrap_or_default());
        drill.key = Some(key);
    }
    Some((drill, complaints))
}

/// The name under which the results of a file are kept: its path, or its name and content if it came by the page.
fn key(name: &str, path: Option<&Path>, bytes: &[u8]) -> PathBuf {
    let of_content = || PathBuf::from(format!("{name}#{:08x}", crc32fast::hash(bytes)));
    path.map_or_else(of_content, |path| real_path(path).unwrap_or_else(|_| path.to_owned()))
}

fn marks(game: Variant, key: &Path) -> Option<Vec<Mark>> {
    let store = Store::of_problems(game.name())?;
    let progress: Progress = store.read_if_there().ok()??;
    progress.files.get(key).cloned()
}

/// Keeps the results of a row of problems, those left out of the middle as left.
pub fn note(drill: &Drill) -> Result<(), StoreError> {
    let (Some(key), Some(store)) = (&drill.key, Store::of_problems(drill.task.position().variant().name())) else {
        return Ok(());
    };
    let known = drill.marks.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
    let marks = drill.marks[..known].iter().map(|mark| mark.unwrap_or(Mark::Left)).collect();
    keep(&store, key, Some(marks))
}
