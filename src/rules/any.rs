//! Games whose rules are looked up at run time.

use super::facts::Facts;
use super::tables::Tables;
use super::{Rules, Spec};
use std::fmt;

/// The data of a game with all tables computed from it.
pub struct Ruleset {
    pub spec: Spec,
    pub facts: Facts,
    pub tables: Tables,
}

impl Ruleset {
    /// Computes the tables of the data, which take 200 kB.
    ///
    /// # Panics
    /// If the data contradict an assumption of the kernel.
    #[must_use]
    pub fn new(spec: Spec) -> Box<Self> {
        Box::new(Self { spec, facts: Facts::new(&spec), tables: Tables::new(&spec) })
    }
}

/// Any game of the family, as a value: kernel, search and commands are compiled once for all such games. A game with a
/// type of its own saves its move generator a tenth of the work, and adds more than a megabyte to the program.
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
