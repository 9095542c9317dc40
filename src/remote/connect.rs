//! The command `kumataka connect`, an engine on the standard streams whose other end is on another machine.

use super::dial::{Address, AddressError, DialError};
use super::link::{End, Link, Patience, Tended, lines};
use super::source::{SourceError, TokenArgs};
use super::talk::Talk;
use crate::engines::lines::{Ended, read_line};
use crate::jobs::command::{Command, SharedOutput, Trouble, lock};
use crate::jobs::language::LanguageArgs;
use crate::jobs::plain;
use crate::words::InLanguage;
use clap::Args;
use std::io::{self, BufReader};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};
use thiserror::Error;
use tungstenite::protocol::Role;
use tungstenite::protocol::frame::coding::CloseCode;

const EXAMPLES: &str = "\
Examples:
  kumataka connect ws://192.168.0.5:8080/0123456789abcdef
  kumataka connect ws://192.168.0.5:8080 --token-file token.txt

For a front-end that starts engines without arguments, write a script, for
example remote.bat on Windows:
  @\"C:\\shogi\\kumataka.exe\" connect ws://192.168.0.5:8080/0123456789abcdef";

/// Interval of the questions for a sign of life.
const PATIENCE: Patience = Patience { ping: Duration::from_secs(15), idle: None };
/// Interval of the looks at the connection.
const LOOK: Duration = Duration::from_millis(500);
/// Pauses between two attempts to connect anew; each is twice the last.
const FIRST_PAUSE: Duration = Duration::from_millis(500);
const LONGEST_PAUSE: Duration = Duration::from_secs(8);
/// Life of a connection whose loss is another outage.
const STEADY: Duration = Duration::from_secs(10);
const SHORT: Duration = Duration::from_millis(50);

/// Words for a front-end that waits for a search, in English and Japanese.
const CUT: [&str; 2] = [
    "the connection to the engine is lost: CAUSE; connecting anew",
    "エンジンとの接続が切れました：CAUSE。つなぎ直しています",
];
const ANEW: [&str; 2] = ["connected anew; the search begins again", "つなぎ直しました。読みをやり直します"];

/// Use an engine on another machine, through USI on standard input and output.
///
/// Run "kumataka serve" on the other machine; it prints the address. When the connection is lost, the program
/// reconnects, sends the options and the position to a new engine, and restarts the search with the time that is left.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct ConnectArgs {
    /// Address of the engine, ws://HOST:PORT/TOKEN
    #[arg(value_name = "URL")]
    url: String,
    #[command(flatten)]
    token: TokenArgs,
    /// Keep trying to reconnect for this long; 0 to give up at once
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    retry: u32,
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
        let address = address.with(self.token.own()?.as_ref());
        let (link, mut rest) = opened(&address)?;
        let line = Arc::new(Line { talk: Mutex::default(), link: Mutex::new(link), quits: AtomicBool::new(false) });
        // Neither thread is waited for: the standard input may stay open, and the program ends with the conversation.
        let passing = Arc::clone(&line);
        thread::spawn(move || passing.pass_on());
        let kept = Arc::clone(&line);
        thread::spawn(move || kept.keep());
        let (mut outage, mut begins_again) = (None, false);
        loop {
            let opened = Instant::now();
            let end = line.hear(rest, begins_again.then(|| self.words(ANEW)))?;
            if opened.elapsed() >= STEADY {
                outage = None;
            }
            let cause = match end {
                End::Closed(CloseCode::Normal, _) => return Ok(()),
                // The server may not have noticed yet that the place of this program is free.
                End::Closed(CloseCode::Again, reason) if outage.is_some() => reason,
                End::Closed(_, reason) => return Err(ConnectError::Closed(reason)),
                End::Lost(_) if line.quits() => return Ok(()),
                End::Nonsense(_, cause) => return Err(ConnectError::Lost(cause)),
                End::Lost(cause) => cause,
            };
            let outage = outage.get_or_insert_with(|| Outage::new(Duration::from_secs(self.retry.into())));
            match self.reopen(&line, &address, outage, cause) {
                Err(_) if line.quits() => return Ok(()),
                reopened => (rest, begins_again) = reopened?,
            }
        }
    }

    /// Connects anew, as often as the outage allows. What the engine has to know goes before any other line. Returns what came
    /// with the handshake, and true if a search begins again.
    fn reopen(
        &self,
        line: &Line,
        address: &Address,
        outage: &mut Outage,
        mut cause: String,
    ) -> Result<(Vec<u8>, bool), ConnectError> {
        loop {
            let waits = lock(&line.talk).waits();
            if waits && !std::mem::replace(&mut outage.is_told, true) && !outage.time.is_zero() {
                let [english, japanese] = CUT;
                let [english, japanese] = [english, japanese].map(|words| words.replace("CAUSE", &cause));
                SharedOutput.say(self.words([&english, &japanese]))?;
            }
            if !outage.allows_another(|| line.quits()) {
                return Err(ConnectError::Lost(cause));
            }
            let (link, rest) = match opened(address) {
                Ok(opened) => opened,
                Err(error) => {
                    cause = self.explain(&error);
                    continue;
                }
            };
            let mut talk = lock(&line.talk);
            // A connection that is lost again says so to who hears it.
            let _ = talk.resumption(Instant::now()).iter().try_for_each(|text| link.say(text));
            let waits = talk.waits();
            *lock(&line.link) = link;
            drop(talk);
            if line.quits() {
                // The word may have gone to the last connection.
                let _ = line.link().say("quit");
            }
            return Ok((rest, waits));
        }
    }

    /// Words for the front-end.
    fn words(&self, [english, japanese]: [&str; 2]) -> String {
        let text = self.language.language().choose(english, japanese);
        format!("info string {}", plain::line(text.to_owned()))
    }
}

