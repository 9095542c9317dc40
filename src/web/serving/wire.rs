//! Answers on the wire, with the headers that keep the page to itself.

use crate::http::reason;
use crate::web::answer::Answer;
use crate::web::watcher::Event;
use std::io::{self, Write};

/// Only what this program sends may be shown or run, and no page of others may frame it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Writes an answer, after which the connection is closed.
pub fn write(answer: &Answer, mut stream: impl Write) -> io::Result<()> {
    let mut head = head(answer.status, answer.kind);
    if let Some(name) = &answer.file {
        head += &format!("Content-Disposition: attachment; filename=\"{name}\"\r\n");
    }
    head += &format!("Content-Length: {}\r\n\r\n", answer.body.len());
    stream.write_all(head.as_bytes())?;
    stream.write_all(&answer.body)?;
    stream.flush()
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
    pub fn send(&mut self, event: &Event) -> io::Result<()> {
        // JSON has no line breaks outside its strings, and escapes those inside.
        let text = serde_json::to_string(event)?;
        self.0.write_all(format!("event: {}\ndata: {text}\n\n", event.name()).as_bytes())?;
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
