//! Files of games for training: every ply kept at four bytes, each game checked on its own. A game can have branches: positions
//! from the trees of its searches, with scores of their own.
//!
//! A file is a header and then games one after the other, so that it can be appended to at any time:
//!
//! ```text
//! header  "KMTKGAME", u16 version, u8 length and name of the game
//! game    u32 length and u32 CRC-32 of the body, then the body:
//!         u16 length and text of the start position (empty for the usual one),
//!         u8 result, u8 code of the end, u16 plies, then a u16 move and an i16 score for each,
//!         then the branches up to the end of the body
//! branch  u16 plies of the game before it, u8 moves from there to its position, a u16 for each,
//!         then the u16 best move of the position and its i16 score
//! ```
//!
//! Version 1 had six codes of ends, version 2 no branches. Their files are read, and become files of version 3 when games are
//! appended.
//!
//! Numbers are little-endian. Scores are centipawns for the side to move. A file truncated in a game reads up to the
//! game before.

use crate::board::Color;
use crate::bytes::ByteReader;
use crate::game::{Declaration, End, GameMove, MoveBits, Playable, Position, Reason, SfenMode};
use crate::system::{Growing, Lock, LockError};
use arrayvec::ArrayVec;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use thiserror::Error;

const MAGIC: &[u8; 8] = b"KMTKGAME";
/// The version that is written. Programs that know only earlier ones must refuse it.
const VERSION: u16 = 3;
/// Offset of the version.
const VERSION_AT: u64 = MAGIC.len() as u64;
const FRAME: usize = 8;
/// Upper bound of a body: a start position, as many plies as a length can count, and branches.
const MAX_BODY: usize = 1 << 20;

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

/// The code of the end of a game. Version 1 has the first six: it tells every win that a move or a declaration takes as a
/// claim, and no moves also where the rules ended the game otherwise.
const fn code(end: End) -> u8 {
    match end {
        End::Rules(Reason::NoMoves) => 0,
        End::Rules(Reason::Repetition) => 1,
        End::Rules(Reason::PerpetualCheck) => 2,
        End::Claim => 3,
        End::Rules(Reason::MaxMoves) => 4,
        End::WinByScore => 5,
        End::Rules(Reason::RoyalLost) => 6,
        End::Rules(Reason::BareKing) => 7,
        End::Rules(Reason::Check) => 8,
        End::Rules(Reason::Try) => 9,
        End::Declared(Declaration::Win) => 10,
        End::Declared(Declaration::Draw) => 11,
        End::Declared(Declaration::Loss) => 12,
        End::Resignation => 13,
        End::Agreement => 14,
        End::DrawByScore => 15,
        End::IllegalMove => 16,
        End::IllegalAction => 17,
        End::Time => 18,
        End::NoAnswer => 19,
        End::Crash => 20,
        End::NoStart => 21,
        End::Protocol => 22,
        End::Interruption => 23,
    }
}

fn end_of(found: u8) -> Option<End> {
    End::ALL.into_iter().find(|&end| code(end) == found)
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

    /// The move; none if it is not legal in `position`.
    pub fn legal<P: Position>(self, position: &P) -> Option<P::Move> {
        self.to_move().filter(|&m| position.is_pseudo_legal(m) && position.is_legal(m))
    }

    fn write(self, body: &mut Vec<u8>) {
        body.extend(self.move_bits.to_le_bytes());
        body.extend(self.score.to_le_bytes());
    }

    fn read(reader: &mut ByteReader<'_>) -> Option<Self> {
        Some(Self { move_bits: reader.number()?, score: reader.number()? })
    }
}

/// A position from the tree of a search, with the outcome of its own search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// Plies of the game before it.
    pub at: u16,
    /// The moves from there to the position, in the encoding of [`Ply`].
    pub moves: Vec<u16>,
    /// The best move there, and the score.
    pub best: Ply,
}

impl Branch {
    /// Passes the position to `visit`, from the one of the game where the branch begins, unless a move to it is not legal.
    pub fn visit<P: Position>(&self, position: &mut P, visit: impl FnOnce(&P)) {
        // A copy of the position would take the history of the whole game with it.
        let mut made: ArrayVec<P::Move, { u8::MAX as usize }> = ArrayVec::new();
        for &move_bits in &self.moves {
            let Some(m) = (Ply { move_bits, score: 0 }).legal(position) else { break };
            position.make(m, &mut ());
            made.push(m);
        }
        if made.len() == self.moves.len() {
            visit(position);
        }
        made.into_iter().rev().for_each(|m| position.unmake(m));
    }

    fn write(&self, body: &mut Vec<u8>) {
        body.extend(self.at.to_le_bytes());
        body.push(self.moves.len() as u8);
        body.extend(self.moves.iter().flat_map(|move_bits| move_bits.to_le_bytes()));
        self.best.write(body);
    }

    fn read(reader: &mut ByteReader<'_>) -> Option<Self> {
        let at = reader.number()?;
        let count: u8 = reader.number()?;
        let moves = (0..count).map(|_| reader.number::<u16>()).collect::<Option<_>>()?;
        Some(Self { at, moves, best: Ply::read(reader)? })
    }
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedGame {
    /// In the game's notation; empty for the usual start.
    pub start: String,
    pub result: GameResult,
    pub reason: End,
    pub plies: Vec<Ply>,
    /// In the order of the plies before them.
    pub branches: Vec<Branch>,
}

#[derive(Debug, Error)]
pub enum PackedError {
    #[error("{path}: {source}")]
    Io { path: PathBuf, source: io::Error },
    #[error("{0} is not a file of training games")]
    NotRecords(PathBuf),
    #[error("{path} has version {found}, this program reads versions up to {VERSION}")]
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
        body.extend([self.result as u8, code(self.reason)]);
        body.extend((self.plies.len() as u16).to_le_bytes());
        self.plies.iter().for_each(|ply| ply.write(&mut body));
        self.branches.iter().for_each(|branch| branch.write(&mut body));
        body
    }

