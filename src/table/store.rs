//! Storage of games and progress, so that nothing is lost with the terminal.

use super::game::{Game, NoGame};
use super::setting::Setting;
use crate::board::Color;
use crate::engines::clock::{Clock, TimeControl};
use crate::game::{self, RuleChoices, SfenMode};
use crate::record::Outcome;
use crate::system::{self, Lock, LockError, replace_file};
use crate::variants::Variant;
use crate::words::InLanguage;
use jiff::Timestamp;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;
use thiserror::Error;

/// The reason why no game can be taken up again.
#[derive(Debug, Error)]
pub enum StoreError {
    #[error("there is nothing to resume: {} cannot be read: {source}", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("there is nothing to resume: no game is kept")]
    Nothing,
    #[error("there is nothing to resume: every kept game is over; \"--resume list\" shows them")]
    AllOver,
    #[error("--resume {number}: the number of kept games is {count}; \"--resume list\" shows them")]
    NoNumber { number: usize, count: usize },
    #[error("{}: what was kept cannot be read: {reason}", path.display())]
    Broken { path: PathBuf, reason: NoGame },
    #[error("{}: {source}", path.display())]
    Write { path: PathBuf, source: io::Error },
    #[error("{0}; leave that table first, or take another game of \"--resume list\"")]
    Busy(LockError),
    #[error("this system has no folder for the state of programs, so that nothing was kept")]
    NoFolder,
}

impl InLanguage for StoreError {
    fn japanese(&self) -> String {
        match self {
            Self::Read { path, source } => {
                format!("再開できる対局がありません。{}を読めません：{}", path.display(), source.japanese())
            }
            Self::Nothing => "再開できる対局がありません（保存された対局がありません）".to_owned(),
            Self::AllOver => {
                "再開できる対局がありません（保存された対局はすべて終局しています）。--resume list で一覧を見られます"
                    .to_owned()
            }
            Self::NoNumber { number, count } => {
                format!("--resume {number}：保存された対局は{count}局です。--resume list で一覧を見られます")
            }
            Self::Broken { path, reason } => {
                format!("{}：保存された内容を読めません：{}", path.display(), reason.japanese())
            }
            Self::Write { path, source } => format!("{}：{}", path.display(), source.japanese()),
            Self::Busy(error) => {
                format!("{}。先にその対局を終えるか、--resume list から別の対局を選んでください", error.japanese())
            }
            Self::NoFolder => "このシステムには設定を保存するフォルダがないので、何も保存されていません".to_owned(),
        }
    }
}

/// The clocks of a game, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeptClocks {
    main: f64,
    increment: f64,
    byoyomi: f64,
    /// Main time left. `[color]`
    left: [f64; 2],
}

impl KeptClocks {
    /// Both sides have the same time control, so that one is enough.
    fn of(clocks: &[Clock; 2]) -> Self {
        let TimeControl { main, increment, byoyomi, .. } = clocks[0].control();
        Self {
            main: main.as_secs_f64(),
            increment: increment.as_secs_f64(),
            byoyomi: byoyomi.as_secs_f64(),
            left: [&clocks[0], &clocks[1]].map(|clock| clock.remaining().as_secs_f64()),
        }
    }

    /// Restores the clocks.
    pub fn clocks(self) -> [Clock; 2] {
        let Self { main, increment, byoyomi, left } = self;
        let [main, increment, byoyomi] = [main, increment, byoyomi].map(duration);
        let control = TimeControl { main, increment, byoyomi, ..TimeControl::default() };
        left.map(|left| Clock::resumed(control, duration(left)))
    }
}

/// A stored time; zero if it is not valid.
fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or_default()
}

/// An end that is no move.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct KeptEnd {
    /// Name of a [`game::End`].
    reason: String,
    /// Index of the winner's color.
    winner: Option<usize>,
}

impl KeptEnd {
    /// None for a game that may go on.
    fn of(game: &Game) -> Option<Self> {
        let end = game.end().filter(|end| end.outcome != Outcome::Undecided)?;
        let winner = if let Outcome::Win(winner) = end.outcome { Some(winner.index()) } else { None };
        Some(Self { reason: end.reason.name().to_owned(), winner })
    }

    fn restore(&self, game: &mut Game) {
        let reason = game::End::ALL.into_iter().find(|end| end.name() == self.reason);
        let winner = self.winner.and_then(|index| Color::ALL.get(index).copied());
        if let Some(reason) = reason.filter(|_| game.end().is_none()) {
            game.end_by(reason, winner);
        }
    }
}

