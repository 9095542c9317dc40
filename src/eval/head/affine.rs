//! A fully connected layer of bytes, sparse in its input (Stockfish: AffineTransformSparseInput).

use super::{BLOCK, Block, QUADS};
use crate::eval::simd::{Simd, WIDEST};
use crate::eval::transformer::TILE;
use crate::memory::LargePages;

/// Multiple to which the number of outputs is rounded up, so that they fill a register of 256 bits.
const GRANULE: usize = 8;

/// Memory layout of a layer's inputs: its columns, in their order in files, are parts of equal length, each padded to
/// whole tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Columns {
    pub parts: usize,
    pub length: usize,
}

impl Columns {
    /// Inputs without parts.
    #[must_use]
    pub const fn plain(length: usize) -> Self {
        Self { parts: 1, length }
    }

    /// The number of columns in files, without the padding of their rows there.
    #[must_use]
    pub const fn count(self) -> usize {
        self.parts * self.length
    }

    /// The number of bytes of a part in memory.
    #[must_use]
    pub const fn stride(self) -> usize {
        self.length.next_multiple_of(TILE)
    }

    /// The number of bytes of all inputs.
    #[must_use]
    pub const fn bytes(self) -> usize {
        self.parts * self.stride()
    }

    /// Index of a column in memory.
    const fn place(self, column: usize) -> usize {
        column / self.length * self.stride() + column % self.length
    }
}

/// A fully connected layer of bytes, or one such layer for each of several stacks. The weights are ordered by groups of
/// four inputs, then by outputs, so that a group is multiplied for all outputs at once and skipped if all four inputs
/// are zero.
pub struct Affine {
    columns: Columns,
    outputs: usize,
    /// The biases, and zeros after those of each stack. `[stack][output]`
    biases: Vec<i32>,
    /// The weights. `[stack][input / 4][output][input % 4]`
    weights: LargePages<i8>,
}

impl Affine {
    /// A layer of zeros; `None` if there is no room for it.
    #[must_use]
    pub fn zeroed(columns: Columns, outputs: usize, stacks: usize) -> Option<Self> {
        let padded = outputs.next_multiple_of(GRANULE);
        // The last weights are followed by those of another block, so that the bounds of a whole block can be checked
        // at once, and by a register, which may reach beyond the outputs.
        let weights = columns.bytes().checked_mul(padded)?.checked_mul(stacks)?.checked_add(BLOCK * padded + WIDEST)?;
        Some(Self {
            columns,
            outputs,
            biases: vec![0; stacks * padded + WIDEST / size_of::<i32>()],
            weights: LargePages::try_zeroed(weights)?,
        })
    }

    /// Sets the bias of one output of a stack, and its weights by columns. Columns that are not `used` keep a weight of
    /// zero.
    pub fn set(&mut self, stack: usize, output: usize, bias: i32, weights: &[i8], used: impl Fn(usize) -> bool) {
        let padded = self.padded();
        self.biases[stack * padded + output] = bias;
        let start = stack * self.stack_bytes();
        for column in (0..self.columns.count()).filter(|&column| used(column)) {
            let place = self.columns.place(column);
            self.weights[start + (place / 4 * padded + output) * 4 + place % 4] = weights[column];
        }
    }

    #[must_use]
    pub const fn columns(&self) -> Columns {
        self.columns
    }

    /// The number of outputs.
    #[must_use]
    pub const fn outputs(&self) -> usize {
        self.outputs
    }

    /// The number of outputs of a stack in memory.
    #[inline(always)]
    const fn padded(&self) -> usize {
        self.outputs.next_multiple_of(GRANULE)
    }

    /// The bytes of the weights of four inputs.
    #[inline(always)]
    const fn row(&self) -> usize {
        4 * self.padded()
    }

    /// The bytes of the weights of a stack.
    #[inline(always)]
    const fn stack_bytes(&self) -> usize {
        self.columns.bytes() * self.padded()
    }

    /// Length of the buffer for the sums, with a register beyond them.
    #[must_use]
    pub fn room(&self) -> usize {
        self.padded() + WIDEST / size_of::<i32>()
    }

    /// The sums of `input`. A bit in `active` stands for four inputs and is set if they are not all zero. The values
    /// behind the outputs, up to the next whole register, are meaningless.
    #[inline(always)]
    pub(super) fn forward<S: Simd>(&self, stack: usize, input: &[Block], active: &[u64], out: &mut [i32]) {
        self.passes::<S>(stack, input, Some(active), out);
    }

    /// Dense variant: one-part inputs are too short for skipping zero groups to pay.
    #[inline(always)]
    pub(super) fn forward_all<S: Simd>(&self, stack: usize, input: &[Block], out: &mut [i32]) {
        debug_assert_eq!(self.columns.parts, 1);
        self.passes::<S>(stack, input, None, out);
    }

