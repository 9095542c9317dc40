//! Games to be rated, read from their records.

use super::RatedGame;
use crate::jobs::files::{FileError, JobError, jobs, open_games};
use crate::record::{Format, Outcome, ReadError, ReadGame, Record, header};
use crate::variants::Variant;
use crate::words::{InLanguage, Language};
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The reason why a game does not count.
#[derive(Debug, Error)]
pub enum Fault {
    #[error(transparent)]
    File(JobError),
    #[error("{0}")]
    Game(ReadError),
    #[error("it does not name both players")]
    NoNames,
    #[error("{0} plays both sides")]
    OnePlayer(String),
    #[error("it has no result")]
    NoResult,
}

impl InLanguage for Fault {
    fn japanese(&self) -> String {
        match self {
            Self::File(error) => error.japanese(),
            Self::Game(error) => error.japanese(),
            Self::NoNames => "対局者の名前がそろっていません".to_owned(),
            Self::OnePlayer(name) => format!("{name}が先手でも後手でもあります"),
            Self::NoResult => "結果がありません".to_owned(),
        }
    }
}

/// The file of a game, and its number if the file holds games before it.
#[derive(Debug)]
pub struct Place {
    path: PathBuf,
    number: Option<usize>,
}

impl Place {
    /// The place in a language.
    pub fn text_in(&self, language: Language) -> String {
        let path = self.path.display();
        match (language, self.number) {
            (_, None) => path.to_string(),
            (Language::En, Some(number)) => format!("{path}, game {number}"),
            (Language::Ja, Some(number)) => format!("{path} 第{number}局"),
        }
    }
}

/// The games of files and folders.
#[derive(Debug, Default)]
pub struct Found {
    pub games: Vec<RatedGame>,
    /// The games that do not count, each by its file and, if that holds several, its number.
    pub faults: Vec<(Place, Fault)>,
}

/// Reads the results of all games.
///
/// # Errors
/// If a path or a folder below it cannot be read, with that path.
pub fn read(game: Variant, inputs: &[PathBuf], format: Option<Format>) -> Result<Found, (PathBuf, io::Error)> {
    let mut found = Found::default();
    for job in jobs(inputs, format.is_some())? {
        found.read_file(game, &job.input, format);
    }
    Ok(found)
}

impl Found {
    fn read_file(&mut self, game: Variant, path: &Path, format: Option<Format>) {
        let games = match open_games(game, path, format) {
            Ok((_, games)) => games,
            Err(error) => return self.refuse(path, None, Fault::File(error.into())),
        };
        for (number, game) in (1..).zip(games) {
            match game.map_err(|error| Fault::File(FileError::from(error).into())).and_then(rated) {
                Ok(game) => self.games.push(game),
                Err(fault) => self.refuse(path, Some(number), fault),
            }
        }
    }

    fn refuse(&mut self, path: &Path, number: Option<usize>, fault: Fault) {
        let place = Place { path: path.to_owned(), number: number.filter(|&number| number > 1) };
        self.faults.push((place, fault));
    }
}

fn rated(game: ReadGame) -> Result<RatedGame, Fault> {
    let record = game.map_err(|broken| Fault::Game(broken.error))?.record;
    let name = |key| record.headers.get(key).filter(|name| !name.is_empty()).map(str::to_owned);
    let names = match (name(header::BLACK), name(header::WHITE)) {
        (Some(black), Some(white)) if black == white => return Err(Fault::OnePlayer(black)),
        (Some(black), Some(white)) => [black, white],
        _ => return Err(Fault::NoNames),
    };
    let winner = match record.outcome().map(|(_, outcome)| outcome) {
        Some(Outcome::Win(winner)) => Some(winner),
        Some(Outcome::Draw) => None,
        Some(Outcome::Undecided) | None => return Err(Fault::NoResult),
    };
    Ok(RatedGame { names, winner, handicap: handicap(&record), date: date(&record) })
}

/// The name of the handicap, or the start itself where it has no name; none on even terms.
fn handicap(record: &Record) -> Option<String> {
    match record.handicap() {
        Some(handicap) => (!handicap.is_even()).then(|| handicap.name.to_owned()),
        None => Some(record.start().sfen()),
    }
}

/// The numbers of the time at which the game began.
fn date(record: &Record) -> Vec<u32> {
    let text = record.headers.get(header::START_TIME).unwrap_or_default();
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse().ok()).collect()
}
