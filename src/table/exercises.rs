//! Exercises from games: a person looks for a better move than the one that was played.

use super::advice::piece_text;
use super::cards::Cards;
use super::person::{Next, Person, Turn, answer, ask_until_drawn, say};
use super::problems::tally;
use super::request::{Place, Request, Verb};
use super::store::{Mark, Store};
use super::thinker::Thinker;
use super::trial::Question;
use crate::analysis::Voice;
use crate::any::{AnyMove, AnyPosition};
use crate::board::Color;
use crate::jobs::command::Trouble;
use crate::study::analyse::Exercise;
use crate::variants::Variant;
use crate::words::{InLanguage as _, Language, counted};
use jiff::civil::Date;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Number of moves shown of a line.
const SHOWN: usize = 6;

/// A person at exercises.
pub struct Session {
    exercises: Vec<Exercise>,
    person: Person,
    thinker: Thinker,
    stop: Arc<AtomicBool>,
    store: Option<Store>,
    today: Date,
    marks: Vec<Mark>,
    /// Lines to print below the next board.
    news: Vec<String>,
}

/// The exercise on the board.
struct Posed {
    question: Question,
    title: String,
    has_erred: bool,
    has_hinted: bool,
}

impl Posed {
    const fn mark(&self) -> Mark {
        if self.has_erred { Mark::WithHelp } else { Mark::AtOnce }
    }
}

impl Session {
    pub fn new(
        rules: Variant,
        exercises: Vec<Exercise>,
        person: Person,
        threads: usize,
        stop: Arc<AtomicBool>,
        today: Date,
    ) -> Result<Self, Trouble> {
        let (thinker, store) = (Thinker::new(rules, threads)?, Store::of_exercises(rules.name()));
        Ok(Self { exercises, person, thinker, stop, store, today, marks: Vec::new(), news: Vec::new() })
    }

    const fn language(&self) -> Language {
        self.person.language()
    }

    /// Asks the exercises one after another until the person leaves.
    pub fn run(mut self) -> Result<(), Trouble> {
        self.news.push(self.person.signpost(&[Verb::Hint, Verb::Solution, Verb::Help]));
        for index in 0..self.exercises.len() {
            let Some(mark) = self.pose(index)? else { break };
            self.marks.push(mark);
            self.note(index, mark);
        }
        self.person.look.release();
        std::mem::take(&mut self.news).into_iter().try_for_each(say)?;
        say(tally(self.language(), &self.marks, self.exercises.len()))?;
        self.tell_days()
    }

    /// Notes the answer on the card of the exercise. A failure is reported once.
    fn note(&mut self, index: usize, mark: Mark) {
        let Some(store) = &self.store else { return };
        if let Err(error) = Cards::note(store, &self.exercises[index], mark == Mark::AtOnce, self.today) {
            self.news.push(error.text_in(self.language()));
            self.store = None;
        }
    }

    /// Says when the exercises are asked again.
    fn tell_days(&self) -> Result<(), Trouble> {
        let Ok(cards) = Cards::read(self.store.as_ref()) else { return Ok(()) };
        let days = self.exercises.iter().filter_map(|exercise| cards.get(&exercise.position.sfen()));
        let days: Vec<Date> = days.map(|card| card.due).filter(|&due| due > self.today).collect();
        days.iter().min().map_or(Ok(()), |&next| say(waiting(self.language(), days.len(), next)))
    }

    /// Asks an exercise until it is done; none if the person leaves.
    fn pose(&mut self, index: usize) -> Result<Option<Mark>, Trouble> {
        let question = Question::new(self.exercises[index].clone());
        let place = format!("{}/{} {}", index + 1, self.exercises.len(), question.exercise.place(self.language()));
        let title = format!("{place}: {}", question.task(self.language(), self.person.notation));
        self.person.look.flipped = question.position().side_to_move() == Color::White;
        let mut posed = Posed { question, title, has_erred: false, has_hinted: false };
        loop {
            self.draw(&posed, &[])?;
            if let ControlFlow::Break(mark) = ask_until_drawn(|| self.ask(&mut posed))? {
                return Ok(mark);
            }
        }
    }

    /// Draws the position behind some moves.
    fn draw(&mut self, posed: &Posed, moves: &[AnyMove]) -> Result<(), Trouble> {
        let mut position = posed.question.position().clone();
        let person = position.side_to_move();
        moves.iter().for_each(|&m| position.make(m));
        self.person.show_task(&position, moves.last().copied(), person, &posed.title)?;
        std::mem::take(&mut self.news).into_iter().try_for_each(say)
    }

