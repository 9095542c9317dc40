//! The command `kumataka connect`, an engine on the standard streams whose other end is on another machine.

use super::dial::{Address, AddressError, DialError};
use super::link::{End, Link, Patience, Tended, lines};
use super::source::{SourceError, TokenArgs};
use crate::engines::lines::{Ended, read_line};
use crate::jobs::command::{Command, SharedOutput, Trouble};
use crate::jobs::language::LanguageArgs;
use crate::jobs::plain;
use crate::words::InLanguage;
use clap::Args;
use std::io::{self, BufReader};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use thiserror::Error;
use tungstenite::protocol::Role;
use tungstenite::protocol::frame::coding::CloseCode;

const EXAMPLES: &str = "\
Examples:
  kumataka connect ws://192.168.0.5:8080/0123456789abcdef
  kumataka connect ws://192.168.0.5:8080 --token-file token.txt

A front-end that starts engines without arguments gets a file that does it, such
as remote.bat on Windows:
  @\"C:\\shogi\\kumataka.exe\" connect ws://192.168.0.5:8080/0123456789abcdef";

/// Interval of the questions for a sign of life, and of the looks at the connection.
const PING: Duration = Duration::from_secs(15);
const LOOK: Duration = Duration::from_millis(500);

/// Speak USI on the standard input and output for an engine on another machine.
///
/// The other machine runs "kumataka serve", which prints the address. A lost connection ends the program with an error: a game
/// that goes on by an engine that has forgotten it would be worse.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct ConnectArgs {
    /// The address of the engine, ws://HOST:PORT/TOKEN
    #[arg(value_name = "URL")]
    url: String,
    #[command(flatten)]
    token: TokenArgs,
    #[command(flatten)]
    language: LanguageArgs,
}

/// The reason why there is no engine, or none any more.
#[derive(Debug, Error)]
pub enum ConnectError {
    #[error(transparent)]
    Address(#[from] AddressError),
    #[error(transparent)]
    Token(#[from] SourceError),
    #[error(transparent)]
    Dial(#[from] DialError),
    #[error("the server has closed the connection: {0}")]
    Closed(String),
    #[error("the connection to the engine is lost: {0}; start the engine again")]
    Lost(String),
    #[error(transparent)]
    Trouble(#[from] Trouble),
}

impl InLanguage for ConnectError {
    fn japanese(&self) -> String {
        match self {
            Self::Address(error) => error.japanese(),
            Self::Token(error) => error.japanese(),
            Self::Dial(error) => error.japanese(),
            Self::Closed(reason) => format!("サーバが切断しました：{reason}"),
            Self::Lost(cause) => format!("エンジンとの接続が切れました：{cause}。エンジンを起動し直してください"),
            Self::Trouble(error) => error.japanese(),
        }
    }
}

impl Command for ConnectArgs {
    type Error = ConnectError;

    const NEEDS_THREADS: bool = true;
    const JAPANESE: Option<&'static str> = Some(include_str!("connect.ja.toml"));

    fn run(&self) -> Result<(), ConnectError> {
        self.speak().inspect_err(|error| {
            // A front-end shows what an engine says more often than its standard error. It may have gone.
            let _ = SharedOutput.say(format_args!("info string {}", plain::line(self.explain(error))));
        })
    }

    fn explain(&self, error: &ConnectError) -> String {
        error.text_in(self.language.language())
    }
}

impl ConnectArgs {
    fn speak(&self) -> Result<(), ConnectError> {
        let address: Address = self.url.parse()?;
        let (stream, rest) = address.with(self.token.own()?.as_ref()).dial()?;
        let link = Arc::new(Link::new(stream, Role::Client).map_err(Trouble::from)?);
        let quits = Arc::new(AtomicBool::new(false));
        let (hearing, has_quit) = (Arc::clone(&link), Arc::clone(&quits));
        // Neither thread is waited for: the standard input may stay open, and the program ends with the conversation.
        thread::spawn(move || pass_on(&hearing, &has_quit));
        let tended = Arc::clone(&link);
        thread::spawn(move || keep(&tended));
        let end = hear(&link, rest)?;
        match end {
            End::Closed(CloseCode::Normal, _) => Ok(()),
            End::Closed(_, reason) => Err(ConnectError::Closed(reason)),
            End::Lost(_) if quits.load(Ordering::Relaxed) => Ok(()),
            End::Nonsense(_, cause) | End::Lost(cause) => Err(ConnectError::Lost(cause)),
        }
    }
}

/// Prints what the engine says, until the conversation is over.
fn hear(link: &Link, rest: Vec<u8>) -> Result<End, Trouble> {
    let mut receiver = link.receiver(rest);
    loop {
        match receiver.next() {
            Ok(text) => lines(&text).try_for_each(|line| SharedOutput.say(line))?,
            Err(end) => return Ok(end),
        }
    }
}

/// Sends what the front-end says. The end of its input is the end of the engine, as of one on this machine.
fn pass_on(link: &Link, quits: &AtomicBool) {
    let mut input = BufReader::new(io::stdin());
    let mut line = Vec::new();
    while matches!(read_line(&mut input, &mut line), Ok(Ended::ByNewline | Ended::ByStream)) {
        let text = String::from_utf8_lossy(&line);
        let text = text.trim_start_matches('\u{feff}').trim();
        if text == "quit" {
            break;
        }
        if !text.is_empty() && link.say(text).is_err() {
            // The thread that hears the engine says so.
            link.cut();
            return;
        }
    }
    quits.store(true, Ordering::Relaxed);
    // A server that has gone needs no word.
    let _ = link.say("quit");
}

/// Cuts the connection once the server gives no sign of life.
fn keep(link: &Link) {
    let patience = Patience { ping: PING, idle: None };
    while !matches!(link.tend(Instant::now(), patience), Tended::Over { .. }) {
        thread::sleep(LOOK);
    }
    link.cut();
}
