//! Squares, numbered file by file from 1a.

use std::fmt;

/// A square of the 9x9 grid: `file * 9 + rank`, both counted from zero, so 1a = 0, 1b = 1, 2a = 9, 9i = 80.
///
/// Displays as its USI name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The number of squares of the grid.
    pub const COUNT: usize = 81;

    /// The square on `file` and `rank`, counted from zero.
    ///
    /// # Panics
    /// If either is 9 or more.
    #[must_use]
    #[inline]
    pub const fn new(file: u8, rank: u8) -> Self {
        assert!(file < 9 && rank < 9);
        Self(file * 9 + rank)
    }

    /// The square with this index; `None` from [`Square::COUNT`] on.
    #[must_use]
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u8)) } else { None }
    }

    /// The square with this index.
    ///
    /// # Safety
    /// `index` must be below [`Square::COUNT`].
    #[inline]
    #[allow(unsafe_code)]
    pub(super) const unsafe fn from_index_unchecked(index: usize) -> Self {
        debug_assert!(index < Self::COUNT);
        Self(index as u8)
    }

    /// The number of the square, below [`Square::COUNT`]; the compiler may rely on that.
    #[must_use]
    #[inline]
    #[allow(unsafe_code)]
    pub const fn index(self) -> usize {
        // SAFETY: every constructor checks that the number is below 81. The hint removes the bounds check of each table
        // look-up.
        unsafe { std::hint::assert_unchecked((self.0 as usize) < Self::COUNT) };
        self.0 as usize
    }

    /// The file, counted from zero.
    #[must_use]
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 / 9
    }

    /// The rank, counted from zero.
    #[must_use]
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 % 9
    }

    /// The square `files` to the left and `ranks` down from Black's side, if it is on the grid.
    #[must_use]
    #[inline]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let file = self.file() as i8 + files;
        let rank = self.rank() as i8 + ranks;
        if file < 0 || file > 8 || rank < 0 || rank > 8 {
            return None;
        }
        Some(Self::new(file as u8, rank as u8))
    }

    /// All 81 squares in index order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT).filter_map(Self::from_index)
    }

    /// Reads a USI name such as `7g`.
    #[must_use]
    pub fn from_usi(file: u8, rank: u8) -> Option<Self> {
        let file = file.wrapping_sub(b'1');
        let rank = rank.wrapping_sub(b'a');
        (file < 9 && rank < 9).then(|| Self::new(file, rank))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'1' + self.file()), char::from(b'a' + self.rank()))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for square in Square::all() {
            let name = square.to_string().into_bytes();
            assert_eq!(Square::from_usi(name[0], name[1]), Some(square));
        }
        assert_eq!(Square::from_usi(b'0', b'a'), None);
        assert_eq!(Square::from_usi(b'1', b'j'), None);
    }
}
