//! Exercises from games: a person looks for a better move than the one that was played.

use super::advice::piece_text;
use super::cards::Cards;
use super::person::{Next, Person, Turn, answer, ask_until_drawn, say};
use super::problems::tally;
use super::request::{Place, Request, Verb};
use super::store::{Mark, Store};
use super::thinker::{Thinker, Thought};
use crate::analysis::{Curve, Fault, Judgement, Proof, Voice};
use crate::any::{AnyMove, AnyPosition};
use crate::board::Color;
use crate::game::score;
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
    rules: Variant,
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
    exercise: Exercise,
    title: String,
    /// The program's verdict on the position, once it is needed.
    verdict: Option<Thought<AnyMove>>,
    has_erred: bool,
    has_hinted: bool,
}

impl Posed {
    const fn mark(&self) -> Mark {
        if self.has_erred { Mark::WithHelp } else { Mark::AtOnce }
    }

    /// The better line: that of the analysis, else the program's.
    fn line(&self) -> &[AnyMove] {
        match &self.verdict {
            Some(verdict) if self.exercise.line.is_empty() => &verdict.line,
            _ => &self.exercise.line,
        }
    }
}

/// Worth of a try.
enum Worth {
    Good,
    /// The verdict in words, and the moves that show it, the try first.
    Faulty {
        judgement: Option<Judgement>,
        said: String,
        shown: Vec<AnyMove>,
    },
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
        Ok(Self { rules, exercises, person, thinker, stop, store, today, marks: Vec::new(), news: Vec::new() })
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
        let exercise = self.exercises[index].clone();
        let place = format!("{}/{} {}", index + 1, self.exercises.len(), exercise.place(self.language()));
        let title = format!("{place}: {}", self.task(&exercise));
        self.person.look.flipped = exercise.position.side_to_move() == Color::White;
        let mut posed = Posed { exercise, title, verdict: None, has_erred: false, has_hinted: false };
        loop {
            self.draw(&posed, &[])?;
            if let ControlFlow::Break(mark) = ask_until_drawn(|| self.ask(&mut posed))? {
                return Ok(mark);
            }
        }
    }

    fn task(&self, exercise: &Exercise) -> String {
        let text = exercise.played.map(|m| self.person.notation.text(&exercise.position, None, m));
        match (text, self.language()) {
            (Some(text), Language::En) => format!("find a better move than {text}"),
            (Some(text), Language::Ja) => format!("{text}より良い手を探してください"),
            (None, language) => language.choose("find the best move", "最善手を探してください").to_owned(),
        }
    }

    /// Draws the position behind some moves.
    fn draw(&mut self, posed: &Posed, moves: &[AnyMove]) -> Result<(), Trouble> {
        let mut position = posed.exercise.position.clone();
        let person = position.side_to_move();
        moves.iter().for_each(|&m| position.make(m));
        self.person.show_task(&position, moves.last().copied(), person, &posed.title)?;
        std::mem::take(&mut self.news).into_iter().try_for_each(say)
    }

    fn ask(&mut self, posed: &mut Posed) -> Result<Turn, Trouble> {
        let position = &posed.exercise.position;
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
            _ => self.person.do_task_word(verb, argument, &posed.exercise.position)?,
        };
        Ok(Turn::Stay(next))
    }

    /// Has the program judge the position, unless it has; none if the person interrupts.
    fn judge(&mut self, posed: &mut Posed) -> Option<()> {
        if posed.verdict.is_none() {
            posed.verdict = self.thinker.advice(&posed.exercise.position, &self.stop);
        }
        posed.verdict.as_ref().map(|_| ())
    }

    /// The better line, for which the program thinks if the analysis has told none.
    fn better(&mut self, posed: &mut Posed) -> Option<Vec<AnyMove>> {
        if posed.exercise.line.is_empty() {
            self.judge(posed)?;
        }
        Some(posed.line().to_vec())
    }

    fn interrupted(&mut self) -> Turn {
        Turn::Stay(self.person.leaves_or_stays(Place::Problem))
    }

    /// Names the piece; asked again, the move.
    fn hint(&mut self, posed: &mut Posed) -> Result<Next, Trouble> {
        let Some(line) = self.better(posed) else { return Ok(self.person.leaves_or_stays(Place::Problem)) };
        let Some(&m) = line.first() else { return Ok(Next::Ask) };
        posed.has_erred = true;
        let again = std::mem::replace(&mut posed.has_hinted, true);
        let position = &posed.exercise.position;
        answer(if again {
            let mate = posed.verdict.as_ref().and_then(Thought::mate);
            let reason = self.thinker.reason(position, m, mate, &self.stop);
            self.speak(|voice| voice.advice(position, None, &line, reason))
        } else {
            piece_text(self.language(), position, m)
        })
    }

    fn show_solution(&mut self, posed: &mut Posed) -> Result<Turn, Trouble> {
        let Some(line) = self.better(posed) else { return Ok(self.interrupted()) };
        self.news.push(format!("{}: {}", posed.title, self.line_text(posed, &line)));
        self.draw(posed, &line[..line.len().min(1)])?;
        self.person.pause("Enter goes on. ", "Enterで次へ進みます。");
        Ok(Turn::Done(Mark::Left))
    }

    fn line_text(&self, posed: &Posed, line: &[AnyMove]) -> String {
        self.person.notation.moves(&posed.exercise.position, None, &line[..line.len().min(SHOWN)])
    }

    fn try_move(&mut self, m: AnyMove, posed: &mut Posed) -> Result<Turn, Trouble> {
        let Some(worth) = self.worth(m, posed) else { return Ok(self.interrupted()) };
        let text = self.line_text(posed, &[m]);
        let language = self.language();
        match worth {
            Worth::Good => {
                self.news.push(format!("{text}: {}", language.choose("good.", "正解です。")));
                self.draw(posed, &[m])?;
                self.person.pause("Enter goes on. ", "Enterで次へ進みます。");
                return Ok(Turn::Done(posed.mark()));
            }
            Worth::Faulty { judgement: None | Some(Judgement::Inaccuracy), said, .. } => {
                posed.has_erred = true;
                return answer(match language {
                    Language::En => format!("{text}: playable, not the best: {said}. Try again."),
                    Language::Ja => format!("{text}: 最善ではありません：{said}。もう一度どうぞ。"),
                })
                .map(Turn::Stay);
            }
            Worth::Faulty { said, shown, .. } => {
                posed.has_erred = true;
                self.news.push(match language {
                    Language::En => format!("{text}: {said}. Try again."),
                    Language::Ja => format!("{text}: {said}。もう一度どうぞ。"),
                });
                self.draw(posed, &shown)?;
            }
        }
        Ok(Turn::Stay(self.person.pause_at_refutation()))
    }

    /// Judges a try by what it loses of the expected result; none if the person interrupts.
    fn worth(&mut self, m: AnyMove, posed: &mut Posed) -> Option<Worth> {
        if posed.exercise.line.first() == Some(&m) {
            return Some(Worth::Good);
        }
        self.judge(posed)?;
        let verdict = posed.verdict.as_ref()?;
        if verdict.best == Some(m) {
            return Some(Worth::Good);
        }
        let mut behind = posed.exercise.position.clone();
        behind.make(m);
        let answered = self.thinker.advice(&behind, &self.stop)?;
        let was_threatened = self.thinker.is_threatened(&posed.exercise.position, &self.stop);
        Some(self.judged(m, posed, verdict, &answered, was_threatened))
    }

    /// The worth of a try that is not the best move, by the verdicts on the positions before and behind it.
    fn judged(
        &self,
        m: AnyMove,
        posed: &Posed,
        best: &Thought<AnyMove>,
        answered: &Thought<AnyMove>,
        was_threatened: bool,
    ) -> Worth {
        let (before, after) = (best.score, -answered.score);
        let curve = Curve::of(self.rules);
        let found = |plies, line: &[AnyMove]| Proof { line: line.to_vec(), plies, is_solved: false };
        // The mate itself is for the person to find.
        let missed = best.mate().filter(|_| after < score::MATE_BOUND).map(|plies| found(plies, &[]));
        let allowed = answered.mate().filter(|_| before > -score::MATE_BOUND);
        let allowed = allowed.map(|plies| found(plies, &answered.line));
        let fault = Fault {
            judgement: Judgement::of_loss(curve.expected(before) - curve.expected(after)),
            is_deep: false,
            played: m,
            before,
            after,
            line: posed.line(),
            refutation: &answered.line,
            missed: missed.as_ref(),
            allowed: allowed.as_ref(),
            was_threatened,
            declares: false,
        };
        if !fault.is_told() {
            return Worth::Good;
        }
        let (said, shown) = self.speak(|voice| voice.refuted(&posed.exercise.position, None, &fault));
        let answers = if shown.is_empty() { answered.line.iter().take(1).copied().collect() } else { shown };
        let shown = std::iter::once(m).chain(answers).collect();
        Worth::Faulty { judgement: fault.judgement, said, shown }
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
        Language::Ja => format!("後日の復習 {count}問、次は{next}。"),
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
