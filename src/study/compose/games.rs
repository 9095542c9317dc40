//! The games that problems are made from: records in every format, and files of self-play.

use super::words;
use crate::any::{AnyMove, AnyPosition};
use crate::jobs::files::{FileError, open_games, records_below};
use crate::jobs::parts::{PartError, described};
use crate::record::{Format, Record, Step};
use crate::training::samples::{PackedError, PackedGame, PackedReader, Ply, read_game};
use crate::variants::Variant;
use crate::with_any_game;
use crate::words::{InLanguage as _, Language};
use serde_json::Value;
use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Extension of files of self-play, which folders are searched for beside records.
const PACKED: &str = "kgr";

/// A game: moves from a start.
pub(super) struct Game {
    pub start: AnyPosition,
    pub moves: Vec<AnyMove>,
}

/// All games of the files, in order, and the faults of what cannot be read.
pub(super) struct Games {
    variant: Variant,
    files: Vec<PathBuf>,
    places: Vec<Place>,
    pub faults: Vec<String>,
}

enum Place {
    /// In a file of self-play, read when its turn comes: there may be millions.
    Packed {
        file: usize,
        bytes: Range<u64>,
    },
    Read(Box<Game>),
}

impl Games {
    /// Finds the games of files and folders.
    pub fn find(variant: Variant, paths: &[PathBuf], language: Language) -> Self {
        let mut games = Self { variant, files: Vec::new(), places: Vec::new(), faults: Vec::new() };
        for path in paths {
            match files_below(path) {
                Ok(files) if files.is_empty() => games.complain(path, words::empty_folder(language)),
                Ok(files) => games.files.extend(files),
                Err(error) => games.complain(path, &error.text_in(language)),
            }
        }
        for file in 0..games.files.len() {
            games.find_in(file, language);
        }
        games
    }

    fn complain(&mut self, path: &Path, fault: &str) {
        self.faults.push(format!("{}: {fault}", path.display()));
    }

    fn find_in(&mut self, file: usize, language: Language) {
        let path = self.files[file].clone();
        let mut reader = match PackedReader::open(&path, self.variant.name()) {
            Ok(reader) => reader,
            Err(PackedError::NotRecords(_)) => return self.read(&path, language),
            Err(error) => return self.faults.push(words::packed(language, &error)),
        };
        loop {
            let begin = reader.place();
            if reader.next().is_none() {
                break;
            }
            self.places.push(Place::Packed { file, bytes: begin..reader.place() });
        }
        // The game that self-play is about to write, or was when it was killed, is no fault.
        if let Err(error) = reader.finish(&path) {
            self.faults.push(words::packed(language, &error));
        }
    }

    fn read(&mut self, path: &Path, language: Language) {
        let (_, games) = match open_games(self.variant, path, None) {
            Ok(opened) => opened,
            Err(error) => return self.complain(path, &error.text_in(language)),
        };
        for game in games {
            match game {
                Ok(Ok(reading)) => self.places.push(Place::Read(Box::new(of_record(&reading.record)))),
                Ok(Err(broken)) => {
                    let fault = broken.error.reason.text_in(language);
                    self.faults.push(format!("{}:{}: {fault}", path.display(), broken.error.line));
                }
                Err(error) => {
                    let error = FileError::from(error);
                    return self.complain(path, &error.text_in(language));
                }
            }
        }
    }

    pub const fn len(&self) -> usize {
        self.places.len()
    }

    /// A game by its number; none if its file has changed, or holds what is no game.
    pub fn game(&self, index: usize) -> Option<Game> {
        match &self.places[index] {
            Place::Packed { file, bytes } => {
                let mut file = File::open(&self.files[*file]).ok()?;
                unpacked(self.variant, &read_game(&mut file, bytes.clone())?)
            }
            Place::Read(game) => Some(Game { start: game.start.clone(), moves: game.moves.clone() }),
        }
    }

    /// The files and their checksums, which set these games apart from others.
    pub fn described(&self) -> Result<Vec<Value>, PartError> {
        self.files.iter().filter(|path| path.is_file()).map(|path| described(Some(path))).collect()
    }
}

/// The file itself, or in a folder records and self-play.
fn files_below(path: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = records_below(path, true)?;
    if path.is_dir() {
        files.retain(|file| file.extension() == Some(OsStr::new(PACKED)) || Format::of_path(file).is_some());
    }
    Ok(files)
}

/// The main line of a record, up to the first step that is no move.
fn of_record(record: &Record) -> Game {
    let step = |id| match record.node(id).step() {
        Some(&Step::Move(m)) => Some(m),
        _ => None,
    };
    Game { start: record.start().clone(), moves: record.main_line().map_while(step).collect() }
}

/// The moves of a game of self-play, up to the first that is not legal.
fn unpacked(variant: Variant, game: &PackedGame) -> Option<Game> {
    let start = with_any_game!(variant, rules => game.start_position(rules).map(AnyPosition::from))?;
    let mut position = start.clone();
    let legal = |ply: &Ply| {
        let m = variant.move_of_bits(ply.move_bits.into()).filter(|&m| position.legality(m).is_ok())?;
        position.make(m);
        Some(m)
    };
    let moves = game.plies.iter().map_while(legal).collect();
    Some(Game { start, moves })
}