/// A game with its setting.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Kept {
    /// Time of the latest change.
    pub at: Timestamp,
    /// True if a person has made a move, or any side in a game that people only watch.
    pub has_begun: bool,
    /// `[color]`
    pub names: [String; 2],
    #[serde(default)]
    end: Option<KeptEnd>,
    pub start: String,
    /// The chosen rules, as `--rule` takes them.
    #[serde(default)]
    pub rules: Vec<String>,
    /// In USI.
    pub moves: Vec<String>,
    /// Seconds spent on each move.
    pub spent: Vec<f64>,
    /// True for a side that a person plays. `[color]`
    pub people: [bool; 2],
    /// Level of the program, as White where its levels differ.
    level: i32,
    /// Level of the program as Black where its levels differ.
    #[serde(default)]
    black_level: Option<i32>,
    /// Names of other engines, which play in the program's place. `[color]`
    #[serde(default)]
    pub engines: [Option<String>; 2],
    /// True if a coach judges each of the person's moves.
    #[serde(default)]
    pub coach: bool,
    #[serde(default)]
    pub clocks: Option<KeptClocks>,
}

impl Kept {
    pub fn of(game: &Game, setting: &Setting) -> Self {
        let moves = || game.moves();
        let rule = |(option, choice)| format!("{option}={choice}");
        let first = game.start().side_to_move();
        let is_persons = |ply: usize| setting.people[if ply.is_multiple_of(2) { first } else { !first }.index()];
        let is_watched = setting.people == [false; 2];
        Self {
            at: Timestamp::now(),
            has_begun: (0..game.plies()).any(|ply| is_watched || is_persons(ply)),
            names: Color::ALL.map(|side| game.name(side).to_owned()),
            end: KeptEnd::of(game),
            start: game.start().sfen(),
            rules: setting.rules.iter().map(rule).collect(),
            moves: moves().map(|(m, _)| game.start().variant().usi(m)).collect(),
            spent: moves().map(|(_, spent)| spent.as_secs_f64()).collect(),
            people: setting.people,
            level: setting.levels[1],
            black_level: Some(setting.levels[0]).filter(|level| *level != setting.levels[1]),
            engines: setting.engines.clone(),
            coach: setting.coach,
            clocks: setting.clocks.as_ref().map(KeptClocks::of),
        }
    }

    /// Restores the game under these rules.
    pub fn game(&self, game: Variant, rules: &RuleChoices, names: [String; 2]) -> Result<Game, NoGame> {
        let mut start = game.read_sfen(&self.start, SfenMode::Composed)?;
        start.set_rules(rules);
        let mut game = Game::new(start, names);
        for (index, text) in self.moves.iter().enumerate() {
            let m = game.position().parse_move(text)?;
            let spent = self.spent.get(index).copied().unwrap_or_default();
            game.play(m, duration(spent));
        }
        self.end.iter().for_each(|end| end.restore(&mut game));
        Ok(game)
    }

    /// Levels of the program. `[color]`
    pub fn levels(&self) -> [i32; 2] {
        [self.black_level.unwrap_or(self.level), self.level]
    }

    pub fn is_over(&self) -> bool {
        self.end.is_some()
    }
}

/// Result of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mark {
    AtOnce,
    /// Solved after errors or hints.
    WithHelp,
    Left,
    /// It could not be posed.
    Unfit,
}

/// Results of the problems of each file, in their order, by its path.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Progress {
    pub files: BTreeMap<PathBuf, Vec<Mark>>,
    /// The file last worked on.
    pub last: Option<PathBuf>,
}

/// The user's folder for the state of this program; none if the system has no such folder.
pub fn folder() -> Option<PathBuf> {
    Some(system::state_folder()?.join("kumataka"))
}

/// A file that stores something for a variant.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    lock: Option<Lock>,
}

impl Store {
    pub const fn at(path: PathBuf) -> Self {
        Self { path, lock: None }
    }

    /// The file for the problems of the game of this name.
    pub fn of_problems(game: &str) -> Option<Self> {
        Some(Self::at(folder()?.join(format!("problems-{game}.json"))))
    }

    /// The file for the cards of exercises in the game of this name.
    pub fn of_exercises(game: &str) -> Option<Self> {
        Some(Self::at(folder()?.join(format!("exercises-{game}.json"))))
    }

    /// Reserves the file for this table.
    ///
    /// # Errors
    /// If another table has it.
    pub fn take(&mut self) -> Result<(), StoreError> {
        if self.lock.is_none() {
            self.lock = Some(self.with_folder(Lock::of)?);
        }
        Ok(())
    }

    /// Waits until no other table changes the file, and keeps them away until the lock is dropped.
    ///
    /// # Errors
    /// If the folder or the lock cannot be made.
    pub fn lock(&self) -> Result<Lock, StoreError> {
        self.with_folder(Lock::when_free)
    }

