//! Files of games for training: every ply kept at four bytes, each game checked on its own.
//!
//! A file is a header and then games one after the other, so that it can be appended to at any time:
//!
//! ```text
//! header  "KMTKGAME", u16 version, u8 length and name of the game
//! game    u32 length and u32 CRC-32 of the body, then the body:
//!         u16 length and text of the start position (empty for the usual one),
//!         u8 result, u8 reason, u16 plies, then a u16 move and an i16 score for each
//! ```
//!
//! Numbers are little-endian. Scores are centipawns for the side to move. A file truncated in a game reads up to the
//! game before.

use crate::board::Color;
use crate::bytes::ByteReader;
use crate::game::{GameMove, MoveBits, Playable, Reason, SfenMode};
use crate::system::{Growing, Lock, LockError};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use thiserror::Error;

const MAGIC: &[u8; 8] = b"KMTKGAME";
const VERSION: u16 = 1;
const FRAME: usize = 8;
/// Upper bound of a body: a start position and as many plies as a length can count.
const MAX_BODY: usize = 2 + 1024 + 4 + 4 * u16::MAX as usize;

/// Result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum GameResult {
    WhiteWins = 0,
    Draw = 1,
    BlackWins = 2,
}

impl GameResult {
    pub const ALL: [Self; 3] = [Self::WhiteWins, Self::Draw, Self::BlackWins];

    /// The result of a game with this winner, none for a draw.
    #[must_use]
    pub const fn of(winner: Option<Color>) -> Self {
        match winner {
            Some(Color::Black) => Self::BlackWins,
            Some(Color::White) => Self::WhiteWins,
            None => Self::Draw,
        }
    }

    /// 1 for a win of Black, 0 for a loss.
    #[must_use]
    pub const fn for_black(self) -> f32 {
        self as u8 as f32 / 2.0
    }
}

/// Reason for the end of a self-play game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum GameEnd {
    /// The side to move had no legal move.
    NoMoves = 0,
    Repetition = 1,
    PerpetualCheck = 2,
    /// Declaration or try by an entered king.
    Claim = 3,
    MaxMoves = 4,
    /// Both sides' scores agreed for long enough.
    Adjudicated = 5,
}

impl GameEnd {
    pub const ALL: [Self; 6] =
        [Self::NoMoves, Self::Repetition, Self::PerpetualCheck, Self::Claim, Self::MaxMoves, Self::Adjudicated];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoMoves => "no moves",
            Self::Repetition => "repetition",
            Self::PerpetualCheck => "perpetual check",
            Self::Claim => "claim",
            Self::MaxMoves => "limit of moves",
            Self::Adjudicated => "adjudicated",
        }
    }
}

impl From<Reason> for GameEnd {
    fn from(reason: Reason) -> Self {
        match reason {
            Reason::NoMoves | Reason::RoyalLost | Reason::BareKing | Reason::Check => Self::NoMoves,
            Reason::PerpetualCheck => Self::PerpetualCheck,
            Reason::Repetition => Self::Repetition,
            Reason::Try => Self::Claim,
            Reason::MaxMoves => Self::MaxMoves,
        }
    }
}

/// One move with the score of the search that chose it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// In the encoding of the transposition table.
    pub move_bits: u16,
    /// Centipawns for the side to move.
    pub score: i16,
}

impl Ply {
    /// A move with its score. A game with moves of more than 16 bits does not compile: the format has no room for them.
    pub fn new<M: GameMove>(m: M, score: i16) -> Self {
        const { assert!(M::Bits::WIDTH <= u16::BITS) };
        let bits: u64 = m.to_bits().into();
        Self { move_bits: bits as u16, score }
    }

    /// The move, untested; none if the bits encode no move of the game.
    pub fn to_move<M: GameMove>(self) -> Option<M> {
        M::from_bits(M::Bits::truncated(self.move_bits.into()))
    }
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedGame {
    /// In the game's notation; empty for the usual start.
    pub start: String,
    pub result: GameResult,
    pub reason: GameEnd,
    pub plies: Vec<Ply>,
}

#[derive(Debug, Error)]
pub enum PackedError {
    #[error("{path}: {source}")]
    Io { path: PathBuf, source: io::Error },
    #[error("{0} is not a file of training games")]
    NotRecords(PathBuf),
    #[error("{path} has version {found}, this program reads {VERSION}")]
    Version { path: PathBuf, found: u16 },
    #[error("{path} holds games of {found} instead of {expected}")]
    OtherGame { path: PathBuf, found: String, expected: String },
    #[error(
        "{path}: the game at byte {at} is damaged, and more follows; \"kumataka records merge\" writes the games before it \
         to another file"
    )]
    Damaged { path: PathBuf, at: u64 },
    #[error(transparent)]
    Lock(#[from] LockError),
}

