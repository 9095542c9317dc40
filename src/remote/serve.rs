//! The command line of `kumataka serve`.

use super::customs::{Bounds, is_same};
use super::gate::Gate;
use super::link::Patience;
use super::server::{Rules, Server};
use super::source::TokenArgs;
use crate::arena::{EngineArgument, EngineFault, MatchError, launch};
use crate::engines::process::{Children, Control, Engine, HANDSHAKE, Launch, Wait};
use crate::engines::protocol::{MoveClock, Protocol};
use crate::engines::usi::Usi;
use crate::http::{self, Token};
use crate::jobs::command::{Command, Output, Trouble};
use crate::jobs::language::LanguageArgs;
use crate::system::InterruptError;
use crate::variants::Variant;
use crate::words::{InLanguage, Language};
use clap::{Args, value_parser};
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use thiserror::Error;

const EXAMPLES: &str = "\
Examples:
  kumataka serve
  kumataka serve --listen 0.0.0.0   # for devices in the home network
  kumataka serve --port 8080 --token-file token.txt   # a fixed address
  kumataka serve --engine self,Threads=4,USI_Hash=1024
  kumataka serve --engine ./other-engine --max-connections 1
  kumataka serve --allow-origin https://example.org

On the other machine, run \"kumataka connect\" with the printed address.";

/// Let programs on other machines use an engine on this one.
///
/// Each WebSocket connection gets its own engine, which speaks USI line by line and ends with the connection. Anyone
/// who knows the printed address gets in. Clients can neither set options that name files nor exceed --threads and
/// --hash. Ctrl-C stops the server and all engines.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct ServeArgs {
    /// Address to listen on; anyone who can reach it and knows the token gets in
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    listen: IpAddr,
    /// Port to listen on; 0 for any free port
    #[arg(long, default_value_t = 0)]
    port: u16,
    #[command(flatten)]
    token: TokenArgs,
    /// Accept pages of this origin, for example https://example.org, or "null" for files; repeatable
    #[arg(long = "allow-origin", value_name = "ORIGIN")]
    origins: Vec<String>,
    /// Maximum number of connections, each with its own engine
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = value_parser!(u16).range(1..=1000))]
    max_connections: u16,
    /// Maximum number of threads per engine [default: the number of processors]
    #[arg(long, value_parser = value_parser!(i64).range(1..=1024))]
    threads: Option<i64>,
    /// Maximum size of each table of an engine, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 1024, value_parser = value_parser!(i64).range(1..=33_554_432))]
    hash: i64,
    /// Close a connection after this time without a line from either side; 0 for never
    #[arg(long, value_name = "SECONDS", default_value_t = 3600)]
    idle: u32,
    /// Ping each client at this interval, and close the connection after three unanswered pings
    #[arg(long, value_name = "SECONDS", default_value_t = 15, value_parser = value_parser!(u32).range(1..))]
    ping: u32,
    /// Engine to serve, this program or another USI engine: PATH[,OPTION=VALUE...]
    #[arg(long, value_name = "ENGINE", default_value = "self", value_parser = read_engine)]
    engine: EngineArgument,
    #[command(flatten)]
    language: LanguageArgs,
}

fn read_engine(text: &str) -> Result<EngineArgument, EngineFault> {
    let engine = EngineArgument::named_or_bare(text)?;
    if engine.protocol == Protocol::Usi && engine.move_clock == MoveClock::St {
        return Ok(engine);
    }
    let (option, value) = ("protocol".to_owned(), engine.protocol.to_string());
    Err(EngineFault::Value { option, value, problem: "only engines of USI are served".to_owned() })
}

