//! Reading problems from files, folders, the standard input and the command line.

use crate::any::{AnyPosition, AnySfenError};
use crate::game::SfenMode;
use crate::jobs::files::{FileError, read_each_game, records_below};
use crate::record::{BrokenGame, Format, Headers, ReadError, ReadGame, Reason, header, usi};
use crate::tell;
use crate::variants::Variant;
use crate::words::{InLanguage, Language};
use std::ffi::OsString;
use std::io;
use std::path::Path;
use thiserror::Error;

/// A position to solve, or the reason why there is none.
pub struct Problem {
    /// The place where the problem was found: a file with a line, or the number of a position on the command line.
    pub name: String,
    /// The headers of the record that holds the problem.
    pub headers: Headers,
    pub position: Result<AnyPosition, Unreadable>,
}

/// The reason why something holds no problem.
#[derive(Debug, Error)]
pub enum Unreadable {
    #[error(transparent)]
    File(#[from] FileError),
    #[error("the folder holds no file whose extension names a format of game records")]
    EmptyFolder,
    #[error("neither a file nor a position")]
    Neither,
    #[error("a board alone: put the whole SFEN in quotes, with the side to move and the hands")]
    Unquoted,
    #[error("{0}")]
    Game(Reason),
}

impl InLanguage for Unreadable {
    fn japanese(&self) -> String {
        match self {
            Self::File(error) => error.japanese(),
            Self::EmptyFolder => "フォルダに、拡張子から棋譜と分かるファイルがありません".to_owned(),
            Self::Neither => "ファイルでも局面でもありません".to_owned(),
            Self::Unquoted => "盤面だけです。手番と持ち駒も含めて、SFEN全体を引用符で囲んでください".to_owned(),
            Self::Game(reason) => reason.japanese(),
        }
    }
}

impl Problem {
    fn unreadable(name: impl Into<String>, reason: impl Into<Unreadable>) -> Self {
        Self { name: name.into(), headers: Headers::default(), position: Err(reason.into()) }
    }

    /// True if this is a problem, whatever the file is called: its attacker has no king, or a header names its source or
    /// composer and none a player. None where there is no position.
    pub fn is_evident(&self) -> Option<bool> {
        let position = self.position.as_ref().ok()?;
        let names = |keys: &[&str]| keys.iter().any(|key| self.headers.get(key).is_some_and(|value| !value.is_empty()));
        let is_composed = names(header::OF_PROBLEMS) && !names(&[header::BLACK, header::WHITE]);
        Some(position.has_lone_king() || (is_composed && !begins_a_game(position)))
    }

    /// The reason why no game could have this position, such as two unpromoted pawns on a file; none if one could.
    fn doubt(&self) -> Option<AnySfenError> {
        let position = self.position.as_ref().ok()?;
        position.variant().read_sfen(&position.sfen(), SfenMode::Mate).err()
    }