    #[inline(always)]
    fn passes<S: Simd>(&self, stack: usize, input: &[Block], active: Option<&[u64]>, out: &mut [i32]) {
        let (registers, row) = (self.outputs.div_ceil(S::SUMS), self.row());
        // With dot products of one instruction, the latency of the additions dominates. Few registers leave room for
        // more independent chains. A row of known length needs no bounds checks.
        match registers {
            1 if row == S::BYTES => self.pass::<S, 1, 4>(stack, 0, S::BYTES, input, active, out),
            2 if row == 2 * S::BYTES => self.pass::<S, 2, 4>(stack, 0, 2 * S::BYTES, input, active, out),
            4 if row == 4 * S::BYTES => self.pass::<S, 4, 2>(stack, 0, 4 * S::BYTES, input, active, out),
            8 if row == 8 * S::BYTES => self.pass::<S, 8, 1>(stack, 0, 8 * S::BYTES, input, active, out),
            _ => {
                let mut from = 0;
                while registers - from >= 4 {
                    self.pass::<S, 4, 2>(stack, from, row, input, active, out);
                    from += 4;
                }
                while from < registers {
                    self.pass::<S, 1, 4>(stack, from, row, input, active, out);
                    from += 1;
                }
            }
        }
    }

    /// Computes the sums of `R` registers from register `from` on, in `CHAINS` independent chains of additions. A row
    /// holds the weights of four inputs, in `row` bytes.
    #[inline(always)]
    fn pass<S: Simd, const R: usize, const CHAINS: usize>(
        &self,
        stack: usize,
        from: usize,
        row: usize,
        input: &[Block],
        active: Option<&[u64]>,
        out: &mut [i32],
    ) {
        let weights = &self.weights[stack * self.stack_bytes() + from * S::BYTES..];
        let mut sums = [[S::zero_sums(); R]; CHAINS];
        for (i, block) in input.iter().enumerate() {
            let quads: &[[u8; 4]; QUADS] = block.0.as_chunks().0.first_chunk().expect("a whole block");
            let weights = &weights[QUADS * i * row..][..(QUADS - 1) * row + R * S::BYTES];
            if let Some(active) = active {
                let mut rest = padded::<CHAINS>(active[i]);
                for _ in 0..rest.count_ones() as usize / CHAINS {
                    for chain in &mut sums {
                        let quad = rest.trailing_zeros() as usize % QUADS;
                        rest &= rest.wrapping_sub(1);
                        add::<S, R>(chain, quads[quad], &weights[quad * row..]);
                    }
                }
            } else {
                let left = self.columns.count().div_ceil(4) - QUADS * i;
                for first in (0..left.min(QUADS)).step_by(CHAINS) {
                    for (chain, sums) in sums.iter_mut().enumerate() {
                        add::<S, R>(sums, quads[first + chain], &weights[(first + chain) * row..]);
                    }
                }
            }
        }
        let first = from * S::SUMS;
        let biases = &self.biases[stack * self.padded() + first..][..R * S::SUMS];
        let out = &mut out[first..][..R * S::SUMS];
        for r in 0..R {
            let mut total = S::load_sums(&biases[r * S::SUMS..]);
            for chain in &sums {
                total = S::add_sums(total, chain[r]);
            }
            S::store_sums(total, &mut out[r * S::SUMS..]);
        }
    }
}

/// Adds the products of four inputs to `R` registers of sums.
#[inline(always)]
fn add<S: Simd, const R: usize>(sums: &mut [S::Sums; R], inputs: [u8; 4], weights: &[i8]) {
    let (inputs, weights) = (S::splat_quad(inputs), &weights[..R * S::BYTES]);
    for (r, sums) in sums.iter_mut().enumerate() {
        *sums = S::add_dots(*sums, inputs, S::load_bytes(&weights[r * S::BYTES..]));
    }
}

/// Returns `mask` with further bits set up to a multiple of `UNIT`, which is 1, 2 or 4. The added groups of inputs are
/// zero and add nothing, and the loop has no branch that the processor would mispredict.
#[inline(always)]
const fn padded<const UNIT: usize>(mask: u64) -> u64 {
    let missing = (mask.count_ones() as usize).wrapping_neg() % UNIT;
    let one = mask | mask.wrapping_add(missing as u64 & 1);
    let two = one | one.wrapping_add(1);
    if missing & 2 == 0 { one } else { two | two.wrapping_add(1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_are_padded_to_whole_units() {
        for mask in [0, 1, 2, 0xff, 0xf0f0, u64::MAX, u64::MAX >> 1, 0b1011] {
            assert_eq!(padded::<1>(mask), mask);
            assert_eq!(padded::<4>(mask) & mask, mask);
            assert_eq!(padded::<2>(mask).count_ones(), mask.count_ones().next_multiple_of(2));
            assert_eq!(padded::<4>(mask).count_ones(), mask.count_ones().next_multiple_of(4));
        }
    }
}
