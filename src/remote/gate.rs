//! The gate of the server: who knows the token passes, from no page but those that the owner names.

use crate::http::{Request, Token};
use crate::usi::Quoted;
use thiserror::Error;
use tungstenite::handshake::derive_accept_key;

/// The reason why a request is refused at the gate.
#[derive(Debug, PartialEq, Eq, Error)]
pub enum Refused {
    #[error("the address has no valid token: take the newest address that \"kumataka serve\" has printed")]
    Token,
    #[error("the request comes from a page of {0}: \"kumataka serve --allow-origin\" lets one in")]
    Origin(Quoted),
    #[error(
        "an engine for shogi programs answers here by WebSocket: \"kumataka connect ws://HOST:PORT/TOKEN\" speaks to it"
    )]
    NotWebSocket,
}

impl Refused {
    /// The status of HTTP that says so.
    pub const fn status(&self) -> u16 {
        match self {
            Self::Token | Self::Origin(_) => 403,
            Self::NotWebSocket => 426,
        }
    }
}

/// The conditions of entry.
#[derive(Debug)]
pub struct Gate {
    pub token: Token,
    /// The origins of pages that may come in.
    pub origins: Vec<String>,
}

impl Gate {
    /// The key by which the server agrees to speak by WebSocket.
    ///
    /// # Errors
    /// If the request may not pass.
    pub fn pass(&self, request: &Request) -> Result<String, Refused> {
        if !self.token.is(request.path.trim_matches('/')) {
            return Err(Refused::Token);
        }
        // Every browser says which page asks, and only browsers do.
        if let Some(origin) = request.header("origin")
            && !self.origins.iter().any(|known| known.eq_ignore_ascii_case(origin))
        {
            return Err(Refused::Origin(origin.into()));
        }
        let has = |name: &str, wanted: &str| {
            let mut words = request.header(name).unwrap_or_default().split(',').map(str::trim);
            words.any(|word| word.eq_ignore_ascii_case(wanted))
        };
        let is_web_socket = request.method == "GET"
            && has("upgrade", "websocket")
            && has("connection", "upgrade")
            && has("sec-websocket-version", "13");
        let key = request.header("sec-websocket-key").filter(|key| is_web_socket && !key.is_empty());
        key.map(|key| derive_accept_key(key.as_bytes())).ok_or(Refused::NotWebSocket)
    }
}
