//! Words that must not be shown.

use std::fmt;

/// A password. It is written nowhere but to the server.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

/// What stands in its place.
const HIDDEN: &str = "*****";

impl Secret {
    #[must_use]
    pub const fn new(text: String) -> Self {
        Self(text)
    }

    /// The word itself, for the server alone.
    pub(super) fn reveal(&self) -> &str {
        &self.0
    }

    /// A text with the word hidden wherever it stands.
    #[must_use]
    pub fn hidden_in(&self, text: &str) -> String {
        if self.0.is_empty() { text.to_owned() } else { text.replace(&self.0, HIDDEN) }
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(HIDDEN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_never_shown() {
        let secret = Secret::new("hush".to_owned());
        assert_eq!(secret.hidden_in("LOGIN me game,hush"), "LOGIN me game,*****");
        assert_eq!(format!("{secret:?}"), HIDDEN);
        assert_eq!(Secret::new(String::new()).hidden_in("ab"), "ab");
    }
}
