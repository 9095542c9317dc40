//! One side of a conversation by WebSocket, in lines: any thread sends, and one receives.

use crate::engines::lines::LONGEST_LINE;
use crate::http::drop_rest;
use crate::jobs::command::lock;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::{Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};
use tungstenite::error::{CapacityError, Error};
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::protocol::{CloseFrame, Role, WebSocketConfig, WebSocketContext};
use tungstenite::{Bytes, Message};

/// Time for a peer to take what is written.
const WRITE_TIME: Duration = Duration::from_secs(20);
/// Time for another thread to finish its line.
const SOON: Duration = Duration::from_millis(200);
/// Time for a peer to agree to the end.
const CLOSE_TIME: Duration = Duration::from_secs(2);
/// Signs of life that may fail to come before a peer counts as gone.
const MISSED: u32 = 3;
/// Most bytes of the reason of an end.
const LONGEST_REASON: usize = 123;
const BUFFER: usize = 16 << 10;

/// A connection behind its handshake.
pub struct Link {
    stream: TcpStream,
    role: Role,
    sending: Mutex<WebSocketContext>,
    pulse: Mutex<Pulse>,
}

/// The times of a connection.
struct Pulse {
    /// The last message of the peer; none before anybody receives.
    heard: Option<Instant>,
    /// The last line of either side.
    spoken: Instant,
    pinged: Instant,
    closed: Option<Instant>,
}

/// Limits of the patience with a peer.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// Interval of the questions for a sign of life.
    pub ping: Duration,
    /// Longest time without a line of either side.
    pub idle: Option<Duration>,
}

/// The state of a connection at a look at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tended {
    Well,
    /// Nobody has spoken for too long.
    Idle,
    /// It is to be cut: the peer gives no sign of life, or has not agreed to the end.
    Over {
        is_silent: bool,
    },
}

/// The end of a conversation.
#[derive(Debug)]
pub enum End {
    /// The peer has closed it, with this code and reason.
    Closed(CloseCode, String),
    /// The peer speaks something else, or too much at once.
    Nonsense(CloseCode, String),
    Lost(String),
}

fn config() -> WebSocketConfig {
    WebSocketConfig::default()
        .read_buffer_size(BUFFER)
        .max_message_size(Some(LONGEST_LINE))
        .max_frame_size(Some(LONGEST_LINE))
}

impl Link {
    /// A connection whose peer has agreed to speak by WebSocket.
    ///
    /// # Errors
    /// If it has been lost since.
    pub fn new(stream: TcpStream, role: Role) -> io::Result<Self> {
        stream.set_nodelay(true)?;
        stream.set_read_timeout(None)?;
        stream.set_write_timeout(Some(WRITE_TIME))?;
        let now = Instant::now();
        let pulse = Mutex::new(Pulse { heard: None, spoken: now, pinged: now, closed: None });
        Ok(Self { stream, role, sending: Mutex::new(WebSocketContext::new(role, Some(config()))), pulse })
    }

    /// Sends a line.
    ///
    /// # Errors
    /// If the connection is lost or closed.
    pub fn say(&self, line: &str) -> Result<(), Error> {
        lock(&self.pulse).spoken = Instant::now();
        self.send(Message::text(line))
    }

    fn send(&self, message: Message) -> Result<(), Error> {
        Self::send_by(&mut lock(&self.sending), &self.stream, message)
    }

    fn send_by(context: &mut WebSocketContext, mut stream: &TcpStream, message: Message) -> Result<(), Error> {
        context.write(&mut stream, message)?;
        context.flush(&mut stream)
    }

