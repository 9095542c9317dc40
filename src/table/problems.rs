//! Problems of mate and hisshi, one after another: the person attacks and the program defends.

use super::advice::piece_text;
use super::attempt::{Attempt, Prover, Reply, Unfit};
use super::person::{Next, Person, Turn, answer, ask_until_drawn, say};
use super::request::{Place, Request, Verb};
use super::store::{Mark, Progress, Store, StoreError};
use crate::any::{AnyMove, AnyPosition};
use crate::board::Color;
use crate::jobs::command::Trouble;
use crate::study::mate::Problem;
use crate::variants::Variant;
use crate::words::{InLanguage as _, Language};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The problems of a file.
pub struct Sheet {
    /// The absolute path, under which the progress is kept.
    pub path: PathBuf,
    pub problems: Vec<Problem>,
    /// Results of the problems done so far.
    pub marks: Vec<Mark>,
}

/// A person at the problems of a file.
pub struct Desk {
    sheet: Sheet,
    person: Person,
    prover: Prover,
    store: Option<Store>,
    /// Lines to print below the next board.
    news: Vec<String>,
}

/// The problem on the board.
struct Posed {
    attempt: Attempt,
    title: String,
    has_erred: bool,
    /// The ply of the last hint.
    hinted: Option<usize>,
}

impl Posed {
    const fn mark(&self) -> Mark {
        if self.has_erred { Mark::WithHelp } else { Mark::AtOnce }
    }
}

impl Desk {
    pub fn new(
        rules: Variant,
        sheet: Sheet,
        person: Person,
        threads: usize,
        stop: Arc<AtomicBool>,
    ) -> Result<Self, Trouble> {
        let prover = Prover::new(rules, threads, stop)?;
        Ok(Self { sheet, person, prover, store: Store::of_problems(rules.name()), news: Vec::new() })
    }

    const fn language(&self) -> Language {
        self.person.language()
    }

    /// Poses the remaining problems until the person leaves.
    pub fn run(mut self) -> Result<(), Trouble> {
        self.news.push(self.person.signpost(&[Verb::Hint, Verb::Solution, Verb::Help]));
        while self.sheet.marks.len() < self.sheet.problems.len() {
            let Some(mark) = self.pose(self.sheet.marks.len())? else {
                return self.bid_farewell();
            };
            self.sheet.marks.push(mark);
            self.keep();
        }
        self.tell_news()?;
        say(self.tally())?;
        self.sheet.marks.clear();
        self.keep();
        Ok(())
    }

    /// Saves the marks so far.
    fn keep(&mut self) {
        let marks = self.sheet.marks.clone();
        self.keep_in(Some(marks));
    }

    /// Saves marks, or without any those of before. A failure is reported once.
    fn keep_in(&mut self, marks: Option<Vec<Mark>>) {
        let Some(store) = &self.store else { return };
        if let Err(error) = keep(store, &self.sheet.path, marks) {
            self.news.push(error.text_in(self.language()));
            if matches!(error, StoreError::Broken { .. }) {
                let remedy = ["Without that file problems are kept again.", "そのファイルを消せば、また保存されます。"];
                self.news.push(self.language().choose(remedy[0], remedy[1]).to_owned());
            }
            self.store = None;
        }
    }

    /// Prints the tally and how to resume.
    fn bid_farewell(mut self) -> Result<(), Trouble> {
        // Leaving before the first mark must not erase the marks of an earlier session.
        self.keep_in(None);
        self.tell_news()?;
        say(self.tally())?;
        if self.store.is_none() {
            return Ok(());
        }
        say(self.language().choose("--resume goes on where the problems were left.", "--resume で続けられます。"))
    }

    fn tally(&self) -> String {
        tally(self.language(), &self.sheet.marks, self.sheet.problems.len())
    }

    fn tell_news(&mut self) -> Result<(), Trouble> {
        std::mem::take(&mut self.news).into_iter().try_for_each(say)
    }

    /// Poses a problem until it is done; none if the person leaves.
    fn pose(&mut self, index: usize) -> Result<Option<Mark>, Trouble> {
        let problem = &self.sheet.problems[index];
        // The file's name is enough beside a board.
        let name = Path::new(&problem.name).file_name().unwrap_or_default().display();
        let title = format!("{}/{} {name}", index + 1, self.sheet.problems.len());
        let position = match &problem.position {
            Ok(position) => position.clone(),
            Err(error) => {
                self.news.push(format!("{title}: {}", error.text_in(self.language())));
                return Ok(Some(Mark::Unfit));
            }
        };
        let attempt = loop {
            match Attempt::new(&position, &mut self.prover) {
                Ok(attempt) => break attempt,
                Err(Unfit::Interrupted) if self.person.leaves_or_stays(Place::Problem) == Next::Leave => {
                    return Ok(None);
                }
                Err(Unfit::Interrupted) => {}
                Err(unfit) => {
                    self.news.push(format!("{title}: {}", unfit_text(self.language(), unfit)));
                    return Ok(Some(Mark::Unfit));
                }
            }
        };
        let title = format!("{title}: {}", task_text(self.language(), &attempt));
        self.person.look.flipped = attempt.attacker() == Color::White;
        self.solve(Posed { attempt, title, has_erred: false, hinted: None })
    }

