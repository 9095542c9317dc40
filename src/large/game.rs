//! Large games as values.

use super::spec::Spec;
use super::tables::Ruleset;
use super::width::Width;
use std::fmt;

/// Any large game: all code is compiled once for all of them.
#[derive(Clone, Copy)]
pub struct LargeGame<W: Width>(&'static Ruleset<W>);

impl<W: Width> LargeGame<W> {
    #[must_use]
    pub const fn new(ruleset: &'static Ruleset<W>) -> Self {
        Self(ruleset)
    }

    #[must_use]
    #[inline(always)]
    pub const fn ruleset(self) -> &'static Ruleset<W> {
        self.0
    }

    /// The game with its pieces in another reading of their table.
    pub(super) fn reading(self, name: &str) -> Self {
        Self(self.0.reading(name))
    }

    #[must_use]
    #[inline(always)]
    pub const fn spec(self) -> &'static Spec {
        &self.0.spec
    }
}

impl<W: Width> fmt::Debug for LargeGame<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("LargeGame").field(&self.spec().name).finish()
    }
}
