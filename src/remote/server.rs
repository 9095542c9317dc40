//! The server: a thread and an engine for each connection, within bounds.

use super::customs::{Bounds, Customs};
use super::gate::Gate;
use super::guest::{Farewell, Guest};
use super::link::{Link, Patience};
use super::seat::Seat;
use crate::engines::process::{Children, Launch};
use crate::http::{Request, drop_rest, reason};
use crate::jobs::command::lock;
use crate::tell;
use crate::words::{InLanguage as _, Language};
use jiff::Zoned;
use std::fmt::Display;
use std::io::{self, Write};
use std::net::{IpAddr, Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};
use tungstenite::protocol::Role;
use tungstenite::protocol::frame::coding::CloseCode;

/// Most connections that are not yet let in.
const MOST_ARRIVING: usize = 64;
/// Time for a peer that is not let in to take the reason.
const REFUSAL_TIME: Duration = Duration::from_secs(2);
/// Time for the guests to leave when the server ends.
const FAREWELL: Duration = Duration::from_secs(3);

/// The server's settings.
pub struct Rules {
    pub gate: Gate,
    pub launch: Launch,
    /// Options that the owner sets.
    pub options: Vec<(String, String)>,
    pub bounds: Bounds,
    pub most: usize,
    pub patience: Patience,
    pub language: Language,
}

/// A server of engines.
pub struct Server {
    rules: Rules,
    children: Children,
    guests: Mutex<Vec<Arc<Guest>>>,
    /// Guests that are let in, among them those whose engine is being started.
    places: AtomicUsize,
    arriving: AtomicUsize,
    numbers: AtomicU64,
}

/// A unit of a count, given back with the last look at it.
struct Counted<'a>(&'a AtomicUsize);

impl<'a> Counted<'a> {
    /// One more, unless there are as many as there may be.
    fn below(most: usize, count: &'a AtomicUsize) -> Option<Self> {
        let more = |count| (count < most).then_some(count + 1);
        count.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more).is_ok().then(|| Self(count))
    }
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Server {
    pub fn new(rules: Rules, children: Children) -> Self {
        let guests = Mutex::default();
        let [places, arriving] = [0, 0].map(AtomicUsize::new);
        Self { rules, children, guests, places, arriving, numbers: AtomicU64::new(0) }
    }

    /// Serves until `stop` is raised; a connection wakes a server that waits for one.
    pub fn run(self: &Arc<Self>, listener: &TcpListener, stop: &AtomicBool) {
        for stream in listener.incoming() {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            // A connection that broke before it was taken needs no answer.
            if let Ok(stream) = stream {
                self.take(stream);
            }
        }
        self.dismiss();
    }

    fn take(self: &Arc<Self>, stream: TcpStream) {
        let server = Arc::clone(self);
        let serve = move || {
            let Some(arriving) = Counted::below(MOST_ARRIVING, &server.arriving) else {
                return refuse(&stream, 503, "too many connections at once");
            };
            // A guest that has gone needs no answer.
            let _ = server.receive(stream, arriving);
        };
        // Without a thread, the connection is closed.
        let _ = thread::Builder::new().name("guest".to_owned()).spawn(serve);
    }

    /// Lets a guest in, or refuses it in words.
    fn receive(&self, stream: TcpStream, arriving: Counted<'_>) -> io::Result<()> {
        let from = stream.peer_addr()?.ip();
        stream.set_write_timeout(Some(REFUSAL_TIME))?;
        let key = match Request::read(&stream) {
            Ok(request) => {
                self.rules.gate.pass(&request).map_err(|refused| (Some(refused.status()), refused.to_string()))
            }
            Err(unreadable) => Err((unreadable.status(), unreadable.to_string())),
        };
        match key {
            Ok(key) => {
                let head = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n";
                (&stream).write_all(format!("{head}Sec-WebSocket-Accept: {key}\r\n\r\n").as_bytes())?;
                self.seat(Link::new(stream, Role::Server)?, from, arriving)
            }
            Err((Some(status), text)) => {
                log(format_args!("{from}: {}", self.choose("refused: ", "拒否：") + &text));
                refuse(&stream, status, &text);
                Ok(())
            }
            Err((None, _)) => Ok(()),
        }
    }

    /// Gives a guest an engine if there is a place, and lets them speak.
    fn seat(&self, link: Link, from: IpAddr, arriving: Counted<'_>) -> io::Result<()> {
        let Some(place) = Counted::below(self.rules.most, &self.places) else {
            let full = format!("all {} places are taken: try again later", self.rules.most);
            log(format_args!("{from}: {}", self.choose("refused: all places are taken", "拒否：満員です")));
            let _ = link.say(&format!("info string {full}"));
            link.part(CloseCode::Again, &full);
            return Ok(());
        };
        drop(arriving);
        let (seat, output) = Seat::start(&self.rules.launch, &self.children).inspect_err(|error| {
            let cause = self.choose("the engine cannot be started: ", "エンジンを起動できません：");
            log(format_args!("{cause}{error}"));
            link.part(CloseCode::Error, "the engine cannot be started");
        })?;
        let number = self.numbers.fetch_add(1, Ordering::Relaxed) + 1;
        let (taken, most) = (self.places.load(Ordering::Relaxed), self.rules.most);
        let came = self.choose("has come", "が接続しました");
        log(format_args!("{number} ({from}) {came} ({taken}/{most})"));
        let (guest, start) = (Arc::new(Guest::new(link, seat)), Instant::now());
        lock(&self.guests).push(Arc::clone(&guest));
        let customs = Customs::new(self.rules.bounds, self.rules.options.clone());
        let farewell = guest.converse(output, customs, self.rules.patience);
        lock(&self.guests).retain(|other| !Arc::ptr_eq(other, &guest));
        drop(place);
        self.log_farewell(number, start.elapsed(), &farewell);
        Ok(())
    }

    fn choose(&self, english: &str, japanese: &str) -> String {
        self.rules.language.choose(english, japanese).to_owned()
    }

    fn log_farewell(&self, number: u64, time: Duration, farewell: &Farewell) {
        let gone = self.choose("has gone after", "が去りました。接続時間");
        let seconds = self.choose("s", "秒");
        let why = farewell.text_in(self.rules.language);
        log(format_args!("{number} {gone} {} {seconds}: {why}", time.as_secs()));
    }

    /// Lets all guests go, each by a thread of its own: one that takes nothing holds up none of the others.
    fn dismiss(&self) {
        for guest in lock(&self.guests).drain(..) {
            // Without a thread, the guest hears no reason.
            let _ = thread::Builder::new().name("farewell".to_owned()).spawn(move || guest.dismiss());
        }
        let deadline = Instant::now() + FAREWELL;
        while self.places.load(Ordering::Relaxed) > 0 && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(5));
        }
        self.children.kill();
    }
}