    fn solve(&mut self, mut posed: Posed) -> Result<Option<Mark>, Trouble> {
        loop {
            self.draw(&posed, posed.attempt.position(), posed.attempt.last())?;
            if let ControlFlow::Break(mark) = ask_until_drawn(|| self.ask(&mut posed))? {
                return Ok(mark);
            }
        }
    }

    fn draw(&mut self, posed: &Posed, position: &AnyPosition, last: Option<AnyMove>) -> Result<(), Trouble> {
        self.person.show_task(position, last, posed.attempt.attacker(), &posed.title)?;
        self.tell_news()
    }

    fn ask(&mut self, posed: &mut Posed) -> Result<Turn, Trouble> {
        let prompt = format!("{}> ", posed.attempt.plies());
        let line = match self.person.ask_task(&prompt, posed.attempt.position()) {
            Ok(line) => line,
            Err(next) => return Ok(Turn::Stay(next)),
        };
        match Request::read(&line) {
            Request::Nothing => Ok(Turn::Stay(Next::Ask)),
            Request::Word(word, argument) => self.do_word(word.verb, argument, posed),
            Request::Move(text) => {
                let (position, last) = (posed.attempt.position(), posed.attempt.last());
                match self.person.read_move(position, last, text)? {
                    Some(m) => self.play(m, posed),
                    None => Ok(Turn::Stay(Next::Ask)),
                }
            }
        }
    }

    fn do_word(&mut self, verb: Verb, argument: &str, posed: &mut Posed) -> Result<Turn, Trouble> {
        let next = match verb {
            Verb::Skip => return Ok(Turn::Done(Mark::Left)),
            Verb::Solution => {
                let (position, last, line) = posed.attempt.solution();
                self.news.push(format!("{}: {}", posed.title, self.person.notation.moves(position, last, line)));
                let mut end = position.clone();
                line.iter().for_each(|&m| end.make(m));
                self.show_end(posed, &end, line.last().copied())?;
                return Ok(Turn::Done(Mark::Left));
            }
            Verb::Hint => self.hint(posed)?,
            Verb::Undo if posed.attempt.undo() => {
                posed.hinted = None;
                Next::GoOn
            }
            Verb::New => {
                posed.attempt.begin_again();
                posed.hinted = None;
                Next::GoOn
            }
            _ => self.person.do_task_word(verb, argument, posed.attempt.position())?,
        };
        Ok(Turn::Stay(next))
    }

    /// Names the piece; asked again before the same move, names the move.
    fn hint(&self, posed: &mut Posed) -> Result<Next, Trouble> {
        let Some(m) = posed.attempt.hint() else { return Ok(Next::Ask) };
        posed.has_erred = true;
        let again = posed.hinted.replace(posed.attempt.plies()) == Some(posed.attempt.plies());
        let position = posed.attempt.position();
        answer(if again {
            self.person.notation.text(position, posed.attempt.last(), m)
        } else {
            piece_text(self.language(), position, m)
        })
    }

    fn play(&mut self, m: AnyMove, posed: &mut Posed) -> Result<Turn, Trouble> {
        let (mut position, last) = (posed.attempt.position().clone(), posed.attempt.last());
        let plies = posed.attempt.plies();
        let text = self.person.notation.text(&position, last, m);
        match posed.attempt.play(m, &mut self.prover) {
            Reply::Solved => {
                self.news.push(solved_text(self.language(), &text, plies, posed.attempt.length()));
                position.make(m);
                self.show_end(posed, &position, Some(m))?;
                return Ok(Turn::Done(posed.mark()));
            }
            Reply::Defence(defence) => {
                self.news.push(self.person.notation.moves(&position, last, &[m, defence]));
            }
            Reply::NoCheck => {
                posed.has_erred = true;
                return Ok(Turn::Stay(answer(no_check(self.language()))?));
            }
            Reply::NoThreat => {
                posed.has_erred = true;
                return Ok(Turn::Stay(answer(no_threat(self.language()))?));
            }
            Reply::Unclear => return Ok(Turn::Stay(answer(unclear(self.language()))?)),
            Reply::Refuted { answer, is_proved } => {
                posed.has_erred = true;
                return self.show_refutation(posed, (position, last), [m, answer], is_proved).map(Turn::Stay);
            }
            Reply::Interrupted => return Ok(Turn::Stay(self.person.leaves_or_stays(Place::Problem))),
        }
        Ok(Turn::Stay(Next::GoOn))
    }

    /// Shows the end of a problem, until the person goes on.
    fn show_end(&mut self, posed: &Posed, position: &AnyPosition, last: Option<AnyMove>) -> Result<(), Trouble> {
        self.draw(posed, position, last)?;
        // Whoever leaves here is asked again at the next problem.
        self.person.pause("Enter goes on. ", "Enterで次へ進みます。");
        Ok(())
    }