fn io_error(path: &Path) -> impl Fn(io::Error) -> PackedError + '_ {
    move |source| PackedError::Io { path: path.to_owned(), source }
}

impl PackedGame {
    /// The start position of the game; none if its text is no position of `game`.
    pub fn start_position<G: Playable>(&self, game: G) -> Option<G::Position> {
        if self.start.is_empty() { Some(game.start()) } else { game.read_sfen(&self.start, SfenMode::Strict).ok() }
    }

    /// The stored form of the game.
    #[must_use]
    pub fn body(&self) -> Vec<u8> {
        let mut body = Vec::with_capacity(8 + self.start.len() + 4 * self.plies.len());
        body.extend((self.start.len() as u16).to_le_bytes());
        body.extend(self.start.as_bytes());
        body.extend([self.result as u8, self.reason as u8]);
        body.extend((self.plies.len() as u16).to_le_bytes());
        for ply in &self.plies {
            body.extend(ply.move_bits.to_le_bytes());
            body.extend(ply.score.to_le_bytes());
        }
        body
    }

    /// A game from its stored form; none if that is damaged.
    #[must_use]
    pub fn from_body(body: &[u8]) -> Option<Self> {
        let mut reader = ByteReader::new(body);
        let length = reader.number::<u16>()?;
        let start = reader.take(length.into())?.to_vec();
        let [result, reason] = reader.numbers()?.map(|byte: u8| usize::from(byte));
        let count = reader.number::<u16>()?;
        let plies = (0..count).map(|_| Some(Ply { move_bits: reader.number()?, score: reader.number()? }));
        let plies = plies.collect::<Option<_>>()?;
        reader.rest().is_empty().then_some(())?;
        Some(Self {
            start: String::from_utf8(start).ok()?,
            result: *GameResult::ALL.get(result)?,
            reason: *GameEnd::ALL.get(reason)?,
            plies,
        })
    }
}

/// Appends games to a file.
pub struct PackedWriter {
    path: PathBuf,
    file: Growing,
    _lock: Lock,
}

impl PackedWriter {
    /// Opens `path` for games of `game`, creating it or continuing behind its last whole game.
    ///
    /// # Errors
    /// If it cannot be opened, is being written, holds something else, or has a damaged game before its truncated end.
    pub fn append(path: &Path, game: &str) -> Result<Self, PackedError> {
        let at = io_error(path);
        let lock = Lock::of(path)?;
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(&at)?;
        let whole = if is_unbegun(&mut file, game).map_err(&at)? {
            0
        } else {
            let mut reader = PackedReader::open(path, game)?;
            reader.by_ref().for_each(drop);
            let whole = reader.whole;
            reader.finish(path)?;
            whole
        };
        let mut file = Growing::behind(whole, file).map_err(&at)?;
        if whole == 0 {
            file.write_all(&header(game)).map_err(&at)?;
        }
        Ok(Self { path: path.to_owned(), file, _lock: lock })
    }

    /// Writes a game to the disk.
    ///
    /// # Errors
    /// If the disk refuses it; then no part of the game is in the file.
    pub fn write(&mut self, record: &PackedGame) -> Result<(), PackedError> {
        let body = record.body();
        let (length, sum) = (body.len() as u32, crc32fast::hash(&body));
        let game = [&length.to_le_bytes()[..], &sum.to_le_bytes(), &body].concat();
        self.file.write_all(&game).map_err(io_error(&self.path))
    }
}

fn header(game: &str) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.push(game.len() as u8);
    bytes.extend(game.as_bytes());
    bytes
}

/// Reads the games of a file in order, up to its end or the first damaged one.
pub struct PackedReader {
    file: io::BufReader<File>,
    /// Bytes read as whole games, the header included.
    whole: u64,
    length: u64,
}

impl PackedReader {
    /// Opens a file that must hold games of `game`.
    ///
    /// # Errors
    /// If it cannot be read or is not such a file.
    pub fn open(path: &Path, game: &str) -> Result<Self, PackedError> {
        let (reader, found) = Self::open_any(path)?;
        if found == game {
            Ok(reader)
        } else {
            Err(PackedError::OtherGame { path: path.to_owned(), found, expected: game.to_owned() })
        }
    }

