//! The command `kumataka play`, a game in the terminal.

pub mod advice;
pub mod attempt;
pub mod cards;
mod coach;
mod console;
pub mod exercises;
pub mod furigoma;
pub mod game;
pub mod grades;
pub mod impasse;
mod person;
pub mod problems;
mod questions;
mod request;
pub mod resume;
pub mod rival;
mod screen;
pub mod setting;
pub mod shelf;
pub mod spoken;
pub mod store;
pub mod talk;
pub mod teacher;
pub mod thinker;
pub mod trial;
mod turns;
mod words;

use crate::any::AnyPosition;
use crate::arena::{Control, EngineArgument, MatchError};
use crate::board::Color;
use crate::engines::clock::{Clock, MainTime, TimeControl};
use crate::engines::seconds::parse_seconds;
use crate::game::{RuleChoices, RuleError};
use crate::jobs::command::{Command, Trouble};
use crate::jobs::files::FileError;
use crate::jobs::game::{GameArgs, RuleArgs, chosen};
use crate::jobs::language::LanguageArgs;
use crate::jobs::notation::{Notation, NotationArgs};
use crate::jobs::start::{StartArgs, StartError};
use crate::jobs::terminal::obey_interrupts;
use crate::record::Phrase;
use crate::study::analyse::{Exercise, read_exercises};
use crate::study::mate::{INCLUDED, Problem, Unreadable, are_evident, included, read_problems};
use crate::system::{real_path, remember_terminal};
use crate::variants::Variant;
use crate::words::{InLanguage, Language};
use cards::Cards;
use clap::{Args, value_parser};
use console::Console;
use exercises::Session;
use game::{Game, NoGame, read_first};
pub use grades::UnknownLevel;
use grades::read_level;
use jiff::Zoned;
use person::Person;
use problems::{Desk, Sheet};
use questions::{Asked, LEVEL, Questions};
pub use resume::UnknownChoice;
use resume::{Resume, Resumed};
use rival::{Rival, seated};
use screen::Look;
use setting::Setting;
use shelf::Keeper;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use store::{Kept, KeptClocks, Progress, Store, StoreError};
use talk::program_name;
use teacher::Teacher;
use thiserror::Error;
use turns::Table;

/// Play a game in the terminal.
///
/// Type moves as 7g7f, P-7f or 76歩, and "help" for the other commands. Each game is saved as it is played; the last
/// twenty are kept.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kumataka play
  kumataka play --level 3 --handicap 4-piece --white --tc 600+10
  kumataka play --coach --level 9k
  kumataka play --resume
  kumataka play --resume list
  kumataka play game.kif --both
  kumataka play problems.sfen
  kumataka play --exercises blunders.sfen
  kumataka play --exercises
  kumataka play game.kif --mistakes
  kumataka play --engine ./other-engine,USI_Hash=64 --byoyomi 5
  kumataka play --variant torishogi --lang ja")]
