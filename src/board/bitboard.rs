//! Sets of squares.

use super::Square;
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of squares: files 1-7 in the first word (63 squares), files 8-9 in the second (18 squares).
///
/// The set is two plain words and not one 128-bit number, so that a file lies inside one word: lance attacks and
/// pawn-drop masks are then carry tricks, and taking the next square is one count of trailing zeros.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(C, align(16))]
pub struct Bitboard([u64; 2]);

const WORD: usize = 63;
const LOW: u64 = (1 << WORD) - 1;
const HIGH: u64 = (1 << (Square::COUNT - WORD)) - 1;

static SQUARES: [Bitboard; Square::COUNT] = {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut i = 0;
    while i < Square::COUNT {
        table[i] = if i < WORD { Bitboard([1 << i, 0]) } else { Bitboard([0, 1 << (i - WORD)]) };
        i += 1;
    }
    table
};

impl Bitboard {
    /// The set without squares.
    pub const EMPTY: Self = Self([0, 0]);
    /// The set of all 81 squares.
    pub const ALL: Self = Self([LOW, HIGH]);

    /// The set whose words are given.
    ///
    /// # Panics
    /// If a word has a bit beyond its squares.
    #[must_use]
    pub const fn from_words(words: [u64; 2]) -> Self {
        assert!(words[0] & !LOW == 0 && words[1] & !HIGH == 0);
        Self(words)
    }

    /// Does the same as [`Bitboard::from_words`], but drops the bits beyond the squares.
    #[must_use]
    #[inline]
    pub const fn from_words_masked(words: [u64; 2]) -> Self {
        Self([words[0] & LOW, words[1] & HIGH])
    }

    /// The two words of the set.
    #[must_use]
    #[inline]
    pub const fn words(self) -> [u64; 2] {
        self.0
    }

    /// The set that holds `square` alone.
    #[must_use]
    #[inline]
    pub fn square(square: Square) -> Self {
        SQUARES[square.index()]
    }

    /// All squares of one file, counted from zero.
    #[must_use]
    pub const fn file(file: u8) -> Self {
        let mut set = Self::EMPTY;
        let mut rank = 0;
        while rank < 9 {
            set = set.with(Square::new(file, rank));
            rank += 1;
        }
        set
    }

    /// All squares of one rank, counted from zero.
    #[must_use]
    pub const fn rank(rank: u8) -> Self {
        let mut set = Self::EMPTY;
        let mut file = 0;
        while file < 9 {
            set = set.with(Square::new(file, rank));
            file += 1;
        }
        set
    }

    /// The set with `square` added.
    #[must_use]
    #[inline]
    pub const fn with(self, square: Square) -> Self {
        let i = square.index();
        if i < WORD { Self([self.0[0] | 1 << i, self.0[1]]) } else { Self([self.0[0], self.0[1] | 1 << (i - WORD)]) }
    }