    /// Opens a file of any game, and returns the game's name.
    ///
    /// # Errors
    /// If it cannot be read or is not such a file.
    pub fn open_any(path: &Path) -> Result<(Self, String), PackedError> {
        let at = io_error(path);
        let file = File::open(path).map_err(&at)?;
        let length = file.metadata().map_err(&at)?.len();
        let mut file = io::BufReader::with_capacity(1 << 18, file);
        let mut fixed = [0; 11];
        if file.read_exact(&mut fixed).is_err() || !fixed.starts_with(MAGIC) {
            return Err(PackedError::NotRecords(path.to_owned()));
        }
        let version = u16::from_le_bytes([fixed[8], fixed[9]]);
        if version != VERSION {
            return Err(PackedError::Version { path: path.to_owned(), found: version });
        }
        let mut name = vec![0; usize::from(fixed[10])];
        file.read_exact(&mut name).map_err(|_| PackedError::NotRecords(path.to_owned()))?;
        let name = String::from_utf8(name).map_err(|_| PackedError::NotRecords(path.to_owned()))?;
        let whole = (fixed.len() + name.len()) as u64;
        Ok((Self { file, whole, length }, name))
    }

    /// Byte at which the next game begins, for [`read_game`].
    #[must_use]
    pub const fn place(&self) -> u64 {
        self.whole
    }

    /// Bytes behind the last whole game: zero once an undamaged file has been read.
    #[must_use]
    pub const fn damaged_bytes(&self) -> u64 {
        // A file that is being written has grown since it was opened.
        self.length.saturating_sub(self.whole)
    }

    /// Checks the end of a file whose readable games have all been read.
    ///
    /// # Errors
    /// If a damaged game before the truncated end of the file hides others.
    pub fn finish(self, path: &Path) -> Result<(), PackedError> {
        let (at, has_rest) = (self.whole, self.damaged_bytes() > 0);
        if has_rest && !is_cut_off(&self.rest().map_err(io_error(path))?) {
            return Err(PackedError::Damaged { path: path.to_owned(), at });
        }
        Ok(())
    }

    /// The bytes behind the last whole game, up to one more than a game can have.
    fn rest(mut self) -> io::Result<Vec<u8>> {
        let mut rest = Vec::new();
        self.file.seek(SeekFrom::Start(self.whole))?;
        self.file.take((FRAME + MAX_BODY) as u64 + 1).read_to_end(&mut rest)?;
        Ok(rest)
    }
}

/// True if a file ends within its header, as after an interruption.
fn is_unbegun(file: &mut File, game: &str) -> io::Result<bool> {
    let header = header(game);
    let mut begun = Vec::new();
    file.rewind()?;
    file.take(header.len() as u64).read_to_end(&mut begun)?;
    Ok(begun.len() < header.len() && header.starts_with(&begun))
}

/// True if no further game is hidden in these bytes, which follow the last whole game: they are the beginning of a
/// game, or a game whose end a power failure has left as zeros.
fn is_cut_off(rest: &[u8]) -> bool {
    let length = rest.get(..FRAME).and_then(|frame| ByteReader::new(frame).number::<u32>());
    let length = length.map_or(0, |length| length as usize);
    let behind = || rest.get(FRAME + length..).unwrap_or_default();
    length <= MAX_BODY && rest.len() <= FRAME + MAX_BODY && behind().iter().all(|&byte| byte == 0)
}

/// Contents of a file in numbers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Held {
    pub games: usize,
    pub plies: usize,
}

/// The whole games of a file; none if it does not exist, or ends within its header after an interruption.
///
/// # Errors
/// If the file cannot be read or holds something else.
pub fn held(path: &Path, game: &str) -> Result<Held, PackedError> {
    let is_unbegun = match File::open(path).and_then(|mut file| is_unbegun(&mut file, game)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => true,
        result => result.map_err(io_error(path))?,
    };
    if is_unbegun {
        return Ok(Held::default());
    }
    let add = |held: Held, game: PackedGame| Held { games: held.games + 1, plies: held.plies + game.plies.len() };
    Ok(PackedReader::open(path, game)?.fold(Held::default(), add))
}

impl Iterator for PackedReader {
    type Item = PackedGame;

    fn next(&mut self) -> Option<PackedGame> {
        let mut frame = [0; FRAME];
        self.file.read_exact(&mut frame).ok()?;
        let [length, check]: [u32; 2] = ByteReader::new(&frame).numbers()?;
        let length = length as usize;
        if length > MAX_BODY {
            return None;
        }
        let mut body = vec![0; length];
        self.file.read_exact(&mut body).ok()?;
        if crc32fast::hash(&body) != check {
            return None;
        }
        let record = PackedGame::from_body(&body)?;
        self.whole += (FRAME + length) as u64;
        Some(record)
    }
}

