//! Two hidden layers and an output, in stacks; the first layer is passed on both squared and clipped (Stockfish: SFNNv5).

use super::dense::{HIDDEN_SHIFT, Output, clip};
use super::{Affine, BLOCK, Block, Scratch};
use crate::eval::simd::{CLIP, Simd};

/// Squares of sums are divided by 2 to this power.
const SQUARE_SHIFT: u32 = 19;

/// Two hidden layers and an output.
pub struct DualLayers {
    pub first: Affine,
    /// Outputs of the first layer that feed the second one. A further one is added to the output: the shortcut.
    pub seen: usize,
    pub second: Affine,
    pub output: Output,
}

impl DualLayers {
    pub(super) fn scratch(&self) -> Scratch {
        Scratch::of(&self.first, [self.second.columns().bytes(), self.output.bytes()], &self.second)
    }

    /// The output for an input and the bits of its active groups.
    #[inline(always)]
    pub(super) fn forward<S: Simd>(
        &self,
        stack: usize,
        (input, active): (&[Block], &[u64]),
        sums: &mut [i32],
        [first, second]: &mut [Vec<Block>; 2],
    ) -> i32 {
        self.first.forward::<S>(stack, input, active, sums);
        let shortcut = if self.seen < self.first.outputs() { sums[self.seen] } else { 0 };
        square_and_clip(&sums[..self.seen], first);
        self.second.forward_all::<S>(stack, first, sums);
        clip::<S>(sums, self.second.outputs(), second);
        self.output.forward::<S>(stack, second).wrapping_add(shortcut)
    }
}

/// Stores the squares of sums, then the sums themselves, as bytes of 0..=127.
#[inline(always)]
fn square_and_clip(sums: &[i32], to: &mut [Block]) {
    let mut put = |i: usize, byte: u8| to[i / BLOCK].0[i % BLOCK] = byte;
    for (i, &sum) in sums.iter().enumerate() {
        put(i, ((i64::from(sum) * i64::from(sum)) >> SQUARE_SHIFT).min(CLIP.into()) as u8);
        put(sums.len() + i, (sum >> HIDDEN_SHIFT).clamp(0, CLIP.into()) as u8);
    }
}
