//! The solution as a file: a byte for each numbered position that is not won at once, in the order of the numbers.
//!
//! Which positions those are shows on the boards. A directory holds the number of them before each block of numbers, so
//! that only those of one block need be counted.

use super::board::{Board, FAR, OTHER, OWN};
use super::build::{Build, WON_AT_ONCE, is_count};
use super::error::{Fault, SolveError};
use super::format::{self, HEADER, Kind};
use super::index::{Material, Numbering};
use crate::bytes::{ByteReader, Number};
use crate::game::{GameValue, Solution};
use crate::system::Bytes;
use std::fmt;
use std::path::Path;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

const KIND: Kind = Kind { mark: *b"KMTsolut", name: "a solution that \"kumataka solve\" wrote" };
/// Numbers between two entries of the directory.
const BLOCK: usize = 256;
/// The byte of a draw; others are distances.
const DRAW: u8 = u8::MAX;
/// Bytes of an entry of the directory, and of the count of values before it.
const ENTRY: usize = 4;

/// The values of all positions, read from a file.
pub struct Table {
    numbering: Numbering,
    bytes: Bytes,
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("bytes", &self.bytes.len()).finish_non_exhaustive()
    }
}

/// The byte of the file for a byte of a finished table; none for a position won at once.
fn stored(byte: &AtomicU8) -> Option<u8> {
    match byte.load(Relaxed) {
        WON_AT_ONCE => None,
        byte if is_count(byte) => Some(DRAW),
        byte => Some(byte),
    }
}

/// Writes the finished table, and returns the number of its values.
pub fn write(build: &Build, path: &Path) -> Result<u32, SolveError> {
    let values = |block: &[AtomicU8]| block.iter().filter_map(stored).count() as u32;
    let counts: Vec<u32> = build.bytes.chunks(BLOCK).map(values).collect();
    let total = counts.iter().sum::<u32>();
    format::write(path, &KIND, build.numbering.material(), |file| {
        file.write_all(&total.to_le_bytes())?;
        let mut before = 0;
        for count in counts {
            file.write_all(&u32::to_le_bytes(before))?;
            before += count;
        }
        for block in build.bytes.chunks(BLOCK) {
            let values: Vec<u8> = block.iter().filter_map(stored).collect();
            file.write_all(&values)?;
        }
        Ok(())
    })?;
    Ok(total)
}

impl Table {
    /// Opens the solution of a game with these pieces.
    ///
    /// # Errors
    /// If the file cannot be read, is not the solution of that game, or is damaged.
    pub fn open(path: &Path, material: Material) -> Result<Self, SolveError> {
        let numbering = Numbering::new(material);
        let directory = numbering.len().div_ceil(BLOCK) * ENTRY;
        let expected = |contents: &[u8]| {
            let total: u32 = ByteReader::new(contents).number()?;
            Some((ENTRY + directory) as u64 + u64::from(total))
        };
        let bytes = format::open(path, &KIND, material, expected).map_err(Fault::at(path))?;
        Ok(Self { numbering, bytes })
    }

    /// The value of a position, even of one that no game reaches.
    #[must_use]
    pub fn value(&self, board: &Board) -> GameValue {
        match (board.is_home(OWN), board.is_home(OTHER)) {
            (true, true) => return GameValue::Draw,
            (true, false) => return GameValue::Win(0),
            (false, true) => return GameValue::Loss(0),
            (false, false) => {}
        }
        if board.is_won_at_once() {
            GameValue::Win(1)
        } else if FAR[OWN] >> board.lions[OWN] & 1 != 0 {
            self.after_a_try(board)
        } else {
            self.stored(board)
        }
    }

    /// The value if the lion of the side to move stands attacked on the far rank and has not been taken. No table holds
    /// such a position, but those after its moves are in the table.
    fn after_a_try(&self, board: &Board) -> GameValue {
        let mut best = GameValue::Loss(0);
        board.for_each_move(|after| {
            let value = self.value(&after.turned()).before();
            if value.score() > best.score() {
                best = value;
            }
        });
        best
    }

    /// The value in the file for a position whose lions have a number.
    fn stored(&self, board: &Board) -> GameValue {
        let number = self.numbering.number(board);
        let block = number / BLOCK;
        let is_stored = |&number: &usize| !self.numbering.board(number).is_won_at_once();
        let inside = (block * BLOCK..number).filter(is_stored).count();
        let values = HEADER + ENTRY + self.numbering.len().div_ceil(BLOCK) * ENTRY;
        let entry = HEADER + ENTRY + block * ENTRY;
        let start = self.bytes.get(entry..entry + ENTRY).and_then(u32::from_bytes).unwrap_or_default();
        match self.bytes.get(values + start as usize + inside) {
            None | Some(&DRAW) => GameValue::Draw,
            Some(&plies) if plies % 2 == 0 => GameValue::Loss(plies.into()),
            Some(&plies) => GameValue::Win(plies.into()),
        }
    }
}

impl Solution for Table {
    fn value(&self, sfen: &str) -> Option<GameValue> {
        Some(self.value(&Board::read(sfen, self.numbering.material())?))
    }
}
