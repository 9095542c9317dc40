//! The person at the table: questions to them, and the meaning of their lines.

use super::console::{Console, Typed};
use super::request::{Place, Verb, WORDS, Word, names};
use super::screen::{Drawing, Look, Seat, View, stepped};
use super::store::Mark;
use super::{spoken, talk};
use crate::any::{AnyMove, AnyPosition};
use crate::board::Color;
use crate::game::Cell;
use crate::guide::cards::{Cards, called, deck};
use crate::guide::rules::rules;
use crate::jobs::command::{Output, Trouble};
use crate::jobs::notation::Notation;
use crate::record::kanji_number;
use crate::record::typed::{Mistyped, narrow};
use crate::variants::Variant;
use crate::words::Language;
use std::ops::ControlFlow;
use std::path::Path;

/// Next step after a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Nothing has changed; the next line is asked for.
    Ask,
    /// The board is drawn again; it may be the other side's turn.
    GoOn,
    Leave,
}

/// State of an exercise or a problem after a typed line.
pub enum Turn {
    Stay(Next),
    Done(Mark),
}

/// Asks for lines until the board is to be drawn again. Breaks with the mark of the task, or with none if the person leaves.
pub fn ask_until_drawn(mut ask: impl FnMut() -> Result<Turn, Trouble>) -> Result<ControlFlow<Option<Mark>>, Trouble> {
    loop {
        match ask()? {
            Turn::Done(mark) => return Ok(ControlFlow::Break(Some(mark))),
            Turn::Stay(Next::Leave) => return Ok(ControlFlow::Break(None)),
            Turn::Stay(Next::GoOn) => return Ok(ControlFlow::Continue(())),
            Turn::Stay(Next::Ask) => {}
        }
    }
}

/// The person at the console, with the look and the notation that they prefer.
pub struct Person {
    pub console: Box<dyn Console>,
    pub look: Look,
    pub notation: Notation,
}

impl Person {
    pub const fn language(&self) -> Language {
        self.look.language
    }

    /// Asks a question; true only if the answer is yes.
    pub fn confirms(&mut self, question: &str) -> bool {
        matches!(self.console.ask(question, &[]), Typed::Line(line) if is_yes(&line))
    }

    /// True if the file exists and the person agrees to replace it.
    pub fn replaces(&mut self, path: &Path) -> bool {
        let question = match self.language() {
            Language::En => format!("{} exists. Replace it? [y/N] ", path.display()),
            Language::Ja => format!("{} はすでにあります。上書きしますか（はい／いいえ） ", path.display()),
        };
        path.is_file() && self.confirms(&question)
    }

    /// Asks after Ctrl-C whether to leave the game or the problems.
    pub fn leaves_or_stays(&mut self, place: Place) -> Next {
        let [english, japanese] = match place {
            Place::Problem => ["Leave? Your marks are kept. [y/N] ", "終わりますか。成績は残ります（はい／いいえ） "],
            _ => ["Leave? The game is kept. [y/N] ", "終わりますか。対局は残ります（はい／いいえ） "],
        };
        match self.console.ask(self.language().choose(english, japanese), &[]) {
            Typed::Line(line) if !is_yes(&line) => Next::GoOn,
            _ => Next::Leave,
        }
    }

    /// Waits for Enter where the next board would cover this one before anybody has seen it.
    pub fn pause(&mut self, english: &str, japanese: &str) -> Option<Typed> {
        let question = self.language().choose(english, japanese);
        self.look.in_place.then(|| self.console.ask(question, &[]))
    }

    /// Draws the board of a problem that the person solves with the pieces of `side`.
    pub fn show_task(
        &self,
        position: &AnyPosition,
        last: Option<AnyMove>,
        side: Color,
        title: &str,
    ) -> Result<(), Trouble> {
        let you = self.language().choose("You", "あなた");
        let seats = Color::ALL.map(|seat| Seat { name: if seat == side { you } else { "Kumataka" }, clock: None });
        let view = View { position, last, marks: Vec::new(), seats, moves: Vec::new() };
        show(&view.draw(self.look))?;
        say(title)
    }

    /// Asks for the next line at a problem; what follows instead if the person types none.
    pub fn ask_task(&mut self, prompt: &str, position: &AnyPosition) -> Result<String, Next> {
        let rules = position.variant();
        let words = names(Place::Problem, rules).map(str::to_owned);
        let offers: Vec<String> = words.chain(position.legal_moves().iter().map(|&m| rules.usi(m))).collect();
        match self.console.ask(prompt, &offers) {
            Typed::Line(line) => Ok(line),
            Typed::Ended => Err(Next::Leave),
            Typed::Interrupted => Err(self.leaves_or_stays(Place::Problem)),
        }
    }

