//! A move of any game.

use crate::game::{Claim, GameMove};
use std::num::NonZeroU32;

/// A move of any game. It means nothing without its game or a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AnyMove(NonZeroU32);

const _: () = assert!(size_of::<Option<AnyMove>>() == 4);

impl AnyMove {
    /// Wraps the move of a kernel.
    ///
    /// # Panics
    /// If its word is zero, which no kernel's is.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub fn new<M: GameMove>(m: M) -> Self {
        Self(NonZeroU32::new(m.to_word()).expect("a move is never zero"))
    }

    /// The move as the kernel that it came from has it.
    ///
    /// # Panics
    /// If it came from another kernel and is not a move of this one.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub fn of_kernel<M: GameMove>(self) -> M {
        M::from_word(self.0.get()).expect("a move of this kernel")
    }
}

impl GameMove for AnyMove {
    type Bits = u32;

    fn to_bits(self) -> u32 {
        self.0.get()
    }

    fn from_bits(bits: u32) -> Option<Self> {
        NonZeroU32::new(bits).map(Self)
    }
}

pub(super) fn any_claim<M: GameMove>(claim: Claim<M>) -> Claim<AnyMove> {
    match claim {
        Claim::Declaration => Claim::Declaration,
        Claim::Move(m) => Claim::Move(AnyMove::new(m)),
    }
}

pub(super) fn any_line<M: GameMove>(line: &[M]) -> Vec<AnyMove> {
    line.iter().copied().map(AnyMove::new).collect()
}

pub(super) fn of_kernel<M: GameMove>(line: &[AnyMove]) -> Vec<M> {
    line.iter().map(|m| m.of_kernel()).collect()
}