/// The reason why nothing is served.
#[derive(Debug, Error)]
pub enum ServeError {
    #[error("nothing can be served at {address}: {source}; try another --port or --listen")]
    Listen { address: SocketAddr, source: io::Error },
    #[error(transparent)]
    Engine(#[from] MatchError),
    #[error(transparent)]
    Token(#[from] super::source::SourceError),
    #[error(transparent)]
    Interrupt(#[from] InterruptError),
    #[error(transparent)]
    Trouble(#[from] Trouble),
}

impl InLanguage for ServeError {
    fn japanese(&self) -> String {
        match self {
            Self::Listen { address, source } => {
                format!("{address}で待ち受けできません：{}。--port か --listen を変えてみてください", source.japanese())
            }
            Self::Engine(error) => error.japanese(),
            Self::Token(error) => error.japanese(),
            Self::Interrupt(error) => format!("Ctrl-Cを受け取れません：{error}"),
            Self::Trouble(error) => error.japanese(),
        }
    }
}

impl Command for ServeArgs {
    type Error = ServeError;

    const NEEDS_THREADS: bool = true;
    const JAPANESE: Option<&'static str> = Some(include_str!("serve.ja.toml"));

    fn run(&self) -> Result<(), ServeError> {
        let token = self.token.own()?.unwrap_or_else(Token::random);
        let rules = self.rules(token.clone())?;
        let asked = SocketAddr::new(self.listen, self.port);
        let listening = TcpListener::bind(asked).and_then(|listener| Ok((listener.local_addr()?, listener)));
        let (address, listener) = listening.map_err(|source| ServeError::Listen { address: asked, source })?;
        let children = Children::default();
        let stop = http::stop_at_interrupt(address, children.clone())?;
        self.tell_address(address.port(), &token)?;
        Arc::new(Server::new(rules, children)).run(&listener, &stop);
        Ok(())
    }

    fn explain(&self, error: &ServeError) -> String {
        error.text_in(self.language.language())
    }
}

impl ServeArgs {
    fn rules(&self, token: Token) -> Result<Rules, ServeError> {
        let EngineArgument { path, arguments, folder, options, .. } = self.engine.clone();
        let mut launch = launch(&path, Path::new(""), arguments, folder)?;
        launch.withheld.extend(self.token.variable());
        self.check_options(&launch)?;
        let machine = thread::available_parallelism().map_or(1, |threads| i64::try_from(threads.get()).unwrap_or(1));
        let seconds = |seconds: u32| Duration::from_secs(seconds.into());
        Ok(Rules {
            gate: Gate { token, origins: self.origins.clone() },
            launch,
            options,
            bounds: Bounds { threads: self.threads.unwrap_or(machine), hash: self.hash },
            most: self.max_connections.into(),
            patience: Patience { ping: seconds(self.ping), idle: (self.idle > 0).then(|| seconds(self.idle)) },
            language: self.language.language(),
        })
    }

    /// Starts an engine that is to have options once, to check that it knows them.
    fn check_options(&self, launch: &Launch) -> Result<(), MatchError> {
        let EngineArgument { name, options, .. } = &self.engine;
        if options.is_empty() {
            return Ok(());
        }
        let speech = Box::new(Usi::new(Variant::Shogi.name()));
        let started = Engine::start(launch, speech, Wait::silent(HANDSHAKE), &Control::default(), None);
        let engine = started.map_err(|source| MatchError::Engine { name: name.clone(), source, remedy: "" })?;
        let is_known = |option: &str| engine.options().iter().any(|known| is_same(&known.name, option));
        let strange: Vec<_> = options.iter().filter(|(option, _)| !is_known(option)).cloned().collect();
        match engine.unknown_option(&strange) {
            Some((option, known)) => {
                Err(MatchError::UnknownOption { name: name.clone(), option: option.to_owned(), known })
            }
            None => Ok(()),
        }
    }

    /// Prints the address.
    fn tell_address(&self, port: u16, token: &Token) -> Result<(), Trouble> {
        let language = self.language.language();
        let address = format!("ws://{}/{}", SocketAddr::new(http::reached_at(self.listen), port), token.reveal());
        let mut output = Output::lock();
        output.say(&address)?;
        if !self.listen.is_loopback() {
            output.say(language.choose(
                "Everybody who knows this address can use the engine. The connection is not encrypted: use it at home only.",
                "このアドレスを知る人は誰でもエンジンを使えます。通信は暗号化されません。家庭内でだけ使ってください。",
            ))?;
            http::code(&address).into_iter().try_for_each(|code| output.say(code))?;
        }
        output.say(usage(language))?;
        Ok(())
    }
}

const fn usage(language: Language) -> &'static str {
    language.choose(
        "\"kumataka connect\" with this address is the engine elsewhere. Ctrl-C ends the server.",
        "ほかの端末では「kumataka connect アドレス」がエンジンになります。Ctrl-Cで終わります。",
    )
}
