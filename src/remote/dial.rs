//! The way to a server: its address, the connection, and the agreement to speak by WebSocket.

use crate::http::Token;
use crate::words::InLanguage;
use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::str::FromStr;
use std::time::Duration;
use thiserror::Error;
use tungstenite::handshake::client::generate_key;
use tungstenite::handshake::derive_accept_key;
use tungstenite::http::Uri;

/// Longest wait for a connection, and for each part of the answer.
const PATIENCE: Duration = Duration::from_secs(20);
/// Most bytes of an answer.
const LONGEST: usize = 16 << 10;
const MOST_HEADERS: usize = 64;
/// Usual port of the protocol.
const PORT: u16 = 80;

/// The address of a server. Texts about it name host and port, and not the token.
#[derive(Clone, PartialEq, Eq)]
pub struct Address {
    host: String,
    port: u16,
    path: String,
}

/// The fault of a text that is no address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum AddressError {
    #[error("this is no address of an engine: it is ws://HOST:PORT/TOKEN, as \"kumataka serve\" prints it")]
    Syntax,
    #[error(
        "wss:// is not spoken here: open a tunnel, as \"ssh -L 8080:localhost:8080 HOST\" does, and connect to \
         ws://localhost:8080/TOKEN"
    )]
    Secure,
}

impl InLanguage for AddressError {
    fn japanese(&self) -> String {
        match self {
            Self::Syntax => {
                "エンジンのアドレスではありません。「kumataka serve」が表示した ws://ホスト:ポート/トークン の形で書いてください"
                    .to_owned()
            }
            Self::Secure => "wss:// は使えません。「ssh -L 8080:localhost:8080 ホスト」のようにトンネルを開き、\
                ws://localhost:8080/トークン につないでください"
                .to_owned(),
        }
    }
}

/// The reason why there is no conversation with a server.
#[derive(Debug, Error)]
pub enum DialError {
    #[error("the host of {server} is unknown: {source}")]
    Unknown { server: String, source: io::Error },
    #[error(
        "nobody answers at {server}: {source}; is \"kumataka serve\" running there, with --listen for other machines, and \
         does the firewall let the port through?"
    )]
    Unreachable { server: String, source: io::Error },
    #[error("the connection to {server} was lost: {source}")]
    Lost { server: String, source: io::Error },
    #[error("{server} refuses the connection: {text}")]
    Refused { server: String, text: String },
    #[error("no engine answers at {server}: take the address that \"kumataka serve\" prints")]
    NoEngine { server: String },
}

impl InLanguage for DialError {
    fn japanese(&self) -> String {
        match self {
            Self::Unknown { server, source } => format!("{server}のホストが見つかりません：{source}"),
            Self::Unreachable { server, source } => format!(
                "{server}につながりません：{source}。「kumataka serve」が --listen 付きで動いているか、\
                 ファイアウォールがポートを通しているか確かめてください"
            ),
            Self::Lost { server, source } => format!("{server}との接続が切れました：{source}"),
            Self::Refused { server, text } => format!("{server}に断られました：{text}"),
            Self::NoEngine { server } => {
                format!("{server}にはエンジンがありません。「kumataka serve」が表示したアドレスを使ってください")
            }
        }
    }
}

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        let uri: Uri = text.trim().parse().map_err(|_| AddressError::Syntax)?;
        match uri.scheme_str() {
            Some("ws") => {}
            Some("wss") => return Err(AddressError::Secure),
            _ => return Err(AddressError::Syntax),
        }
        let host = uri.host().filter(|host| !host.is_empty()).ok_or(AddressError::Syntax)?.to_owned();
        Ok(Self { host, port: uri.port_u16().unwrap_or(PORT), path: uri.path().to_owned() })
    }
}

impl Address {
    /// The address with a token that was left out of it.
    pub fn with(self, token: Option<&Token>) -> Self {
        let Some(token) = token else { return self };
        let path = format!("{}/{}", self.path.trim_end_matches('/'), token.reveal());
        Self { path, ..self }
    }

    /// Host and port.
    pub fn server(&self) -> String {
        format!("{}:{}", self.host, self.port)
    }

