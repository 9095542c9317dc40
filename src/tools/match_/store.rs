//! The storage of games: a file of USI lines from which a match can be resumed, and a file of any format for each game.
//!
//! `games.usi` holds two lines for each game: a comment with everything that USI has no place for, as JSON, and the
//! `position` command that leads to the game's end. Readers of USI lines ignore the comment.

use super::error::MatchError;
use super::header::MatchHeader;
use super::openings::Opening;
use super::outcome::{EndReason, GameOutcome, PlayedGame};
use super::schedule::ScheduledGame;
use crate::board::Color;
use crate::engines::info::EngineScore;
use crate::game::Position as _;
use crate::record::csa::Version;
use crate::record::{Encoding, Format, Loss, Record};
use crate::tools::files::{Destination, GAME_MARK, MATCH_LOG, MATCH_MARK, file_part, numbered, read_whole_lines};
use crate::tools::game::Hosted;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// All data of a game but its moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameLine {
    /// The number of the game, counted from zero, which determines the engines, colours and opening.
    pub game: u64,
    pub black: String,
    pub white: String,
    pub started: Timestamp,
    pub ended: Timestamp,
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    pub reason: EndReason,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// The side that moved first after the opening.
    pub first: Side,
    /// The number of plies of the opening, for which the lists below have no entries.
    pub opening: usize,
    pub microseconds: Vec<u64>,
    pub scores: Vec<Option<EngineScore>>,
    pub depths: Vec<Option<u32>>,
    pub nodes: Vec<Option<u64>>,
}

/// A colour in the spelling of the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    Black,
    White,
}

impl From<Color> for Side {
    fn from(color: Color) -> Self {
        match color {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }
}

impl From<Side> for Color {
    fn from(side: Side) -> Self {
        match side {
            Side::Black => Self::Black,
            Side::White => Self::White,
        }
    }
}

impl GameLine {
    #[must_use]
    pub fn new<G: Hosted>(
        scheduled: &ScheduledGame,
        names: [&str; 2],
        opening: &Opening<G>,
        game: &PlayedGame<G::Move>,
    ) -> Self {
        let GameOutcome { winner, reason, detail } = game.outcome.clone();
        Self {
            game: scheduled.number,
            black: names[0].to_owned(),
            white: names[1].to_owned(),
            started: game.started,
            ended: game.ended,
            winner: winner.map(Side::from),
            reason,
            detail,
            first: opening.position().side_to_move().into(),
            opening: opening.moves().len(),
            microseconds: game.moves.iter().map(|played| played.time.as_micros() as u64).collect(),
            scores: game.moves.iter().map(|played| played.score).collect(),
            depths: game.moves.iter().map(|played| played.depth).collect(),
            nodes: game.moves.iter().map(|played| played.nodes).collect(),
        }
    }
}

/// The default formats of records. The first one that knows the game is used, because it holds
/// the most information.
const USUAL_FORMATS: [Format; 2] = [Format::Csa(Version::V3), Format::Kif(Encoding::Utf8)];

/// The format of the records: the `wanted` one, or the default of the game.
///
/// # Errors
/// If the wanted format does not know the game.
pub fn format_for<G: Hosted>(game: G, wanted: Option<Format>) -> Result<Format, MatchError> {
    let start = Record::<G>::new(game.start());
    match wanted {
        Some(format) => match G::write_record(format, &start) {
            Ok(_) => Ok(format),
            Err(error) => Err(MatchError::Setting(format!("record-format: {error}"))),
        },
        None => {
            let usual = USUAL_FORMATS.into_iter().find(|&format| G::write_record(format, &start).is_ok());
            Ok(usual.unwrap_or(Format::Usi))
        }
    }
}

/// What is wrong with a file that does not begin as those of matches do.
const NO_MATCH: &str = "not the record of a match";

/// The folder of a match's records.
pub struct Store {
    path: PathBuf,
    file: File,
    games: Destination,
    /// The kinds of information for which the format has no place.
    losses: BTreeSet<String>,
}

impl Store {
    /// Opens the folder for games in `format`, and returns the games that it holds already.
    ///
    /// # Errors
    /// If the folder holds a match and `resume` is false, or holds a match with another `header`.
    pub fn open(
        folder: &Path,
        header: &MatchHeader,
        format: Format,
        resume: bool,
    ) -> Result<(Self, Vec<GameLine>), MatchError> {
        let path = folder.join(MATCH_LOG);
        let failed = |source| MatchError::Write { path: path.clone(), source };
        fs::create_dir_all(folder).map_err(failed)?;
        let text = match read_whole_lines(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(source) => return Err(MatchError::Read { path, source }),
        };
        let is_empty = path.metadata().map_or(true, |data| data.len() == 0);
        if !is_empty && !resume {
            let text = format!("{} holds games already; --resume goes on with them", path.display());
            return Err(MatchError::Setting(text));
        }
        // Windows does not let a file that is open for appending alone be cut.
        let opened = OpenOptions::new().write(true).create(true).truncate(false).open(&path);
        let mut file = opened.map_err(failed)?;
        let (games, complete) = read_games(&text, header).map_err(|(line, problem)| MatchError::Record {
            path: path.clone(),
            line,
            problem,
        })?;
        if complete == 0 && !is_empty {
            return Err(MatchError::Record { path, line: 1, problem: NO_MATCH.to_owned() });
        }
        file.set_len(complete as u64).and_then(|()| file.seek(SeekFrom::End(0))).map_err(failed)?;
        if complete == 0 {
            file.write_all(header_text(header).as_bytes()).map_err(failed)?;
        }
        // Files are overwritten, because a game that is played again after a damaged line replaces its first record.
        let destination = Destination::new(folder, Some(format), true);
        let destination = destination.map_err(|source| MatchError::Save { path: folder.to_owned(), source })?;
        Ok((Self { path, file, games: destination, losses: BTreeSet::new() }, games))
    }