    fn ask(&mut self, posed: &mut Posed) -> Result<Turn, Trouble> {
        let position = posed.question.position();
        let line = match self.person.ask_task("> ", position) {
            Ok(line) => line,
            Err(next) => return Ok(Turn::Stay(next)),
        };
        match Request::read(&line) {
            Request::Nothing => Ok(Turn::Stay(Next::Ask)),
            Request::Word(word, argument) => self.do_word(word.verb, argument, posed),
            Request::Move(text) => match self.person.read_move(position, None, text)? {
                Some(m) => self.try_move(m, posed),
                None => Ok(Turn::Stay(Next::Ask)),
            },
        }
    }

    fn do_word(&mut self, verb: Verb, argument: &str, posed: &mut Posed) -> Result<Turn, Trouble> {
        let next = match verb {
            Verb::Skip => return Ok(Turn::Done(Mark::Left)),
            Verb::Solution => return self.show_solution(posed),
            Verb::Hint => self.hint(posed)?,
            _ => self.person.do_task_word(verb, argument, posed.question.position())?,
        };
        Ok(Turn::Stay(next))
    }

    fn interrupted(&mut self) -> Turn {
        Turn::Stay(self.person.leaves_or_stays(Place::Problem))
    }

    /// Names the piece; asked again, the move.
    fn hint(&mut self, posed: &mut Posed) -> Result<Next, Trouble> {
        let Some(line) = posed.question.better(&mut self.thinker, &self.stop) else {
            return Ok(self.person.leaves_or_stays(Place::Problem));
        };
        let Some(&m) = line.first() else { return Ok(Next::Ask) };
        posed.has_erred = true;
        let again = std::mem::replace(&mut posed.has_hinted, true);
        let position = posed.question.position();
        answer(if again {
            let reason = posed.question.reason(m, &mut self.thinker, &self.stop);
            self.speak(|voice| voice.advice(position, None, &line, reason))
        } else {
            piece_text(self.language(), position, m)
        })
    }

    fn show_solution(&mut self, posed: &mut Posed) -> Result<Turn, Trouble> {
        let Some(line) = posed.question.better(&mut self.thinker, &self.stop) else { return Ok(self.interrupted()) };
        self.news.push(format!("{}: {}", posed.title, self.line_text(posed, &line)));
        self.draw(posed, &line[..line.len().min(1)])?;
        self.person.pause("Enter goes on. ", "Enterで次へ進みます。");
        Ok(Turn::Done(Mark::Left))
    }

    fn line_text(&self, posed: &Posed, line: &[AnyMove]) -> String {
        self.person.notation.moves(posed.question.position(), None, &line[..line.len().min(SHOWN)])
    }

    fn try_move(&mut self, m: AnyMove, posed: &mut Posed) -> Result<Turn, Trouble> {
        let Some(trial) = posed.question.tried(m, &mut self.thinker, &self.stop) else {
            return Ok(self.interrupted());
        };
        let (said, shown) = self.speak(|voice| trial.answer(voice));
        posed.has_erred |= !trial.is_good();
        if !trial.is_good() && shown.len() == 1 {
            return answer(said).map(Turn::Stay);
        }
        self.news.push(said);
        self.draw(posed, &shown)?;
        if trial.is_good() {
            self.person.pause("Enter goes on. ", "Enterで次へ進みます。");
            return Ok(Turn::Done(posed.mark()));
        }
        Ok(Turn::Stay(self.person.pause_at_refutation()))
    }

    /// Words in the person's language and notation.
    fn speak<T>(&self, words: impl FnOnce(Voice<'_>) -> T) -> T {
        let notation = self.person.notation;
        let text = |position: &AnyPosition, last, m| notation.text(position, last, m);
        words(Voice { language: self.language(), text: &text })
    }
}

/// Exercises that wait for a later day.
pub fn waiting(language: Language, count: usize, next: Date) -> String {
    match language {
        Language::En => format!("{} on a later day, next on {next}.", counted(count as u64, "exercise")),
        Language::Ja => format!("後日に復習する問題が{count}問あります。次の出題日は{next}です。"),
    }
}

/// The exercises that are due on a day, those longest due first and new ones last; and the days of the others.
pub fn due(exercises: Vec<Exercise>, cards: &Cards, today: Date) -> (Vec<Exercise>, Vec<Date>) {
    let day = |exercise: &Exercise| cards.get(&exercise.position.sfen()).map(|card| card.due);
    let (mut due, later): (Vec<Exercise>, Vec<Exercise>) =
        exercises.into_iter().partition(|exercise| day(exercise).is_none_or(|day| day <= today));
    due.sort_by_key(|exercise| (day(exercise).is_none(), day(exercise)));
    (due, later.iter().filter_map(day).collect())
}
