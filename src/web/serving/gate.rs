//! The gate of the server: nobody passes without the token, and no page of another origin.

use crate::http::{Request, Token};
use std::net::{IpAddr, SocketAddr};
use thiserror::Error;

/// The reason why a request is refused at the gate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Refused {
    #[error("the Host of the request is not this program: open the address that it has printed")]
    Host,
    #[error("the request comes from a page of another origin")]
    Origin,
    #[error("the address has no valid token: open the address that the program has printed")]
    Token,
}

/// The token and the address of a server.
#[derive(Debug)]
pub struct Gate {
    token: Token,
    address: SocketAddr,
}

impl Gate {
    /// A gate with a token of its own.
    pub fn new(address: SocketAddr) -> Self {
        Self { token: Token::random(), address }
    }

    /// The address of the page at this host.
    pub fn page(&self, host: IpAddr) -> String {
        format!("http://{}/{}/", SocketAddr::new(host, self.address.port()), self.token.reveal())
    }

    /// The part of the path behind the token.
    ///
    /// # Errors
    /// If the request may not pass.
    pub fn pass<'a>(&self, request: &'a Request) -> Result<&'a str, Refused> {
        let host = request.header("host").filter(|host| self.is_own(host)).ok_or(Refused::Host)?;
        let is_own_page = |origin: &str| origin.strip_prefix("http://") == Some(host);
        if request.header("origin").is_some_and(|origin| !is_own_page(origin)) {
            return Err(Refused::Origin);
        }
        if request.header("sec-fetch-site").is_some_and(|site| !matches!(site, "same-origin" | "none")) {
            return Err(Refused::Origin);
        }
        let (token, rest) = request.path.trim_start_matches('/').split_once('/').ok_or(Refused::Token)?;
        if self.token.is(token) { Ok(rest) } else { Err(Refused::Token) }
    }

    /// True for a name of this server. A name that somebody else may point here is none: a hostile page would become of
    /// the same origin by it.
    fn is_own(&self, host: &str) -> bool {
        let (name, port) = host.rsplit_once(':').unwrap_or((host, "80"));
        let name = name.trim_start_matches('[').trim_end_matches(']');
        let is_here = |address: IpAddr| !self.address.ip().is_loopback() || address.is_loopback();
        port.parse() == Ok(self.address.port()) && (name == "localhost" || name.parse().is_ok_and(is_here))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gate(ip: &str) -> Gate {
        Gate { token: Token::random(), address: SocketAddr::new(ip.parse().unwrap(), 8080) }
    }

    #[test]
    fn names_that_others_may_point_here_are_refused() {
        let own = |ip, host| gate(ip).is_own(host);
        for host in ["127.0.0.1:8080", "localhost:8080", "[::1]:8080", "127.1.2.3:8080"] {
            assert!(own("127.0.0.1", host), "{host}");
        }
        for host in ["127.0.0.1", "127.0.0.1:80", "evil.example:8080", "192.168.0.2:8080", "localhost.evil:8080", ""] {
            assert!(!own("127.0.0.1", host), "{host}");
        }
        assert!(own("0.0.0.0", "192.168.0.2:8080") && own("192.168.0.2", "192.168.0.2:8080"));
        assert!(!own("0.0.0.0", "evil.example:8080"));
    }
}
