//! Squares, directions and sets of squares of boards up to 16x16.
//!
//! A board lies in a grid with two unused columns before its first file and two unused rows at its ends, so that no
//! step or jump leaves the grid, and a walking piece meets the edge like a piece.

use std::fmt;

/// Cells from one row of the grid to the next.
pub(super) const STRIDE: i16 = 18;
/// Unused rows before the first rank and after the last, and unused columns before the first file.
const MARGIN: i16 = 2;
/// Cells of the grid: jumps from its last corner lead beyond the last row.
pub const CELLS: usize = (16 + 2 * MARGIN) as usize * STRIDE as usize + MARGIN as usize;
/// Upper bound of files and of ranks.
pub const LONGEST: u8 = 16;

/// A square, or a cell beside the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u16);

impl Square {
    /// The square on a file, counted from 0 at Black's right, and a rank, counted from 0 at White's end.
    #[must_use]
    #[inline(always)]
    pub const fn new(file: u8, rank: u8) -> Self {
        Self((MARGIN as u16 + rank as u16) * STRIDE as u16 + MARGIN as u16 + file as u16)
    }

    /// The cell with this index, which is below [`CELLS`].
    #[must_use]
    #[inline(always)]
    pub const fn from_index(index: u16) -> Self {
        Self(index)
    }

    #[must_use]
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    #[must_use]
    #[inline(always)]
    pub const fn file(self) -> u8 {
        (self.0 % STRIDE as u16) as u8 - MARGIN as u8
    }

    #[must_use]
    #[inline(always)]
    pub const fn rank(self) -> u8 {
        (self.0 / STRIDE as u16) as u8 - MARGIN as u8
    }

    /// The cell at a distance, one of [`STEPS`] or [`JUMPS`].
    #[must_use]
    #[inline(always)]
    pub const fn offset(self, distance: i16) -> Self {
        Self((self.0 as i16 + distance) as u16)
    }

    /// The greater of the distances in files and in ranks.
    #[must_use]
    #[inline]
    pub const fn distance(self, other: Self) -> u8 {
        let (files, ranks) = (self.file().abs_diff(other.file()), self.rank().abs_diff(other.rank()));
        if files > ranks { files } else { ranks }
    }

    /// The direction, an index of [`STEPS`], in which `other` lies, if it lies in any.
    #[must_use]
    #[inline]
    pub const fn direction(self, other: Self) -> Option<usize> {
        let files = other.file() as i8 - self.file() as i8;
        let ranks = other.rank() as i8 - self.rank() as i8;
        if files != 0 && ranks != 0 && files.unsigned_abs() != ranks.unsigned_abs() {
            return None;
        }
        // By the signs of files and ranks, from -1: the file of the right neighbour is the lower one.
        const DIRECTIONS: [[u8; 3]; 3] = [[1, 2, 3], [0, 8, 4], [7, 6, 5]];
        let direction = DIRECTIONS[(files.signum() + 1) as usize][(ranks.signum() + 1) as usize];
        if direction == 8 { None } else { Some(direction as usize) }
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file() + 1, char::from(b'a' + self.rank()))
    }
}

const fn cells(right: i16, forward: i16) -> i16 {
    -right - STRIDE * forward
}

/// The distances to the eight neighbours from Black's side: ahead, then clockwise. The opposite one is four further,
/// and White's ahead is Black's behind.
pub const STEPS: [i16; 8] =
    [cells(0, 1), cells(1, 1), cells(1, 0), cells(1, -1), cells(0, -1), cells(-1, -1), cells(-1, 0), cells(-1, 1)];

/// The distances to the sixteen squares of the second ring, clockwise from two ahead: twice the step of direction `d` is
/// number `2 * d`.
pub const JUMPS: [i16; 16] = [
    cells(0, 2),
    cells(1, 2),
    cells(2, 2),
    cells(2, 1),
    cells(2, 0),
    cells(2, -1),
    cells(2, -2),
    cells(1, -2),
    cells(0, -2),
    cells(-1, -2),
    cells(-2, -2),
    cells(-2, -1),
    cells(-2, 0),
    cells(-2, 1),
    cells(-2, 2),
    cells(-1, 2),
];

