//! Mate problems: the person attacks, and the program defends.

use super::drill::{Answer, Ask, Drill, End, Kind, Pointed, Task, Tone};
use super::phrase::Phrase;
use super::study::{Study, candidates};
use crate::any::{AnyMove, AnyPosition};
use crate::board::Color;
use crate::jobs::notation::Notation;
use crate::record::Format;
use crate::study::mate::{Problem, problems_of};
use crate::system::real_path;
use crate::table::advice::piece_text;
use crate::table::attempt::{Attempt, Prover, Reply, Unfit};
use crate::table::problems::{keep, length_text, no_check, refuted_text, solved_text, unfit_text};
use crate::table::store::{Mark, Progress, Store, StoreError};
use crate::variants::Variant;
use crate::words::{InLanguage as _, Language};
use std::path::{Path, PathBuf};

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
            Some(attempt) => length_text(language, attempt.length()),
            None => language.choose("mate", "詰将棋").to_owned(),
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
    let said = Phrase::of(
        "Give check with each move; the program defends.",
        "王手の連続で詰ませてください。玉方はコンピューターです。",
    );
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
        Reply::Mate => {
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
        Reply::Refuted { answer, is_proved } => {
            let text = |language, notation: Notation| {
                let line = notation.moves(&position, last, &[m, answer]);
                format!("{line}: {}", refuted_text(language, is_proved))
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
