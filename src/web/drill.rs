//! Tasks that lie on the board one after another: exercises, problems and lessons.

use super::asking::{Answer, Ask, End, Tone};
use super::lessons::{LESSONS, Step};
use super::posed::Posed;
use super::study::Study;
use crate::any::AnyPosition;
use crate::board::Color;
use crate::game::Cell;
use crate::jobs::notation::Notation;
use crate::record::{NodeId, Record};
use crate::table::store::Mark;
use crate::table::trial::Question;
use crate::words::Language;
use std::path::Path;
use std::sync::Arc;

/// A task, with what is known of it by now.
#[derive(Clone)]
pub enum Task {
    Exercise(Question),
    Problem(Posed),
    Lesson(Step),
}

/// Work for the engine: a task, and what the person asks there.
#[derive(Clone)]
pub struct Work {
    pub task: Task,
    pub ask: Ask,
}

impl Task {
    pub const fn position(&self) -> &AnyPosition {
        match self {
            Self::Exercise(question) => question.position(),
            Self::Problem(posed) => &posed.start,
            Self::Lesson(step) => &step.position,
        }
    }

    /// Name of the task among the others.
    pub fn title(&self, language: Language) -> String {
        match self {
            Self::Exercise(question) => question.exercise.place(language),
            Self::Problem(posed) => posed.title(),
            Self::Lesson(step) => step.topic.title(language).to_owned(),
        }
    }

    /// The task in words.
    pub fn told(&self, language: Language) -> String {
        let notation = Notation::of(self.position().variant(), language, None, false);
        match self {
            Self::Exercise(question) => question.task(language, notation),
            Self::Problem(posed) => posed.told(language),
            Self::Lesson(step) => step.told(language),
        }
    }

    /// The moves of the piece that the task is about, in words.
    pub fn moves(&self, language: Language) -> Option<String> {
        match self {
            Self::Exercise(_) | Self::Problem(_) => None,
            Self::Lesson(step) => step.moves(language),
        }
    }

    /// The squares to mark on the board.
    pub fn targets(&self) -> &[Cell] {
        match self {
            Self::Exercise(_) | Self::Problem(_) => &[],
            Self::Lesson(step) => step.targets(),
        }
    }

    /// The side that the person plays.
    pub fn person(&self) -> Color {
        match self {
            Self::Problem(posed) => posed.attacker(),
            Self::Exercise(_) | Self::Lesson(_) => self.position().side_to_move(),
        }
    }
}

/// The origin of a row of tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Exercises,
    Problems,
    /// A lesson by its number from 0.
    Lesson(usize),
}

impl Kind {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exercises => "exercises",
            Self::Problems => "problems",
            Self::Lesson(_) => "lesson",
        }
    }
}

/// The place where the result of a problem is kept: under the name of its file, at its index there. A file has problems
/// that cannot be read as well.
pub type Place = (Arc<Path>, usize);

/// A row of tasks, one of which is on the board.
pub struct Drill {
    pub kind: Kind,
    pub name: String,
    /// The places of problems; empty for other tasks.
    pub places: Vec<Place>,
    tasks: Vec<Task>,
    pub index: usize,
    /// Results so far, none where a task is open.
    pub marks: Vec<Option<Mark>>,
    /// The task on the board.
    pub task: Task,
    /// Its position with all moves that were tried or shown.
    pub trail: Study,
    /// The place at which the person moves.
    now: NodeId,
    pub said: Option<Answer>,
    asked: Option<Ask>,
    pub is_done: bool,
    has_erred: bool,
    has_hinted: bool,
}

impl Drill {
    /// A row of tasks from its first one; none without tasks.
    pub fn new(kind: Kind, name: String, tasks: Vec<Task>) -> Option<Self> {
        let task = tasks.first()?.clone();
        let trail = Study::new(name.clone(), Record::new(task.position().clone()), false);
        let asked = first_wish(&task);
        Some(Self {
            kind,
            name,
            places: Vec::new(),
            index: 0,
            marks: vec![None; tasks.len()],
            task,
            tasks,
            trail,
            now: Record::ROOT,
            said: None,
            asked,
            is_done: false,
            has_erred: false,
            has_hinted: false,
        })
    }

    /// Lays the task of an index on the board; false if there is none.
    pub fn turn_to(&mut self, index: usize) -> bool {
        let Some(task) = self.tasks.get(index).cloned() else { return false };
        self.lay(&task);
        (self.said, self.asked) = (None, first_wish(&task));
        (self.task, self.index) = (task, index);
        (self.is_done, self.has_erred, self.has_hinted) = (false, false, false);
        true
    }

    /// Goes on with results of before, at the first task without one.
    pub fn resume(&mut self, marks: impl Iterator<Item = Option<Mark>>) {
        self.marks.iter_mut().zip(marks).for_each(|(mark, known)| *mark = known);
        if let Some(open) = self.marks.iter().position(Option::is_none) {
            self.turn_to(open);
        }
    }

    /// Lays the position of a task on the board.
    fn lay(&mut self, task: &Task) {
        self.trail = Study::new(self.name.clone(), Record::new(task.position().clone()), false);
        self.now = Record::ROOT;
    }

    /// Leaves the task undone; returns its result if it had none.
    pub fn skip(&mut self) -> Option<Mark> {
        let mark = &mut self.marks[self.index];
        mark.is_none().then(|| *mark.insert(Mark::Left))
    }

