//! Rows of mate problems, and their results.

use super::drill::{Drill, Kind, Sheet, Task};
use super::phrase::Phrase;
use super::posed::Posed;
use super::study::{Study, candidates};
use crate::any::AnyPosition;
use crate::record::Format;
use crate::study::mate::{Problem, Unreadable, problems_of};
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
    let problems = sheets.min_by_key(broken)?.into_iter().map(|problem| (problem.name, problem.position));
    drill(name, key(name, path, bytes), problems)
}

/// The position shown as a problem, or the starts of all games of a file that has several.
pub fn of_study(study: &Study) -> Result<Drill, Phrase> {
    let games = study.starts();
    let is_row = games.len() > 1;
    let starts = if is_row { games } else { vec![study.position().without_history()] };
    let sheet: Vec<String> = starts.iter().map(AnyPosition::sfen).collect();
    let key = key(&study.name, None, sheet.join("\n").as_bytes());
    let name = |number| if is_row { format!("{}:{number}", study.name) } else { study.name.clone() };
    let named = (1..).zip(starts).map(|(number, start)| (name(number), Ok(start)));
    let none = || Phrase::of("There is nothing to study.", "検討する棋譜がありません。");
    drill(&study.name, key, named).map(|(drill, _)| drill).ok_or_else(none)
}

/// A row of problems with what cannot be read of them; none without any that can.
fn drill(
    name: &str,
    key: PathBuf,
    problems: impl Iterator<Item = (String, Result<AnyPosition, Unreadable>)>,
) -> Option<(Drill, Vec<Phrase>)> {
    let (mut tasks, mut places, mut complaints) = (Vec::new(), Vec::new(), Vec::new());
    for (place, (name, position)) in problems.enumerate() {
        match position {
            Ok(position) => {
                tasks.push(Task::Problem(Posed::new(name, position)));
                places.push(place);
            }
            Err(reason) => {
                complaints.push(Phrase::written(|language| format!("{name}: {}", reason.text_in(language))));
            }
        }
    }
    let mut drill = Drill::new(Kind::Problems, name.to_owned(), tasks)?;
    let known = marks(drill.task.position().variant(), &key).unwrap_or_default();
    let known: Vec<Mark> = places.iter().map_while(|&place| known.get(place).copied()).collect();
    drill.resume(&known);
    drill.sheet = Some(Sheet { key, places });
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

/// Keeps the results of a row of problems, those left out of the middle as left, and those that cannot be read as unfit.
pub fn note(drill: &Drill) -> Result<(), StoreError> {
    let (Some(sheet), Some(store)) = (&drill.sheet, Store::of_problems(drill.task.position().variant().name())) else {
        return Ok(());
    };
    let last = drill.marks.iter().rposition(Option::is_some);
    let mut marks = vec![Mark::Unfit; last.map_or(0, |last| sheet.places[last] + 1)];
    for (&place, mark) in sheet.places.iter().zip(&drill.marks).take(last.map_or(0, |last| last + 1)) {
        marks[place] = mark.unwrap_or(Mark::Left);
    }
    keep(&store, &sheet.key, Some(marks))
}