    /// Obeys a word that means the same at every problem.
    pub fn do_task_word(&mut self, verb: Verb, argument: &str, position: &AnyPosition) -> Result<Next, Trouble> {
        match verb {
            Verb::Quit => return Ok(Next::Leave),
            Verb::Undo => {
                return answer(self.language().choose("There is nothing to take back.", "戻す手がありません。"));
            }
            Verb::Board | Verb::New => return Ok(Next::GoOn),
            Verb::Flip => {
                self.look.flipped ^= true;
                return Ok(Next::GoOn);
            }
            Verb::Look => return self.look_at(position, None, argument),
            _ => self.look.release(),
        }
        match verb {
            Verb::Rules => self.tell_rules(position.variant())?,
            Verb::Pieces => self.show_pieces(position, argument)?,
            _ => self.help(position.variant(), Place::Problem)?,
        }
        Ok(Next::Ask)
    }

    /// Shows the part of a large board round a square or further to a side; without either the one of the last move.
    pub fn look_at(&mut self, position: &AnyPosition, last: Option<AnyMove>, text: &str) -> Result<Next, Trouble> {
        let game = position.variant();
        let text = plain(text);
        let middle = self.look.middle(game, last);
        let chosen = stepped(game, middle, self.look, &text).or_else(|| named(game, &text));
        if chosen.is_none() && !text.is_empty() {
            return answer(talk::no_square(self.language(), &text));
        }
        self.look.middle = chosen;
        Ok(Next::GoOn)
    }

    /// Waits at a refutation on the board until the person goes back to the position before it.
    pub fn pause_at_refutation(&mut self) -> Next {
        match self.pause("Enter goes back. ", "Enterで戻ります。") {
            Some(Typed::Ended) => Next::Leave,
            Some(Typed::Interrupted) => self.leaves_or_stays(Place::Problem),
            Some(Typed::Line(_)) | None => Next::GoOn,
        }
    }

    /// The legal move that a text means; none if it means none, after the person has read why. `last` is the move
    /// before.
    pub fn read_move(
        &mut self,
        position: &AnyPosition,
        last: Option<AnyMove>,
        text: &str,
    ) -> Result<Option<AnyMove>, Trouble> {
        match position.typed(text, last) {
            Ok(m) => Ok(Some(m)),
            Err(Mistyped::Ambiguous(moves)) => Ok(self.choose(position, last, &moves)),
            Err(mistyped) => {
                say(self.explain(position.variant(), text, &mistyped))?;
                Ok(None)
            }
        }
    }

    /// The first words of a newcomer, for the line below the first board.
    pub fn signpost(&self, verbs: &[Verb]) -> String {
        let word = |verb: &Verb| WORDS.iter().find(|word| word.verb == *verb);
        let names = verbs.iter().filter_map(word).map(|word| self.language().choose(word.english[0], word.japanese[0]));
        names.collect::<Vec<_>>().join(if self.look.in_place { " · " } else { ", " })
    }

    /// Prints what can be typed in a game or at a problem.
    pub fn help(&self, rules: Variant, place: Place) -> Result<(), Trouble> {
        let language = self.language();
        let [usi, western, japanese] = spellings(rules);
        say(match language {
            Language::En => format!("A move: {usi}, {western} or {japanese}. Or a word:"),
            Language::Ja => format!("指し手: {japanese}、{usi}、{western} など。またはコマンド:"),
        })?;
        let mut words = WORDS.iter().filter(|word| word.is_for(place, rules));
        words.try_for_each(|word| say(format_args!("  {}", usage(language, word))))
    }

    /// Prints the rules of a game.
    pub fn tell_rules(&self, game: Variant) -> Result<(), Trouble> {
        say(rules(game, self.language()).trim_end())
    }

    /// Prints the cards of all pieces, or of those that a name or a square with a piece means.
    pub fn show_pieces(&self, position: &AnyPosition, text: &str) -> Result<(), Trouble> {
        let game = position.variant();
        let on_square = occupied(position, text).and_then(|cell| position.figure(cell)).map(|figure| figure.kind);
        let kinds = match on_square {
            Some(kind) => vec![kind],
            None if text.is_empty() => deck(game),
            None => called(game, text),
        };
        if kinds.is_empty() {
            return say(talk::no_piece(self.language(), text));
        }
        let cards = Cards { game, language: self.language(), letters: self.look.letters };
        say(cards.text(&kinds).trim_end())
    }

    /// Asks which of several moves is meant; none if the person picks none.
    fn choose(&mut self, position: &AnyPosition, last: Option<AnyMove>, moves: &[AnyMove]) -> Option<AnyMove> {
        let text = |m| self.notation.text(position, last, m);
        let offers = moves.iter().enumerate().map(|(index, &m)| format!("{} {}", index + 1, text(m)));
        let which = self.language().choose("Which?", "どちらですか。");
        let offers = offers.collect::<Vec<_>>().join("  ");
        let mut prompt = format!("{which} {offers}: ");
        loop {
            let Typed::Line(line) = self.console.ask(&prompt, &[]) else { return None };
            let answer = plain(&line);
            if answer.is_empty() {
                return None;
            }
            let number = answer.parse::<usize>().ok().and_then(|number| moves.get(number.checked_sub(1)?));
            let ends = |m: &AnyMove| [plain(&text(*m)), position.variant().usi(*m)].map(|text| text.ends_with(&answer));
            let mut named = moves.iter().filter(|m| ends(m).contains(&true));
            // `+` and `=` are ends of the names that are offered.
            if let Some(&m) = number.or_else(|| named.next().filter(|_| named.next().is_none())) {
                return Some(m);
            }
            let again =
                self.language().choose("A number, or Enter for neither", "番号を入力してください（Enterで取り消し）");
            prompt = format!("{again} {offers}: ");
        }
    }

