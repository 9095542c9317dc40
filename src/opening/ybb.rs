//! YaneuraOu's binary books (`.ybb`), searched on disk.
//!
//! ```text
//! 0   16  "YANE-BINBOOK-V1", zero
//! 16   8  number of positions
//! 24   8  flags: bit 0 says that moves carry a depth
//! 32      positions, 44 bytes each, sorted: packed position (32), offset of its moves behind the positions (8),
//!         number of its coming move (2), count of its moves (2)
//!         moves: move (2), score (2), and depth (2) if the flags say so
//! ```
//! All numbers are little-endian. A move has its target in bits 0 to 6 and its origin, or the dropped piece, in bits 7
//! to 13. Bit 14 marks a drop and bit 15 a promotion.

use super::chunks::Chunks;
use super::packed::{self, Packed};
use super::{BinaryBook, Book, BookError, BookMove, Damage, score_of_file};
use crate::any::{AnyMove, AnyPosition};
use crate::board::Square;
use crate::bytes::ByteReader;
use crate::rules::{AnyGame, Move, Rules as _, Spec};
use crate::variants::{Kernel, Variant};
use crate::words::counted;
use std::fs::File;
use std::io;

pub(super) const MAGIC: [u8; 16] = *b"YANE-BINBOOK-V1\0";
const HEADER: u64 = 32;
const RECORD: u64 = 44;
const HAS_DEPTH: u64 = 1;
const DROP: u16 = 1 << 14;
const PROMOTION: u16 = 1 << 15;
/// The letters of the dropped pieces in the order of their numbers, which start at one.
const DROPPED: [u8; 7] = *b"PLNSBRG";

pub(super) struct YbbFile {
    game: Variant,
    rules: AnyGame,
    chunks: Chunks,
    records: u64,
    has_depth: bool,
}

/// A record of the index: a position with the location of its moves.
struct Record {
    packed: Packed,
    moves_at: u64,
    number: u16,
    moves: u16,
}

impl YbbFile {
    pub fn open(game: Variant, file: File) -> Result<Self, BookError> {
        const FORMAT: &str = ".ybb";
        let wrong = BookError::Format("a book in the binary format of YaneuraOu");
        let chunks = Chunks::new(file)?;
        if chunks.bytes(0, MAGIC.len())? != MAGIC || chunks.length() < HEADER {
            return Err(wrong);
        }
        let records: u64 = chunks.number(16)?;
        let flags: u64 = chunks.number(24)?;
        let index = records.checked_mul(RECORD).and_then(|size| size.checked_add(HEADER));
        if flags & !HAS_DEPTH != 0 || index.is_none_or(|index| index > chunks.length()) {
            return Err(wrong);
        }
        let rules = match game.kernel() {
            Kernel::Drops(variant) if packed::holds(variant.spec()) => variant.game(),
            _ => return Err(BookError::Game { format: FORMAT, game: game.name() }),
        };
        Ok(Self { game, rules, chunks, records, has_depth: flags & HAS_DEPTH != 0 })
    }

    fn record(&self, number: u64) -> io::Result<Record> {
        let bytes = self.chunks.bytes(HEADER + number * RECORD, RECORD as usize)?;
        let record = |mut reader: ByteReader<'_>| {
            Some(Record {
                packed: reader.numbers()?,
                moves_at: reader.number()?,
                number: reader.number()?,
                moves: reader.number()?,
            })
        };
        record(ByteReader::new(&bytes)).ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
    }

    fn add(&self, book: &mut Book, damage: &mut Damage, position: &AnyPosition, record: &Record) -> io::Result<()> {
        let size = if self.has_depth { 6 } else { 4 };
        let start = (HEADER + self.records * RECORD).saturating_add(record.moves_at);
        let bytes = self.chunks.bytes(start.min(self.chunks.length()), usize::from(record.moves) * size)?;
        let entry = book.entry(position);
        for bytes in bytes.chunks_exact(size) {
            let mut reader = ByteReader::new(bytes);
            let (Some(word), Some(score)) = (reader.number(), reader.number::<i16>()) else { break };
            let m = read_move(self.rules.spec(), word).map(AnyMove::new);
            match m.filter(|&m| position.legality(m).is_ok()) {
                Some(m) => entry.add(BookMove {
                    score: Some(score_of_file(score)),
                    depth: reader.number::<u16>().map(Into::into),
                    ..BookMove::new(m)
                }),
                None => damage.moves(|| format!("{}: {word:04x} is no legal move", position.sfen())),
            }
        }
        let missing = usize::from(record.moves) - bytes.len() / size;
        (0..missing).for_each(|_| damage.moves(|| format!("{}: the file ends early", position.sfen())));
        Ok(())
    }
}

impl BinaryBook for YbbFile {
    fn probe(&self, position: &AnyPosition) -> io::Result<(Book, Damage)> {
        let (mut book, mut damage) = (Book::new(self.game), Damage::default());
        let wanted = packed::pack(position.drops());
        let (mut low, mut high) = (0, self.records);
        while low < high {
            let middle = low + (high - low) / 2;
            if self.record(middle)?.packed < wanted { low = middle + 1 } else { high = middle }
        }
        if low < self.records {
            let record = self.record(low)?;
            if record.packed == wanted {
                self.add(&mut book, &mut damage, position, &record)?;
                book.entry(position).move_number = record.number.into();
            }
        }
        Ok((book, damage))
    }

    fn read(&self) -> io::Result<(Book, Damage)> {
        let (mut book, mut damage) = (Book::new(self.game), Damage::default());
        for number in 0..self.records {
            let record = self.record(number)?;
            match packed::unpack(self.rules, &record.packed, u32::from(record.number).clamp(1, 9999)) {
                Some(position) => self.add(&mut book, &mut damage, &position.into(), &record)?,
                None => damage.position(|| format!("position {}: it cannot be unpacked", number + 1)),
            }
        }
        Ok((book, damage))
    }

    fn size(&self) -> String {
        counted(self.records, "position").to_string()
    }
}

fn read_move(spec: &Spec, bits: u16) -> Option<Move> {
    let to = Square::from_index(usize::from(bits & 0x7f))?;
    let from = usize::from(bits >> 7 & 0x7f);
    if bits & DROP == 0 {
        let from = Square::from_index(from)?;
        return (from != to).then(|| Move::board(from, to, bits & PROMOTION != 0));
    }
    let letter = DROPPED.get(from.checked_sub(1)?)?;
    let kind = spec.kind_called(*letter)?;
    (bits & PROMOTION == 0).then(|| Move::drop(kind, to))
}
