//! The table at which a game is played: it asks, answers and draws.

use super::console::{Console, Typed};
use super::game::Game;
use super::request::{Request, Verb, WORDS, Word};
use super::screen::{Look, Seat, draw};
use super::store::{Kept, Store};
use super::talk;
use super::thinker::{Choice, Thinker, passed};
use crate::board::Color;
use crate::game::{Declaration, Playable, score};
use crate::record::typed::{self, Mistyped};
use crate::rules::{Move, Origin, Position, Rules, names};
use crate::search::{self, SearchOptions};
use crate::tools::clock::Clock;
use crate::tools::command::{Output, Trouble};
use crate::tools::files::{Destination, SaveError, read_each_game};
use crate::tools::notation::Notation;
use crate::words::Language;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long the program may think where no clock is kept.
const UNCLOCKED: Duration = Duration::from_secs(1);
/// The program agrees on a draw from this move on, in a position that it values so little either way.
const DRAWN_FROM: usize = 100;
const DRAWISH: i32 = 150;

/// What comes after a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// Nothing has changed: the next line is asked for.
    Ask,
    /// The board is drawn, and it may be the other side's turn.
    GoOn,
    Leave,
}

/// What a game at the table begins with.
pub struct Setting {
    pub look: Look,
    /// Whether a side is played by a person. `[color]`
    pub people: [bool; 2],
    pub level: u32,
    /// `[color]`
    pub clocks: Option<[Clock; 2]>,
    pub notation: Notation,
    pub threads: usize,
}

pub struct Table<R: Rules> {
    game: Game<R>,
    setting: Setting,
    console: Box<dyn Console>,
    thinker: Thinker<R>,
    store: Option<Store>,
    stop: Arc<AtomicBool>,
    /// The position in which a hint was given, by its number of moves.
    hinted: Option<usize>,
    /// What is said below the next board.
    news: Vec<String>,
}

impl<R: Rules> Table<R> {
    pub fn new(game: Game<R>, setting: Setting, console: Box<dyn Console>, stop: Arc<AtomicBool>) -> Self {
        let thinker = Thinker::new(setting.threads);
        Self { game, setting, console, thinker, store: Store::of::<R>(), stop, hinted: None, news: Vec::new() }
    }

    /// Plays until somebody leaves.
    pub fn run(mut self) -> Result<(), Trouble> {
        loop {
            self.keep();
            self.draw()?;
            let next = if self.game.end().is_none() && !self.setting.people[self.game.side().index()] {
                self.let_program_move()?
            } else {
                self.ask()?
            };
            if next == Next::Leave {
                return self.bid_farewell();
            }
        }
    }

    const fn language(&self) -> Language {
        self.setting.look.language
    }

    /// Keeps the game. That it could not be kept is said once, below the board.
    fn keep(&mut self) {
        let Some(store) = &self.store else { return };
        if let Err(error) = store.keep(&Kept::of(&self.game, self.setting.people, self.setting.level)) {
            self.news.push(format!("{}: {error}", store.path().display()));
            self.store = None;
        }
    }

    fn draw(&mut self) -> Result<(), Trouble> {
        let clock = |side: Color| self.setting.clocks.as_ref().map(|clocks| clock_text(&clocks[side.index()]));
        let seats = Color::ALL.map(|side| Seat { name: self.game.name(side), clock: clock(side) });
        let board = draw(self.game.position(), self.game.last(), seats, self.setting.look);
        say(board.trim_end())?;
        if let Some(end) = self.game.end() {
            say(talk::result(self.language(), &end.ending, end.outcome))?;
        }
        for line in std::mem::take(&mut self.news) {
            say(line)?;
        }
        Ok(())
    }

    fn bid_farewell(&self) -> Result<(), Trouble> {
        match (&self.store, self.language()) {
            (Some(_), Language::En) => say("The game is kept; \"kumataka play --resume\" goes on with it."),
            (Some(_), Language::Ja) => say("対局は保存されました。kumataka play --resume で続けられます。"),
            (None, _) => Ok(()),
        }
    }

