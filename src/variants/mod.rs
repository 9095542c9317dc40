//! The games: one file each, data and hand-tuned overrides only. This list is the only one.

mod shogi;
mod tori;

pub use shogi::Shogi;
pub use tori::Tori;

use crate::rules::Rules;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A game by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Variant {
    #[default]
    Shogi,
    Tori,
}

/// Code to be run for the game that a [`Variant`] names.
pub trait Visitor {
    type Output;

    fn visit<R: Rules>(self) -> Self::Output;
}

impl Variant {
    pub const ALL: [Self; 2] = [Self::Shogi, Self::Tori];

    /// The name under which USI and the command line know the game.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Shogi => Shogi::NAME,
            Self::Tori => Tori::NAME,
        }
    }

    /// Whether a king that has entered the far camp can win.
    #[must_use]
    pub const fn has_entering_king(self) -> bool {
        match self {
            Self::Shogi => !Shogi::ENTERING_KING.is_empty(),
            Self::Tori => !Tori::ENTERING_KING.is_empty(),
        }
    }

    const fn aliases(self) -> &'static [&'static str] {
        match self {
            Self::Shogi => &["standard"],
            Self::Tori => &["tori", "tori-shogi"],
        }
    }

    /// Runs `visitor` with the game as a type.
    pub fn dispatch<V: Visitor>(self, visitor: V) -> V::Output {
        match self {
            Self::Shogi => visitor.visit::<Shogi>(),
            Self::Tori => visitor.visit::<Tori>(),
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that no game has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{name}\" is not a game this engine knows; it plays {}", Variant::ALL.map(Variant::name).join(", "))]
pub struct UnknownVariant {
    pub name: String,
}

impl FromStr for Variant {
    type Err = UnknownVariant;

    fn from_str(text: &str) -> Result<Self, UnknownVariant> {
        let is = |name: &str| name.eq_ignore_ascii_case(text);
        let found = Self::ALL.into_iter().find(|v| is(v.name()) || v.aliases().iter().any(|&alias| is(alias)));
        found.ok_or_else(|| UnknownVariant { name: text.to_owned() })
    }
}