    /// Goes on to the next task. Behind the last one the tasks are over.
    pub fn go_on(&mut self) {
        match self.next() {
            Some(next) => _ = self.turn_to(next),
            None => self.is_done = true,
        }
    }

    /// The next task without a result; where all have one, the next task.
    fn next(&self) -> Option<usize> {
        let behind = self.index + 1..self.tasks.len();
        let is_open = |index: &usize| self.marks[*index].is_none();
        behind.clone().chain(0..self.index).find(is_open).or_else(|| behind.clone().next().filter(|_| self.is_over()))
    }

    /// True if something comes behind the task on the board.
    pub fn has_next(&self) -> bool {
        !self.is_over() || self.next().is_some() || self.next_lesson().is_some()
    }

    /// Goes back to the place where the person moves; from there, to the start of the task.
    pub fn try_again(&mut self) {
        if self.is_done || self.trail.here == self.now {
            self.turn_to(self.index);
        } else {
            self.trail.here = self.now;
            self.said = None;
        }
    }

    /// True if the person has moved in a problem, and may take that back.
    pub fn can_take_back(&self) -> bool {
        matches!(&self.task, Task::Problem(posed) if self.is_open() && posed.has_moved())
    }

    /// Takes back the person's last move in a problem with the defence; false if there is none.
    pub fn take_back(&mut self) -> bool {
        let can = self.can_take_back();
        if let Task::Problem(posed) = &mut self.task
            && can
        {
            posed.take_back();
            let parent = |id| self.trail.record.node(id).parent();
            self.now = parent(parent(self.now));
            self.trail.here = self.now;
            (self.said, self.has_hinted) = (None, false);
        }
        can
    }

    /// True if the person may move.
    pub fn is_open(&self) -> bool {
        !self.is_done && self.asked.is_none() && !self.is_elsewhere()
    }

    /// The tasks if one waits for the person, wherever in it the board is.
    pub fn as_open(&mut self) -> Option<&mut Self> {
        (!self.is_done && self.asked.is_none()).then_some(self)
    }

    /// True where the board shows an answer instead of the task.
    pub fn is_elsewhere(&self) -> bool {
        self.trail.here != self.now
    }

    pub const fn is_busy(&self) -> bool {
        self.asked.is_some()
    }

    /// The number of the lesson that comes after this one; none behind the last, and for other tasks.
    pub fn next_lesson(&self) -> Option<usize> {
        let Kind::Lesson(number) = self.kind else { return None };
        Some(number + 1).filter(|&number| number < LESSONS)
    }

    /// True once every task has a result.
    pub fn is_over(&self) -> bool {
        self.marks.iter().all(Option::is_some)
    }

    /// The results so far, in the order of the tasks.
    pub fn results(&self) -> Vec<Mark> {
        self.marks.iter().flatten().copied().collect()
    }

    pub fn tasks(&self) -> &[Task] {
        &self.tasks
    }

    /// Asks for an answer, which lessons have at once and the engine finds out elsewhere.
    pub fn ask(&mut self, ask: Ask) {
        self.trail.here = self.now;
        if let Task::Lesson(mut step) = self.task.clone() {
            let answer = step.answer(ask);
            self.take(Task::Lesson(step), answer);
            return;
        }
        if let Ask::Try(m) = ask {
            self.trail.play(m);
        }
        self.said = None;
        self.asked = Some(ask);
    }

    /// Asks for the piece to move, and then for the move.
    pub fn ask_hint(&mut self) {
        let again = std::mem::replace(&mut self.has_hinted, true);
        self.ask(Ask::Hint { again });
    }

    /// Work for the engine, if the person waits for it.
    pub fn work(&self) -> Option<Work> {
        self.asked.map(|ask| Work { task: self.task.clone(), ask })
    }

    /// Leaves undone what the engine could not do.
    pub fn give_up(&mut self) {
        self.asked = None;
        self.trail.here = self.now;
    }

    /// Takes the answer to what was asked; returns the result of the task if it has just got one.
    pub fn take(&mut self, task: Task, answer: Answer) -> Option<Mark> {
        if task.position().sfen() != self.task.position().sfen() {
            self.lay(&task);
        }
        self.task = task;
        self.asked = None;
        self.has_erred |= answer.tone == Tone::Wrong || answer.pointed.is_some();
        let mut places = vec![self.now];
        for &m in &answer.shown {
            places.push(self.trail.step(places[places.len() - 1], m));
        }
        self.trail.here = places[answer.at];
        self.now = places[answer.kept];
        if answer.kept > 0 {
            self.has_hinted = false;
        }
        let end = answer.end;
        self.said = Some(answer);
        self.is_done = end.is_some();
        let mark = match end? {
            End::Shown => Mark::Left,
            End::Unfit => Mark::Unfit,
            End::Solved if self.has_erred => Mark::WithHelp,
            End::Solved => Mark::AtOnce,
        };
        let known = &mut self.marks[self.index];
        // A problem that was left may still be solved; an exercise comes back on its day.
        let is_new = known.is_none() || (*known == Some(Mark::Left) && self.kind == Kind::Problems);
        is_new.then(|| *known.insert(mark))
    }
}

/// The wish that comes before those of the person.
const fn first_wish(task: &Task) -> Option<Ask> {
    match task {
        Task::Problem(_) => Some(Ask::Pose),
        Task::Exercise(_) | Task::Lesson(_) => None,
    }
}