    /// Lets the program think and play.
    fn let_program_move(&mut self) -> Result<Next, Trouble> {
        let began = Instant::now();
        let clock = self.search_clock();
        self.stop.store(false, Ordering::Relaxed);
        let choice = self.thinker.choose(self.game.position(), self.setting.level, clock, &self.stop);
        let Some(choice) = choice else { return self.interrupted() };
        match choice {
            Choice::Play(m) => self.play(m, began.elapsed()),
            Choice::Declare => drop(self.game.declare()),
            Choice::Resign => self.game.resign(),
        }
        Ok(Next::GoOn)
    }

    fn search_clock(&self) -> search::Clock {
        let Some(clocks) = &self.setting.clocks else {
            return search::Clock { byoyomi: UNCLOCKED, ..search::Clock::default() };
        };
        let each = |of: fn(&Clock) -> Duration| [of(&clocks[0]), of(&clocks[1])];
        search::Clock {
            remaining: each(Clock::remaining),
            increment: each(|clock| clock.control().increment),
            byoyomi: clocks[self.game.side().index()].control().byoyomi,
        }
    }

    /// Plays a move and writes it below the board.
    fn play(&mut self, m: Move, spent: Duration) {
        let side = self.game.side();
        if let Some(clocks) = &mut self.setting.clocks {
            let clock = &mut clocks[side.index()];
            if clock.limit().is_some_and(|limit| spent > limit) {
                self.game.lose_on_time();
                return;
            }
            clock.charge(spent);
        }
        let text = self.move_text(m);
        self.game.play(m, spent);
        self.news.push(format!("{:>3} {text}", self.game.plies()));
    }

    fn move_text(&self, m: Move) -> String {
        self.setting.notation.text(self.game.position(), self.game.last(), m)
    }

    /// Ctrl-C asks once whether to leave.
    fn interrupted(&mut self) -> Result<Next, Trouble> {
        self.stop.store(false, Ordering::Relaxed);
        let question =
            self.language().choose("Leave? The game is kept. [y/N] ", "終わりますか（対局は残ります）[y/N] ");
        Ok(match self.console.ask(question, &[]) {
            Typed::Line(line) if !is_yes(&line) => Next::GoOn,
            _ => Next::Leave,
        })
    }

    /// Asks for a line until one changes something.
    fn ask(&mut self) -> Result<Next, Trouble> {
        let began = Instant::now();
        loop {
            let prompt = format!("{}> ", self.game.plies() + 1);
            let moves: Vec<String> = match self.game.end() {
                None => R::legal(self.game.position()).into_iter().map(|m| m.usi::<R>().to_string()).collect(),
                Some(_) => Vec::new(),
            };
            let next = match self.console.ask(&prompt, &moves) {
                Typed::Ended => Next::Leave,
                Typed::Interrupted => self.interrupted()?,
                Typed::Line(line) => self.obey(&line, began)?,
            };
            if next != Next::Ask {
                return Ok(next);
            }
        }
    }

    fn obey(&mut self, line: &str, began: Instant) -> Result<Next, Trouble> {
        match Request::read(line) {
            Request::Nothing => Ok(Next::Ask),
            Request::Move(text) => self.try_move(text, began),
            Request::Word(word, argument) if word.argument.is_empty() != argument.is_empty() => {
                say(usage(self.language(), word))?;
                Ok(Next::Ask)
            }
            Request::Word(word, argument) => self.do_word(word.verb, argument),
        }
    }

    fn do_word(&mut self, verb: Verb, argument: &str) -> Result<Next, Trouble> {
        match verb {
            Verb::Quit => return Ok(Next::Leave),
            Verb::Undo => return self.undo(),
            Verb::Redo => return self.redo(),
            Verb::Flip => self.setting.look.flipped ^= true,
            Verb::Board => {}
            Verb::New => {
                let names = Color::ALL.map(|side| self.game.name(side).to_owned());
                self.game = Game::new(self.game.start().clone(), names);
                self.thinker.new_game();
            }
            Verb::Load => return self.load(Path::new(argument)),
            Verb::Save => return self.save(Path::new(argument)),
            Verb::Level => return self.set_level(argument),
            Verb::Help => return self.help(),
            Verb::Hint | Verb::Eval | Verb::Threat | Verb::Resign | Verb::Draw | Verb::Declare => {
                if self.game.end().is_some() {
                    return answer(self.language().choose("The game is over.", "対局は終わっています。"));
                }
                return self.do_in_game(verb);
            }
        }
        Ok(Next::GoOn)
    }

