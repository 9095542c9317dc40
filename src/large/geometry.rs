//! Squares, directions and sets of squares.
//!
//! A board lies in a grid with two unused columns before its first file and two unused rows at its ends, so that no
//! step or jump leaves the grid, and a walking piece meets the edge like a piece.

use super::width::{MARGIN, Width};
use std::fmt;
use std::marker::PhantomData;

/// A square, or a cell beside the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square<W>(u16, PhantomData<W>);

impl<W: Width> Square<W> {
    /// The square on a file, counted from 0 at Black's right, and a rank, counted from 0 at White's end.
    #[must_use]
    #[inline(always)]
    pub const fn new(file: u8, rank: u8) -> Self {
        Self((MARGIN as u16 + rank as u16) * W::STRIDE as u16 + MARGIN as u16 + file as u16, PhantomData)
    }

    /// The cell with this index, which is below [`Width::CELLS`].
    #[must_use]
    #[inline(always)]
    pub const fn from_index(index: u16) -> Self {
        Self(index, PhantomData)
    }

    #[must_use]
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    #[must_use]
    #[inline(always)]
    pub const fn file(self) -> u8 {
        (self.0 % W::STRIDE as u16) as u8 - MARGIN as u8
    }

    #[must_use]
    #[inline(always)]
    pub const fn rank(self) -> u8 {
        (self.0 / W::STRIDE as u16) as u8 - MARGIN as u8
    }

    /// The cell at a distance, one of [`Width::STEPS`] or [`Width::JUMPS`].
    #[must_use]
    #[inline(always)]
    pub const fn offset(self, distance: i16) -> Self {
        Self((self.0 as i16 + distance) as u16, PhantomData)
    }

    /// The greater of the distances in files and in ranks.
    #[must_use]
    #[inline]
    pub const fn distance(self, other: Self) -> u8 {
        let (files, ranks) = (self.file().abs_diff(other.file()), self.rank().abs_diff(other.rank()));
        if files > ranks { files } else { ranks }
    }

    /// The direction, an index of [`Width::STEPS`], in which `other` lies, if it lies in any.
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

impl<W: Width> fmt::Debug for Square<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.cell(), f)
    }
}

/// The opposite direction.
#[must_use]
#[inline(always)]
pub const fn opposite(direction: usize) -> usize {
    (direction + 4) % 8
}

/// A set of squares.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct SquareSet<W: Width>(W::Words);

impl<W: Width> Default for SquareSet<W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<W: Width> SquareSet<W> {
    /// The set without any square.
    pub const EMPTY: Self = Self(W::NO_SQUARES);

    #[inline(always)]
    pub fn insert(&mut self, square: Square<W>) {
        self.0.as_mut()[square.index() / 64] |= 1 << (square.index() % 64);
    }

    #[inline(always)]
    pub fn remove(&mut self, square: Square<W>) {
        self.0.as_mut()[square.index() / 64] &= !(1 << (square.index() % 64));
    }

    #[must_use]
    #[inline(always)]
    pub fn contains(&self, square: Square<W>) -> bool {
        self.0.as_ref()[square.index() / 64] >> (square.index() % 64) & 1 != 0
    }

    #[must_use]
    #[inline]
    pub fn len(&self) -> u32 {
        self.0.as_ref().iter().map(|word| word.count_ones()).sum()
    }

    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.as_ref().iter().all(|&word| word == 0)
    }

    /// The square of the lowest index.
    #[must_use]
    #[inline]
    pub fn first(&self) -> Option<Square<W>> {
        self.iter().next()
    }

    /// The squares by their indices.
    #[inline(always)]
    pub fn iter(&self) -> impl Iterator<Item = Square<W>> + use<W> {
        let mut words = self.0;
        let mut place = 0;
        std::iter::from_fn(move || {
            let words = words.as_mut();
            while words[place] == 0 {
                place += 1;
                if place == words.len() {
                    place = words.len() - 1;
                    return None;
                }
            }
            let bit = words[place].trailing_zeros();
            words[place] &= words[place] - 1;
            Some(Square::from_index(place as u16 * 64 + bit as u16))
        })
    }
}

impl<W: Width> fmt::Debug for SquareSet<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::super::width::{Narrow, Wide};
    use super::*;
    use std::collections::BTreeSet;

    fn all<W: Width>() -> impl Iterator<Item = Square<W>> {
        (0..W::LONGEST).flat_map(|file| (0..W::LONGEST).map(move |rank| Square::new(file, rank)))
    }

    fn directions_lead_where_they_say<W: Width>() {
        let inside: BTreeSet<Square<W>> = all().collect();
        for from in all::<W>().step_by(7) {
            let rays = W::STEPS.map(|step| {
                (0..W::LONGEST)
                    .scan(from, |at, _: u8| {
                        *at = at.offset(step);
                        inside.contains(at).then_some(*at)
                    })
                    .collect::<Vec<_>>()
            });
            for to in all() {
                let ways: Vec<usize> = (0..8).filter(|&direction| rays[direction].contains(&to)).collect();
                assert_eq!(from.direction(to).into_iter().collect::<Vec<_>>(), ways, "{from:?} {to:?}");
            }
        }
    }

    fn nothing_leaves_the_grid<W: Width>() {
        for from in all::<W>() {
            for distance in W::STEPS.into_iter().chain(W::JUMPS) {
                assert!(from.offset(distance).index() < W::CELLS, "{from:?} {distance}");
            }
        }
    }

    fn opposites_lead_back<W: Width>() {
        for direction in 0..8 {
            assert_eq!(W::STEPS[direction] + W::STEPS[opposite(direction)], 0);
            assert_eq!(W::JUMPS[2 * direction], 2 * W::STEPS[direction]);
        }
        for jump in 0..16 {
            assert_eq!(W::JUMPS[jump] + W::JUMPS[(jump + 8) % 16], 0);
        }
    }

    fn sets_hold_what_was_put_in<W: Width>() {
        let mut set = SquareSet::EMPTY;
        assert!(set.is_empty() && set.first().is_none());
        for square in all::<W>() {
            set.insert(square);
            assert!(set.contains(square));
        }
        assert_eq!(set.len(), u32::from(W::LONGEST) * u32::from(W::LONGEST));
        let mut listed: Vec<Square<W>> = all().collect();
        listed.sort();
        assert!(set.iter().eq(listed));
        all().skip(1).for_each(|square| set.remove(square));
        assert!(set.iter().eq(all().take(1)));
    }

    fn grid_is_sound<W: Width>() {
        directions_lead_where_they_say::<W>();
        nothing_leaves_the_grid::<W>();
        opposites_lead_back::<W>();
        sets_hold_what_was_put_in::<W>();
    }

    #[test]
    fn the_narrow_grid_is_sound() {
        grid_is_sound::<Narrow>();
    }

    #[test]
    fn the_wide_grid_is_sound() {
        grid_is_sound::<Wide>();
    }
}