    /// True if `square` is in the set.
    #[must_use]
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        let i = square.index();
        if i < WORD { self.0[0] >> i & 1 != 0 } else { self.0[1] >> (i - WORD) & 1 != 0 }
    }

    /// True if the set is empty.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] == 0
    }

    /// True if the sets have a square in common.
    #[must_use]
    #[inline]
    pub const fn intersects(self, other: Self) -> bool {
        !self.and(other).is_empty()
    }

    /// The number of squares in the set.
    #[must_use]
    #[inline]
    pub const fn count(self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones()
    }

    /// True if the set has two squares or more.
    #[must_use]
    #[inline]
    pub const fn more_than_one(self) -> bool {
        if self.0[0] == 0 {
            self.0[1] & self.0[1].wrapping_sub(1) != 0
        } else {
            self.0[0] & (self.0[0] - 1) | self.0[1] != 0
        }
    }

    /// The squares that are in both sets; usable in constant evaluation, as `&` is not.
    #[must_use]
    #[inline]
    pub const fn and(self, other: Self) -> Self {
        Self([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }

    /// The squares of the set whose bits are set in `words`, which may have any bits beyond the squares.
    #[must_use]
    #[inline]
    pub const fn and_words(self, words: [u64; 2]) -> Self {
        Self([self.0[0] & words[0], self.0[1] & words[1]])
    }

    /// The squares that are in either set; usable in constant evaluation, as `|` is not.
    #[must_use]
    #[inline]
    pub const fn or(self, other: Self) -> Self {
        Self([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }

    /// The squares of the set that are not in `other`.
    #[must_use]
    #[inline]
    pub const fn without(self, other: Self) -> Self {
        Self([self.0[0] & !other.0[0], self.0[1] & !other.0[1]])
    }

    /// The set itself if `condition` holds and the empty set otherwise, computed without a branch.
    #[must_use]
    #[inline]
    pub const fn when(self, condition: bool) -> Self {
        let mask = (condition as u64).wrapping_neg();
        Self([self.0[0] & mask, self.0[1] & mask])
    }

    /// The set with every square moved one rank towards `a`; squares on rank `a` are lost.
    #[must_use]
    #[inline]
    pub const fn shift_up(self) -> Self {
        let kept = self.without(const { Self::rank(0) });
        Self([kept.0[0] >> 1, kept.0[1] >> 1])
    }

    /// The set with every square moved one rank towards `i`; squares on rank `i` are lost.
    #[must_use]
    #[inline]
    pub const fn shift_down(self) -> Self {
        let kept = self.without(const { Self::rank(8) });
        Self([kept.0[0] << 1, kept.0[1] << 1])
    }

    /// All squares of the files that hold a square of the set.
    #[must_use]
    #[inline]
    pub const fn file_fill(self) -> Self {
        Self([fill_files(self.0[0]), fill_files(self.0[1])])
    }

    /// The square of lowest index.
    #[must_use]
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0[0] != 0 {
            Some(lowest(self.0[0], 0))
        } else if self.0[1] != 0 {
            Some(lowest(self.0[1], WORD))
        } else {
            None
        }
    }

    /// Calls `visit` with each square in index order. Faster than the iterator, because each of its two loops handles
    /// one word.
    #[inline(always)]
    pub fn for_each(self, mut visit: impl FnMut(Square)) {
        let [mut low, mut high] = self.0;
        while low != 0 {
            visit(lowest(low, 0));
            low &= low - 1;
        }
        while high != 0 {
            visit(lowest(high, WORD));
            high &= high - 1;
        }
    }
}

/// The square of the lowest bit of `word`, which is a word of a set, is not zero, and holds the squares from `first`
/// on.
#[inline]
#[allow(unsafe_code)]
const fn lowest(word: u64, first: usize) -> Square {
    // SAFETY: no set has a bit beyond the squares of its words, so that the index is below 81.
    unsafe { Square::from_index_unchecked(word.trailing_zeros() as usize + first) }
}

/// Fills each 9-bit group that has any bit set. Adding 0xff to the lower eight bits of a group overflows into its top
/// bit exactly when one of them is set, so that the top bits mark the groups to fill.
#[inline]
const fn fill_files(word: u64) -> u64 {
    const TOPS: u64 = Bitboard::rank(8).0[0];
    const LOWER: u64 = LOW & !TOPS;
    let tops = (((word & LOWER) + LOWER) | word) & TOPS;
    // A file is its top bit and the eight bits below it: top - (top >> 8) sets bits 0-7, and the top bit is put back.
    (tops - (tops >> 8)) | tops
}

impl Iterator for Bitboard {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.first()?;
        if self.0[0] != 0 {
            self.0[0] &= self.0[0] - 1;
        } else {
            self.0[1] &= self.0[1] - 1;
        }
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.count() as usize;
        (count, Some(count))
    }
}

impl BitAnd for Bitboard {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.and(other)
    }
}

impl BitOr for Bitboard {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.or(other)
    }
}

impl BitXor for Bitboard {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self([self.0[0] ^ other.0[0], self.0[1] ^ other.0[1]])
    }
}

/// The complement is taken within the 81 squares.
impl Not for Bitboard {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self::ALL.without(self)
    }
}

impl BitAndAssign for Bitboard {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitOrAssign for Bitboard {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitXorAssign for Bitboard {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, Self::with)
    }
}

/// Shows nine lines from Black's side: file 9 on the left, rank `a` on top.
impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in 0..9 {
            writeln!(f)?;
            for file in (0..9).rev() {
                f.write_str(if self.contains(Square::new(file, rank)) { "x" } else { "." })?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iteration_is_in_index_order() {
        assert_eq!(Bitboard::ALL.collect::<Vec<_>>(), Square::all().collect::<Vec<_>>());
        assert_eq!(Bitboard::ALL.count(), 81);
    }

    #[test]
    fn shifts_lose_the_edge() {
        for square in Square::all() {
            let set = Bitboard::square(square);
            assert_eq!(set.shift_up().first(), square.offset(0, -1));
            assert_eq!(set.shift_down().first(), square.offset(0, 1));
            assert_eq!(set.file_fill(), Bitboard::file(square.file()));
        }
        assert_eq!(Bitboard::EMPTY.file_fill(), Bitboard::EMPTY);
        assert_eq!(Bitboard::rank(3).file_fill(), Bitboard::ALL);
    }

    #[test]
    fn more_than_one_counts() {
        for a in Square::all() {
            assert!(!Bitboard::square(a).more_than_one());
            for b in Square::all().filter(|&b| b != a) {
                assert!((Bitboard::square(a) | Bitboard::square(b)).more_than_one());
            }
        }
        assert!(!Bitboard::EMPTY.more_than_one());
    }
}