fn opened(address: &Address) -> Result<(Arc<Link>, Vec<u8>), ConnectError> {
    let (stream, rest) = address.dial()?;
    Ok((Arc::new(Link::new(stream, Role::Client).map_err(Trouble::from)?), rest))
}

/// A time without a steady connection.
struct Outage {
    time: Duration,
    begun: Instant,
    /// The pause before the next attempt.
    pause: Duration,
    /// True once the front-end has heard of it.
    is_told: bool,
}

impl Outage {
    fn new(time: Duration) -> Self {
        Self { time, begun: Instant::now(), pause: Duration::ZERO, is_told: false }
    }

    /// Waits for the time of the next attempt; false if there is none, or the front-end quits.
    fn allows_another(&mut self, quits: impl Fn() -> bool) -> bool {
        let next = Instant::now() + self.pause;
        self.pause = (2 * self.pause).clamp(FIRST_PAUSE, LONGEST_PAUSE);
        while Instant::now() < next && !quits() {
            thread::sleep(SHORT);
        }
        !quits() && self.begun.elapsed() < self.time
    }
}

/// The engine for the front-end, by one connection after the other.
struct Line {
    /// Locked before `link` by who needs both.
    talk: Mutex<Talk>,
    link: Mutex<Arc<Link>>,
    quits: AtomicBool,
}

impl Line {
    fn link(&self) -> Arc<Link> {
        Arc::clone(&lock(&self.link))
    }

    fn quits(&self) -> bool {
        self.quits.load(Ordering::Relaxed)
    }

    /// Prints what the engine says, until the conversation is over; `first` goes before its first answer.
    fn hear(&self, rest: Vec<u8>, mut first: Option<String>) -> Result<End, Trouble> {
        let link = self.link();
        let mut receiver = link.receiver(rest);
        loop {
            let text = match receiver.next() {
                Ok(text) => text,
                Err(end) => return Ok(end),
            };
            for line in lines(&text) {
                // A server without a place says so by such a line.
                let first = if line.starts_with("info string") { None } else { first.take() };
                first.map_or(Ok(()), |words| SharedOutput.say(words))?;
                if lock(&self.talk).heard(line) {
                    SharedOutput.say(line)?;
                }
            }
        }
    }

    /// Sends what the front-end says. The end of its input is the end of the engine, as of one on this machine.
    fn pass_on(&self) {
        let mut input = BufReader::new(io::stdin());
        let mut line = Vec::new();
        while matches!(read_line(&mut input, &mut line), Ok(Ended::ByNewline | Ended::ByStream)) {
            let text = String::from_utf8_lossy(&line);
            let text = text.trim_start_matches('\u{feff}').trim();
            if text == "quit" {
                break;
            }
            if text.is_empty() {
                continue;
            }
            let link = {
                let mut talk = lock(&self.talk);
                talk.said(text, Instant::now());
                self.link()
            };
            if link.say(text).is_err() {
                // The thread that hears the engine connects anew, and the engine then hears of the line.
                link.cut();
            }
        }
        self.quits.store(true, Ordering::Relaxed);
        // A server that has gone needs no word.
        let _ = self.link().say("quit");
    }

    /// Cuts each connection whose server gives no sign of life.
    fn keep(&self) {
        loop {
            let link = self.link();
            if matches!(link.tend(Instant::now(), PATIENCE), Tended::Over { .. }) {
                link.cut();
            }
            thread::sleep(LOOK);
        }
    }
}
