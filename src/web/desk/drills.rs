//! Tasks on the board: what a person does at them, and what the program answers.

use super::{Desk, State};
use crate::any::AnyMove;
use crate::table::store::Mark;
use crate::variants::Variant;
use crate::web::asking::{Answer, Ask};
use crate::web::drill::{Drill, Kind, Task};
use crate::web::exercises;
use crate::web::lessons;
use crate::web::message::Act;
use crate::web::opened::Opened;
use crate::web::phrase::Phrase;
use crate::web::problems;
use crate::web::round::named;
use crate::words::Language;

impl Desk {
    /// Takes the answer to what a person asked at a task.
    pub fn answer(&self, turn: u64, task: Task, answer: Answer) {
        let mut state = self.state();
        let is_same = state.turn == turn;
        if let Some(drill) = state.drill.as_mut().filter(|drill| is_same && drill.is_busy()) {
            let mark = drill.take(task, answer);
            // What was said when the task was posed stays, unless there is news.
            if let Some(Err(fault)) = mark.map(|mark| note(drill, mark)) {
                state.news = Some(fault);
            }
            self.turn_to_another(&mut state);
        }
        state.is_thinking = false;
        self.announce(&mut state);
    }

    /// Tries a legal move at the task on the board.
    pub(super) fn try_move(&self, state: &mut State, m: AnyMove) -> Result<(), Phrase> {
        let drill = open(state)?;
        drill.ask(Ask::Try(m));
        self.turn_to_another(state);
        self.announce(state);
        Ok(())
    }

    /// Asks for a hint at the task on the board.
    pub(super) fn hint_at_task(&self, state: &mut State) -> Result<(), Phrase> {
        open(state)?.ask_hint();
        self.turn_to_another(state);
        self.announce(state);
        Ok(())
    }

    /// Takes back the person's last move at the task on the board.
    pub(super) fn take_back_at_task(&self, state: &mut State, turn: u64) -> Result<(), Phrase> {
        state.check_turn(turn)?;
        if !posed(state)?.take_back() {
            return Err(Phrase::of("There is nothing to take back.", "戻す手がありません。"));
        }
        self.turn_to_another(state);
        self.look_elsewhere(state);
        Ok(())
    }

    /// Begins or ends a row of tasks, or goes on in it.
    pub(super) fn drill(&self, state: &mut State, act: &Act) -> Result<(), Phrase> {
        match *act {
            Act::Practise { side } => {
                let nothing = || Phrase::of("There is nothing to study.", "検討する棋譜がありません。");
                let study = state.study.as_ref().ok_or_else(nothing)?;
                state.drill = Some(exercises::mistakes(study, side.into())?);
            }
            Act::Exercises { ref game } => {
                let game = game.as_ref().map_or_else(|| Ok(state.variant()), |name| named(name))?;
                state.drill = Some(exercises::due_today(game)?);
            }
            Act::Mates {} => state.drill = Some(problems::of_program(state.variant(), self.language)?),
            Act::Problems {} => {
                let nothing = || Phrase::of("There is nothing to study.", "検討する棋譜がありません。");
                state.drill = Some(problems::of_study(state.study.as_ref().ok_or_else(nothing)?)?);
            }
            Act::Lesson { ref game, number } => {
                let game = game.as_ref().map_or_else(|| Ok(state.variant()), |name| named(name))?;
                state.drill = Some(lesson(game, number)?);
            }
            Act::Solution { turn } => {
                state.check_turn(turn)?;
                open(state)?.ask(Ask::Solution);
            }
            Act::Again { turn } => {
                state.check_turn(turn)?;
                posed(state)?.try_again();
            }
            Act::Next { turn } => {
                state.check_turn(turn)?;
                let drill = posed(state)?;
                state.news = drill.skip().and_then(|mark| note(drill, mark).err());
                let drill = posed(state)?;
                match drill.next_lesson().filter(|_| drill.is_over()) {
                    Some(number) => *drill = lesson(drill.task.position().variant(), number)?,
                    None => drill.go_on(),
                }
            }
            Act::Task { index } if posed(state)?.turn_to(index) => {}
            Act::Leave {} if state.drill.is_some() => state.drill = None,
            Act::Leave {} => {
                if let Some(Opened { study, drill }) = state.aside.take() {
                    (state.study, state.drill) = (study, drill);
                }
            }
            _ => return Err(Phrase::of("There is no such task.", "そのような問題はありません。")),
        }
        self.turn_to_another(state);
        self.look_elsewhere(state);
        Ok(())
    }
}

/// A lesson of a game, by its number from 0.
fn lesson(game: Variant, number: usize) -> Result<Drill, Phrase> {
    let none = || Phrase::of("There is no such lesson.", "そのような講座はありません。");
    let (topic, steps) = lessons::lesson(game, number).ok_or_else(none)?;
    let name = topic.title(Language::En).to_owned();
    Drill::new(Kind::Lesson(number), name, steps.into_iter().map(Task::Lesson).collect()).ok_or_else(none)
}

/// The tasks on the board.
fn posed(state: &mut State) -> Result<&mut Drill, Phrase> {
    state.drill.as_mut().ok_or_else(|| Phrase::of("There is no task on the board.", "問題が出ていません。"))
}

/// The same while the person is to move there.
fn open(state: &mut State) -> Result<&mut Drill, Phrase> {
    let closed = || Phrase::of("Go back to the task first.", "先に問題の局面へ戻ってください。");
    posed(state)?.as_open().ok_or_else(closed)
}

/// Keeps the result of the task on the board.
fn note(drill: &Drill, mark: Mark) -> Result<(), Phrase> {
    match &drill.task {
        Task::Exercise(question) => exercises::note(question, mark).map_err(|error| Phrase::from(&error)),
        Task::Problem(_) => problems::note(drill).map_err(|error| Phrase::from(&error)),
        Task::Lesson(_) => Ok(()),
    }
}
