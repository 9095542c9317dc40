//! Answers to requests, with the headers that keep the page to itself.

use serde::Serialize;
use std::borrow::Cow;
use std::io::{self, Write};

/// Only what this program sends may be shown or run, and no page of others may frame it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A whole answer.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    kind: &'static str,
    /// Name under which a browser saves it.
    file: Option<String>,
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

    /// Writes the answer, after which the connection is closed.
    pub fn write(&self, mut stream: impl Write) -> io::Result<()> {
        let mut head = head(self.status, self.kind);
        if let Some(name) = &self.file {
            head += &format!("Content-Disposition: attachment; filename=\"{name}\"\r\n");
        }
        head += &format!("Content-Length: {}\r\n\r\n", self.body.len());
        stream.write_all(head.as_bytes())?;
        stream.write_all(&self.body)?;
        stream.flush()
    }
}

/// The first lines of an answer, the same for all.
fn head(status: u16, kind: &str) -> String {
    format!(
        "HTTP/1.1 {status} {}\r\nContent-Type: {kind}\r\nContent-Security-Policy: {POLICY}\r\n\
         X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\nCross-Origin-Resource-Policy: same-origin\r\n\
         Cache-Control: no-store\r\nConnection: close\r\n",
        reason(status)
    )
}

const fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        409 => "Conflict",
        411 => "Length Required",
        413 => "Content Too Large",
        422 => "Unprocessable Content",
        431 => "Request Header Fields Too Large",
        503 => "Service Unavailable",
        _ => "Internal Server Error",
    }
}

/// A stream of events, as long as the page listens.
pub struct Events<W>(W);

impl<W: Write> Events<W> {
    /// Begins the stream.
    ///
    /// # Errors
    /// If the page has gone.
    pub fn begin(mut stream: W) -> io::Result<Self> {
        let mut head = head(200, "text/event-stream");
        head += "X-Accel-Buffering: no\r\n\r\n";
        stream.write_all(head.as_bytes())?;
        Ok(Self(stream))
    }

    /// Sends an event.
    ///
    /// # Errors
    /// If the page has gone.
    pub fn send(&mut self, name: &str, value: &impl Serialize) -> io::Result<()> {
        // JSON has no line breaks outside its strings, and escapes those inside.
        let text = serde_json::to_string(value)?;
        self.0.write_all(format!("event: {name}\ndata: {text}\n\n").as_bytes())?;
        self.0.flush()
    }

    /// Sends a line without meaning, which fails where the page has gone.
    ///
    /// # Errors
    /// If the page has gone.
    pub fn touch(&mut self) -> io::Result<()> {
        self.0.write_all(b":\n\n")?;
        self.0.flush()
    }
}