/// Reads the game at `place` of a file; none if there is no whole one.
pub fn read_game(file: &mut (impl Read + Seek), place: Range<u64>) -> Option<PackedGame> {
    let mut bytes = vec![0; usize::try_from(place.end - place.start).ok()?];
    file.seek(SeekFrom::Start(place.start)).ok()?;
    file.read_exact(&mut bytes).ok()?;
    let mut reader = ByteReader::new(&bytes);
    let [_length, check]: [u32; 2] = reader.numbers()?;
    let body = reader.rest();
    (crc32fast::hash(body) == check).then(|| PackedGame::from_body(body))?
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(n: u16) -> PackedGame {
        let plies = (0..n).map(|i| Ply { move_bits: i + 1, score: i as i16 - 50 }).collect();
        let start = if n.is_multiple_of(2) { String::new() } else { "position ".repeat(usize::from(n)) };
        PackedGame {
            start,
            result: GameResult::ALL[usize::from(n) % 3],
            reason: GameEnd::ALL[usize::from(n) % 6],
            plies,
        }
    }

    fn temporary(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("kumataka-records-{name}-{}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        path
    }

    #[test]
    fn appended_games_read_back() {
        let path = temporary("append");
        for part in [0..5, 5..9] {
            let mut writer = PackedWriter::append(&path, "shogi").unwrap();
            part.for_each(|n| writer.write(&game(n)).unwrap());
        }
        let mut reader = PackedReader::open(&path, "shogi").unwrap();
        assert_eq!(reader.by_ref().collect::<Vec<_>>(), (0..9).map(game).collect::<Vec<_>>());
        assert_eq!(reader.damaged_bytes(), 0);
        assert!(matches!(PackedReader::open(&path, "torishogi"), Err(PackedError::OtherGame { .. })));
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn a_cut_file_reads_up_to_the_cut_and_goes_on() {
        let path = temporary("cut");
        let mut writer = PackedWriter::append(&path, "shogi").unwrap();
        (0..4).for_each(|n| writer.write(&game(n)).unwrap());
        drop(writer);
        let whole = std::fs::read(&path).unwrap();
        let header = header("shogi").len();
        for cut in header..whole.len() {
            std::fs::write(&path, &whole[..cut]).unwrap();
            let mut reader = PackedReader::open(&path, "shogi").unwrap();
            let read: Vec<_> = reader.by_ref().collect();
            assert!(read.len() < 4 && read.iter().enumerate().all(|(n, record)| *record == game(n as u16)));
            let mut writer = PackedWriter::append(&path, "shogi").unwrap();
            writer.write(&game(7)).unwrap();
            drop(writer);
            assert_eq!(PackedReader::open(&path, "shogi").unwrap().count(), read.len() + 1);
        }
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn a_file_cut_within_its_header_is_begun_anew() {
        let path = temporary("header");
        assert_eq!(held(&path, "shogi").unwrap().games, 0);
        let header = header("shogi");
        for cut in 0..header.len() {
            std::fs::write(&path, &header[..cut]).unwrap();
            assert_eq!(held(&path, "shogi").unwrap().games, 0);
            PackedWriter::append(&path, "shogi").unwrap().write(&game(3)).unwrap();
            let held = held(&path, "shogi").unwrap();
            assert_eq!((held.games, held.plies), (1, 3));
        }
        std::fs::write(&path, "something").unwrap();
        assert!(held(&path, "shogi").is_err() && PackedWriter::append(&path, "shogi").is_err());
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn nothing_is_cut_away_behind_a_damaged_game() {
        let path = temporary("damaged");
        let mut writer = PackedWriter::append(&path, "shogi").unwrap();
        (0..4).for_each(|n| writer.write(&game(n)).unwrap());
        assert!(matches!(PackedWriter::append(&path, "shogi"), Err(PackedError::Lock(LockError::Busy(_)))));
        drop(writer);
        let whole = std::fs::read(&path).unwrap();
        let mut damaged = whole.clone();
        damaged[header("shogi").len() + FRAME] ^= 1;
        std::fs::write(&path, &damaged).unwrap();
        let at = header("shogi").len() as u64;
        let refused = PackedWriter::append(&path, "shogi");
        assert!(matches!(refused, Err(PackedError::Damaged { at: found, .. }) if found == at));
        assert_eq!(std::fs::read(&path).unwrap(), damaged);
        let zeros = [&whole[..], &[0; 40]].concat();
        std::fs::write(&path, zeros).unwrap();
        drop(PackedWriter::append(&path, "shogi").unwrap());
        assert_eq!(std::fs::read(&path).unwrap(), whole);
        let mut half = whole.clone();
        half[whole.len() - 5..].fill(0);
        std::fs::write(&path, half).unwrap();
        drop(PackedWriter::append(&path, "shogi").unwrap());
        let left = std::fs::read(&path).unwrap();
        assert_eq!(left, whole[..left.len()]);
        assert_eq!(held(&path, "shogi").unwrap().games, 3);
        std::fs::remove_file(path).unwrap();
    }
}
