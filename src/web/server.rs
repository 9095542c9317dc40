//! The server: a thread for each connection, within bounds.

use super::answer::{Answer, Events};
use super::desk::Desk;
use super::event::{LiveLines, Shown};
use super::gate::{Gate, Refused};
use super::greeting::greeting;
use super::handbook::{Handbook, usual_set};
use super::message::Act;
use super::page;
use super::request::{Request, drop_rest};
use super::scene::pieces;
use crate::record::Format;
use crate::report::pieces::PieceSet;
use crate::variants::Variant;
use crate::words::Language;
use clap::ValueEnum as _;
use serde::Serialize;
use std::io;
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// Most connections at a time.
const MOST_CONNECTIONS: usize = 64;
/// Most pages that listen at a time.
const MOST_PAGES: usize = 16;
/// Time for a page to take what is written.
const WRITE_TIME: Duration = Duration::from_secs(20);
/// A page that says nothing is tried this often.
const TOUCH: Duration = Duration::from_secs(10);

/// A server of one board.
pub struct Server {
    pub gate: Gate,
    pub desk: Desk,
    /// The language of a page that asks for none.
    pub language: Language,
    connections: AtomicUsize,
}

/// A refusal of an act.
#[derive(Serialize)]
struct Refusal<'a> {
    refused: &'a str,
}

/// An act that was done.
#[derive(Serialize)]
struct Done {
    done: bool,
}

impl Server {
    pub const fn new(gate: Gate, desk: Desk, language: Language) -> Self {
        Self { gate, desk, language, connections: AtomicUsize::new(0) }
    }

    /// Serves until `stop` is raised; a connection wakes a server that waits for one.
    pub fn run(self: &Arc<Self>, listener: &TcpListener, stop: &AtomicBool) {
        for stream in listener.incoming() {
            if stop.load(Ordering::Relaxed) {
                return;
            }
            // A connection that broke before it was taken needs no answer.
            if let Ok(stream) = stream {
                self.take(stream);
            }
        }
    }

    fn take(self: &Arc<Self>, stream: TcpStream) {
        let server = Arc::clone(self);
        if self.connections.fetch_add(1, Ordering::Relaxed) >= MOST_CONNECTIONS {
            // Nobody is left to tell where this fails.
            let _ = stream.set_write_timeout(Some(Duration::from_secs(1)));
            let _ = Answer::text(503, "too many connections").write(&stream);
            self.connections.fetch_sub(1, Ordering::Relaxed);
            return;
        }
        let serve = move || {
            // A page that has gone needs no answer.
            let _ = server.serve(&stream);
            server.connections.fetch_sub(1, Ordering::Relaxed);
        };
        if thread::Builder::new().name("page".to_owned()).spawn(serve).is_err() {
            self.connections.fetch_sub(1, Ordering::Relaxed);
        }
    }

    fn serve(&self, stream: &TcpStream) -> io::Result<()> {
        stream.set_write_timeout(Some(WRITE_TIME))?;
        stream.set_nodelay(true)?;
        match Request::read(stream) {
            Ok(request) => self.answer(stream, &request),
            Err(error) => {
                if let Some(status) = error.status() {
                    Answer::text(status, error).write(stream)?;
                    stream.shutdown(Shutdown::Write)?;
                    drop_rest(stream);
                }
                Ok(())
            }
        }
    }

    fn answer(&self, stream: &TcpStream, request: &Request) -> io::Result<()> {
        let rest = match self.gate.pass(request) {
            Ok(rest) => rest,
            Err(refused) => return refuse(refused).write(stream),
        };
        let language = request.asked("lang").map_or(self.language, Language::of_code);
        let answer = match (request.method.as_str(), rest) {
            ("GET", "events") => return self.stream(stream, language),
            ("POST", "act") => self.act(&request.body, language),
            ("GET", "pieces") => draw_pieces(request, language),
            ("GET", "handbook") => handbook(request, language),
            ("GET", "record") => self.record(request),
            ("GET", name) => page::file(name).unwrap_or_else(|| Answer::text(404, "there is no such page")),
            ("POST", _) => Answer::text(404, "acts are sent to \"act\""),
            _ => Answer::text(405, "pages are read by GET, and acts sent by POST"),
        };
        answer.write(stream)
    }

    fn act(&self, body: &[u8], language: Language) -> Answer {
        let act: Act = match serde_json::from_slice(body) {
            Ok(act) => act,
            Err(error) => return Answer::json(400, &Refusal { refused: &error.to_string() }),
        };
        match self.desk.act(act) {
            Ok(()) => Answer::json(200, &Done { done: true }),
            Err(phrase) => Answer::json(409, &Refusal { refused: phrase.text(language) }),
        }
    }

    /// The game on the board as a file.
    fn record(&self, request: &Request) -> Answer {
        let format: Format = match request.asked("format").unwrap_or("kif").parse() {
            Ok(format) => format,
            Err(error) => return Answer::text(404, error),
        };
        let record = {
            let state = self.desk.state();
            state.shown_record().map_or_else(|| state.round.game.record(), |study| study.record.clone())
        };
        match format.write_file(&[&record]) {
            Ok((bytes, _)) => Answer::download(format!("kumataka.{}", format.extension()), bytes),
            Err(error) => Answer::text(422, error),
        }
    }

    /// Sends events until the page has gone or the board is closed.
    fn stream(&self, stream: &TcpStream, language: Language) -> io::Result<()> {
        if self.desk.state().pages >= MOST_PAGES {
            return Answer::text(503, "too many pages are open").write(stream);
        }
        let mut events = Events::begin(stream)?;
        self.desk.count_page(true);
        let sent = self.send_events(&mut events, language);
        self.desk.count_page(false);
        sent
    }

    fn send_events(&self, events: &mut Events<&TcpStream>, language: Language) -> io::Result<()> {
        events.send("hello", &greeting(language))?;
        let (mut known, mut known_live) = (0, u64::MAX);
        while let Some(state) = self.desk.wait_for_news(known, known_live, TOUCH) {
            let shown = (state.revision != known).then(|| Shown::of(&state, language));
            let live = (state.live.revision != known_live).then(|| LiveLines::of(&state, language));
            (known, known_live) = (state.revision, state.live.revision);
            drop(state);
            if shown.is_none() && live.is_none() {
                events.touch()?;
            }
            if let Some(shown) = shown {
                events.send("state", &shown)?;
            }
            if let Some(live) = live {
                events.send("live", &live)?;
            }
        }
        events.send("bye", &Done { done: true })
    }
}

/// The rules of a game and the cards of its pieces.
fn handbook(request: &Request, language: Language) -> Answer {
    match game_of(request) {
        Some(game) => Answer::json(200, &Handbook::of(game, set_of(request), language)),
        None => Answer::text(404, NO_GAME),
    }
}

const NO_GAME: &str = "there is no such game";

fn game_of(request: &Request) -> Option<Variant> {
    request.asked("game")?.parse().ok()
}

/// The set of pieces that is asked for, if any.
fn set_of(request: &Request) -> Option<PieceSet> {
    PieceSet::from_str(request.asked("set")?, true).ok()
}

fn refuse(refused: Refused) -> Answer {
    Answer::text(403, refused)
}

fn draw_pieces(request: &Request, language: Language) -> Answer {
    match game_of(request) {
        Some(game) => Answer::json(200, &pieces(game, usual_set(game, set_of(request)), language)),
        None => Answer::text(404, NO_GAME),
    }
}