    /// Stores a game with its `moves` in the form that follows `position`. Once the call returns, the game is not lost
    /// if the program ends.
    ///
    /// # Errors
    /// If the game cannot be written.
    pub fn add<G: Hosted>(&mut self, line: &GameLine, moves: &str, record: &Record<G>) -> Result<(), MatchError> {
        let text = game_text(line, moves);
        let failed = |source| MatchError::Write { path: self.path.clone(), source };
        self.file.write_all(text.as_bytes()).and_then(|()| self.file.flush()).map_err(failed)?;
        if self.games.format() == Format::Usi {
            return Ok(());
        }
        let number = numbered(line.game as usize + 1);
        let name = file_part(&format!("{number}-{}-{}", line.black, line.white));
        let path = self.games.file(name);
        let losses = self.games.write(&path, &[record]).map_err(|source| MatchError::Save { path, source })?;
        self.losses.extend(losses.iter().map(Loss::to_string));
        Ok(())
    }

    /// A description of the information for which the files of the games have no place.
    #[must_use]
    pub fn losses(&self) -> Vec<String> {
        let format = self.games.format();
        self.losses.iter().map(|loss| format!("{format} has no place for {loss}")).collect()
    }
}

/// The line with which the file begins.
pub fn header_text(header: &MatchHeader) -> String {
    format!("{MATCH_MARK}{}\n", json(header))
}

/// The lines of a game.
pub fn game_text(line: &GameLine, moves: &str) -> String {
    format!("{GAME_MARK}{}\nposition {moves}\n", json(line))
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|_| unreachable!("plain data is always JSON"))
}

/// Reads the complete games, and returns the number of bytes that they take. The bytes after them belong to a game that
/// was cut off.
fn read_games(text: &str, header: &MatchHeader) -> Result<(Vec<GameLine>, usize), (usize, String)> {
    let mut games: Vec<GameLine> = Vec::new();
    let mut complete = 0;
    let mut end = 0;
    let mut pending: Option<GameLine> = None;
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        end += line.len();
        let Some(line) = line.strip_suffix('\n') else { break };
        let failed = |error: serde_json::Error| (number, error.to_string());
        if let Some(found) = line.strip_prefix(MATCH_MARK) {
            let found: MatchHeader = serde_json::from_str(found).map_err(failed)?;
            if found != *header {
                return Err((number, format!("the folder holds another match: {}", found.difference(header))));
            }
            complete = end;
        } else if let Some(game) = line.strip_prefix(GAME_MARK) {
            pending = Some(serde_json::from_str(game).map_err(failed)?);
        } else if line.starts_with("position ")
            && let Some(game) = pending.take()
        {
            games.push(game);
            complete = end;
        }
    }
    if complete == 0 && !text.is_empty() {
        return Err((1, NO_MATCH.to_owned()));
    }
    Ok((games, complete))
}

#[cfg(test)]
mod tests {
    use super::super::config::MatchFormat;
    use super::*;

    fn header() -> MatchHeader {
        MatchHeader {
            variant: "shogi".to_owned(),
            format: MatchFormat::RoundRobin,
            engines: Vec::new(),
            openings: "8 random plies".to_owned(),
            openings_crc32: None,
            seed: 1,
            rules: vec!["MaxMovesToDraw=512".to_owned()],
            margin_milliseconds: 200,
        }
    }

    fn line(game: u64) -> GameLine {
        GameLine {
            game,
            black: "a".to_owned(),
            white: "b".to_owned(),
            started: Timestamp::UNIX_EPOCH,
            ended: Timestamp::UNIX_EPOCH,
            winner: Some(Side::White),
            reason: EndReason::Time,
            detail: "late".to_owned(),
            first: Side::Black,
            opening: 0,
            microseconds: vec![12],
            scores: vec![Some(EngineScore::Mate(-3))],
            depths: vec![None],
            nodes: vec![Some(100)],
        }
    }

    fn file(games: &[GameLine]) -> String {
        let mut text = format!("{MATCH_MARK}{}\n", json(&header()));
        for game in games {
            text.push_str(&format!("{GAME_MARK}{}\nposition startpos moves 7g7f\n", json(game)));
        }
        text
    }

    #[test]
    fn games_read_back_and_a_cut_one_is_dropped() {
        let whole = file(&[line(0), line(3)]);
        assert_eq!(read_games(&whole, &header()), Ok((vec![line(0), line(3)], whole.len())));
        let first = file(&[line(0)]).len();
        for cut in first..whole.len() {
            assert_eq!(read_games(&whole[..cut], &header()), Ok((vec![line(0)], first)), "cut at {cut}");
        }
        assert_eq!(read_games("", &header()), Ok((vec![], 0)));
    }

    #[test]
    fn another_match_is_refused() {
        let other = MatchHeader { seed: 2, rules: Vec::new(), ..header() };
        let words =
            "the folder holds another match: seed: 1 there, 2 here; rules: [\"MaxMovesToDraw=512\"] there, [] here";
        assert_eq!(read_games(&file(&[]), &other), Err((1, words.to_owned())));
        assert!(read_games("startpos moves 7g7f\n", &header()).is_err());
    }
}
