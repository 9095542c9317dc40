//! The connection to a server.

use super::error::{Break, CsaError};
use super::event::{Event, LineSender};
use super::secret::Secret;
use crate::engines::lines::{Ended, read_line};
use crate::usi::Quoted;
use std::io::{self, BufReader, Write};
use std::net::{Shutdown, SocketAddr, TcpStream, ToSocketAddrs};
use std::thread;
use std::time::{Duration, Instant};

/// Usual port of the protocol.
const PORT: u16 = 4081;
/// Longest time for sending a line; after it the connection counts as lost.
const WRITING: Duration = Duration::from_secs(30);

/// Addresses of a server, given as `HOST:PORT` or as `HOST` at the usual port.
///
/// # Errors
/// If the host is unknown.
pub fn resolve(server: &str) -> Result<Vec<SocketAddr>, CsaError> {
    let unknown = |source| CsaError::UnknownHost { host: Quoted::from(server), source };
    let bare = server.trim_start_matches('[').trim_end_matches(']');
    let has_port = server.rsplit_once(':').is_some_and(|(host, port)| {
        !port.is_empty()
            && port.bytes().all(|byte| byte.is_ascii_digit())
            && (host.ends_with(']') || !host.contains(':'))
    });
    let found = if has_port { server.to_socket_addrs() } else { (bare, PORT).to_socket_addrs() };
    let addresses: Vec<SocketAddr> = found.map_err(unknown)?.collect();
    if addresses.is_empty() { Err(unknown(io::ErrorKind::NotFound.into())) } else { Ok(addresses) }
}

/// A connection. Dropping it closes it.
pub struct Wire {
    stream: TcpStream,
    number: u64,
    last_sent: Instant,
}

impl Wire {
    /// Connects to the first of the addresses that answers within `patience`. The server's lines go to `events`, marked
    /// with the number of the connection.
    ///
    /// # Errors
    /// If none answers.
    pub fn connect(
        server: &str,
        addresses: &[SocketAddr],
        patience: Duration,
        number: u64,
        events: LineSender,
    ) -> Result<Self, Break> {
        let mut result = Err(io::ErrorKind::NotFound.into());
        for address in addresses {
            result = TcpStream::connect_timeout(address, patience);
            if result.is_ok() {
                break;
            }
        }
        let set_up = |stream: TcpStream| {
            stream.set_nodelay(true)?;
            stream.set_write_timeout(Some(WRITING))?;
            let reader = stream.try_clone()?;
            thread::Builder::new().name("server".to_owned()).spawn(move || listen(reader, number, &events))?;
            Ok(stream)
        };
        let stream = result.and_then(set_up);
        let stream = stream.map_err(|source| Break::Refused { server: server.to_owned(), source })?;
        Ok(Self { stream, number, last_sent: Instant::now() })
    }

    pub const fn number(&self) -> u64 {
        self.number
    }

    pub const fn last_sent(&self) -> Instant {
        self.last_sent
    }

    /// Sends a line and notes the time, from which the next blank line is due.
    ///
    /// # Errors
    /// If the connection is lost.
    pub fn send(&mut self, line: &str) -> Result<(), Break> {
        let sent = self.stream.write_all(format!("{line}\n").as_bytes()).and_then(|()| self.stream.flush());
        self.last_sent = Instant::now();
        sent.map_err(Break::Lost)
    }

    /// Sends the line that opens a session, the only one with the password.
    ///
    /// # Errors
    /// If the connection is lost.
    pub fn log_in(&mut self, id: &str, game: Option<&str>, password: &Secret) -> Result<(), Break> {
        let game = game.map_or(String::new(), |game| format!("{game},"));
        self.send(&format!("LOGIN {id} {game}{}", password.reveal()))
    }
}

impl Drop for Wire {
    fn drop(&mut self) {
        // The connection may be closed already.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

/// Passes the server's lines on until the connection ends.
fn listen(stream: TcpStream, connection: u64, events: &LineSender) {
    let mut reader = BufReader::new(stream);
    let mut line = Vec::new();
    let cause = loop {
        let read = read_line(&mut reader, &mut line);
        let at = Instant::now();
        let text = String::from_utf8_lossy(&line);
        match read {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => break Break::Lost(error),
            Ok(Ended::Before) => break Break::Closed,
            Ok(Ended::ByStream) => break Break::HalfLine(Quoted::from(&*text)),
            Ok(Ended::ByNewline) => {
                let text = text.trim_end_matches('\r').to_owned();
                if events.send(Event::Line { connection, text, at }).is_err() {
                    return;
                }
            }
        }
    };
    // The client may have ended before.
    let _ = events.send(Event::Broken { connection, cause });
}
