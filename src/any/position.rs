//! A position of any game.

use crate::large::{self, Narrow, Wide, Width};
use crate::rules::{self, AnyGame, Rules as _};
use crate::variants::Variant;
use std::fmt;

/// A position of any game, with the moves that led to it.
#[derive(Clone)]
pub struct AnyPosition {
    variant: Variant,
    kernel: KernelPosition,
}

/// A position in the kernel of its game.
#[derive(Clone)]
#[expect(clippy::large_enum_variant, reason = "positions of shogi are by far the most, and need no further allocation")]
pub enum KernelPosition {
    /// A position of a game with drops.
    Drops(rules::Position<AnyGame>),
    /// A position of a large game.
    Large(Box<large::Position<Narrow>>),
    /// A position of a game of the wide kernel.
    Wide(Box<large::Position<Wide>>),
}

impl fmt::Debug for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Position").field("variant", &self.variant).field("sfen", &self.sfen()).finish_non_exhaustive()
    }
}

impl AnyPosition {
    /// Refuses a position of another game.
    ///
    /// # Panics
    /// If it is of another game than `wanted`.
    pub(super) fn expect_variant(&self, wanted: Variant) {
        assert!(self.variant == wanted, "a position of {} for {wanted}", self.variant);
    }

    /// The game being played.
    #[must_use]
    #[inline]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The position in the kernel of its game.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub const fn kernel(&self) -> &KernelPosition {
        &self.kernel
    }

    /// The position of a game with drops.
    ///
    /// # Panics
    /// If it is of a large game.
    #[doc(hidden)]
    #[must_use]
    pub fn drops(&self) -> &rules::Position<AnyGame> {
        match &self.kernel {
            KernelPosition::Drops(position) => position,
            _ => panic!("a position of {} for a game with drops", self.variant),
        }
    }

    /// The position of a large game.
    ///
    /// # Panics
    /// If it is of a game of another kernel.
    #[doc(hidden)]
    #[must_use]
    pub fn large<W: OfKernel>(&self) -> &large::Position<W> {
        W::of(&self.kernel).unwrap_or_else(|| panic!("a position of {} for a game of another kernel", self.variant))
    }

    #[inline]
    pub(super) const fn kernel_mut(&mut self) -> &mut KernelPosition {
        &mut self.kernel
    }
}

/// The game that a kernel knows by this name.
fn named(name: &str) -> Variant {
    Variant::ALL.iter().copied().find(|variant| variant.name() == name).expect("kernels play the games of the list")
}

impl From<rules::Position<AnyGame>> for AnyPosition {
    fn from(position: rules::Position<AnyGame>) -> Self {
        Self { variant: named(position.rules().spec().name), kernel: KernelPosition::Drops(position) }
    }
}

impl<W: OfKernel> From<large::Position<W>> for AnyPosition {
    fn from(position: large::Position<W>) -> Self {
        Self { variant: named(position.game().spec().name), kernel: W::wrap(position) }
    }
}

/// A width of large games, by which an [`AnyPosition`] holds them.
#[doc(hidden)]
pub trait OfKernel: Width {
    /// The position, if it is of this width.
    fn of(kernel: &KernelPosition) -> Option<&large::Position<Self>>;

    /// The position among those of all kernels.
    fn wrap(position: large::Position<Self>) -> KernelPosition;
}

impl OfKernel for Narrow {
    fn of(kernel: &KernelPosition) -> Option<&large::Position<Self>> {
        match kernel {
            KernelPosition::Large(position) => Some(position),
            _ => None,
        }
    }

    fn wrap(position: large::Position<Self>) -> KernelPosition {
        KernelPosition::Large(Box::new(position))
    }
}

impl OfKernel for Wide {
    fn of(kernel: &KernelPosition) -> Option<&large::Position<Self>> {
        match kernel {
            KernelPosition::Wide(position) => Some(position),
            _ => None,
        }
    }

    fn wrap(position: large::Position<Self>) -> KernelPosition {
        KernelPosition::Wide(Box::new(position))
    }
}
