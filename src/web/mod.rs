//! The command `kumataka board`, a board in a browser.
//!
//! The program serves one page on an address of this machine (`serving/`); a static site has the same page with the program
//! in a worker of the browser (`site.rs`). Each act of a person at it is a message (`message.rs`), and each state of the
//! program an event (`event.rs`); `docs/board-protocol.md` describes both. The page knows squares, figures and the ways of legal
//! moves, and no rules: games are played by what `kumataka play` is made of.

mod answer;
mod asking;
mod card;
mod desk;
mod drill;
mod drilled;
mod engines;
mod event;
mod exercises;
mod greeting;
mod handbook;
mod lessons;
mod lots;
mod message;
mod mind;
mod offer;
mod opened;
mod phrase;
mod posed;
mod problems;
mod round;
mod routes;
mod save;
mod scene;
mod serving;
mod setup;
pub mod site;
mod solving;
mod source;
mod stopwatch;
mod study;
mod watcher;
mod words;

use crate::any::AnyModel;
use crate::arena::{Control, EngineArgument};
use crate::http;
use crate::jobs::command::{Command, Output, Trouble};
use crate::jobs::files::records_below;
use crate::jobs::game::GameArgs;
use crate::jobs::language::LanguageArgs;
use crate::study::mate::Unreadable;
use crate::system::{self, InterruptError, read_file};
use crate::table::store::StoreError;
use crate::tell;
use crate::words::{InLanguage, Language};
use clap::{Args, value_parser};
use desk::Desk;
use message::Meant;
use mind::Network;
use opened::Opened;
use phrase::Phrase;
use round::Round;
use serving::{Gate, Server};
use source::Source;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use thiserror::Error;

/// Time for pages to hear that the program ends.
const FAREWELL: Duration = Duration::from_secs(1);

/// Play and study on a board in the browser.
///
/// By default only this machine can open the page. Its address cannot be guessed. The game is saved after each move and
/// restored at the next start. Press Ctrl-C to quit.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kumataka board
  kumataka board game.kif
  kumataka board problems.sfen
  kumataka board problems/
  kumataka board --variant torishogi --lang ja
  kumataka board --engine ./other-engine,USI_Hash=64
  kumataka board --no-open --port 8080
  kumataka board --listen 0.0.0.0   # for devices in the home network")]
pub struct BoardArgs {
    /// Game records, mate problems, exercises from "kumataka analyse --exercises", or folders of these
    #[arg(value_name = "FILE|FOLDER")]
    files: Vec<PathBuf>,
    /// Treat the positions in the files as mate problems
    #[arg(long, requires = "files", conflicts_with = "record")]
    problems: bool,
    /// Treat the files as game records, even if they hold mate problems or exercises
    #[arg(long, requires = "files")]
    record: bool,
    /// Port to listen on; 0 for any free port
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// Print the address without opening a browser
    #[arg(long)]
    no_open: bool,
    /// Address to listen on; anyone who can reach it and knows the URL of the page gets in
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    listen: IpAddr,
    /// Add a USI engine, or a CECP engine with protocol=cecp, to the dialog for a new game:
    /// [NAME=]PATH[,OPTION=VALUE...]
    #[arg(long = "engine", value_name = "ENGINE", value_parser = EngineArgument::named_or_bare)]
    engines: Vec<EngineArgument>,
    /// Evaluate the game of --variant with the network in this file
    #[arg(long, value_name = "FILE")]
    eval: Option<PathBuf>,
    /// Number of search threads
    #[arg(long, default_value_t = 1, value_parser = value_parser!(u16).range(1..=1024))]
    threads: u16,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    language: LanguageArgs,
}

