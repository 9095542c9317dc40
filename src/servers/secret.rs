//! The password, which must not be shown.

use std::fmt;

/// A password. Only the server receives it.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

/// Replacement for the password in texts.
const HIDDEN: &str = "*****";

impl Secret {
    #[must_use]
    pub const fn new(text: String) -> Self {
        Self(text)
    }

    /// The password itself, for the server alone.
    pub(super) fn reveal(&self) -> &str {
        &self.0
    }

    /// The text with every occurrence of the password hidden.
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