pub struct PlayArgs {
    /// Game record to continue, or mate problems to solve (.sfen, or any file with --problems)
    #[arg(value_name = "FILE", conflicts_with_all = ["sfen", "handicap"])]
    file: Option<PathBuf>,
    /// Practise the exercises from "kumataka analyse --exercises" in a file or folder [default: those due today]; each
    /// returns after some days
    #[arg(long, value_name = "FILE|FOLDER", num_args = 0..=1, conflicts_with_all = ["file", "problems", "mistakes", "resume", "sfen", "handicap"])]
    exercises: Option<Option<PathBuf>>,
    /// Practise the mistakes from the game in the file, or those of one side with --black or --white
    #[arg(long, requires = "file", conflicts_with_all = ["problems", "resume"])]
    mistakes: bool,
    /// Solve the mate problems in the file, in any format that "kumataka mate" reads, or without a file those that come
    /// with the program
    #[arg(long)]
    problems: bool,
    /// Strength of the program: a level, or a grade like 5k or 1d; see "kumataka levels"
    #[arg(long, value_name = "LEVEL", value_parser = read_level, allow_hyphen_values = true)]
    level: Option<i32>,
    /// Play against a USI engine, or a CECP engine with protocol=cecp: [NAME=]PATH[,OPTION=VALUE...]; with --watch, two
    /// engines play each other
    #[arg(long = "engine", value_name = "ENGINE", value_parser = EngineArgument::named_or_bare, conflicts_with_all = ["both", "level"])]
    engines: Vec<EngineArgument>,
    #[command(flatten)]
    start: StartArgs,
    /// Play Black
    #[arg(long, conflicts_with_all = ["white", "both", "watch"])]
    black: bool,
    /// Play White
    #[arg(long, conflicts_with_all = ["both", "watch"])]
    white: bool,
    /// Play both sides
    #[arg(long, conflicts_with = "watch")]
    both: bool,
    /// Watch the program play against itself
    #[arg(long)]
    watch: bool,
    /// Comment on each of your moves, and after the game on its turning points
    #[arg(long)]
    coach: bool,
    /// Main time and increment of both sides, in seconds or like 45m
    #[arg(long, value_name = "MAIN+INCREMENT")]
    tc: Option<MainTime>,
    /// Time per move once the main time is used up, in seconds or like 1m
    #[arg(long, value_name = "TIME", value_parser = parse_seconds)]
    byoyomi: Option<Duration>,
    /// Ring the terminal bell in your last ten seconds
    #[arg(long)]
    bell: bool,
    /// Resume the latest unfinished game with its clocks, or the problems of the file; "list" lists the saved games,
    /// and a number chooses one. An opponent of --engine must be named again
    #[arg(long, value_name = "list|NUMBER", num_args = 0..=1, default_missing_value = "latest", hide_default_value = true, conflicts_with_all = ["sfen", "handicap"])]
    resume: Option<Resume>,
    #[command(flatten)]
    language: LanguageArgs,
    #[command(flatten)]
    notation: NotationArgs,
    /// Number of search threads
    #[arg(long, default_value_t = 1, value_parser = value_parser!(u16).range(1..=1024))]
    threads: u16,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    game: GameArgs,
}

