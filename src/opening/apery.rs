//! Books of Apery (`book.bin`), searched on disk.
//!
//! A file holds entries of 16 bytes, sorted by key. All numbers are little-endian: the key of the position (8 bytes),
//! the move (2), the games (2) and the score (4). A move has its target in bits 0 to 6, its origin, or 81 plus the
//! dropped piece, in bits 7 to 13, and a promotion in bit 14. The keys are drawn from the 64-bit Mersenne twister
//! (Matsumoto and Nishimura 2004) with its usual seed.

use super::chunks::Chunks;
use super::{BinaryBook, Book, BookError, BookMove, Damage, score_of_file};
use crate::any::{AnyMove, AnyPosition};
use crate::board::{Color, Square};
use crate::bytes::ByteReader;
use crate::game::Position as _;
use crate::rules::{AnyGame, Move, Position, Spec};
use crate::variants::{Kernel, Variant};
use crate::words::counted;
use once_cell::sync::Lazy;
use rand_mt::Mt64;
use std::collections::HashSet;
use std::fs::File;
use std::io;

const ENTRY: u64 = 16;
const FIRST_DROP: usize = Square::COUNT;
const PROMOTION: u16 = 1 << 14;
/// The letters of the pieces in the order of their numbers, which start at one. A promoted piece is numbered eight
/// higher, and a white one sixteen.
const LETTERS: [u8; 8] = *b"PLNSBRGK";
/// The letters of the pieces in hand in the order of their keys.
const HELD: [u8; 7] = *b"PLNSGBR";
const PIECES: usize = 31;
const HAND_COUNTS: usize = 19;

/// The random numbers of a position's key.
struct Keys {
    /// The numbers of pieces on the board. `[piece][square]`
    pieces: Vec<[u64; Square::COUNT]>,
    /// The numbers of pieces in hand. `[held kind][count]`
    hands: Vec<[u64; HAND_COUNTS]>,
    white: u64,
}

static KEYS: Lazy<Keys> = Lazy::new(|| {
    let mut random = Mt64::new_unseeded();
    Keys {
        pieces: (0..PIECES).map(|_| std::array::from_fn(|_| random.next_u64())).collect(),
        hands: (0..HELD.len()).map(|_| std::array::from_fn(|_| random.next_u64())).collect(),
        white: random.next_u64(),
    }
});

/// The key of a position; of the hands only that of the side to move counts.
fn key(position: &Position<AnyGame>) -> u64 {
    let spec = position.spec();
    let mut key = if position.side_to_move() == Color::White { KEYS.white } else { 0 };
    for square in position.occupied() {
        let piece = position.piece(square);
        let kind = spec.kind(piece.kind());
        let plain = LETTERS.iter().position(|&letter| letter == kind.letter).map_or(0, |index| index + 1);
        let number = plain + if kind.promoted { 8 } else { 0 } + 16 * piece.color().index();
        key ^= KEYS.pieces[number][square.index()];
    }
    for (letter, counts) in HELD.iter().zip(&KEYS.hands) {
        let held = spec.kind_called(*letter).map_or(0, |kind| position.hand_count(position.side_to_move(), kind));
        key ^= counts[(held as usize).min(HAND_COUNTS - 1)];
    }
    key
}

pub(super) struct AperyFile {
    game: Variant,
    chunks: Chunks,
}

impl AperyFile {
    /// Opens a book. The format has no mark, so only a whole number of entries in order is required.
    pub fn open(game: Variant, file: File) -> Result<Self, BookError> {
        const FORMAT: &str = "a book of Apery";
        if !matches!(game.kernel(), Kernel::Drops(game) if knows(game.spec())) {
            return Err(BookError::Game { format: FORMAT, game: game.name() });
        }
        let apery = Self { game, chunks: Chunks::new(file)? };
        let last = apery.len().checked_sub(1);
        let ordered = match last {
            Some(last) => apery.key_of(0)? <= apery.key_of(last)?,
            None => false,
        };
        let whole = apery.chunks.length().is_multiple_of(ENTRY);
        if whole && ordered { Ok(apery) } else { Err(BookError::Format(FORMAT)) }
    }

    /// The number of moves.
    pub const fn len(&self) -> u64 {
        self.chunks.length() / ENTRY
    }

    fn key_of(&self, number: u64) -> io::Result<u64> {
        self.chunks.number(number * ENTRY)
    }
}

/// True if the game is played on the board and with the pieces that the format knows.
fn knows(spec: &Spec) -> bool {
    let is_there = |letter: &u8| spec.kinds.iter().any(|kind| kind.letter == *letter);
    spec.files == 9 && spec.ranks == 9 && LETTERS.iter().all(is_there)
}

impl BinaryBook for AperyFile {
    fn probe(&self, position: &AnyPosition) -> io::Result<(Book, Damage)> {
        let (mut book, mut damage) = (Book::new(self.game), Damage::default());
        let wanted = key(position.drops());
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            if self.key_of(middle)? < wanted { low = middle + 1 } else { high = middle }
        }
        for number in low..self.len() {
            let bytes = self.chunks.bytes(number * ENTRY, ENTRY as usize)?;
            let mut reader = ByteReader::new(&bytes);
            if reader.number() != Some(wanted) {
                break;
            }
            let (Some([word, count]), Some(score)) = (reader.numbers::<u16, 2>(), reader.number::<i32>()) else {
                break;
            };
            let m = read_move(position.drops().spec(), word).map(AnyMove::new);
            match m.filter(|&m| position.legality(m).is_ok()) {
                Some(m) => book.entry(position).add(BookMove {
                    score: Some(score_of_file(score)),
                    count: Some(count.into()),
                    ..BookMove::new(m)
                }),
                None => damage.moves(|| format!("entry {}: {word:04x} is no legal move", number + 1)),
            }
        }
        Ok((book, damage))
    }

    /// Reads all positions reached by moves of the book from the start of the game, because a position cannot be
    /// recovered from its key.
    fn read(&self) -> io::Result<(Book, Damage)> {
        let (mut book, mut damage) = (Book::new(self.game), Damage::default());
        let mut seen = HashSet::new();
        let mut waiting = vec![self.game.start()];
        while let Some(position) = waiting.pop() {
            if !seen.insert(position.key()) {
                continue;
            }
            let (entries, lost) = self.probe(&position)?;
            damage.merge(lost);
            for known in entries.get(&position).into_iter().flat_map(|entry| entry.moves()) {
                let mut next = position.clone();
                next.make(known.m);
                waiting.push(next);
            }
            book.merge(entries);
        }
        Ok((book, damage))
    }

    fn size(&self) -> String {
        counted(self.len(), "move").to_string()
    }
}

fn read_move(spec: &Spec, bits: u16) -> Option<Move> {
    let to = Square::from_index(usize::from(bits & 0x7f))?;
    let origin = usize::from(bits >> 7 & 0x7f);
    let promotes = bits & PROMOTION != 0;
    if bits >= PROMOTION << 1 {
        return None;
    }
    match Square::from_index(origin) {
        Some(from) => (from != to).then(|| Move::board(from, to, promotes)),
        None => {
            let letter = *LETTERS.get(origin - FIRST_DROP)?;
            let kind = spec.kind_called(letter).filter(|kind| kind.index() < spec.hand_kinds)?;
            (!promotes).then(|| Move::drop(kind, to))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Playable as _;
    use crate::variants::DropVariant;

    /// The expected key is the one in books of Apery.
    #[test]
    fn the_key_of_the_start() {
        assert_eq!(key(&DropVariant::Shogi.game().start()), 0xeebe_8ee7_e1ad_7e15);
    }
}