    fn do_in_game(&mut self, verb: Verb) -> Result<Next, Trouble> {
        match verb {
            Verb::Hint => self.hint(),
            Verb::Eval => self.evaluate(),
            Verb::Threat => self.threat(),
            Verb::Draw => self.offer_draw(),
            Verb::Declare => self.declare(),
            _ => {
                self.game.resign();
                Ok(Next::GoOn)
            }
        }
    }

    fn try_move(&mut self, text: &str, began: Instant) -> Result<Next, Trouble> {
        if self.game.end().is_some() {
            return answer(self.language().choose(
                "The game is over: \"undo\", \"new\", \"save\" or \"quit\".",
                "対局は終わっています（待った、新規、保存、終了）。",
            ));
        }
        let last = self.game.last().map(Move::to);
        match typed::read(self.game.position(), text, last) {
            Ok(m) => self.play(m, began.elapsed()),
            Err(Mistyped::Ambiguous(moves)) => match self.choose(&moves) {
                Some(m) => self.play(m, began.elapsed()),
                None => return Ok(Next::Ask),
            },
            Err(mistyped) => return answer(self.explain(text, &mistyped)),
        }
        Ok(Next::GoOn)
    }

    /// Asks which of some moves is meant; none if the answer says none of them.
    fn choose(&mut self, moves: &[Move]) -> Option<Move> {
        let offers = moves.iter().enumerate().map(|(index, &m)| format!("{} {}", index + 1, self.move_text(m)));
        let which = self.language().choose("Which?", "どちらですか。");
        let prompt = format!("{which} {}: ", offers.collect::<Vec<_>>().join("  "));
        let Typed::Line(line) = self.console.ask(&prompt, &[]) else { return None };
        line.trim().parse::<usize>().ok()?.checked_sub(1).and_then(|index| moves.get(index).copied())
    }

    fn explain(&self, text: &str, mistyped: &Mistyped) -> String {
        let language = self.language();
        match mistyped {
            Mistyped::Illegal(_, reason) => talk::illegality(language, *reason).to_owned(),
            Mistyped::NoCandidate => {
                language.choose("No piece of that kind can go there.", "そこへ行ける駒がありません。").to_owned()
            }
            _ => match language {
                Language::En => {
                    format!("\"{text}\" is neither a move, such as 7g7f, P-7f or 76歩, nor a word; see \"help\".")
                }
                Language::Ja => {
                    format!("「{text}」は指し手（７六歩、7g7f など）でも言葉でもありません。ヘルプをどうぞ。")
                }
            },
        }
    }

    /// Takes back as many moves as it needs for a person to be on turn again.
    fn undo(&mut self) -> Result<Next, Trouble> {
        if self.game.end().is_some() && self.game.undo(0) == 0 && self.is_persons_turn() {
            return Ok(Next::GoOn);
        }
        if self.game.plies() == 0 {
            return answer(self.language().choose("There is nothing to take back.", "戻す手がありません。"));
        }
        self.game.undo(1);
        if !self.is_persons_turn() {
            self.game.undo(1);
        }
        Ok(Next::GoOn)
    }

    fn redo(&mut self) -> Result<Next, Trouble> {
        if self.game.redo(1) == 0 {
            return answer(self.language().choose("There is nothing to play again.", "進める手がありません。"));
        }
        if !self.is_persons_turn() {
            self.game.redo(1);
        }
        Ok(Next::GoOn)
    }

    fn is_persons_turn(&self) -> bool {
        self.setting.people[self.game.side().index()]
    }