    /// The right to send, unless another thread has been waiting for the peer to take what it sends.
    fn sending_soon(&self) -> Option<MutexGuard<'_, WebSocketContext>> {
        let deadline = Instant::now() + SOON;
        loop {
            match self.sending.try_lock() {
                Ok(context) => return Some(context),
                Err(_) if Instant::now() < deadline => thread::sleep(Duration::from_millis(1)),
                Err(_) => return None,
            }
        }
    }

    /// Ends the conversation with a reason. [`Link::tend`] finds a peer that does not agree in time.
    pub fn close(&self, code: CloseCode, reason: &str) {
        lock(&self.pulse).closed.get_or_insert_with(Instant::now);
        let reason = reason[..reason.floor_char_boundary(LONGEST_REASON)].to_owned();
        if let Some(mut context) = self.sending_soon() {
            let frame = CloseFrame { code, reason: reason.into() };
            let _ = Self::send_by(&mut context, &self.stream, Message::Close(Some(frame)));
        }
    }

    /// Cuts the connection.
    pub fn cut(&self) {
        // It may be cut already.
        let _ = self.stream.shutdown(Shutdown::Both);
    }

    /// Ends the conversation with a peer that may still be sending, so that it reads the reason.
    pub fn part(&self, code: CloseCode, reason: &str) {
        self.close(code, reason);
        let _ = self.stream.shutdown(Shutdown::Write);
        drop_rest(&self.stream);
    }

    /// Does what is due at this time: asks for a sign of life, or ends a conversation in which nobody speaks.
    pub fn tend(&self, now: Instant, patience: Patience) -> Tended {
        let since = |then: Instant| now.saturating_duration_since(then);
        let mut pulse = lock(&self.pulse);
        let is_silent = pulse.heard.is_some_and(|heard| since(heard) >= patience.ping.saturating_mul(MISSED));
        if is_silent || pulse.closed.is_some_and(|closed| since(closed) >= CLOSE_TIME) {
            return Tended::Over { is_silent };
        }
        if patience.idle.is_some_and(|idle| since(pulse.spoken) >= idle) && pulse.closed.is_none() {
            return Tended::Idle;
        }
        if since(pulse.pinged) >= patience.ping {
            pulse.pinged = now;
            drop(pulse);
            if let Some(mut context) = self.sending_soon() {
                // A lost connection is noticed by who receives.
                let _ = Self::send_by(&mut context, &self.stream, Message::Ping(Bytes::new()));
            }
        }
        Tended::Well
    }

    /// The receiving end; `read` came with the handshake. There may be only one.
    pub fn receiver(&self, read: Vec<u8>) -> Receiver<'_> {
        lock(&self.pulse).heard = Some(Instant::now());
        Receiver { link: self, context: WebSocketContext::from_partially_read(read, self.role, Some(config())) }
    }
}

/// Reads from the connection, and writes whole frames between those of the threads that send.
struct Wire<'a>(&'a Link);

impl Read for Wire<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        (&self.0.stream).read(buffer)
    }
}

impl Write for Wire<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let _sending = lock(&self.0.sending);
        (&self.0.stream).write_all(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The receiving end of a connection.
pub struct Receiver<'a> {
    link: &'a Link,
    context: WebSocketContext,
}

impl Receiver<'_> {
    /// The next text of the peer, of one or more lines.
    ///
    /// # Errors
    /// If the conversation is over.
    pub fn next(&mut self) -> Result<String, End> {
        loop {
            let received = self.context.read(&mut Wire(self.link));
            lock(&self.link.pulse).heard = Some(Instant::now());
            match received {
                Ok(Message::Text(text)) => {
                    lock(&self.link.pulse).spoken = Instant::now();
                    return Ok(text.as_str().to_owned());
                }
                Ok(Message::Close(frame)) => {
                    // The peer may be gone before it hears the answer.
                    let _ = self.context.flush(&mut Wire(self.link));
                    let (code, reason) = frame
                        .map_or((CloseCode::Status, String::new()), |frame| (frame.code, frame.reason.to_string()));
                    let reason = if reason.is_empty() { format!("without a reason ({code})") } else { reason };
                    return Err(End::Closed(code, reason));
                }
                Ok(Message::Binary(_)) => {
                    return Err(End::Nonsense(CloseCode::Unsupported, "lines are text, not bytes".to_owned()));
                }
                Ok(_) => {}
                Err(error) => return Err(End::of(error)),
            }
        }
    }
}

impl End {
    fn of(error: Error) -> Self {
        match error {
            Error::Capacity(CapacityError::MessageTooLong { .. }) => {
                Self::Nonsense(CloseCode::Size, format!("a line has {LONGEST_LINE} bytes at most"))
            }
            Error::Utf8(_) => Self::Nonsense(CloseCode::Invalid, "the text is not UTF-8".to_owned()),
            Error::Protocol(tungstenite::error::ProtocolError::ResetWithoutClosingHandshake)
            | Error::ConnectionClosed
            | Error::AlreadyClosed => Self::Lost("it was cut".to_owned()),
            Error::Io(error) => Self::Lost(error.to_string()),
            other => Self::Nonsense(CloseCode::Protocol, other.to_string()),
        }
    }
}

/// The lines of a text; each end of a line that any program knows is one.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split(['\n', '\r']).filter(|line| !line.trim().is_empty())
}
