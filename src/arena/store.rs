//! The records of a match: a file of USI lines, from which the match can be resumed, and a file for each game.
//!
//! `games.usi` holds two lines for each game: a comment with everything that USI has no place for, as JSON, and the
//! `position` command that leads to the game's end. Readers of USI lines ignore the comment.

use super::config::MatchConfig;
use super::error::MatchError;
use super::header::MatchHeader;
use super::line::GameLine;
use super::opening::Opening;
use super::outcome::PlayedGame;
use super::record::record;
use crate::any::{AnyMove, AnyPosition};
use crate::jobs::command::hold;
use crate::jobs::files::{Destination, GAME_MARK, MATCH_LOG, MATCH_MARK, file_part, numbered};
use crate::jobs::journal::{Contents, Journal, Line};
use crate::record::{Format, Loss, Record, usi};
use crate::variants::Variant;
use serde::Serialize;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The default formats of records. The first one that knows the game is used, as it holds the most information.
const USUAL_FORMATS: [Format; 2] = [Format::CSA3, Format::KIFU];

/// The format of the records: the `wanted` one, or the default of the game.
///
/// # Errors
/// If the wanted format does not know the game.
pub fn format_for(game: Variant, wanted: Option<Format>) -> Result<Format, MatchError> {
    let start = Record::new(game.start());
    match wanted {
        Some(format) => match format.write(&start) {
            Ok(_) => Ok(format),
            Err(error) => Err(MatchError::Setting(format!("record-format: {error}"))),
        },
        None => {
            let usual = USUAL_FORMATS.into_iter().find(|&format| format.write(&start).is_ok());
            Ok(usual.unwrap_or(Format::USI))
        }
    }
}

/// The fault of a file that does not begin like those of matches.
const NO_MATCH: &str = "not the record of a match";

/// The folder of a match's records.
pub struct Store<'a> {
    config: &'a MatchConfig,
    log: Journal,
    games: Destination,
    /// The kinds of information that the format has no place for.
    losses: BTreeSet<String>,
}

impl<'a> Store<'a> {
    /// Opens the folder for the games of `config` in `format`, and returns the games that it already holds. Those
    /// without a file, as after a full disk, get one.
    ///
    /// # Errors
    /// If another process writes there, or if the folder holds a match that is not to be resumed or has another
    /// `header`.
    pub fn open(
        config: &'a MatchConfig,
        folder: &Path,
        header: &MatchHeader,
        format: Format,
    ) -> Result<(Self, Vec<GameLine>), MatchError> {
        let path = folder.join(MATCH_LOG);
        let lock = hold(&path)?;
        if !config.resume && path.metadata().is_ok_and(|data| data.len() > 0) {
            let text = format!("{} holds games already; --resume goes on with them", path.display());
            return Err(MatchError::Setting(text));
        }
        let mut earlier = Earlier::new(&path, header);
        let log = Journal::open(&path, lock, &header_line(header), &mut earlier)?;
        let games = earlier.games;
        // Files are overwritten, because a game played again after a damaged line replaces its first record.
        let destination = Destination::new(folder, Some(format), true);
        let destination = destination.map_err(|source| MatchError::Save { path: folder.to_owned(), source })?;
        let mut store = Self { config, log, games: destination, losses: BTreeSet::new() };
        store.write_missing(&games)?;
        Ok((store, games.into_iter().map(|logged| logged.line).collect()))
    }

    /// Writes the files of games that have none.
    fn write_missing(&mut self, games: &[Logged]) -> Result<(), MatchError> {
        let is_there = |path: PathBuf| path.metadata().is_ok_and(|data| data.len() > 0);
        for logged in games {
            if self.games.format() == Format::USI || is_there(self.file_of(&logged.line)) {
                continue;
            }
            let read = usi::read(self.config.variant, &logged.moves).map(|mut readings| readings.pop());
            let path = || self.log.path().to_owned();
            let problem = |problem| MatchError::Record { path: path(), line: logged.number, problem };
            let read = read.map_err(|error| problem(error.to_string()))?;
            let record = read.ok_or_else(|| problem(NO_MATCH.to_owned()))?.record;
            let mut start = record.start().clone();
            start.set_rules(&self.config.rules);
            let moves: Vec<AnyMove> = record.main_line().filter_map(|id| record.node(id).played()).collect();
            self.write_file(&logged.line, start, &moves)?;
        }
        Ok(())
    }

    /// Stores a game that began with `opening`. Once the call returns, the end of the program does not lose the game.
    ///
    /// # Errors
    /// If the game cannot be written.
    pub fn add(&mut self, line: &GameLine, opening: &Opening, game: &PlayedGame) -> Result<(), MatchError> {
        self.log.add(&game_text(line, &game.line))?;
        let played = game.moves.iter().map(|played| played.chosen);
        let moves: Vec<AnyMove> = opening.moves().iter().copied().chain(played).collect();
        self.write_file(line, opening.start().clone(), &moves)
    }