    fn set_level(&mut self, text: &str) -> Result<Next, Trouble> {
        let level = text.parse().ok().filter(|&level: &u32| level <= SearchOptions::FULL_SKILL);
        let Some(level) = level else {
            let most = SearchOptions::FULL_SKILL;
            return answer(match self.language() {
                Language::En => format!("Levels are numbers from 0 to {most}."),
                Language::Ja => format!("レベルは0から{most}までの数字です。"),
            });
        };
        self.setting.level = level;
        for side in Color::ALL.into_iter().filter(|side| !self.setting.people[side.index()]) {
            self.game.rename(side, program_name(level));
        }
        Ok(Next::GoOn)
    }

    fn help(&self) -> Result<Next, Trouble> {
        let language = self.language();
        say(language.choose(
            "A move: 7g7f, 7g7f+ or P*5e as in USI; P-7f or P76; ７六歩 or 76歩. Or a word:",
            "指し手: ７六歩、76歩、7g7f、P-7f など。または言葉:",
        ))?;
        for word in WORDS {
            say(format_args!("  {}", usage(language, word)))?;
        }
        Ok(Next::Ask)
    }

    fn save(&self, path: &Path) -> Result<Next, Trouble> {
        let record = self.game.record();
        let written = Destination::new(path, None, false).and_then(|destination| {
            destination.check()?;
            destination.write(path, &[&record])
        });
        answer(match (written, self.language()) {
            (Ok(_), Language::En) => format!("{} is written.", path.display()),
            (Ok(_), Language::Ja) => format!("{} に保存しました。", path.display()),
            (Err(SaveError::Exists), Language::En) => format!("{} exists; give another name.", path.display()),
            (Err(SaveError::Exists), Language::Ja) => format!("{} はもうあります。別の名前でどうぞ。", path.display()),
            (Err(SaveError::UnknownFormat), Language::En) => {
                "The extension names no format: use .kif, .ki2, .csa, .jkf or .usi.".to_owned()
            }
            (Err(SaveError::UnknownFormat), Language::Ja) => {
                "拡張子から形式が分かりません（.kif .ki2 .csa .jkf .usi）。".to_owned()
            }
            (Err(error), _) => format!("{}: {error}", path.display()),
        })
    }

    fn load(&mut self, path: &Path) -> Result<Next, Trouble> {
        let games = match read_each_game::<R>(path, None) {
            Ok((_, games)) => games,
            Err(error) => return answer(format_args!("{}: {error}", path.display())),
        };
        match games.into_iter().next() {
            Some(Ok(reading)) => {
                let names = Color::ALL.map(|side| self.game.name(side).to_owned());
                self.game = Game::of_record(&reading.record, names);
                self.thinker.new_game();
                Ok(Next::GoOn)
            }
            Some(Err(error)) => answer(format_args!("{}: {error}", path.display())),
            None => answer(format_args!("{}", path.display())),
        }
    }

    fn hint(&mut self) -> Result<Next, Trouble> {
        let Some(thought) = self.thinker.advice(self.game.position(), &self.stop) else { return self.interrupted() };
        let plies = self.game.plies();
        let again = self.hinted == Some(plies);
        self.hinted = Some(plies);
        let text = match thought.best {
            _ if thought.declares => self.language().choose("Declare the win.", "入玉宣言で勝ちです。").to_owned(),
            None => self.language().choose("There is no good move.", "良い手がありません。").to_owned(),
            Some(m) if again => self.move_text(m),
            Some(m) => self.piece_text(m),
        };
        answer(text)
    }

    /// The piece that a move moves, with its square.
    fn piece_text(&self, m: Move) -> String {
        let name = |kind| names::<R>(kind).map_or("?", |names| self.language().choose(names.western, names.japanese));
        match (m.origin(), self.language()) {
            (Origin::Hand(kind), Language::En) => format!("Drop a piece: {}.", name(kind)),
            (Origin::Hand(kind), Language::Ja) => format!("持ち駒の{}を打つ手です。", name(kind)),
            (Origin::Board(from), language) => {
                let name = name(self.game.position().piece(from).kind());
                match language {
                    Language::En => format!("Move the {name} on {from}."),
                    Language::Ja => format!("{}{}の{name}を動かす手です。", from.file() + 1, from.rank() + 1),
                }
            }
        }
    }

