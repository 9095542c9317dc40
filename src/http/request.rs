//! One request of HTTP/1.1, read within bounds of size and time.

use std::collections::HashMap;
use std::io::{self, Read};
use std::net::TcpStream;
use std::time::{Duration, Instant};
use thiserror::Error;

/// Most bytes of the lines before a body.
const LONGEST_HEAD: usize = 16 << 10;
/// Most headers; browsers send about twenty.
const MOST_HEADERS: usize = 64;
/// Most bytes of a body: a record of 16 MB as text of base 64.
pub const LONGEST_BODY: usize = 24 << 20;
/// Time for the lines before a body, and for the whole request.
const HEAD_TIME: Duration = Duration::from_secs(10);
const WHOLE_TIME: Duration = Duration::from_secs(60);
/// Time in which a refused body is read and dropped, so that its sender reads the refusal.
const DROP_TIME: Duration = Duration::from_secs(2);

/// A request, its header names in lower case.
#[derive(Debug)]
pub struct Request {
    pub method: String,
    /// The address without the question mark and what follows.
    pub path: String,
    /// The values behind the question mark. The page's own need no escapes.
    pub query: HashMap<String, String>,
    headers: HashMap<String, String>,
    pub body: Vec<u8>,
}

/// The reason why no request was read.
#[derive(Debug, Error)]
pub enum Unreadable {
    #[error("the request is no HTTP: {0}")]
    Syntax(#[from] httparse::Error),
    #[error("the lines before the body are longer than {LONGEST_HEAD} bytes")]
    Head,
    #[error("the body is longer than {LONGEST_BODY} bytes")]
    Body,
    #[error("the body has no length: send Content-Length")]
    NoLength,
    #[error("the request did not come in time")]
    Late,
    #[error("the connection was lost: {0}")]
    Lost(io::Error),
}

impl Unreadable {
    /// The status of HTTP that says so; none if nobody is left to read it.
    pub const fn status(&self) -> Option<u16> {
        match self {
            Self::Syntax(_) => Some(400),
            Self::Head => Some(431),
            Self::Body => Some(413),
            Self::NoLength => Some(411),
            Self::Late => Some(408),
            Self::Lost(_) => None,
        }
    }
}

impl From<io::Error> for Unreadable {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => Self::Late,
            _ => Self::Lost(error),
        }
    }
}

/// A connection that is read until an instant, however slowly its bytes come.
struct Wire<'a> {
    stream: &'a TcpStream,
    deadline: Instant,
}

impl Read for Wire<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.stream.set_read_timeout(Some(left))?;
        self.stream.read(buffer)
    }
}

impl Request {
    /// Reads a request.
    ///
    /// # Errors
    /// If it is none, is too long, or takes too long.
    pub fn read(stream: &TcpStream) -> Result<Self, Unreadable> {
        let now = Instant::now();
        let (mut request, rest) = Self::read_head(Wire { stream, deadline: now + HEAD_TIME })?;
        let length = request.length()?;
        request.body = rest;
        request.body.truncate(length);
        let missing = length - request.body.len();
        let mut wire = Wire { stream, deadline: now + WHOLE_TIME };
        if wire.by_ref().take(missing as u64).read_to_end(&mut request.body)? < missing {
            return Err(Unreadable::Lost(io::ErrorKind::UnexpectedEof.into()));
        }
        Ok(request)
    }

    /// The request without its body, and the bytes of the body that came with it.
    fn read_head(mut wire: Wire<'_>) -> Result<(Self, Vec<u8>), Unreadable> {
        let mut bytes = Vec::new();
        let mut chunk = [0; 4096];
        loop {
            match wire.read(&mut chunk)? {
                0 => return Err(Unreadable::Lost(io::ErrorKind::UnexpectedEof.into())),
                count => bytes.extend_from_slice(&chunk[..count]),
            }
            match Self::parse(&bytes)? {
                Some((request, length)) if length <= LONGEST_HEAD => return Ok((request, bytes.split_off(length))),
                None if bytes.len() <= LONGEST_HEAD => {}
                _ => return Err(Unreadable::Head),
            }
        }
    }

