//! Answers to what a page asks for.

use serde::Serialize;
use std::borrow::Cow;

/// A whole answer, with the status that HTTP gives it.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub kind: &'static str,
    /// Name under which a browser saves it.
    pub file: Option<String>,
    pub body: Cow<'static, [u8]>,
}

impl Answer {
    /// An answer in words.
    pub fn text(status: u16, text: impl ToString) -> Self {
        Self { status, kind: "text/plain; charset=utf-8", file: None, body: Cow::Owned(text.to_string().into_bytes()) }
    }

    /// A file of the page.
    pub const fn file(kind: &'static str, bytes: &'static [u8]) -> Self {
        Self { status: 200, kind, file: None, body: Cow::Borrowed(bytes) }
    }

    /// Bytes for the user to save under a name.
    pub fn download(name: String, bytes: Vec<u8>) -> Self {
        Self { status: 200, kind: "application/octet-stream", file: Some(name), body: Cow::Owned(bytes) }
    }

    /// A value as JSON.
    pub fn json(status: u16, value: &impl Serialize) -> Self {
        match serde_json::to_vec(value) {
            Ok(bytes) => Self { status, kind: "application/json", file: None, body: Cow::Owned(bytes) },
            Err(error) => Self::text(500, error),
        }
    }
}
