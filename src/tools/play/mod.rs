//! The command `kumataka play`, a game in the terminal.

mod advice;
mod console;
mod game;
mod person;
mod request;
mod screen;
mod store;
mod table;
mod talk;
mod thinker;
mod words;

use super::clock::{Clock, MainTime, TimeControl};
use super::command::{Command, Trouble};
use super::files::{FileError, read_each_game};
use super::game::{GameArgs, RuleArgs};
use super::handicaps::{StartArgs, StartError};
use super::notation::Notation;
use super::seconds::parse_seconds;
use super::terminal::obey_interrupts;
use crate::board::Color;
use crate::game::{Playable, RuleError};
use crate::rules::{Position, Rules};
use crate::search::SearchOptions;
use crate::with_game;
use crate::words::Language;
use clap::{Args, value_parser};
use console::{Console, Typed};
use game::Game;
use person::Person;
use screen::Look;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use store::{Kept, Store, StoreError};
use table::{Setting, Table, program_name};
use thiserror::Error;

/// Play a game in the terminal.
///
/// Moves are typed as 7g7f, P-7f or 76歩; "help" at the table lists the words for everything else. The game is kept while it
/// is played, so that nothing is lost with the terminal.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kumataka play
  kumataka play --level 3 --handicap 4-piece --white --tc 600+10
  kumataka play --resume
  kumataka play game.kif --both
  kumataka play --variant torishogi --lang ja")]
pub struct PlayArgs {
    /// A game record to go on with
    #[arg(value_name = "FILE", conflicts_with = "resume")]
    file: Option<PathBuf>,
    /// How strong the program plays, see "kumataka levels"
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(0..=20))]
    level: Option<u32>,
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
    /// Main time and increment of both sides in seconds
    #[arg(long, value_name = "MAIN+INCREMENT")]
    tc: Option<MainTime>,
    /// Time for a move once the main time is used up
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    byoyomi: Option<Duration>,
    /// Go on with the game that was kept
    #[arg(long)]
    resume: bool,
    /// Language [default: that of the environment]
    #[arg(long, value_name = "LANGUAGE", value_enum)]
    lang: Option<Language>,
    /// Use letters for the pieces instead of kanji
    #[arg(long)]
    letters: bool,
    /// Threads to think with
    #[arg(long, default_value_t = 1, value_parser = value_parser!(u16).range(1..=1024))]
    threads: u16,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    game: GameArgs,
}

/// The level against which a game is played unless another one is asked for.
const LEVEL: u32 = 4;

/// The reason why no game can be played.
#[derive(Debug, Error)]
pub enum PlayError {
    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: FileError },
    #[error("{}: {reason}", path.display())]
    Game { path: PathBuf, reason: String },
    #[error(transparent)]
    Start(#[from] StartError),
    #[error(transparent)]
    Rule(#[from] RuleError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Trouble(#[from] Trouble),
}

impl Command for PlayArgs {
    type Error = PlayError;

    fn run(&self) -> Result<(), PlayError> {
        with_game!(self.game.variant, G => self.run_for::<G>())
    }
}

impl PlayArgs {
    fn run_for<R: Rules>(&self) -> Result<(), PlayError> {
        let language = self.lang.unwrap_or_else(talk::language_of_environment);
        let look = Look::of_environment(language, self.letters);
        let mut console = console::open();
        let kept = self.kept::<R>()?;
        let start = self.start::<R>()?;
        let asked = match &kept {
            Some(kept) => {
                Asked { level: self.level.unwrap_or(kept.level), people: self.seats().unwrap_or(kept.people) }
            }
            None => self.asked(&mut *console, language),
        };
        let person = language.choose("You", "あなた");
        let is_person = |side: Color| asked.people[side.index()];
        let names = Color::ALL.map(|side| if is_person(side) { person.to_owned() } else { program_name(asked.level) });
        let game = match (&kept, &self.file) {
            (Some(kept), _) => kept.game(names).map_err(|reason| broken::<R>(reason))?,
            (None, Some(path)) => read(path, names)?,
            (None, None) => Game::new(start, names),
        };
        let setting =
            Setting { people: asked.people, level: asked.level, clocks: self.clocks(), threads: self.threads.into() };
        let person = Person {
            console,
            look: Look { flipped: asked.people == [false, true], ..look },
            notation: Notation::of::<R>(language == Language::En && !look.letters, look.letters),
        };
        let (stop, look) = (Arc::new(AtomicBool::new(false)), person.look);
        obey_interrupts(Arc::clone(&stop), move || look.release())?;
        Ok(Table::new(game, setting, person, stop).run()?)
    }

    /// The game that was kept, if it is to go on.
    fn kept<R: Rules>(&self) -> Result<Option<Kept>, PlayError> {
        if !self.resume {
            return Ok(None);
        }
        Ok(Some(Store::of::<R>().ok_or(StoreError::NoFolder)?.read()?))
    }

    fn start<R: Rules>(&self) -> Result<Position<R>, PlayError> {
        let mut start = self.start.position::<R>()?;
        R::set_rules(&mut start, &R::rules(&self.rules.choices::<R>()?));
        Ok(start)
    }

    /// Which sides people play, if the arguments say so. `[color]`
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

    /// Asks what the arguments leave open, where there is somebody to ask.
    fn asked(&self, console: &mut dyn Console, language: Language) -> Asked {
        let seats = self.seats();
        let is_asked = self.level.is_none() && seats.is_none() && io::stdin().is_terminal();
        let mut ask = |english, japanese| match is_asked.then(|| console.ask(language.choose(english, japanese), &[])) {
            Some(Typed::Line(line)) => line.trim().to_lowercase(),
            _ => String::new(),
        };
        let level = self.level.unwrap_or_else(|| {
            let line = ask("Level, 0 to 20 [4]: ", "強さ 0〜20 [4]: ");
            line.parse().ok().filter(|&level: &u32| level <= SearchOptions::FULL_SKILL).unwrap_or(LEVEL)
        });
        let people =
            seats.unwrap_or_else(|| match &*ask("Black, white or by lot? [lot]: ", "先手か後手か [振り駒]: ") {
                "b" | "black" | "先手" => [true, false],
                "w" | "white" | "後手" => [false, true],
                _ => by_lot(),
            });
        Asked { level, people }
    }
}

fn broken<R: Rules>(reason: String) -> StoreError {
    Store::of::<R>().map_or(StoreError::NoFolder, |store| StoreError::Broken { path: store.path().to_owned(), reason })
}

/// Who plays against whom.
struct Asked {
    level: u32,
    /// `[color]`
    people: [bool; 2],
}

/// Decides who begins, as five thrown pawns do at a board.
fn by_lot() -> [bool; 2] {
    let begins = rand::random();
    [begins, !begins]
}

fn read<R: Rules>(path: &Path, names: [String; 2]) -> Result<Game<R>, PlayError> {
    let failed = |source| PlayError::File { path: path.to_owned(), source };
    let (_, games) = read_each_game::<R>(path, None).map_err(failed)?;
    let game = |reason: String| PlayError::Game { path: path.to_owned(), reason };
    match games.into_iter().next() {
        Some(Ok(reading)) => Ok(Game::of_record(&reading.record, names)),
        Some(Err(error)) => Err(game(error.to_string())),
        None => Err(game("there is no game in the file".to_owned())),
    }
}