/// Writes a line with the time.
fn log(text: impl Display) {
    tell!("{} {text}", Zoned::now().strftime("%H:%M:%S"));
}

/// Answers a request that is not let in.
fn refuse(mut stream: &TcpStream, status: u16, text: &str) {
    let head = format!("HTTP/1.1 {status} {}\r\nContent-Type: text/plain; charset=utf-8\r\n", reason(status));
    // A page and a reader of HTTP learn the protocol and the version that are spoken here.
    let protocol = "Upgrade: websocket\r\nConnection: Upgrade, close\r\nSec-WebSocket-Version: 13\r\n";
    let answer = format!("{head}{protocol}Content-Length: {}\r\n\r\n{text}\n", text.len() + 1);
    // Nobody is left to tell where this fails.
    let _ = stream.set_write_timeout(Some(REFUSAL_TIME));
    let _ = stream.write_all(answer.as_bytes()).and_then(|()| stream.shutdown(Shutdown::Write));
    drop_rest(stream);
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;
    use tungstenite::{Message, WebSocket};

    /// A server whose engines say `usiok` and no more.
    fn server(patience: Patience) -> Server {
        let arguments = ["-c", "echo usiok; while read -r line; do :; done"].map(str::to_owned).to_vec();
        let launch = Launch { program: "sh".into(), arguments, folder: ".".into(), withheld: Vec::new() };
        let gate = Gate { token: crate::http::Token::random(), origins: Vec::new() };
        let bounds = Bounds { threads: 1, hash: 1 };
        let (options, language) = (Vec::new(), Language::En);
        Server::new(Rules { gate, launch, options, bounds, most: 2, patience, language }, Children::default())
    }

    /// The ends of a connection: the server's and the guest's.
    fn connection() -> (TcpStream, TcpStream) {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let guest = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        (listener.accept().unwrap().0, guest)
    }

    /// Writes until the system holds no more of what nobody reads.
    fn fill(mut stream: &TcpStream) {
        stream.set_nonblocking(true).unwrap();
        let mut refusals = 0;
        while refusals < 5 {
            if stream.write(&[0; 4096]).is_err() {
                refusals += 1;
                thread::sleep(Duration::from_millis(20));
            }
        }
        stream.set_nonblocking(false).unwrap();
    }

    #[test]
    fn a_guest_that_takes_nothing_delays_no_other() {
        let server = server(Patience { ping: Duration::from_secs(1), idle: None });
        let [(full, stuck), (free, witness)] = [connection(), connection()];
        fill(&full);
        let seat = |end| {
            let arriving = Counted::below(MOST_ARRIVING, &server.arriving).unwrap();
            server.seat(Link::new(end, Role::Server).unwrap(), Ipv4Addr::LOCALHOST.into(), arriving).unwrap();
        };
        let places = || server.places.load(Ordering::Relaxed);
        thread::scope(|scope| {
            // The looks are in the order of arrival.
            scope.spawn(|| seat(full));
            while lock(&server.guests).is_empty() {
                thread::yield_now();
            }
            scope.spawn(|| seat(free));
            // A test that fails lets the guests go, too.
            let (mut witness, stuck) = (WebSocket::from_raw_socket(witness, Role::Client, None), stuck);
            for _ in 0..2 {
                assert!(matches!(witness.read(), Ok(Message::Ping(_))));
            }
            assert_eq!(places(), 2, "the server still waits for the guest that takes nothing");
            drop((witness, stuck));
        });
        assert_eq!(places(), 0);
    }
}