    fn explain(&self, rules: Variant, text: &str, mistyped: &Mistyped) -> String {
        let language = self.language();
        match mistyped {
            Mistyped::Illegal(_, reason) => spoken::illegality(rules, language, *reason),
            Mistyped::NoCandidate => {
                language.choose("No piece of that kind can go there.", "そこへ行ける駒がありません。").to_owned()
            }
            _ => {
                let ([usi, western, japanese], text) = (spellings(rules), abridged(text));
                match language {
                    Language::En => format!(
                        "\"{text}\" is neither a move, such as {usi}, {western} or {japanese}, nor a word; see \"help\"."
                    ),
                    Language::Ja => {
                        format!(
                            "「{text}」は指し手（{japanese}、{usi} など）でもコマンドでもありません。「ヘルプ」と入力すると一覧が出ます。"
                        )
                    }
                }
            }
        }
    }
}

/// A legal first move in USI, in letters and in Japanese; shogi's usual one if the game has it.
fn spellings(game: Variant) -> [String; 3] {
    let start = game.start();
    let first = ["7g7f", "7i7h"].iter().find_map(|text| start.parse_move(text).ok());
    let first = first.or_else(|| start.legal_moves().first().copied());
    first.map_or_else(Default::default, |m| {
        let Cell { file, rank } = game.way(m).to;
        let japanese = start.japanese(m, None);
        let piece = japanese.trim_start_matches(|c: char| narrow(c).is_ascii_digit());
        let piece = piece.strip_prefix(&kanji_number(u32::from(rank) + 1)).unwrap_or(piece);
        [game.usi(m), start.western(m), format!("{}{}{piece}", file + 1, rank + 1)]
    })
}

/// The square that a text names, in either script, if a piece stands there.
pub fn occupied(position: &AnyPosition, text: &str) -> Option<Cell> {
    named(position.variant(), text).filter(|&cell| position.figure(cell).is_some())
}

/// The square that a text names in either script.
fn named(game: Variant, text: &str) -> Option<Cell> {
    let is_called = |&cell: &Cell| {
        let (file, rank) = (u32::from(cell.file) + 1, u32::from(cell.rank) + 1);
        let text = plain(text);
        text == cell.to_string() || text == format!("{file}{rank}") || text == format!("{file}{}", kanji_number(rank))
    };
    game.cells().find(is_called)
}

pub fn show(drawing: &Drawing) -> Result<(), Trouble> {
    Ok(Output::lock().paint(&drawing.text)?)
}

pub fn say(text: impl std::fmt::Display) -> Result<(), Trouble> {
    Output::lock().say(text)
}

/// Says something and has the next line asked for.
pub fn answer(text: impl std::fmt::Display) -> Result<Next, Trouble> {
    say(text)?;
    Ok(Next::Ask)
}

/// A word with its argument and its help.
pub fn usage(language: Language, word: &Word) -> String {
    let [english, japanese] = word.help;
    let name = language.choose(word.english[0], word.japanese[0]);
    let [argument, japanese_argument] = word.argument;
    let argument = language.choose(argument, japanese_argument);
    let gap = if argument.is_empty() { "" } else { " " };
    format!("{name}{gap}{argument}: {}", language.choose(english, japanese))
}

/// Start of a text's first line; a paste may be long.
fn abridged(text: &str) -> String {
    const SHOWN: usize = 30;
    let line = text.lines().next().unwrap_or_default();
    let mut shown: String = line.chars().take(SHOWN).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}

fn is_yes(line: &str) -> bool {
    matches!(plain(line).as_str(), "y" | "yes" | "はい")
}

/// An answer in lower case and narrow characters, however it was typed.
fn plain(line: &str) -> String {
    line.trim().chars().map(narrow).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The help does not break lines on a terminal of 60 columns.
    #[test]
    fn help_fits_sixty_columns() {
        for language in [Language::En, Language::Ja] {
            for line in WORDS.iter().map(|word| format!("  {}", usage(language, word))) {
                assert!(unicode_width::UnicodeWidthStr::width(line.as_str()) < 60, "{line}");
            }
        }
    }

    #[test]
    fn a_yes_may_be_wide() {
        for line in ["y", " YES\n", "ｙ", "Ｙ　", "はい"] {
            assert!(is_yes(line), "{line}");
        }
        for line in ["", "n", "ｎ", "いいえ"] {
            assert!(!is_yes(line), "{line}");
        }
    }
}