/// The opposite direction.
#[must_use]
#[inline(always)]
pub const fn opposite(direction: usize) -> usize {
    (direction + 4) % 8
}

const WORDS: usize = CELLS.div_ceil(64);

/// A set of squares.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct SquareSet([u64; WORDS]);

impl SquareSet {
    /// The set without any square.
    pub const EMPTY: Self = Self([0; WORDS]);

    #[inline(always)]
    pub const fn insert(&mut self, square: Square) {
        self.0[square.index() / 64] |= 1 << (square.index() % 64);
    }

    #[inline(always)]
    pub const fn remove(&mut self, square: Square) {
        self.0[square.index() / 64] &= !(1 << (square.index() % 64));
    }

    #[must_use]
    #[inline(always)]
    pub const fn contains(&self, square: Square) -> bool {
        self.0[square.index() / 64] >> (square.index() % 64) & 1 != 0
    }

    #[must_use]
    #[inline]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The square of the lowest index.
    #[must_use]
    #[inline]
    pub fn first(&self) -> Option<Square> {
        self.iter().next()
    }

    /// The squares by their indices.
    #[inline(always)]
    pub fn iter(&self) -> impl Iterator<Item = Square> + use<> {
        let mut words = self.0;
        let mut place = 0;
        std::iter::from_fn(move || {
            while words[place] == 0 {
                place += 1;
                if place == WORDS {
                    place = WORDS - 1;
                    return None;
                }
            }
            let bit = words[place].trailing_zeros();
            words[place] &= words[place] - 1;
            Some(Square(place as u16 * 64 + bit as u16))
        })
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> impl Iterator<Item = Square> {
        (0..LONGEST).flat_map(|file| (0..LONGEST).map(move |rank| Square::new(file, rank)))
    }

    #[test]
    fn directions_lead_where_they_say() {
        for from in all() {
            let rays = STEPS.map(|step| (1..16).map_while(|n| reached(from, step, n)).collect::<Vec<_>>());
            for to in all() {
                let ways: Vec<usize> = (0..8).filter(|&direction| rays[direction].contains(&to)).collect();
                assert_eq!(from.direction(to).into_iter().collect::<Vec<_>>(), ways, "{from:?} {to:?}");
            }
        }
    }

    /// The square after `n` steps that all stay on the largest board.
    fn reached(from: Square, step: i16, n: i16) -> Option<Square> {
        let mut square = from;
        for _ in 0..n {
            square = square.offset(step);
            if !all().any(|inside| inside == square) {
                return None;
            }
        }
        Some(square)
    }

    #[test]
    fn nothing_leaves_the_grid() {
        for from in all() {
            for distance in STEPS.into_iter().chain(JUMPS) {
                assert!(from.offset(distance).index() < CELLS, "{from:?} {distance}");
            }
        }
    }

    #[test]
    fn opposites_lead_back() {
        for direction in 0..8 {
            assert_eq!(STEPS[direction] + STEPS[opposite(direction)], 0);
            assert_eq!(JUMPS[2 * direction], 2 * STEPS[direction]);
        }
        for jump in 0..16 {
            assert_eq!(JUMPS[jump] + JUMPS[(jump + 8) % 16], 0);
        }
    }

    #[test]
    fn sets_hold_what_was_put_in() {
        let mut set = SquareSet::EMPTY;
        assert!(set.is_empty() && set.first().is_none());
        for square in all() {
            set.insert(square);
            assert!(set.contains(square));
        }
        assert_eq!(set.len(), 256);
        let mut listed: Vec<Square> = all().collect();
        listed.sort();
        assert!(set.iter().eq(listed));
        all().skip(1).for_each(|square| set.remove(square));
        assert!(set.iter().eq(all().take(1)));
    }
}
