//! The first layer of a network (the feature transformer): its rows of weights, and sums of them.

use super::simd::{Kernel, Simd};
use crate::memory::{self, LargePages, Zeroable};

/// The number of `i16` in a tile.
pub const TILE: usize = 64;

/// Part of a row of weights, or of a sum of rows, on cache lines of its own. Rows are padded with zeros to whole tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Tile(pub [i16; TILE]);

impl Tile {
    pub const ZERO: Self = Self([0; TILE]);
}

#[allow(unsafe_code)]
// SAFETY: zero is a value of every plain integer, and integers need no drop.
unsafe impl Zeroable for Tile {}

/// The first layer of a network.
pub struct Transformer {
    /// The number of tiles of a row.
    tiles: usize,
    biases: Vec<Tile>,
    /// The rows of weights. `[input][tile]`
    weights: LargePages<Tile>,
}

/// Size up to which weights stay in a core's caches, so that prefetching them costs more than it saves.
const CACHED: usize = 2 << 20;
/// Tiles prefetched of a row: the processor's own prefetcher loads the rest.
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

    /// True if the weights stay in a core's caches.
    #[inline(always)]
    pub fn is_cached(&self) -> bool {
        self.weights.len() * size_of::<Tile>() <= CACHED
    }

    /// Starts to load a row.
    #[inline(always)]
    pub fn prefetch(&self, input: usize) {
        self.row(input).iter().take(PREFETCHED).for_each(memory::prefetch);
    }

    /// A row with its length known to the caller.
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

/// Adds any number of rows to a sum and subtracts others, a few registers of all rows at a time, so that the sums stay
/// in registers.
pub struct Change<'a> {
    pub transformer: &'a Transformer,
    pub row: &'a mut [Tile],
    pub added: &'a [usize],
    pub removed: &'a [usize],
}

impl Kernel for Change<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(mut self) {
        // Eight registers hold sums at a time: one, two or four tiles, depending on their width.
        match TILE / S::WORDS {
            2 => {
                let done = self.parts::<S, 4, 8>(0);
                self.parts::<S, 1, 2>(done);
            }
            4 => {
                let done = self.parts::<S, 2, 8>(0);
                self.parts::<S, 1, 4>(done);
            }
            _ => {
                self.parts::<S, 1, 8>(0);
            }
        }
    }
}

impl Change<'_> {
    /// Changes the sum from tile `start` on in parts of `TILES` tiles, which take `REGISTERS` registers, and returns
    /// the first tile behind the last whole part.
    #[inline(always)]
    fn parts<S: Simd, const TILES: usize, const REGISTERS: usize>(&mut self, mut start: usize) -> usize {
        while let Some(part) = self.row[start..].first_chunk_mut::<TILES>() {
            let mut words = [S::splat_words(0); REGISTERS];
            for (register, words) in words.iter_mut().enumerate() {
                let (tile, at) = place::<S>(register);
                *words = S::load_words(&part[tile].0[at..]);
            }
            combine::<S, TILES, REGISTERS, true>(self.transformer, &mut words, self.added, start);
            combine::<S, TILES, REGISTERS, false>(self.transformer, &mut words, self.removed, start);
            for (register, words) in words.into_iter().enumerate() {
                let (tile, at) = place::<S>(register);
                S::store_words(words, &mut part[tile].0[at..]);
            }
            start += TILES;
        }
        start
    }
}

/// The tile of a register among consecutive tiles, and the register's first word there.
#[inline(always)]
const fn place<S: Simd>(register: usize) -> (usize, usize) {
    let of_tile = TILE / S::WORDS;
    (register / of_tile, register % of_tile * S::WORDS)
}

/// Adds the `TILES` tiles from `start` on of some rows to registers, or subtracts them.
#[inline(always)]
fn combine<S: Simd, const TILES: usize, const REGISTERS: usize, const ADD: bool>(
    transformer: &Transformer,
    words: &mut [S::Words; REGISTERS],
    inputs: &[usize],
    start: usize,
) {
    for &input in inputs {
        let weights: &[Tile; TILES] = transformer.row(input)[start..].first_chunk().expect("whole tiles");
        for (register, words) in words.iter_mut().enumerate() {
            let (tile, at) = place::<S>(register);
            let weights = S::load_words(&weights[tile].0[at..]);
            *words = if ADD { S::add_words(*words, weights) } else { S::sub_words(*words, weights) };
        }
    }
}