    fn evaluate(&mut self) -> Result<Next, Trouble> {
        let Some(thought) = self.thinker.advice(self.game.position(), &self.stop) else { return self.interrupted() };
        let score = if self.game.side() == Color::Black { thought.score } else { -thought.score };
        let line = self.line_text(self.game.position(), self.game.last(), &thought.line);
        let text = match score::mate_distance(score) {
            None => format!("{score:+}"),
            Some(plies) => match self.language() {
                Language::En => format!("mate in {}", plies.abs()),
                Language::Ja => format!("{}手詰", plies.abs()),
            },
        };
        answer(format_args!("{} {text}  {line}", self.language().choose("Score for Black:", "評価値（先手）:")))
    }

    fn threat(&mut self) -> Result<Next, Trouble> {
        let Some(position) = passed(self.game.position()) else {
            return answer(self.language().choose("You are in check.", "王手がかかっています。"));
        };
        let Some(thought) = self.thinker.advice(&position, &self.stop) else { return self.interrupted() };
        answer(self.line_text(&position, None, &thought.line))
    }

    fn line_text(&self, position: &Position<R>, before: Option<Move>, line: &[Move]) -> String {
        /// More moves of a line are a guess.
        const SHOWN: usize = 6;
        self.setting.notation.moves(position, before, &line[..line.len().min(SHOWN)])
    }

    fn offer_draw(&mut self) -> Result<Next, Trouble> {
        let is_agreed = if self.setting.people == [true; 2] {
            let question = self.language().choose("Does the other side agree? [y/N] ", "相手は同意しますか [y/N] ");
            matches!(self.console.ask(question, &[]), Typed::Line(line) if is_yes(&line))
        } else {
            let Some(thought) = self.thinker.advice(self.game.position(), &self.stop) else {
                return self.interrupted();
            };
            self.game.plies() >= DRAWN_FROM && thought.score.abs() <= DRAWISH
        };
        if !is_agreed {
            return answer(self.language().choose("No draw.", "引き分けは断られました。"));
        }
        self.game.agree_on_draw();
        Ok(Next::GoOn)
    }

    fn declare(&mut self) -> Result<Next, Trouble> {
        let points = R::declaration_in_words(self.game.position(), self.game.side());
        match self.game.declare() {
            Declaration::Loss => answer(talk::declaration(self.language(), Declaration::Loss, &points)),
            _ => {
                self.news.push(points);
                Ok(Next::GoOn)
            }
        }
    }
}

fn say(text: impl std::fmt::Display) -> Result<(), Trouble> {
    Output::lock().say(text)
}

/// Says something, after which the next line is asked for.
fn answer(text: impl std::fmt::Display) -> Result<Next, Trouble> {
    say(text)?;
    Ok(Next::Ask)
}

/// The name of the program at a level.
pub fn program_name(level: u32) -> String {
    let grade =
        search::levels().find(|known| known.number == level).map_or_else(String::new, |l| format!(", {}", l.grade));
    format!("Kumataka (level {level}{grade})")
}

/// A word with what follows it and what it does.
fn usage(language: Language, word: &Word) -> String {
    let [english, japanese] = word.help;
    let name = language.choose(word.english[0], word.japanese[0]);
    let gap = if word.argument.is_empty() { "" } else { " " };
    format!("{name}{gap}{}: {}", word.argument, language.choose(english, japanese))
}

fn is_yes(line: &str) -> bool {
    matches!(line.trim().to_lowercase().as_str(), "y" | "yes" | "はい")
}

fn clock_text(clock: &Clock) -> String {
    let seconds = clock.remaining().as_secs();
    let byoyomi = clock.control().byoyomi.as_secs();
    let more = if byoyomi > 0 { format!(" +{byoyomi}s") } else { String::new() };
    format!("{}:{:02}{more}", seconds / 60, seconds % 60)
}
