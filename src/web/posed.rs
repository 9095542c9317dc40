//! A problem of mate or hisshi on the board: the person attacks, and the program defends.

use super::asking::{Answer, Ask, End, Pointed, Tone};
use super::phrase::Phrase;
use crate::any::{AnyMove, AnyPosition};
use crate::board::Color;
use crate::jobs::notation::Notation;
use crate::table::advice::piece_text;
use crate::table::attempt::{Attempt, Prover, Reply, Unfit};
use crate::table::problems::{no_check, no_threat, refuted_text, solved_text, task_text, unclear, unfit_text};
use crate::words::Language;

/// A problem, and the attempt at it once it was solved by the program.
#[derive(Clone)]
pub struct Posed {
    name: String,
    pub start: AnyPosition,
    attempt: Option<Attempt>,
}

impl Posed {
    pub fn new(name: String, start: AnyPosition) -> Self {
        Self { name, start, attempt: None }
    }

    /// The side that mates.
    pub fn attacker(&self) -> Color {
        self.start.problem_attacker(false)
    }

    pub fn title(&self) -> String {
        self.name.clone()
    }

    /// The task in words.
    pub fn told(&self, language: Language) -> String {
        match &self.attempt {
            Some(attempt) => task_text(language, attempt),
            None => language.choose("mate", "詰将棋").to_owned(),
        }
    }

    pub fn has_moved(&self) -> bool {
        self.attempt.as_ref().is_some_and(|attempt| attempt.plies() > 1)
    }

    /// Goes back to the person's previous move, if there is one.
    pub fn take_back(&mut self) {
        if let Some(attempt) = &mut self.attempt {
            attempt.undo();
        }
    }

    /// Answers a person; none if the solver was stopped.
    pub fn answer(&mut self, ask: Ask, prover: &mut Prover) -> Option<Answer> {
        let Some(attempt) = &mut self.attempt else {
            return self.pose(prover);
        };
        match ask {
            Ask::Try(m) => tried(attempt, m, prover),
            Ask::Hint { again } => Some(hint(attempt, again)),
            Ask::Pose => Some(begun(attempt)),
            Ask::Solution => Some(solution(attempt)),
        }
    }

    /// Solves the problem before the person does.
    fn pose(&mut self, prover: &mut Prover) -> Option<Answer> {
        match Attempt::new(&self.start, prover) {
            Ok(attempt) => {
                let answer = begun(&attempt);
                self.attempt = Some(attempt);
                Some(answer)
            }
            Err(Unfit::Interrupted) => None,
            Err(unfit) => {
                let said = Phrase::written(|language| unfit_text(language, unfit).to_owned());
                Some(Answer { end: Some(End::Unfit), ..Answer::words(said, Tone::Plain) })
            }
        }
    }
}

/// The first words; a defender who is to move has moved.
fn begun(attempt: &Attempt) -> Answer {
    let said = if attempt.is_hisshi() {
        Phrase::of(
            "Find the move after which no defence stops a mate by checks.",
            "どう受けても詰む手（必至）を探してください。",
        )
    } else {
        Phrase::of(
            "Give check with each move; the program defends.",
            "王手の連続で詰ませてください。受ける手はコンピューターが指します。",
        )
    };
    let shown: Vec<AnyMove> = attempt.last().into_iter().collect();
    let at = shown.len();
    Answer { shown, at, kept: at, ..Answer::words(said, Tone::Plain) }
}

/// Words in each language, with the usual notation of moves there.
fn written(attempt: &Attempt, text: impl Fn(Language, Notation) -> String) -> Phrase {
    let game = attempt.position().variant();
    Phrase::written(|language| text(language, Notation::of(game, language, None, false)))
}

fn tried(attempt: &mut Attempt, m: AnyMove, prover: &mut Prover) -> Option<Answer> {
    let (position, last) = (attempt.position().clone(), attempt.last());
    let (plies, length) = (attempt.plies(), attempt.length());
    let reply = attempt.play(m, prover);
    Some(match reply {
        Reply::Interrupted => return None,
        Reply::Solved => {
            let text =
                |language, notation: Notation| solved_text(language, &notation.text(&position, last, m), plies, length);
            let said = Answer::words(written(attempt, text), Tone::Good);
            Answer { shown: vec![m], at: 1, end: Some(End::Solved), ..said }
        }
        Reply::Defence(defence) => {
            let text = |_, notation: Notation| notation.moves(&position, last, &[m, defence]);
            Answer { shown: vec![m, defence], at: 2, kept: 2, ..Answer::words(written(attempt, text), Tone::Plain) }
        }
        Reply::NoCheck => Answer::words(written(attempt, |language, _| no_check(language).to_owned()), Tone::Wrong),
        Reply::NoThreat => Answer::words(written(attempt, |language, _| no_threat(language).to_owned()), Tone::Wrong),
        Reply::Unclear => Answer::words(written(attempt, |language, _| unclear(language).to_owned()), Tone::Plain),
        Reply::Refuted { answer, is_proved } => {
            let text = |language, notation: Notation| {
                let line = notation.moves(&position, last, &[m, answer]);
                format!("{line}: {}", refuted_text(language, attempt, is_proved))
            };
            Answer { shown: vec![m, answer], at: 2, ..Answer::words(written(attempt, text), Tone::Wrong) }
        }
    })
}

fn hint(attempt: &Attempt, again: bool) -> Answer {
    let (position, last) = (attempt.position(), attempt.last());
    let pointed = attempt.hint().map(|m| Pointed { m, is_move: again });
    let text = |language, notation: Notation| match attempt.hint() {
        Some(m) if again => notation.text(position, last, m),
        Some(m) => piece_text(language, position, m),
        None => String::new(),
    };
    Answer { pointed, ..Answer::words(written(attempt, text), Tone::Plain) }
}

fn solution(attempt: &Attempt) -> Answer {
    let line = attempt.rest().to_vec();
    let text = |_, notation: Notation| notation.moves(attempt.position(), attempt.last(), &line);
    let said = Answer::words(written(attempt, text), Tone::Plain);
    Answer { at: line.len().min(1), shown: line.clone(), end: Some(End::Shown), ..said }
}