    /// The request at the start of some bytes and the length of its head; none if more must come.
    fn parse(bytes: &[u8]) -> Result<Option<(Self, usize)>, Unreadable> {
        let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
        let mut parsed = httparse::Request::new(&mut headers);
        let httparse::Status::Complete(length) = parsed.parse(bytes)? else { return Ok(None) };
        let (path, query) = parsed.path.unwrap_or_default().split_once('?').unwrap_or((parsed.path.unwrap_or("/"), ""));
        let header = |header: &httparse::Header<'_>| {
            (header.name.to_ascii_lowercase(), String::from_utf8_lossy(header.value).trim().to_owned())
        };
        let request = Self {
            method: parsed.method.unwrap_or_default().to_owned(),
            path: path.to_owned(),
            query: query.split('&').filter_map(|pair| pair.split_once('=')).map(owned).collect(),
            headers: parsed.headers.iter().map(header).collect(),
            body: Vec::new(),
        };
        Ok(Some((request, length)))
    }

    fn length(&self) -> Result<usize, Unreadable> {
        if self.header("transfer-encoding").is_some() {
            return Err(Unreadable::NoLength);
        }
        let Some(length) = self.header("content-length") else { return Ok(0) };
        match length.parse() {
            Ok(length @ 0..=LONGEST_BODY) => Ok(length),
            Ok(_) => Err(Unreadable::Body),
            Err(_) => Err(Unreadable::NoLength),
        }
    }

    /// The value of a header, by its name in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(String::as_str)
    }
}

fn owned((key, value): (&str, &str)) -> (String, String) {
    (key.to_owned(), value.to_owned())
}

/// Reads the rest of a refused request and drops it: a connection closed with unread bytes would take the refusal along.
pub fn drop_rest(stream: &TcpStream) {
    let mut wire = Wire { stream, deadline: Instant::now() + DROP_TIME };
    let mut chunk = [0; 64 << 10];
    while matches!(wire.read(&mut chunk), Ok(1..)) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Option<(Request, usize)>, Unreadable> {
        Request::parse(text.as_bytes())
    }

    #[test]
    fn a_head_is_read_once_it_is_whole() {
        let head = "GET /t/piece?game=shogi&set=short HTTP/1.1\r\nHost: localhost:80\r\nContent-Length: 3\r\n\r\n";
        let (request, length) = parsed(&format!("{head}abc")).unwrap().unwrap();
        assert_eq!((request.method.as_str(), request.path.as_str(), length), ("GET", "/t/piece", head.len()));
        assert_eq!((request.query["set"].as_str(), request.query.get("no")), ("short", None));
        assert_eq!((request.header("host"), request.length().unwrap()), (Some("localhost:80"), 3));
        assert!(parsed(&head[..head.len() - 1]).unwrap().is_none());
        assert_eq!(parsed("\u{7}\r\n\r\n").unwrap_err().status(), Some(400));
    }

    #[test]
    fn bodies_have_a_length_within_bounds() {
        let status = |header: &str| {
            let (request, _) = parsed(&format!("POST / HTTP/1.1\r\n{header}\r\n\r\n")).unwrap().unwrap();
            request.length().map_err(|error| error.status())
        };
        assert_eq!(status("Accept: */*"), Ok(0));
        assert_eq!(status(&format!("Content-Length: {LONGEST_BODY}")), Ok(LONGEST_BODY));
        assert_eq!(status("Content-Length: 104857600"), Err(Some(413)));
        assert_eq!(status("Content-Length: -1"), Err(Some(411)));
        assert_eq!(status("Transfer-Encoding: chunked"), Err(Some(411)));
    }
}
