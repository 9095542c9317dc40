//! Text that is safe to stand in a page.

use askama::filters::{self, HtmlSafe};
use std::convert::Infallible;
use std::fmt::{self, Display};

/// Markup. Templates take it as it stands, and escape every other text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Html(String);

impl Html {
    /// Text as it stands, in elements and in quoted attributes.
    pub fn text(text: &str) -> Self {
        Self(filters::escape(text, filters::Html).unwrap_or_else(|never: Infallible| match never {}).to_string())
    }

    /// Markup that this program has written.
    pub const fn markup(markup: String) -> Self {
        Self(markup)
    }
}

impl Display for Html {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl HtmlSafe for Html {}
