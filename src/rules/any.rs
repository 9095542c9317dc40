//! A game whose rules are looked up while it is played.

use super::facts::Facts;
use super::tables::Tables;
use super::{Rules, Spec};
use std::fmt;

/// The data of a game with all that is computed from it before the game starts.
pub struct Ruleset {
    pub spec: Spec,
    pub facts: Facts,
    pub tables: Tables,
}

impl Ruleset {
    /// Computes what follows from the data. It takes 200 kB.
    ///
    /// # Panics
    /// If the data contradict what the kernel takes for granted.
    #[must_use]
    pub fn new(spec: Spec) -> Box<Self> {
        Box::new(Self { spec, facts: Facts::new(&spec), tables: Tables::new(&spec) })
    }
}

/// Any game of the family, as a value: the kernel, the search and all commands are compiled once for all such games. A
/// game that is a type of its own instead spares the generator of moves a tenth of its work, and makes the program larger
/// by more than a megabyte.
#[derive(Clone, Copy)]
pub struct AnyGame(&'static Ruleset);

impl AnyGame {
    #[must_use]
    pub const fn new(ruleset: &'static Ruleset) -> Self {
        Self(ruleset)
    }
}

impl Rules for AnyGame {
    const IS_FIXED: bool = false;

    #[inline(always)]
    fn spec(self) -> &'static Spec {
        &self.0.spec
    }

    #[inline(always)]
    fn facts(self) -> &'static Facts {
        &self.0.facts
    }

    #[inline(always)]
    fn tables(self) -> &'static Tables {
        &self.0.tables
    }
}

impl fmt::Debug for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AnyGame").field(&self.0.spec.name).finish()
    }
}