/// The reason why no game can be played.
#[derive(Debug, Error)]
pub enum PlayError {
    #[error("{}: {reason}", path.display())]
    Game { path: PathBuf, reason: NoGame },
    #[error("{}: there is no such file{}", .0.display(), hint_for(.0)[0])]
    NoFile(PathBuf),
    #[error("{}: {reason}", path.display())]
    Problems { path: PathBuf, reason: Unreadable },
    #[error("--resume goes on with the game that was kept: leave {} out", path.display())]
    TwoGames { path: PathBuf },
    #[error("there are no problems to resume: name a file")]
    NoProblems,
    #[error("no mate problems of {0} come with the program: name a file, or make some with \"kumataka compose\"")]
    NoneIncluded(Variant),
    #[error("{} is for games: leave it out with problems (.sfen), --exercises and --mistakes", .0[0])]
    OptionOfGames(Phrase),
    #[error("too many engines ({count}): one plays against you, and two against each other with --watch")]
    Engines { count: usize },
    #[error(transparent)]
    Engine(#[from] MatchError),
    #[error(transparent)]
    Start(#[from] StartError),
    #[error(transparent)]
    Rule(#[from] RuleError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Trouble(#[from] Trouble),
}

/// The remedy where the name of a game stands in the place of a file.
fn hint_for(path: &Path) -> Phrase {
    match path.to_str().map(str::parse::<Variant>) {
        Some(Ok(_)) => ["; --variant NAME chooses a game", "。ゲームは --variant で選びます"],
        _ => [""; 2],
    }
}

impl InLanguage for PlayError {
    fn japanese(&self) -> String {
        match self {
            Self::Game { path, reason } => format!("{}：{}", path.display(), reason.japanese()),
            Self::NoFile(path) => {
                format!("{}：そのようなファイルやフォルダはありません{}", path.display(), hint_for(path)[1])
            }
            Self::Problems { path, reason } => format!("{}：{}", path.display(), reason.japanese()),
            Self::TwoGames { path } => {
                format!("--resume は保存された対局の続きです。{}を外してください", path.display())
            }
            Self::NoProblems => "続ける問題がありません。ファイルを指定してください".to_owned(),
            Self::NoneIncluded(game) => {
                format!("{game}の詰将棋は入っていません。ファイルを指定するか、kumataka compose で作ってください")
            }
            Self::OptionOfGames([_, option]) => {
                format!("{option}は対局用です。問題（.sfen）、--exercises、--mistakes では外してください")
            }
            Self::Engines { count } => {
                format!("エンジンが{count}個あります。対局には1個、--watch で戦わせるには2個までです")
            }
            Self::Engine(error) => error.japanese(),
            Self::Start(error) => error.japanese(),
            Self::Rule(error) => error.japanese(),
            Self::Store(error) => error.japanese(),
            Self::Trouble(error) => error.japanese(),
        }
    }
}

impl Command for PlayArgs {
    type Error = PlayError;

    const JAPANESE: Option<&'static str> = Some(include_str!("play.ja.toml"));

    fn run(&self) -> Result<(), PlayError> {
        self.run_for(self.game.variant_of(self.file.as_slice()))
    }

    fn explain(&self, error: &PlayError) -> String {
        error.text_in(self.language.language())
    }
}

impl PlayArgs {
    fn run_for(&self, rules: Variant) -> Result<(), PlayError> {
        let language = self.language.language();
        let look = Look::of_environment(language, self.notation.letters);
        let control = Control::default();
        let mut console = console::open(Arc::clone(&control.interrupt));
        obey_signals(&control, look)?;
        if let Some(path) = self.file.as_deref().filter(|path| !path.exists()) {
            return Err(PlayError::NoFile(path.to_owned()));
        }
        if self.is_about_problems(rules) {
            if let Some(option) = self.option_of_games() {
                return Err(PlayError::OptionOfGames(option));
            }
            let person = Person { console, look, notation: self.notation(rules, look) };
            return match self.exercises(rules, &person, &control.interrupt)? {
                Some(exercises) => self.ask(rules, exercises, person, control.interrupt),
                None => self.pose(rules, person, control.interrupt),
            };
        }
        let Some(resumed) = self.resumed(language)? else { return Ok(()) };
        let rules = resumed.as_ref().map_or(rules, |resumed| resumed.variant);
        let Some(asked) = self.asked(rules, resumed.as_ref(), &mut *console, language)? else { return Ok(()) };
        let mut news: Vec<String> = asked.lots.iter().map(|lots| lots.text(language, look.letters)).collect();
        let (game, setting, rivals) = self.seated(rules, resumed.as_ref(), asked, &control, language, &mut news)?;
        let person = Person {
            console,
            look: Look { flipped: setting.people == [false, true], ..look },
            notation: self.notation(rules, look),
        };
        let keeper = match resumed {
            Some(Resumed { store, .. }) => Keeper::of_resumed(rules, store),
            None => Keeper::new(rules),
        };
        let table = Table::new(game, setting, person, keeper, control.interrupt)?;
        Ok(table.with_rivals(rivals).with_news(news).run()?)
    }

    /// The game on the board, its setting and the other engines.
    fn seated(
        &self,
        rules: Variant,
        resumed: Option<&Resumed>,
        asked: Asked,
        control: &Control,
        language: Language,
        news: &mut Vec<String>,
    ) -> Result<(Game, Setting, [Option<Rival>; 2]), PlayError> {
        let kept = resumed.map(|resumed| &resumed.kept);
        let choices = match kept {
            Some(kept) if self.rules.rules.is_empty() => chosen(rules, &kept.rules)?,
            _ => self.rules.choices(rules)?,
        };
        let rivals = self.rivals(rules, asked.people, &choices, control)?;
        let levels = kept.filter(|_| self.level.is_none()).map_or([asked.level; 2], Kept::levels);
        let names = Color::ALL.map(|side| match &rivals[side.index()] {
            _ if asked.people[side.index()] => language.choose("You", "あなた").to_owned(),
            Some(rival) => rival.name().to_owned(),
            None => program_name(language, levels[side.index()]),
        });
        let game = match (resumed, &self.file) {
            (Some(resumed), _) => {
                let broken = |reason| StoreError::Broken { path: resumed.store.path().to_owned(), reason };
                resumed.kept.game(rules, &choices, names).map_err(broken)?
            }
            (None, Some(path)) => {
                let failed = |reason| PlayError::Game { path: path.clone(), reason };
                let reading = read_first(rules, path).map_err(|error| failed(error.into()))?;
                news.extend(talk::warnings(language, path, &reading.warnings));
                Game::of_record(&reading.record, &choices, names).map_err(failed)?
            }
            (None, None) => Game::new(self.start(rules, &choices, asked.handicap)?, names),
        };
        let setting = Setting {
            engines: rivals.each_ref().map(|rival| rival.as_ref().map(|rival| rival.name().to_owned())),
            coach: self.coach || kept.is_some_and(|kept| kept.coach),
            clocks: self.clocks().or_else(|| kept?.clocks.map(KeptClocks::clocks)),
            bell: self.bell,
            ..Setting::new(asked.people, levels, choices, self.threads.into())
        };
        Ok((game, setting, rivals))
    }

    fn notation(&self, game: Variant, look: Look) -> Notation {
        Notation::of(game, look.language, self.notation.moves(), look.letters)
    }

    fn is_about_problems(&self, game: Variant) -> bool {
        let extension = self.file.as_ref().and_then(|path| path.extension());
        let is_study = self.problems || self.mistakes || self.exercises.is_some();
        is_study
            || extension.is_some_and(|extension| extension.eq_ignore_ascii_case("sfen"))
            || (self.option_of_games().is_none() && self.holds_problems(game))
    }

    /// True for a record of a problem, which nobody means as a game.
    fn holds_problems(&self, game: Variant) -> bool {
        let file = self.file.as_deref().filter(|path| path.is_file());
        file.is_some_and(|path| are_evident(&read_problems(game, path)))
    }

    /// The first given option that only games can use.
    fn option_of_games(&self) -> Option<Phrase> {
        let options = [
            ("--level", self.level.is_some()),
            ("--engine", !self.engines.is_empty()),
            ("--black", self.black && !self.mistakes),
            ("--white", self.white && !self.mistakes),
            ("--both", self.both),
            ("--watch", self.watch),
            ("--coach", self.coach),
            ("--tc", self.tc.is_some()),
            ("--byoyomi", self.byoyomi.is_some()),
            ("--bell", self.bell),
            ("--rule", !self.rules.rules.is_empty()),
        ];
        let given = options.into_iter().find(|&(_, is_given)| is_given).map(|(option, _)| [option; 2]);
        given.or_else(|| self.start.is_given().then_some(["a start by --sfen or --handicap", "--sfen や --handicap"]))
    }

    /// The exercises of --exercises or --mistakes; none if other problems are meant.
    fn exercises(
        &self,
        rules: Variant,
        person: &Person,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<Exercise>>, PlayError> {
        let failed = |path: &Path, error: FileError| PlayError::Game { path: path.to_owned(), reason: error.into() };
        match (&self.exercises, &self.file) {
            (Some(None), _) => Ok(Some(Cards::read(Store::of_exercises(rules.name()).as_ref())?.exercises(rules))),
            (Some(Some(path)), _) => {
                let read = read_exercises(rules, path).map_err(|error| failed(path, error))?;
                Ok(Some(read))
            }
            (None, Some(path)) if self.mistakes => {
                let reading = read_first(rules, path).map_err(|error| failed(path, error))?;
                let mut teacher = Teacher::new(rules, None, self.threads.into(), person.language(), person.notation)?;
                let name = path.file_name().unwrap_or_default().display().to_string();
                let sides = self.seats().unwrap_or([true; 2]);
                let mistakes = teacher.mistakes(&name, &reading.record, sides, stop);
                stop.store(false, Ordering::Relaxed);
                Ok(Some(mistakes))
            }
            _ => Ok(None),
        }
    }

    /// Asks exercises: those that are due today, or all mistakes of a game.
    fn ask(
        &self,
        rules: Variant,
        exercises: Vec<Exercise>,
        person: Person,
        stop: Arc<AtomicBool>,
    ) -> Result<(), PlayError> {
        let (language, today) = (person.language(), Zoned::now().date());
        if exercises.is_empty() {
            return Ok(person::say(self.no_exercises(language))?);
        }
        let cards = Cards::read(Store::of_exercises(rules.name()).as_ref())?;
        let (exercises, later) =
            if self.mistakes { (exercises, Vec::new()) } else { exercises::due(exercises, &cards, today) };
        match later.iter().min() {
            Some(&next) if exercises.is_empty() => Ok(person::say(exercises::waiting(language, later.len(), next))?),
            _ => Ok(Session::new(rules, exercises, person, self.threads.into(), stop, today)?.run()?),
        }
    }

    /// The answer where nothing can be asked.
    const fn no_exercises(&self, language: Language) -> &'static str {
        match (&self.exercises, language) {
            (Some(None), Language::En) => {
                "There are no exercises yet. Make some of your games by \"kumataka analyse games/ --exercises blunders.sfen\",\n\
                 and \"kumataka play --exercises blunders.sfen\" asks them for the first time."
            }
            (Some(None), Language::Ja) => {
                "復習する問題はまだありません。kumataka analyse games/ --exercises blunders.sfen で自分の対局から作り、\n\
                 kumataka play --exercises blunders.sfen で解き始めてください。"
            }
            (_, Language::En) => "There is no mistake to be mended.",
            (_, Language::Ja) => "直すべき悪手はありません。",
        }
    }

    /// Poses the problems of the file, or of the one last worked on if the person resumes without naming a file.
    fn pose(&self, rules: Variant, person: Person, stop: Arc<AtomicBool>) -> Result<(), PlayError> {
        let resumes = match self.resume {
            Some(Resume::List | Resume::Number(_)) => {
                return Err(PlayError::OptionOfGames(["a choice by --resume", "--resume での選択"]));
            }
            resume => resume.is_some(),
        };
        let progress = match (resumes, Store::of_problems(rules.name())) {
            (true, Some(store)) if self.file.is_some() => store.read_if_there()?.unwrap_or_default(),
            (true, Some(store)) => store.read()?,
            _ => Progress::default(),
        };
        let path = match &self.file {
            Some(path) => path.clone(),
            None if resumes => progress.last.ok_or(PlayError::NoProblems)?,
            None => PathBuf::from(INCLUDED),
        };
        let is_included = path == Path::new(INCLUDED);
        let mut problems = if is_included { included(rules, person.language()) } else { read_problems(rules, &path) };
        if is_included && problems.is_empty() {
            return Err(PlayError::NoneIncluded(rules));
        }
        if problems.iter().all(|problem| problem.position.is_err())
            && let Some(Problem { position: Err(reason), .. }) = problems.drain(..).next()
        {
            return Err(PlayError::Problems { path, reason });
        }
        let path = if is_included { path } else { real_path(&path).unwrap_or(path) };
        let mut marks = progress.files.get(&path).cloned().unwrap_or_default();
        marks.truncate(problems.len());
        let desk = Desk::new(rules, Sheet { path, problems, marks }, person, self.threads.into(), stop)?;
        Ok(desk.run()?)
    }

    /// The kept game that goes on, or none for a new game; nothing at all if the kept games were listed.
    fn resumed(&self, language: Language) -> Result<Option<Option<Resumed>>, PlayError> {
        let Some(resume) = self.resume else { return Ok(Some(None)) };
        if let Some(path) = &self.file {
            return Err(PlayError::TwoGames { path: path.clone() });
        }
        let number = match resume {
            Resume::List => {
                resume::list(self.game.named(), language)?.into_iter().try_for_each(person::say)?;
                return Ok(None);
            }
            Resume::Number(number) => Some(number),
            Resume::Latest => None,
        };
        Ok(Some(Some(resume::take(number, self.game.named())?)))
    }

    /// The engines that play the sides without a person. `[color]`
    fn rivals(
        &self,
        rules: Variant,
        people: [bool; 2],
        choices: &RuleChoices,
        control: &Control,
    ) -> Result<[Option<Rival>; 2], PlayError> {
        let free = people.iter().filter(|&&is_person| !is_person).count();
        if self.engines.len() > free {
            return Err(PlayError::Engines { count: self.engines.len() });
        }
        let language = self.language.language();
        let started = self.engines.iter().map(|engine| Rival::start(rules, engine, choices, control, language));
        Ok(seated(started.collect::<Result<_, _>>()?, people))
    }

    /// The position in which the game begins; `handicap` was agreed on at the table.
    fn start(&self, game: Variant, rules: &RuleChoices, handicap: Option<&str>) -> Result<AnyPosition, PlayError> {
        let mut start = match handicap {
            Some(name) => StartArgs::of_handicap(name).position(game)?,
            None => self.start.position(game)?,
        };
        start.set_rules(rules);
        Ok(start)
    }

    /// The sides that people play, if the arguments say so. `[color]`
    const fn seats(&self) -> Option<[bool; 2]> {
        match (self.black, self.white, self.both, self.watch) {
            (true, ..) => Some([true, false]),
            (_, true, ..) => Some([false, true]),
            (_, _, true, _) => Some([true, true]),
            (_, _, _, true) => Some([false, false]),
            _ => None,
        }
    }

    fn clocks(&self) -> Option<[Clock; 2]> {
        let MainTime { main, increment } =
            self.tc.unwrap_or(MainTime { main: Duration::ZERO, increment: Duration::ZERO });
        let byoyomi = self.byoyomi.unwrap_or_default();
        let control = TimeControl { main, increment, byoyomi, ..TimeControl::default() };
        control.has_clock().then(|| [Clock::new(control), Clock::new(control)])
    }

    /// The players, from the arguments, the kept game, or answers of somebody at the terminal; none if the person leaves.
    fn asked(
        &self,
        rules: Variant,
        resumed: Option<&Resumed>,
        console: &mut dyn Console,
        language: Language,
    ) -> Result<Option<Asked>, Trouble> {
        let seats = self.seats();
        if let Some(Resumed { kept, .. }) = resumed {
            let people = seats.unwrap_or(kept.people);
            return Ok(Some(Asked::of(self.level.unwrap_or(LEVEL), people)));
        }
        let is_open = self.level.is_none() && seats.is_none() && self.engines.is_empty();
        if is_open && io::stdin().is_terminal() {
            let has_start = self.start.is_given() || self.file.is_some();
            return Questions::new(console, language).asked(rules, has_start);
        }
        let level = self.level.unwrap_or(LEVEL);
        Ok(Some(seats.map_or_else(|| Asked::by_lot(level), |people| Asked::of(level, people))))
    }
}

/// Makes a signal interrupt the search. When nothing is searched, or at the second signal, the program ends with its
/// engines and restores the terminal.
fn obey_signals(control: &Control, look: Look) -> Result<(), Trouble> {
    let children = control.children.clone();
    let restore_terminal = remember_terminal();
    obey_interrupts(Arc::clone(&control.interrupt), move || {
        children.kill();
        look.leave();
        restore_terminal();
    })
}