    fn with_folder(&self, lock: impl Fn(&Path) -> Result<Lock, LockError>) -> Result<Lock, StoreError> {
        let failed = |source| StoreError::Write { path: self.path.clone(), source };
        self.path.parent().map_or(Ok(()), fs::create_dir_all).map_err(failed)?;
        lock(&self.path).map_err(|error| match error {
            LockError::Busy(_) => StoreError::Busy(error),
            LockError::Io { path, source } => StoreError::Write { path, source },
        })
    }

    /// Deletes the file, unless a table has it.
    pub fn remove_if_free(&self) {
        if let Ok(_lock) = self.with_folder(Lock::of) {
            // A file that stays is found again the next time.
            let _ = fs::remove_file(&self.path);
        }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Replaces what was stored before.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn keep(&self, kept: &impl Serialize) -> Result<(), StoreError> {
        let bytes = serde_json::to_vec(kept).map_err(io::Error::from);
        let written = bytes.and_then(|bytes| replace_file(&self.path, |file| file.write_all(&bytes)));
        written.map_err(|source| StoreError::Write { path: self.path.clone(), source })
    }

    pub fn read<T: DeserializeOwned>(&self) -> Result<T, StoreError> {
        let bytes = fs::read(&self.path).map_err(|source| StoreError::Read { path: self.path.clone(), source })?;
        serde_json::from_slice(&bytes)
            .map_err(|error| StoreError::Broken { path: self.path.clone(), reason: error.into() })
    }

    /// Like [`read`](Self::read), but none if nothing was ever stored.
    pub fn read_if_there<T: DeserializeOwned>(&self) -> Result<Option<T>, StoreError> {
        match self.read() {
            Err(StoreError::Read { source, .. }) if source.kind() == io::ErrorKind::NotFound => Ok(None),
            read => read.map(Some),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_kept_with_what_is_left() {
        let seconds = Duration::from_secs;
        let control = TimeControl { main: seconds(600), increment: seconds(10), ..TimeControl::default() };
        let mut clocks = [Clock::new(control), Clock::new(control)];
        clocks[0].charge(seconds(100));
        let text = serde_json::to_string(&KeptClocks::of(&clocks)).unwrap();
        let again = serde_json::from_str::<KeptClocks>(&text).unwrap().clocks();
        assert_eq!(again.each_ref().map(Clock::remaining), [510, 600].map(seconds));
        assert_eq!(again.each_ref().map(|clock| *clock.control()), [control; 2]);
    }

    fn setting(people: [bool; 2]) -> Setting {
        Setting::new(people, [4; 2], RuleChoices::default(), 1)
    }

    fn game(moves: &[&str]) -> Game {
        let mut game = Game::new(Variant::Shogi.start(), ["a", "b"].map(str::to_owned));
        for text in moves {
            game.play(game.position().parse_move(text).unwrap(), Duration::ZERO);
        }
        game
    }

    #[test]
    fn a_game_begins_with_a_move_of_a_person() {
        for (people, moves, expected) in [
            ([true, false], &[][..], false),
            ([true, false], &["7g7f"], true),
            ([false, true], &["7g7f"], false),
            ([false, true], &["7g7f", "3c3d"], true),
            ([false, false], &["7g7f"], true),
        ] {
            assert_eq!(Kept::of(&game(moves), &setting(people)).has_begun, expected, "{people:?} {moves:?}");
        }
    }

    #[test]
    fn levels_are_kept_for_each_side() {
        for levels in [[4, 4], [-10, 20]] {
            let setting = Setting { levels, ..setting([false; 2]) };
            let text = serde_json::to_string(&Kept::of(&game(&["7g7f"]), &setting)).unwrap();
            assert_eq!(serde_json::from_str::<Kept>(&text).unwrap().levels(), levels);
        }
    }

    #[test]
    fn ends_are_kept_but_for_a_game_broken_off() {
        let ended = |end: fn(&mut Game)| {
            let mut game = game(&["7g7f"]);
            end(&mut game);
            let text = serde_json::to_string(&Kept::of(&game, &setting([true; 2]))).unwrap();
            let again: Kept = serde_json::from_str(&text).unwrap();
            let names = ["a", "b"].map(str::to_owned);
            let restored = again.game(Variant::Shogi, &RuleChoices::default(), names).unwrap();
            assert_eq!(restored.end().is_some(), again.is_over());
            restored.end().cloned() == game.end().cloned()
        };
        assert!(ended(Game::resign) && ended(Game::lose_on_time) && ended(Game::agree_on_draw));
        assert!(ended(|_| ()) && !ended(Game::break_off));
    }
}
