//! The server: a thread for each connection, within bounds.

use super::gate::Gate;
use super::page;
use super::wire::{Events, write};
use crate::http::{Request, drop_rest};
use crate::web::answer::Answer;
use crate::web::desk::Desk;
use crate::web::greeting::greeting;
use crate::web::routes::{self, Asked, Done};
use crate::web::watcher::{Event, Watcher};
use crate::words::Language;
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
            let _ = write(&Answer::text(503, "too many connections"), &stream);
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
                    write(&Answer::text(status, error), stream)?;
                    stream.shutdown(Shutdown::Write)?;
                    drop_rest(stream);
                }
                Ok(())
            }
        }
    }

    fn answer(&self, stream: &TcpStream, request: &Request) -> io::Result<()> {
        let name = match self.gate.pass(request) {
            Ok(name) => name,
            Err(refused) => return write(&Answer::text(403, refused), stream),
        };
        let asked = Asked { name, query: &request.query, act: &request.body };
        let language = asked.language(self.language);
        let answer = match (request.method.as_str(), name) {
            ("GET", "events") => return self.stream(stream, language),
            ("POST", "act") => routes::answer(&self.desk, &asked, language),
            ("POST", _) => Some(Answer::text(404, "acts are sent to \"act\"")),
            ("GET", "act") => None,
            ("GET", name) => page::file(name).or_else(|| routes::answer(&self.desk, &asked, language)),
            _ => Some(Answer::text(405, "pages are read by GET, and acts sent by POST")),
        };
        write(&answer.unwrap_or_else(|| Answer::text(404, "there is no such page")), stream)
    }

    /// Sends events until the page has gone or the board is closed.
    fn stream(&self, stream: &TcpStream, language: Language) -> io::Result<()> {
        if self.desk.state().pages >= MOST_PAGES {
            return write(&Answer::text(503, "too many pages are open"), stream);
        }
        let mut events = Events::begin(stream)?;
        self.desk.count_page(true);
        let sent = self.send_events(&mut events, language);
        self.desk.count_page(false);
        sent
    }

    fn send_events(&self, events: &mut Events<&TcpStream>, language: Language) -> io::Result<()> {
        events.send(&Event::Hello(greeting(language, &self.desk.engines)))?;
        let mut watcher = Watcher::new(language);
        while let Some(state) = self.desk.wait_for_news(watcher.state, watcher.live, TOUCH) {
            let news = watcher.news(&state);
            drop(state);
            if news.is_empty() {
                events.touch()?;
            }
            for event in &news {
                events.send(event)?;
            }
        }
        events.send(&Event::Bye(Done { done: true }))
    }
}
