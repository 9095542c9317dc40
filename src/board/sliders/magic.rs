//! The portable kernel. It looks lines up by multiplication, and computes files and single rays by carries.
//!
//! A rank or diagonal meets each file once. Its seven inner squares, files 2 to 8, are gathered into seven adjacent
//! bits by one multiplication ("magic bitboards", Kannan 2007, but the factors follow from the geometry instead of
//! a search). Which files a slider then reaches depends only on its own file and these seven bits, so all parallel
//! lines share one table, which holds the attacks on one of them as a bitboard; a rotation of each word moves them
//! down or up to the line in question. Three tables of 18 KB serve all squares.

use crate::board::{Bitboard, Direction, Square, ray_mask};

/// A family of parallel lines: the ranks, or the diagonals of one slope.
#[derive(Clone, Copy)]
struct Family {
    slope: i8,
    /// The rank where the tabulated line meets file 1, chosen so that it crosses the whole board.
    origin: i8,
}

const RANK: Family = Family { slope: 0, origin: 0 };
const FALLING: Family = Family { slope: 1, origin: 0 };
const RISING: Family = Family { slope: -1, origin: 8 };

/// A line through a square, with the numbers that look up the attacks along it.
#[derive(Clone, Copy)]
#[repr(C, align(32))]
struct MagicLine {
    /// The squares of the line without the square itself.
    squares: Bitboard,
    /// The product with this factor brings the bit of file `k` (counted from zero, 1..8) of this line to bit `56 + k`.
    factor: u64,
    file: u8,
    /// The bits by which the tabulated line is rotated left, modulo 64.
    turn: u8,
}

#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct RookLines {
    rank: MagicLine,
    file: Bitboard,
    /// The parts of `file` towards rank `a` and towards rank `i`, as bits of the one word that holds the file.
    up: u64,
    down: u64,
}

#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct BishopLines {
    falling: MagicLine,
    rising: MagicLine,
}

const _: () = assert!(size_of::<RookLines>() == 64 && size_of::<BishopLines>() == 64);

static ROOK_LINES: [RookLines; Square::COUNT] = {
    let none = MagicLine { squares: Bitboard::EMPTY, factor: 0, file: 0, turn: 0 };
    let mut table = [RookLines { rank: none, file: Bitboard::EMPTY, up: 0, down: 0 }; Square::COUNT];
    let mut i = 0;
    while let Some(square) = Square::from_index(i) {
        let own = Bitboard::EMPTY.with(square);
        let file = Bitboard::file(square.file()).without(own);
        let below = own.words()[0] | own.words()[1];
        let both = file.words()[0] | file.words()[1];
        let up = both & (below - 1);
        table[i] = RookLines { rank: line(square, RANK), file, up, down: both & !up };
        i += 1;
    }
    table
};

static BISHOP_LINES: [BishopLines; Square::COUNT] = {
    let none = MagicLine { squares: Bitboard::EMPTY, factor: 0, file: 0, turn: 0 };
    let mut table = [BishopLines { falling: none, rising: none }; Square::COUNT];
    let mut i = 0;
    while let Some(square) = Square::from_index(i) {
        table[i] = BishopLines { falling: line(square, FALLING), rising: line(square, RISING) };
        i += 1;
    }
    table
};

/// The attacks along the tabulated line of a family. `[file of the slider][occupied files 2-8, file 2 lowest]`
type Attacks = [[Bitboard; 128]; 9];

static RANK_ATTACKS: Attacks = attacks(RANK);
static FALLING_ATTACKS: Attacks = attacks(FALLING);
static RISING_ATTACKS: Attacks = attacks(RISING);

/// The inner files: 2-7 of the first word, and 8, which is the first of the second word. They fill 63 different bits.
const INNER: [u64; 2] = [Bitboard::ALL.without(Bitboard::file(0)).words()[0], Bitboard::file(7).words()[1]];

