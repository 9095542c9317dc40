//! Text that is safe in a page.

use askama::filters::{self, HtmlSafe};
use std::convert::Infallible;
use std::fmt::{self, Display};

/// Markup. Templates insert it as it is, and escape every other text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Html(String);

impl Html {
    /// A plain text, escaped for elements and quoted attributes.
    pub fn text(text: &str) -> Self {
        Self(filters::escape(text, filters::Html).unwrap_or_else(|never: Infallible| match never {}).to_string())
    }

    /// Markup written by this program.
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