/// The reason why there is no board.
#[derive(Debug, Error)]
pub enum BoardError {
    #[error("no page can be served at {address}: {source}; try another --port or --listen")]
    Listen { address: SocketAddr, source: io::Error },
    #[error("two engines are called \"{0}\": give one another name, as in --engine NAME=PATH")]
    SameName(String),
    #[error("{}: {}", path.display(), reason.text(Language::En))]
    Record { path: PathBuf, reason: Phrase },
    #[error(transparent)]
    Interrupt(#[from] InterruptError),
    #[error(transparent)]
    Trouble(#[from] Trouble),
}

impl InLanguage for BoardError {
    fn japanese(&self) -> String {
        match self {
            Self::Listen { address, source } => {
                format!("{address}でページを開けません：{}。--port か --listen を変えてみてください", source.japanese())
            }
            Self::SameName(name) => {
                format!("「{name}」という名前のエンジンが二つあります。--engine 名前=パス で別の名前を付けてください")
            }
            Self::Record { path, reason } => format!("{}：{}", path.display(), reason.text(Language::Ja)),
            Self::Interrupt(error) => format!("Ctrl-Cを受け取れません：{error}"),
            Self::Trouble(error) => error.japanese(),
        }
    }
}

impl Command for BoardArgs {
    type Error = BoardError;

    const NEEDS_THREADS: bool = true;
    const JAPANESE: Option<&'static str> = Some(include_str!("board.ja.toml"));

    fn run(&self) -> Result<(), BoardError> {
        let language = self.language.language();
        let (engines, network) = (self.engine_names()?, self.network()?);
        let (threads, mut round) = (usize::from(self.threads), self.round(language));
        let news = round.dismiss_unknown(&engines, language);
        let opened = self.opened()?;
        let asked = SocketAddr::new(self.listen, self.port);
        let listening = TcpListener::bind(asked).and_then(|listener| Ok((listener.local_addr()?, listener)));
        let (address, listener) = listening.map_err(|source| BoardError::Listen { address: asked, source })?;
        let desk = Desk::new(round, opened, threads, language).with_engines(engines);
        news.into_iter().for_each(|news| desk.tell(news));
        let control = Control { interrupt: Arc::clone(&desk.halt), ..Control::default() };
        let server = Arc::new(Server::new(Gate::new(address), desk, language));
        let stop = http::stop_at_interrupt(address, control.children.clone())?;
        thread::scope(|scope| {
            scope.spawn(|| mind::work(&server.desk, threads, network));
            scope.spawn(|| server.desk.referee());
            scope.spawn(|| engines::work(&server.desk, &self.engines, &control, language));
            let told = self.tell_address(&server.gate, language);
            if told.is_ok() {
                server.run(&listener, &stop);
            }
            server.desk.close();
            server.desk.bid_farewell(FAREWELL);
            told
        })
    }

    fn explain(&self, error: &BoardError) -> String {
        error.text_in(self.language.language())
    }
}

impl BoardArgs {
    fn network(&self) -> Result<Option<Network>, Trouble> {
        let load = |path: &PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            AnyModel::load(self.game.variant(), path).map(|model| Network { name, model })
        };
        Ok(self.eval.as_ref().map(load).transpose()?)
    }

    /// The names of other engines, by which pages choose them.
    fn engine_names(&self) -> Result<Vec<String>, BoardError> {
        let names: Vec<String> = self.engines.iter().map(|engine| engine.name.clone()).collect();
        let again = names.iter().enumerate().find(|(index, name)| names[..*index].contains(name));
        again.map_or_else(|| Ok(names.clone()), |(_, name)| Err(BoardError::SameName(name.clone())))
    }

    /// The unfinished game that was played latest, or a new one.
    fn round(&self, language: Language) -> Round {
        let threads = usize::from(self.threads);
        match Round::resumed(self.game.named(), threads) {
            Ok(round) => round,
            Err(error) => {
                if !matches!(error, StoreError::Nothing | StoreError::AllOver | StoreError::NoFolder) {
                    tell!("kumataka: {}", error.text_in(language));
                }
                Round::first(self.game.variant(), threads, language)
            }
        }
    }

    /// The files of the command line; none without any.
    fn opened(&self) -> Result<Option<Opened>, BoardError> {
        let Some(first) = self.files.first() else { return Ok(None) };
        let failed = |path: &Path, reason| BoardError::Record { path: path.to_owned(), reason };
        let mut sources = Vec::new();
        for path in &self.files {
            let broken = |error: io::Error| failed(path, Phrase::from(&error));
            for path in records_below(path, false).map_err(broken)? {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                let bytes = read_file(&path).map_err(broken)?;
                sources.push(Source { name, path: Some(path), bytes });
            }
        }
        if sources.is_empty() {
            return Err(failed(first, Phrase::from(&Unreadable::EmptyFolder)));
        }
        let meant = match (self.problems, self.record) {
            (true, _) => Some(Meant::Problems),
            (false, is_record) => is_record.then_some(Meant::Record),
        };
        let read = Opened::read(&mut sources, self.game.variant(), meant);
        let (opened, complaints) = read.map_err(|reason| failed(first, reason))?;
        let language = self.language.language();
        complaints.iter().for_each(|complaint| tell!("kumataka: {}", complaint.text(language)));
        Ok(Some(opened))
    }

    /// Prints the address of the page, and opens it.
    fn tell_address(&self, gate: &Gate, language: Language) -> Result<(), BoardError> {
        let page = gate.page(http::reached_at(self.listen));
        let mut output = Output::lock();
        output.say(&page)?;
        if !self.listen.is_loopback() {
            output.say(language.choose(
                "Everybody who knows this address can play and read here. The connection is not encrypted: use it at home only.",
                "このアドレスを知る人は誰でも操作できます。通信は暗号化されません。家庭内でだけ使ってください。",
            ))?;
            http::code(&page).into_iter().try_for_each(|code| output.say(code))?;
        }
        output.say(
            language.choose("Ctrl-C ends the program; the game is kept.", "Ctrl-Cで終わります。対局は保存されます。"),
        )?;
        drop(output);
        if !self.no_open
            && let Err(error) = system::open_page(&page)
        {
            let advice = language.choose(
                "no browser can be opened; open the address above",
                "ブラウザを開けません。上のアドレスを開いてください",
            );
            tell!("kumataka: {advice}: {error}");
        }
        Ok(())
    }
}