const fn line(square: Square, family: Family) -> MagicLine {
    let start = square.rank() as i8 - family.slope * square.file() as i8;
    let mut squares = Bitboard::EMPTY;
    let mut factor = 0;
    let mut file = 0;
    while file < 9 {
        let rank = start + family.slope * file as i8;
        if 0 <= rank && rank < 9 {
            let here = Square::new(file, rank as u8);
            if file != square.file() {
                squares = squares.with(here);
            }
            // Neighbouring files of a line lie 8, 9 or 10 bits apart, and the product brings them 1 bit apart. All
            // other partial products miss the seven top bits and each other, which the test over all occupancies
            // proves.
            if 1 <= file && file <= 7 {
                factor |= 1 << (56 + file as usize - here.index() % 63);
            }
        }
        file += 1;
    }
    MagicLine { squares, factor, file: square.file(), turn: (start - family.origin).rem_euclid(64) as u8 }
}

const fn attacks(family: Family) -> Attacks {
    let mut table = [[Bitboard::EMPTY; 128]; 9];
    let mut file = 0;
    while file < 9 {
        let mut occupied = 0;
        while occupied < 128 {
            let mut reached = Bitboard::EMPTY;
            let mut step = -1;
            while step <= 1 {
                let mut here = file as i8 + step;
                while 0 <= here && here < 9 {
                    reached = reached.with(Square::new(here as u8, (family.origin + family.slope * here) as u8));
                    // Files 1 and 9 end the board, so that the index needs no bit for their occupation.
                    if occupied << 1 >> here & 1 != 0 {
                        break;
                    }
                    here += step;
                }
                step += 2;
            }
            table[file][occupied] = reached;
            occupied += 1;
        }
        file += 1;
    }
    table
}

#[inline]
fn along(line: &MagicLine, attacks: &Attacks, occupied: Bitboard) -> Bitboard {
    let words = (occupied & line.squares).words();
    let inner = words[0] & INNER[0] | words[1] & INNER[1];
    let index = inner.wrapping_mul(line.factor) >> 57;
    // The bounds check of the file never fails. It is off the critical path, so that it costs no time.
    let [low, high] = attacks[usize::from(line.file)][index as usize].words();
    let turn = u32::from(line.turn);
    // Squares rotated off the board come back at places where this line has no square.
    line.squares.and_words([low.rotate_left(turn), high.rotate_left(turn)])
}

/// The lowest set bit and all bits below it; all 64 bits if none is set.
#[inline]
const fn to_lowest(word: u64) -> u64 {
    word ^ word.wrapping_sub(1)
}

/// The highest set bit and all bits above it; all 64 bits if none is set.
#[inline]
const fn from_highest(word: u64) -> u64 {
    (i64::MIN >> (word | 1).leading_zeros()) as u64
}

/// The squares that a rook on `square` reaches.
#[must_use]
#[inline]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    let lines = &ROOK_LINES[square.index()];
    // One word holds the whole file, and the other word of the mask is empty.
    let words = (occupied & lines.file).words();
    let file = words[0] | words[1];
    let reached = to_lowest(file & lines.down) & from_highest(file & lines.up);
    along(&lines.rank, &RANK_ATTACKS, occupied) | lines.file.and_words([reached, reached])
}

/// The squares that a bishop on `square` reaches.
#[must_use]
#[inline]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    let lines = &BISHOP_LINES[square.index()];
    along(&lines.falling, &FALLING_ATTACKS, occupied) | along(&lines.rising, &RISING_ATTACKS, occupied)
}

/// The squares that a slider on `square` reaches in one direction.
#[must_use]
#[inline]
pub fn ray(direction: Direction, square: Square, occupied: Bitboard) -> Bitboard {
    let squares = ray_mask(direction, square);
    let [low, high] = (occupied & squares).words();
    squares.and_words(match direction {
        // The ray lies within one word, and the mask empties the other.
        Direction::Up => [from_highest(low), from_highest(high)],
        Direction::Down => [to_lowest(low), to_lowest(high)],
        _ if direction.is_ascending() => [to_lowest(low), if low == 0 { to_lowest(high) } else { 0 }],
        _ => [if high == 0 { from_highest(low) } else { 0 }, from_highest(high)],
    })
}
