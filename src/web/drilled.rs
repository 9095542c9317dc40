//! Tasks as the page shows them.

use super::drill::{Drill, Task};
use super::source::window;
use crate::table::problems::tally;
use crate::table::store::Mark;
use crate::words::Language;
use serde::Serialize;

/// A row of tasks with the one on the board.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Drilled {
    kind: &'static str,
    name: String,
    /// The tasks about the one on the board.
    tasks: Vec<Entry>,
    /// The index of the first of these among all, and the number of all.
    first: usize,
    count: usize,
    index: usize,
    /// The task on the board in words.
    task: String,
    /// The moves of the piece that it is about.
    moves: Option<String>,
    /// Squares to mark on the board.
    targets: Vec<String>,
    said: Option<Said>,
    /// True while the engine works for an answer.
    is_busy: bool,
    is_done: bool,
    /// True where an answer is shown, from which the person goes back to the task.
    is_elsewhere: bool,
    /// The results in words, once every task has one.
    tally: Option<String>,
    /// False where nothing comes behind the tasks.
    has_next: bool,
}

/// A task among others.
#[derive(Debug, Serialize)]
struct Entry {
    title: String,
    mark: Option<&'static str>,
}

/// The program's answer.
#[derive(Debug, Serialize)]
struct Said {
    text: String,
    tone: &'static str,
}

impl Drilled {
    /// The tasks for a reader.
    pub fn of(drill: &Drill, language: Language) -> Self {
        let entry =
            |(task, mark): (&Task, &Option<Mark>)| Entry { title: task.title(language), mark: mark.map(mark_name) };
        let said = drill.said.as_ref();
        let shown = window(drill.tasks().len(), drill.index);
        Self {
            kind: drill.kind.name(),
            name: drill.name.clone(),
            tasks: drill.tasks()[shown.clone()].iter().zip(&drill.marks[shown.clone()]).map(entry).collect(),
            first: shown.start,
            count: drill.tasks().len(),
            index: drill.index,
            task: drill.task.told(language),
            moves: drill.task.moves(language),
            targets: drill.task.targets().iter().map(ToString::to_string).collect(),
            said: said.map(|said| Said { text: said.said.text(language).to_owned(), tone: said.tone.name() }),
            is_busy: drill.is_busy(),
            is_done: drill.is_done,
            is_elsewhere: drill.is_elsewhere(),
            tally: drill.is_over().then(|| tally(language, &drill.results(), drill.tasks().len())),
            has_next: drill.has_next(),
        }
    }
}

const fn mark_name(mark: Mark) -> &'static str {
    match mark {
        Mark::AtOnce => "at-once",
        Mark::WithHelp => "with-help",
        Mark::Left => "left",
        Mark::Unfit => "unfit",
    }
}
