//! The first layer of a network: its rows of weights, and sums of them.

use super::simd::{Kernel, Simd};
use crate::memory::{self, LargePages, Zeroable};

/// The number of `i16` in a tile.
pub const TILE: usize = 64;

/// A part of a row of weights, or of a sum of rows, on cache lines of its own. Rows of any width are padded with zeros to
/// whole tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Tile(pub [i16; TILE]);

impl Tile {
    pub const ZERO: Self = Self([0; TILE]);
}

#[allow(unsafe_code)]
// SAFETY: zero is a value of every plain integer, which has nothing to drop.
unsafe impl Zeroable for Tile {}

/// The first layer of a network.
pub struct Transformer {
    /// The number of tiles of a row.
    tiles: usize,
    biases: Vec<Tile>,
    /// The rows of weights. `[input][tile]`
    weights: LargePages<Tile>,
}

/// Weights up to this number of bytes stay in the caches near a core, and prefetching them costs more than it saves.
const CACHED: usize = 2 << 20;
/// The greatest number of tiles of a row that are prefetched: the processor itself goes on with the rest.
const PREFETCHED: usize = 4;
impl Transformer {
    /// A layer of zeros for `inputs` rows of `tiles` tiles; `None` if there is no room for it.
    #[must_use]
    pub fn zeroed(inputs: usize, tiles: usize) -> Option<Self> {
        let weights = LargePages::try_zeroed(inputs.checked_mul(tiles)?)?;
        Some(Self { tiles, biases: vec![Tile::ZERO; tiles], weights })
    }

    /// The number of tiles of a row.
    #[must_use]
    pub const fn tiles(&self) -> usize {
        self.tiles
    }

    #[must_use]
    pub fn biases(&self) -> &[Tile] {
        &self.biases
    }

    pub fn biases_mut(&mut self) -> &mut [Tile] {
        &mut self.biases
    }

    #[must_use]
    #[inline(always)]
    pub fn row(&self, input: usize) -> &[Tile] {
        self.row_of(input, self.tiles)
    }

    /// Whether the weights are so few that they stay in the caches near a core.
    #[inline(always)]
    pub fn is_cached(&self) -> bool {
        self.weights.len() * size_of::<Tile>() <= CACHED
    }

    /// Asks the processor to load the start of a row.
    #[inline(always)]
    pub fn prefetch(&self, input: usize) {
        self.row(input).iter().take(PREFETCHED).for_each(memory::prefetch);
    }

    /// A row, whose length the caller knows.
    #[inline(always)]
    pub fn row_of(&self, input: usize, tiles: usize) -> &[Tile] {
        let start = input * tiles;
        &self.weights[start..start + tiles]
    }

    pub fn row_mut(&mut self, input: usize) -> &mut [Tile] {
        &mut self.weights[input * self.tiles..][..self.tiles]
    }
}

/// Sets `to` to `from` with `N` rows added and `N` others subtracted, all of them `tiles` long.
#[inline(always)]
pub fn exchange<S: Simd, const N: usize>(
    tiles: usize,
    from: &[Tile],
    to: &mut [Tile],
    added: [&[Tile]; N],
    removed: [&[Tile]; N],
) {
    let (from, to) = (&from[..tiles], &mut to[..tiles]);
    let (added, removed) = (added.map(|row| &row[..tiles]), removed.map(|row| &row[..tiles]));
    for tile in 0..tiles {
        for i in (0..TILE).step_by(S::WORDS) {
            let mut words = S::load_words(&from[tile].0[i..]);
            for (added, removed) in added.iter().zip(removed) {
                words = S::add_words(words, S::load_words(&added[tile].0[i..]));
                words = S::sub_words(words, S::load_words(&removed[tile].0[i..]));
            }
            S::store_words(words, &mut to[tile].0[i..]);
        }
    }
}

/// Adds any number of rows to a sum and subtracts others. It handles a few registers of all rows at a time, so that the
/// sums stay in registers.
pub struct Change<'a> {
    pub transformer: &'a Transformer,
    pub row: &'a mut [Tile],
    pub added: &'a [usize],
    pub removed: &'a [usize],
}

/// Adds the rows `added` to `TILES` tiles of a sum from `start` on, which take `REGISTERS` registers, and subtracts the
/// rows `removed`.
#[inline(always)]
fn change<S: Simd, const TILES: usize, const REGISTERS: usize>(
    transformer: &Transformer,
    row: &mut [Tile],
    added: &[usize],
    removed: &[usize],
    start: usize,
) {
    let per_tile = TILE / S::WORDS;
    let mut words = [S::splat_words(0); REGISTERS];
    let row: &mut [Tile; TILES] = row[start..].first_chunk_mut().expect("whole tiles");
    for (r, words) in words.iter_mut().enumerate() {
        *words = S::load_words(&row[r / per_tile].0[r % per_tile * S::WORDS..]);
    }
    for &input in added {
        let weights: &[Tile; TILES] = transformer.row(input)[start..].first_chunk().expect("whole tiles");
        for (r, words) in words.iter_mut().enumerate() {
            *words = S::add_words(*words, S::load_words(&weights[r / per_tile].0[r % per_tile * S::WORDS..]));
        }
    }
    for &input in removed {
        let weights: &[Tile; TILES] = transformer.row(input)[start..].first_chunk().expect("whole tiles");
        for (r, words) in words.iter_mut().enumerate() {
            *words = S::sub_words(*words, S::load_words(&weights[r / per_tile].0[r % per_tile * S::WORDS..]));
        }
    }
    for (r, words) in words.into_iter().enumerate() {
        S::store_words(words, &mut row[r / per_tile].0[r % per_tile * S::WORDS..]);
    }
}

impl Kernel for Change<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self) {
        let Self { transformer, row, added, removed } = self;
        let tiles = row.len();
        let mut start = 0;
        // Eight registers hold sums at a time: one, two or four tiles by the width of a register.
        match TILE / S::WORDS {
            2 => {
                while tiles - start >= 4 {
                    change::<S, 4, 8>(transformer, row, added, removed, start);
                    start += 4;
                }
                while start < tiles {
                    change::<S, 1, 2>(transformer, row, added, removed, start);
                    start += 1;
                }
            }
            4 => {
                while tiles - start >= 2 {
                    change::<S, 2, 8>(transformer, row, added, removed, start);
                    start += 2;
                }
                while start < tiles {
                    change::<S, 1, 4>(transformer, row, added, removed, start);
                    start += 1;
                }
            }
            _ => {
                while start < tiles {
                    change::<S, 1, 8>(transformer, row, added, removed, start);
                    start += 1;
                }
            }
        }
    }
}
