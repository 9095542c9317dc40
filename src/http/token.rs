//! The token in the address of a server: who knows it may come in.

use crate::words::InLanguage;
use rand::RngExt as _;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Bytes of a random token, too many to guess.
const BYTES: usize = 16;
/// Fewest characters of a token that a person chooses.
const SHORTEST: usize = 16;

/// A token. Texts for debugging do not show it.
#[derive(Clone)]
pub struct Token(String);

/// The fault of a text that is no token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TokenError {
    #[error("a token that nobody guesses has {SHORTEST} characters or more")]
    Short,
    #[error("a token is of letters a to z and A to Z, digits, - and _, since it stands in an address")]
    Characters,
}

impl InLanguage for TokenError {
    fn japanese(&self) -> String {
        match self {
            Self::Short => format!("トークンは、推測されないように{SHORTEST}文字以上にしてください"),
            Self::Characters => "トークンに使える文字は、半角の英数字と - と _ だけです".to_owned(),
        }
    }
}

impl Token {
    /// A token that nobody guesses.
    pub fn random() -> Self {
        let bytes: [u8; BYTES] = rand::rng().random();
        Self(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// True if a text is the token; takes a time that does not tell how many characters agree.
    pub fn is(&self, text: &str) -> bool {
        let differences = self.0.bytes().zip(text.bytes()).fold(0, |differences, (a, b)| differences | (a ^ b));
        self.0.len() == text.len() && differences == 0
    }

    /// The token itself, for the address and its owner alone.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl FromStr for Token {
    type Err = TokenError;

    fn from_str(text: &str) -> Result<Self, TokenError> {
        if !text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')) {
            return Err(TokenError::Characters);
        }
        if text.len() < SHORTEST { Err(TokenError::Short) } else { Ok(Self(text.to_owned())) }
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("*****")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_long_and_differ() {
        let token = || Token::random().0;
        assert!(token().len() == 2 * BYTES && token() != token());
        let own: Token = "0123456789-_abcD".parse().unwrap();
        assert!(own.is("0123456789-_abcD") && !own.is("0123456789-_abcE") && !own.is("0123456789-_abc") && !own.is(""));
        assert_eq!(format!("{own:?}"), "*****");
        assert_eq!("short".parse::<Token>().unwrap_err(), TokenError::Short);
        for wrong in ["a token with blanks", "秘密の言葉は長いほど推測されない", "../../../../etc/passwd"]
        {
            assert_eq!(wrong.parse::<Token>().unwrap_err(), TokenError::Characters, "{wrong}");
        }
    }
}