    /// Writes the file of a game, if games have files.
    fn write_file(&mut self, line: &GameLine, start: AnyPosition, moves: &[AnyMove]) -> Result<(), MatchError> {
        if self.games.format() == Format::USI {
            return Ok(());
        }
        let side = |name: &str| self.config.engines.iter().find(|engine| engine.name == name);
        let (Some(black), Some(white)) = (side(&line.black), side(&line.white)) else {
            return Err(MatchError::Setting(format!("no engine is called {} or {}", line.black, line.white)));
        };
        let record = record(line, start, moves, [black, white], self.config.rules.max_moves);
        let path = self.file_of(line);
        let losses = self.games.write(&path, &[&record]).map_err(|source| MatchError::Save { path, source })?;
        self.losses.extend(losses.iter().map(Loss::to_string));
        Ok(())
    }

    /// The path of the file of a game.
    fn file_of(&self, line: &GameLine) -> PathBuf {
        let number = numbered(line.game as usize + 1);
        self.games.file(file_part(&format!("{number}-{}-{}", line.black, line.white)))
    }

    /// Description of the information that the files of the games have no place for.
    #[must_use]
    pub fn losses(&self) -> Vec<String> {
        let format = self.games.format();
        self.losses.iter().map(|loss| format!("{format} has no place for {loss}")).collect()
    }
}

/// The first line of the file.
pub fn header_line(header: &MatchHeader) -> String {
    format!("{MATCH_MARK}{}", json(header))
}

/// The two lines of a game.
pub fn game_text(line: &GameLine, moves: &str) -> String {
    format!("{GAME_MARK}{}\nposition {moves}\n", json(line))
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|_| unreachable!("plain data is always JSON"))
}

/// A game of the log.
#[derive(Debug, PartialEq, Eq)]
struct Logged {
    line: GameLine,
    /// Its `position` command, and the number of that line.
    moves: String,
    number: usize,
}

/// The complete games of a log.
struct Earlier<'h> {
    path: &'h Path,
    /// The header of the match to resume.
    header: &'h MatchHeader,
    games: Vec<Logged>,
    /// A game whose moves are on the next line.
    pending: Option<GameLine>,
}

impl<'h> Earlier<'h> {
    const fn new(path: &'h Path, header: &'h MatchHeader) -> Self {
        Self { path, header, games: Vec::new(), pending: None }
    }

    fn problem(&self, line: &Line<'_>, problem: impl ToString) -> MatchError {
        MatchError::Record { path: self.path.to_owned(), line: line.number, problem: problem.to_string() }
    }
}

impl Contents for Earlier<'_> {
    type Error = MatchError;

    fn begin(&mut self, line: &Line<'_>) -> Result<(), MatchError> {
        let found = line.text.strip_prefix(MATCH_MARK).ok_or_else(|| self.problem(line, NO_MATCH))?;
        let found: MatchHeader = serde_json::from_str(found).map_err(|error| self.problem(line, error))?;
        if found == *self.header {
            return Ok(());
        }
        let difference = found.difference(self.header);
        Err(self.problem(line, format_args!("the folder holds another match: {difference}")))
    }

    fn take(&mut self, line: &Line<'_>) -> Result<bool, MatchError> {
        if line.text.starts_with(MATCH_MARK) {
            return self.begin(line).map(|()| true);
        }
        if let Some(game) = line.text.strip_prefix(GAME_MARK) {
            self.pending = Some(serde_json::from_str(game).map_err(|error| self.problem(line, error))?);
        } else if line.text.starts_with("position ")
            && let Some(game) = self.pending.take()
        {
            self.games.push(Logged { line: game, moves: line.text.trim_end().to_owned(), number: line.number });
            return Ok(true);
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use super::super::config::MatchFormat;
    use super::super::line::Side;
    use super::*;
    use crate::engines::info::EngineScore;
    use crate::game::End;
    use crate::jobs::journal;
    use jiff::Timestamp;

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
            reason: End::Time,
            detail: "late".to_owned(),
            illegal: None,
            drawn: Vec::new(),
            exchanged: false,
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

    /// The games of a log, and the number of bytes up to the last whole one.
    fn read(text: &str, header: &MatchHeader) -> Result<(Vec<Logged>, usize), String> {
        let path = Path::new("games.usi");
        let mut games = Earlier::new(path, header);
        let whole = journal::read(path, text.as_bytes(), &mut games).map_err(|error| error.to_string())?;
        Ok((games.games, whole as usize))
    }

    #[test]
    fn games_read_back_and_a_cut_one_is_dropped() {
        let whole = file(&[line(0), line(3)]);
        let moves = || "position startpos moves 7g7f".to_owned();
        let logged = |game, number| Logged { line: line(game), moves: moves(), number };
        assert_eq!(read(&whole, &header()), Ok((vec![logged(0, 3), logged(3, 5)], whole.len())));
        let first = file(&[line(0)]).len();
        for cut in first..whole.len() {
            assert_eq!(read(&whole[..cut], &header()), Ok((vec![logged(0, 3)], first)), "cut at {cut}");
        }
        assert_eq!(read("", &header()), Ok((vec![], 0)));
    }

    #[test]
    fn another_match_is_refused() {
        let other = MatchHeader { seed: 2, rules: Vec::new(), ..header() };
        let words = "games.usi, line 1: the folder holds another match: seed: 1 there, 2 here; \
                     rules: [\"MaxMovesToDraw=512\"] there, [] here";
        assert_eq!(read(&file(&[]), &other), Err(words.to_owned()));
        let refused = read("startpos moves 7g7f\n", &header()).unwrap_err();
        assert_eq!(refused, "games.usi, line 1: not the record of a match");
    }
}