    /// Shows the answer to a wrong move on the board; afterwards the position before the move is back.
    fn show_refutation(
        &mut self,
        posed: &Posed,
        (before, last): (AnyPosition, Option<AnyMove>),
        moves: [AnyMove; 2],
        is_proved: bool,
    ) -> Result<Next, Trouble> {
        let mut behind = before.clone();
        moves.iter().for_each(|&m| behind.make(m));
        let line = self.person.notation.moves(&before, last, &moves);
        self.news.push(format!("{line}: {}", refuted_text(self.language(), &posed.attempt, is_proved)));
        self.draw(posed, &behind, Some(moves[1]))?;
        Ok(self.person.pause_at_refutation())
    }
}

/// Saves the marks of a file beside those of others; without any, those of before stay.
///
/// # Errors
/// If the file of the progress cannot be read or written.
pub fn keep(store: &Store, path: &Path, marks: Option<Vec<Mark>>) -> Result<(), StoreError> {
    // Another table may save the marks of another file at the same time.
    let _lock = store.lock()?;
    let mut progress: Progress = store.read_if_there()?.unwrap_or_default();
    progress.last = Some(path.to_owned());
    let known = progress.files.entry(path.to_owned()).or_default();
    if let Some(marks) = marks {
        *known = marks;
    }
    store.keep(&progress)
}

/// The reason why a problem is not posed.
pub const fn unfit_text(language: Language, unfit: Unfit) -> &'static str {
    match unfit {
        Unfit::NoSolution => {
            language.choose("there is no mate by checks, and no hisshi of 1 move.", "詰みも1手必至もありません。")
        }
        _ => language.choose("the program knows no mate.", "プログラムには詰みが見つかりません。"),
    }
}

/// The task with its length.
pub fn task_text(language: Language, attempt: &Attempt) -> String {
    let length = attempt.length();
    match (language, attempt.is_hisshi()) {
        (Language::En, false) => format!("mate in {length}"),
        (Language::Ja, false) => format!("{length}手詰"),
        (Language::En, true) => "hisshi in 1 move".to_owned(),
        (Language::Ja, true) => "1手必至".to_owned(),
    }
}

/// The answer to the last move of a solution, with the number of its plies and those of the solution.
pub fn solved_text(language: Language, text: &str, plies: usize, length: usize) -> String {
    let told = match language {
        Language::En => format!("{text}: solved."),
        Language::Ja => format!("{text}まで、正解です。"),
    };
    match language {
        _ if plies <= length => told,
        Language::En => format!("{told} There was a shorter mate, in {length}."),
        Language::Ja => format!("{told}もっと短い{length}手詰がありました。"),
    }
}

pub const fn no_check(language: Language) -> &'static str {
    language.choose("That gives no check.", "王手ではありません。")
}

/// The answer to a move that is no hisshi because it threatens nothing.
pub const fn no_threat(language: Language) -> &'static str {
    language.choose("That threatens no mate.", "詰めろではありません。")
}

/// The answer to a move of which nobody knows whether it is hisshi.
pub const fn unclear(language: Language) -> &'static str {
    language
        .choose("The program has not found out whether that is hisshi.", "必至かどうか、時間内に分かりませんでした。")
}

/// The answer to a move after which the defence shown escapes, proved or as far as is known.
pub const fn refuted_text(language: Language, attempt: &Attempt, is_proved: bool) -> &'static str {
    if is_proved && attempt.is_hisshi() {
        language.choose("that parries the mate. Try again.", "これで受かります。もう一度考えてみましょう。")
    } else if is_proved {
        language.choose("there is no mate any more. Try again.", "これで詰みません。もう一度考えてみましょう。")
    } else {
        language.choose(
            "the program knows no mate any more. Try again.",
            "詰みが見つかりません。もう一度考えてみましょう。",
        )
    }
}

/// The number of problems for each mark, in words.
pub fn tally(language: Language, marks: &[Mark], all: usize) -> String {
    let count = |wanted: Mark| marks.iter().filter(|&&mark| mark == wanted).count();
    let [at_once, with_help, left, unfit] = [Mark::AtOnce, Mark::WithHelp, Mark::Left, Mark::Unfit].map(count);
    let done = marks.len();
    match language {
        Language::En => {
            let unfit = if unfit > 0 { format!(", {unfit} unfit") } else { String::new() };
            format!("{done} of {all}: {at_once} solved at once, {with_help} after errors or hints, {left} left{unfit}.")
        }
        Language::Ja => {
            let unfit = if unfit > 0 { format!("、出題できない問題{unfit}") } else { String::new() };
            format!(
                "{all}問中{done}問：一度で正解{at_once}、誤答やヒントの後に正解{with_help}、飛ばした問題{left}{unfit}。"
            )
        }
    }
}
