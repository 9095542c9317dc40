//! Exercises from games: the person looks for a better move than the one that was played.

use super::asking::{Answer, Ask, End, Pointed, Tone};
use super::drill::{Drill, Kind, Task};
use super::phrase::Phrase;
use super::study::Study;
use crate::analysis::Voice;
use crate::any::AnyPosition;
use crate::board::Color;
use crate::jobs::notation::Notation;
use crate::study::analyse::Exercise;
use crate::table::advice::piece_text;
use crate::table::cards::Cards;
use crate::table::exercises::{due, waiting};
use crate::table::store::{Mark, Store, StoreError};
use crate::table::thinker::Thinker;
use crate::table::trial::Question;
use crate::variants::Variant;
use crate::words::Language;
use jiff::Zoned;
use std::sync::atomic::AtomicBool;

/// A row of exercises; none without any.
pub fn drill(name: String, exercises: Vec<Exercise>) -> Option<Drill> {
    let tasks = exercises.into_iter().map(|exercise| Task::Exercise(Question::new(exercise))).collect();
    Drill::new(Kind::Exercises, name, tasks)
}

/// The mistakes of a side in a game that was analysed.
pub fn mistakes(study: &Study, side: Color) -> Result<Drill, Phrase> {
    let name = if study.name.is_empty() { Zoned::now().date().to_string() } else { study.name.clone() };
    let titled = |exercise: Exercise| Exercise { title: name.clone(), ..exercise };
    let exercises = study.mistakes(side).cloned().map(titled).collect();
    let none = || Phrase::of("There is no mistake to be mended.", "直すべき悪手はありません。");
    drill(name.clone(), exercises).ok_or_else(none)
}

/// The number of exercises of a game that are due today; those that cannot be read do not count.
pub fn count_due(game: Variant) -> usize {
    let cards = Cards::read(Store::of_exercises(game.name()).as_ref()).unwrap_or_default();
    due(cards.exercises(game), &cards, Zoned::now().date()).0.len()
}

/// The exercises of a game that are due today.
pub fn due_today(game: Variant) -> Result<Drill, Phrase> {
    let cards = Cards::read(Store::of_exercises(game.name()).as_ref()).map_err(|error| Phrase::from(&error))?;
    let (today, later) = due(cards.exercises(game), &cards, Zoned::now().date());
    let none = || match later.iter().min() {
        Some(&next) => Phrase::written(|language| waiting(language, later.len(), next)),
        None => Phrase::of(
            "There are no exercises yet. Analyse a game and practise its mistakes.",
            "復習する問題はまだありません。対局を解析して、悪手を復習してください。",
        ),
    };
    drill(String::new(), today).ok_or_else(none)
}

/// Notes a result on the card of an exercise.
pub fn note(question: &Question, mark: Mark) -> Result<(), StoreError> {
    let game = question.position().variant();
    let Some(store) = Store::of_exercises(game.name()) else { return Ok(()) };
    Cards::note(&store, &question.exercise, mark == Mark::AtOnce, Zoned::now().date())
}

/// Answers a person at an exercise; none if `stop` was raised.
pub fn answer(question: &mut Question, ask: Ask, thinker: &mut Thinker, stop: &AtomicBool) -> Option<Answer> {
    if let Ask::Try(m) = ask {
        let trial = question.tried(m, thinker, stop)?;
        let game = question.position().variant();
        let (_, mut shown) = speak(game, Language::En, |voice| trial.answer(voice));
        let at = shown.len();
        let is_good = trial.is_good();
        if is_good && question.exercise.line.first() == Some(&m) {
            shown.clone_from(&question.exercise.line);
        }
        let said = Phrase::written(|language| speak(game, language, |voice| trial.answer(voice).0));
        let tone = if is_good { Tone::Good } else { Tone::Wrong };
        return Some(Answer { shown, at, end: is_good.then_some(End::Solved), ..Answer::words(said, tone) });
    }
    let line = question.better(thinker, stop)?;
    let position = question.position();
    let game = position.variant();
    let Some(&m) = line.first() else {
        let none = Phrase::of("There is no good move.", "良い手がありません。");
        return Some(Answer { end: Some(End::Shown), ..Answer::words(none, Tone::Plain) });
    };
    let (said, is_move) = match ask {
        Ask::Hint { again: true } => {
            let reason = question.reason(m, thinker, stop);
            let advice = |voice: Voice<'_>| voice.advice(position, None, &line, reason.clone());
            (Phrase::written(|language| speak(game, language, advice)), true)
        }
        Ask::Hint { again: false } => (Phrase::written(|language| piece_text(language, position, m)), false),
        _ => {
            let text = |language| Notation::of(game, language, None, false).moves(position, None, &line);
            let said = Answer::words(Phrase::written(text), Tone::Plain);
            return Some(Answer { shown: line.clone(), at: 1, end: Some(End::Shown), ..said });
        }
    };
    Some(Answer { pointed: Some(Pointed { m, is_move }), ..Answer::words(said, Tone::Plain) })
}

/// Words in a language, with moves in its usual notation.
fn speak<T>(game: Variant, language: Language, words: impl FnOnce(Voice<'_>) -> T) -> T {
    let notation = Notation::of(game, language, None, false);
    let text = |position: &AnyPosition, last, m| notation.text(position, last, m);
    words(Voice { language, text: &text })
}