    /// A fault at a line of a file.
    fn broken(path: &str, error: ReadError) -> Self {
        Self::unreadable(format!("{path}:{}", error.line), Unreadable::Game(error.reason))
    }
}

impl From<io::Error> for Unreadable {
    fn from(error: io::Error) -> Self {
        Self::File(error.into())
    }
}

/// Number of problems that could be read.
pub fn readable(problems: &[Problem]) -> usize {
    problems.iter().filter(|problem| problem.position.is_ok()).count()
}

/// Names the problems whose positions no game could have; they are solved all the same, as composers now and then want it.
pub fn tell_doubts(problems: &[Problem], language: Language) {
    for (problem, doubt) in problems.iter().filter_map(|problem| Some((problem, problem.doubt()?))) {
        let said = language.choose(": no game could have this position: ", "：実戦では現れない局面です：");
        tell!("{}{said}{}", problem.name, doubt.text_in(language));
    }
}

/// True if some can be read and all that can are evident.
pub fn are_evident(problems: &[Problem]) -> bool {
    let mut evident = problems.iter().filter_map(Problem::is_evident).peekable();
    evident.peek().is_some() && evident.all(|is_evident| is_evident)
}

/// Reads every problem of arguments: files, folders, `-` and positions, including those that cannot be read.
pub fn read_arguments(game: Variant, arguments: &[OsString]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for source in arguments {
        let (path, text) = (Path::new(source), source.to_string_lossy());
        let is_file = source == "-" || !matches!(path.try_exists(), Ok(false));
        if !is_file && !is_position(&text) {
            let reason = if is_board(&text) { Unreadable::Unquoted } else { Unreadable::Neither };
            problems.push(Problem::unreadable(text, reason));
        } else if !is_file {
            let number = (problems.len() + 1).to_string();
            problems.extend(usi::read_each(game, &text).into_iter().map(|game| read_line(number.clone(), game)));
        } else {
            read_path(game, path, &mut problems);
        }
    }
    problems
}

/// True for the usual start of a game, and for those of its handicaps.
fn begins_a_game(position: &AnyPosition) -> bool {
    let (game, sfen) = (position.variant(), position.sfen());
    sfen == game.start_sfen() || game.handicaps().iter().any(|handicap| handicap.sfen == sfen)
}

/// True if an argument looks like a position and not like the name of a file.
fn is_position(argument: &str) -> bool {
    match argument.split_whitespace().next() {
        Some("startpos" | "sfen" | "position") => true,
        Some(board) => board.contains('/') && argument.trim().contains(' '),
        None => false,
    }
}

/// True if an argument looks like the board of an SFEN.
fn is_board(argument: &str) -> bool {
    let is_rank = |rank: &str| !rank.is_empty() && rank.chars().all(|c| c.is_ascii_alphanumeric() || "+',".contains(c));
    argument.matches('/').count() >= 2
        && argument.split('/').all(is_rank)
        && argument.contains(|c: char| c.is_ascii_digit())
}

/// Reads every problem of a file, or of all records in a folder, including those that cannot be read.
pub fn read_problems(game: Variant, path: &Path) -> Vec<Problem> {
    let mut problems = Vec::new();
    read_path(game, path, &mut problems);
    problems
}

fn read_path(game: Variant, path: &Path, problems: &mut Vec<Problem>) {
    let source = path.display().to_string();
    match records_below(path, false) {
        Ok(files) if files.is_empty() => problems.push(Problem::unreadable(source, Unreadable::EmptyFolder)),
        Ok(files) => files.iter().for_each(|file| read_file(game, file, problems)),
        Err(error) => problems.push(Problem::unreadable(source, error)),
    }
}

/// Reads the games of a file, which holds a position on each line if neither its extension nor its text says otherwise.
fn read_file(game: Variant, path: &Path, problems: &mut Vec<Problem>) {
    let name = path.display().to_string();
    match read_each_game(game, path, None) {
        Ok((format, games)) => problems.extend(problems_of(&name, format, games)),
        Err(FileError::Read(error)) => problems.push(Problem::broken(&name, error)),
        Err(error) => problems.push(Problem::unreadable(name, error)),
    }
}

/// The problems of the games in a file of this name, including those that cannot be read.
pub fn problems_of(name: &str, format: Format, games: Vec<ReadGame>) -> Vec<Problem> {
    let is_one = games.len() == 1;
    let problem = |game: ReadGame| match game {
        Err(BrokenGame { error, .. }) => Problem::broken(name, error),
        Ok(reading) if format == Format::USI => read_line(format!("{name}:{}", reading.line), Ok(reading)),
        Ok(reading) => {
            let name = if is_one { name.to_owned() } else { format!("{name}:{}", reading.line) };
            let position = Ok(reading.record.start().clone());
            Problem { name, position, headers: reading.record.headers }
        }
    };
    games.into_iter().map(problem).collect()
}

/// The problem of a line in SFEN or USI: its last position.
fn read_line(name: String, game: ReadGame) -> Problem {
    let position = game.map_err(|broken| broken.error.reason).and_then(|reading| usi::last_position(&reading.record));
    Problem { name, headers: Headers::default(), position: position.map_err(Unreadable::Game) }
}