    /// Connects, and returns what has come behind the server's agreement to speak by WebSocket.
    ///
    /// # Errors
    /// If the server is not there, or refuses.
    pub fn dial(&self) -> Result<(TcpStream, Vec<u8>), DialError> {
        let mut stream = self.connect()?;
        self.agree(&mut stream).map(|rest| (stream, rest))
    }

    fn connect(&self) -> Result<TcpStream, DialError> {
        let name = self.host.trim_start_matches('[').trim_end_matches(']');
        let found = (name, self.port).to_socket_addrs();
        let found = found.map_err(|source| DialError::Unknown { server: self.server(), source })?;
        let mut result = Err(io::ErrorKind::NotFound.into());
        for address in found {
            result = TcpStream::connect_timeout(&address, PATIENCE);
            if result.is_ok() {
                break;
            }
        }
        result.map_err(|source| DialError::Unreachable { server: self.server(), source })
    }

    fn agree(&self, stream: &mut TcpStream) -> Result<Vec<u8>, DialError> {
        let lost = |source| DialError::Lost { server: self.server(), source };
        let key = generate_key();
        stream.set_read_timeout(Some(PATIENCE)).map_err(lost)?;
        stream.write_all(self.request(&key).as_bytes()).map_err(lost)?;
        let mut answer = Vec::new();
        loop {
            match Head::read(&answer) {
                Ok(Some(head)) => return self.judge(&head, answer, stream, &derive_accept_key(key.as_bytes())),
                Ok(None) if answer.len() < LONGEST => {}
                _ => return Err(DialError::NoEngine { server: self.server() }),
            }
            let mut chunk = [0; 4096];
            match stream.read(&mut chunk).map_err(lost)? {
                0 => return Err(DialError::NoEngine { server: self.server() }),
                count => answer.extend_from_slice(&chunk[..count]),
            }
        }
    }

    fn request(&self, key: &str) -> String {
        format!(
            "GET {} HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n",
            self.path,
            self.server()
        )
    }

    fn judge(&self, head: &Head, answer: Vec<u8>, stream: &TcpStream, key: &str) -> Result<Vec<u8>, DialError> {
        let mut rest = answer[head.length..].to_vec();
        match head.status {
            101 if head.accept == key => Ok(rest),
            400..=599 => {
                // Words that do not come wholly are words, too.
                let _ = stream.take(LONGEST as u64).read_to_end(&mut rest);
                let text = String::from_utf8_lossy(&rest).trim().to_owned();
                Err(DialError::Refused { server: self.server(), text })
            }
            _ => Err(DialError::NoEngine { server: self.server() }),
        }
    }
}

/// The part of an answer before its body.
struct Head {
    status: u16,
    accept: String,
    length: usize,
}

impl Head {
    /// The head at the start of some bytes; none if more must come.
    fn read(bytes: &[u8]) -> Result<Option<Self>, httparse::Error> {
        let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
        let mut parsed = httparse::Response::new(&mut headers);
        let httparse::Status::Complete(length) = parsed.parse(bytes)? else { return Ok(None) };
        let accept = parsed.headers.iter().find(|header| header.name.eq_ignore_ascii_case("sec-websocket-accept"));
        let accept = accept.map_or_else(String::new, |header| String::from_utf8_lossy(header.value).trim().to_owned());
        Ok(Some(Self { status: parsed.code.unwrap_or_default(), accept, length }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read() {
        let read = |text: &str| text.parse::<Address>().map(|address| (address.server(), address.path));
        let token = "0123456789abcdef";
        let wanted = |server: &str| Ok((server.to_owned(), format!("/{token}")));
        assert_eq!(read(&format!("ws://192.168.0.5:8080/{token}")), wanted("192.168.0.5:8080"));
        assert_eq!(read(&format!(" ws://desktop/{token}\n")), wanted("desktop:80"));
        assert_eq!(read(&format!("ws://[::1]:9/{token}")), wanted("[::1]:9"));
        assert_eq!(read("wss://desktop/x"), Err(AddressError::Secure));
        for wrong in ["", "desktop:8080", "http://desktop/x", "ws://", "ws:///x", "ws://a b/c"] {
            assert_eq!(read(wrong), Err(AddressError::Syntax), "{wrong}");
        }
        let bare: Address = "ws://desktop:1/".parse().unwrap();
        assert_eq!(bare.with(Some(&token.parse().unwrap())).path, format!("/{token}"));
    }
}