    /// A game from its stored form; none if that is damaged.
    #[must_use]
    pub fn from_body(body: &[u8]) -> Option<Self> {
        let mut reader = ByteReader::new(body);
        let length = reader.number::<u16>()?;
        let start = reader.take(length.into())?.to_vec();
        let [result, reason]: [u8; 2] = reader.numbers()?;
        let count = reader.number::<u16>()?;
        let plies = (0..count).map(|_| Ply::read(&mut reader)).collect::<Option<_>>()?;
        let mut branches = Vec::new();
        while !reader.rest().is_empty() {
            branches.push(Branch::read(&mut reader).filter(|branch| branch.at <= count)?);
        }
        Some(Self {
            start: String::from_utf8(start).ok()?,
            result: *GameResult::ALL.get(usize::from(result))?,
            reason: end_of(reason)?,
            plies,
            branches,
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
            raise_version(&mut file).map_err(&at)?;
            whole
        };
        let mut file = Growing::behind(whole, file).map_err(&at)?;
        if whole == 0 {
            file.write_all(&header(VERSION, game)).map_err(&at)?;
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

/// Makes a file of version 1 one of the version that is written. Its games stay as they are.
fn raise_version(file: &mut File) -> io::Result<()> {
    file.seek(SeekFrom::Start(VERSION_AT))?;
    file.write_all(&VERSION.to_le_bytes())
}

fn header(version: u16, game: &str) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(version.to_le_bytes());
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
        if !(1..=VERSION).contains(&version) {
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
    let mut headers = (1..=VERSION).map(|version| header(version, game));
    let length = header(VERSION, game).len();
    let mut begun = Vec::new();
    file.rewind()?;
    file.take(length as u64).read_to_end(&mut begun)?;
    Ok(begun.len() < length && headers.any(|header| header.starts_with(&begun)))
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
        let branch = |i| Branch { at: n, moves: (0..i).collect(), best: Ply { move_bits: i, score: -1 } };
        PackedGame {
            start,
            result: GameResult::ALL[usize::from(n) % 3],
            reason: End::ALL[usize::from(n) % End::ALL.len()],
            plies,
            branches: (0..n / 2).map(branch).collect(),
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
    fn every_end_of_a_game_has_a_code_of_its_own() {
        for end in End::ALL {
            assert_eq!(end_of(code(end)), Some(end));
        }
        assert_eq!(end_of(24), None);
    }

    /// The bytes of a file of version 1 mean what they meant, and games of later codes behind them raise its version.
    #[test]
    fn files_of_version_1_are_read_and_go_on() {
        let path = temporary("version");
        let old = |code: u8| {
            let body = [0, 0, 2, code, 1, 0, 7, 0, 0xff, 0xff];
            [&10_u32.to_le_bytes()[..], &crc32fast::hash(&body).to_le_bytes(), &body].concat()
        };
        let games = (0..6).flat_map(old).collect::<Vec<u8>>();
        let file = |version: u8, games: &[u8]| [b"KMTKGAME", &[version, 0, 5][..], b"shogi", games].concat();
        std::fs::write(&path, file(1, &games)).unwrap();
        let read = || PackedReader::open(&path, "shogi").unwrap().collect::<Vec<_>>();
        let [no_moves, repetition, check, limit] =
            [Reason::NoMoves, Reason::Repetition, Reason::PerpetualCheck, Reason::MaxMoves].map(End::Rules);
        let ends = [no_moves, repetition, check, End::Claim, limit, End::WinByScore];
        assert_eq!(read().iter().map(|game| game.reason).collect::<Vec<_>>(), ends);
        let first = &read()[0];
        assert_eq!((first.result, &*first.plies), (GameResult::BlackWins, &[Ply { move_bits: 7, score: -1 }][..]));

        let bare = PackedGame { reason: End::Rules(Reason::BareKing), ..first.clone() };
        PackedWriter::append(&path, "shogi").unwrap().write(&bare).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), file(3, &[games, old(7)].concat()));
        assert_eq!(read()[6], bare);
        std::fs::write(&path, file(4, &[])).unwrap();
        let refused = PackedReader::open(&path, "shogi").map(|_| ()).unwrap_err();
        assert!(refused.to_string().ends_with("has version 4, this program reads versions up to 3"), "{refused}");
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn a_cut_file_reads_up_to_the_cut_and_goes_on() {
        let path = temporary("cut");
        let mut writer = PackedWriter::append(&path, "shogi").unwrap();
        (0..4).for_each(|n| writer.write(&game(n)).unwrap());
        drop(writer);
        let whole = std::fs::read(&path).unwrap();
        let header = header(VERSION, "shogi").len();
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
        let headers = [1, VERSION].map(|version| header(version, "shogi"));
        for begun in headers.iter().flat_map(|header| (0..header.len()).map(|cut| &header[..cut])) {
            std::fs::write(&path, begun).unwrap();
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
        damaged[header(VERSION, "shogi").len() + FRAME] ^= 1;
        std::fs::write(&path, &damaged).unwrap();
        let at = header(VERSION, "shogi").len() as u64;
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
