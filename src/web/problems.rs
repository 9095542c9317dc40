//! Rows of mate problems, and their results.

use super::drill::{Drill, Kind, Place, Task};
use super::phrase::Phrase;
use super::posed::Posed;
use super::source::{Source, title};
use super::study::{Study, candidates};
use crate::any::AnyPosition;
use crate::study::mate::{INCLUDED, Problem, Unreadable, are_evident, included, problems_of};
use crate::system::real_path;
use crate::table::problems::keep;
use crate::table::store::{Mark, Progress, Store, StoreError};
use crate::variants::Variant;
use crate::words::{InLanguage as _, Language};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The positions of files as problems, with what cannot be read of them; none if one file has something else than problems
/// and nobody has asked for them.
pub fn read(files: &[Source], usual: Variant, are_wanted: bool) -> Option<(Drill, Vec<Phrase>)> {
    let mut problems = Vec::new();
    for file in files {
        let sheet = sheet(file, usual)?;
        if !(are_wanted || file.has_positions() || are_evident(&sheet)) {
            return None;
        }
        let key: Arc<Path> = key(&file.name, file.path.as_deref(), &file.bytes).into();
        let place = |(place, problem): (usize, Problem)| ((key.clone(), place), problem.name, problem.position);
        problems.extend(sheet.into_iter().enumerate().map(place));
    }
    drill(&title(files), problems.into_iter())
}

/// A file's problems in the game that it names, or in the first of those in which most lines make sense.
fn sheet(file: &Source, usual: Variant) -> Option<Vec<Problem>> {
    let format = file.format()?;
    let mut best: Option<(usize, Vec<Problem>)> = None;
    for game in candidates(format, &file.bytes, usual) {
        let Ok(games) = format.read_each(game, &file.bytes) else { continue };
        let problems = problems_of(&file.name, format, games);
        let broken = problems.iter().filter(|problem| problem.position.is_err()).count();
        if best.as_ref().is_none_or(|(least, _)| broken < *least) {
            best = Some((broken, problems));
        }
        if broken == 0 {
            break;
        }
    }
    best.map(|(_, problems)| problems)
}

/// The mate problems of a game that come with the program.
pub fn of_program(game: Variant, language: Language) -> Result<Drill, Phrase> {
    let key: Arc<Path> = PathBuf::from(INCLUDED).into();
    let place = |(place, problem): (usize, Problem)| ((key.clone(), place), problem.name, problem.position);
    let problems = included(game, language).into_iter().enumerate().map(place);
    let none =
        || Phrase::of("No mate problems of this game come with the program.", "この将棋の詰将棋は入っていません。");
    drill(language.choose("Mate problems", "詰将棋"), problems).map(|(drill, _)| drill).ok_or_else(none)
}

/// The position shown as a problem, or the starts of all games of a file that has several.
pub fn of_study(study: &Study) -> Result<Drill, Phrase> {
    let games = study.starts();
    let is_row = games.len() > 1;
    let starts = if is_row { games } else { vec![study.position().without_history()] };
    let sheet: Vec<String> = starts.iter().map(AnyPosition::sfen).collect();
    let key = key(&study.name, None, sheet.join("\n").as_bytes());
    let name = |number| if is_row { format!("{}:{number}", study.name) } else { study.name.clone() };
    let key: Arc<Path> = key.into();
    let named = (1..).zip(starts).map(|(number, start)| ((key.clone(), number - 1), name(number), Ok(start)));
    let none = || Phrase::of("There is nothing to study.", "検討する棋譜がありません。");
    drill(&study.name, named).map(|(drill, _)| drill).ok_or_else(none)
}

/// A row of problems with what cannot be read of them; none without any that can. Each has the place of its result.
fn drill(
    name: &str,
    problems: impl Iterator<Item = (Place, String, Result<AnyPosition, Unreadable>)>,
) -> Option<(Drill, Vec<Phrase>)> {
    let (mut tasks, mut places, mut complaints) = (Vec::new(), Vec::new(), Vec::new());
    for (place, name, position) in problems {
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
    let known = progress(drill.task.position().variant()).unwrap_or_default();
    let mark = |(key, place): &Place| known.files.get(&**key)?.get(*place).copied();
    drill.resume(places.iter().map(mark));
    drill.places = places;
    Some((drill, complaints))
}

/// The name under which the results of a file are kept: its path, or its name and content if it came by the page.
fn key(name: &str, path: Option<&Path>, bytes: &[u8]) -> PathBuf {
    let of_content = || PathBuf::from(format!("{name}#{:08x}", crc32fast::hash(bytes)));
    path.map_or_else(of_content, |path| real_path(path).unwrap_or_else(|_| path.to_owned()))
}

fn progress(game: Variant) -> Option<Progress> {
    Store::of_problems(game.name())?.read_if_there().ok()?
}

/// Keeps the results of the file of the problem on the board, those left out of the middle as left, and those that cannot
/// be read as unfit.
pub fn note(drill: &Drill) -> Result<(), StoreError> {
    let store = Store::of_problems(drill.task.position().variant().name());
    let (Some((key, _)), Some(store)) = (drill.places.get(drill.index), store) else { return Ok(()) };
    let of_file = || drill.places.iter().zip(&drill.marks).filter(|((of, _), _)| of == key);
    let last = of_file().filter(|(_, mark)| mark.is_some()).map(|(&(_, place), _)| place).max();
    let mut marks = vec![Mark::Unfit; last.map_or(0, |last| last + 1)];
    for (&(_, place), mark) in of_file() {
        if let Some(known) = marks.get_mut(place) {
            *known = mark.unwrap_or(Mark::Left);
        }
    }
    keep(&store, key, Some(marks))
}
