//! A server of a few lines, whose acts each test writes down, and a client of it.

use crate::support::{Folder, folder, ms};
use kumataka::any::AnyPosition;
use kumataka::engines::process::Control;
use kumataka::record::csa;
use kumataka::servers::{CsaConfig, CsaError, Event, Events, Journal, Mindset, Secret, Tally, Timing, run};
use kumataka::variants::Variant;
use std::fs;
use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::Sender;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

pub const PASSWORD: &str = "open-sesame";
pub const TIME: &str = "Time_Unit:1sec\nTotal_Time:60\nByoyomi:2\nLeast_Time_Per_Move:0";
/// Only a fault takes so long.
const PATIENCE: Duration = Duration::from_secs(300);

/// A server that accepts one connection after the other.
pub struct Server(TcpListener);

impl Server {
    pub fn new() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        Self(listener)
    }

    pub fn address(&self) -> String {
        self.0.local_addr().unwrap().to_string()
    }

    pub fn accept(&self) -> Peer {
        let deadline = Instant::now() + PATIENCE;
        let stream = loop {
            match self.0.accept() {
                Ok((stream, _)) => break stream,
                Err(error) if error.kind() == ErrorKind::WouldBlock => thread::sleep(ms(1)),
                Err(error) => panic!("{error}"),
            }
            assert!(Instant::now() < deadline, "no client comes");
        };
        stream.set_nonblocking(false).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        Peer { lines: BufReader::new(stream.try_clone().unwrap()), stream, position: Variant::Shogi.start(), turn: 0 }
    }

    /// A client that has logged in.
    pub fn login(&self) -> Peer {
        let mut peer = self.accept();
        assert_eq!(peer.line(), format!("LOGIN me test-60-2,{PASSWORD}"));
        peer.say("LOGIN:me OK");
        peer
    }
}

/// The server's end of a connection, with the game that is played over it.
pub struct Peer {
    stream: TcpStream,
    lines: BufReader<TcpStream>,
    pub position: AnyPosition,
    turn: usize,
}

impl Peer {
    pub fn say(&mut self, text: &str) {
        self.raw(format!("{text}\n").as_bytes());
    }

    pub fn raw(&mut self, bytes: &[u8]) {
        // The client may have closed its end.
        let _ = self.stream.write_all(bytes);
    }

    /// The next line, which may be blank; `None` at the end of the connection.
    pub fn any_line(&mut self) -> Option<String> {
        let mut line = String::new();
        match self.lines.read_line(&mut line) {
            Ok(0) => None,
            Ok(_) => Some(line.trim_end_matches('\n').to_owned()),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock) => panic!("the client is silent"),
            Err(_) => None,
        }
    }

    /// The next line that is not blank.
    pub fn line(&mut self) -> String {
        loop {
            let line = self.any_line().expect("the client is still there");
            if !line.is_empty() {
                return line;
            }
        }
    }

    /// Tells the conditions of a game in which the client has this colour.
    pub fn summary(&mut self, id: &str, own: char, time: &str, moves: &str) {
        for m in moves.lines() {
            self.make(&m[..7]);
        }
        self.say(&format!(
            "BEGIN Game_Summary\nProtocol_Version:1.2\nProtocol_Mode:Server\nFormat:Shogi 1.0\n\
             Declaration:Jishogi 1.1\nGame_ID:{id}\nName+:first\nName-:second\nYour_Turn:{own}\n\
             Rematch_On_Draw:NO\nTo_Move:+\nMax_Moves:256\nBEGIN Time\n{time}\nEND Time\nBEGIN Position\nPI\n+\n\
             {moves}\nEND Position\nEND Game_Summary"
        ));
    }

    /// Begins a game.
    pub fn start(&mut self, id: &str, own: char) {
        self.start_with(id, own, TIME, "");
    }

    pub fn start_with(&mut self, id: &str, own: char, time: &str, moves: &str) {
        self.summary(id, own, time, moves);
        assert_eq!(self.line(), format!("AGREE {id}"));
        self.say(&format!("START:{id}"));
    }

    fn make(&mut self, text: &str) {
        let m = csa::read_move(&self.position, text).unwrap();
        assert_eq!(self.position.legality(m), Ok(()), "{text}");
        self.position.make(m);
    }

    /// The move that the client sends, with its comment. It is played, but not told yet.
    pub fn hear_move(&mut self) -> (String, Option<String>) {
        let line = self.line();
        let (text, comment) = line.split_once(',').map_or((line.as_str(), None), |(text, rest)| (text, Some(rest)));
        self.make(text);
        (text.to_owned(), comment.map(str::to_owned))
    }

    /// Hears a move and tells it.
    pub fn echo_move(&mut self, seconds: u32) -> (String, Option<String>) {
        let (text, comment) = self.hear_move();
        self.say(&format!("{text},T{seconds}"));
        (text, comment)
    }

    /// A legal move of the other side, without sense; it is played, but not told yet.
    pub fn choose(&mut self) -> String {
        let legal = self.position.legal_moves();
        self.turn += 1;
        let m = legal[self.turn * 37 % legal.len()];
        let text = csa::move_text(&self.position, m);
        self.position.make(m);
        text
    }

    /// Moves for the other side.
    pub fn reply(&mut self, seconds: u32) -> String {
        let text = self.choose();
        self.say(&format!("{text},T{seconds}"));
        text
    }

    /// Ends the game, after which the client logs out.
    pub fn end(mut self, words: &str) {
        self.say(words);
        while let Some(line) = self.any_line() {
            if line == "LOGOUT" {
                self.say("LOGOUT:completed");
                return;
            }
        }
    }

    /// Closes the connection at once.
    pub fn cut(self) {
        self.stream.shutdown(std::net::Shutdown::Both).unwrap();
    }
}

/// A client that plays on a thread of its own.
pub struct Client {
    thread: JoinHandle<Result<Tally, CsaError>>,
    pub folder: Folder,
    events: Sender<Event>,
}

/// Short times, so that tests are fast.
pub fn timing() -> Timing {
    Timing {
        connect: ms(20_000),
        first_retry: ms(20),
        longest_retry: ms(80),
        keep_alive: ms(20_000),
        silence: ms(20_000),
        start: ms(20_000),
        resumption: ms(20_000),
        margin: ms(0),
        reserve: ms(100),
        farewell: ms(2_000),
    }
}

/// What a client does that plays one game by a shallow search.
pub fn config(server: &str) -> CsaConfig {
    let options = [("USI_Hash", "1"), ("DepthLimit", "2"), ("BookFile", "no_book")];
    CsaConfig {
        server: server.to_owned(),
        id: "me".to_owned(),
        password: Secret::new(PASSWORD.to_owned()),
        game: Some("test-60-2".to_owned()),
        games: Some(1),
        records: "games".into(),
        mind: Mindset {
            engine: None,
            options: options.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec(),
            ponder: true,
            early_ponder: true,
        },
        comments: true,
        timing: timing(),
    }
}

impl Client {
    pub fn start(mut config: CsaConfig) -> Self {
        let folder = folder("csa");
        let log = folder.join("log");
        config.records = folder.join("games");
        let events = Events::default();
        let sender = events.sender();
        let thread = thread::spawn(move || {
            let mut journal = Journal::new(true, Some(&log), config.password.clone())?;
            run(Variant::Shogi, &config, Control::default(), &events, &mut journal)
        });
        Self { thread, folder, events: sender }
    }

    pub fn interrupt(&self) {
        self.events.send(Event::Interrupt).unwrap();
    }

    /// Waits until the log holds this text.
    pub fn wait_for(&self, text: &str) {
        let deadline = Instant::now() + PATIENCE;
        while !fs::read_to_string(self.folder.join("log")).unwrap_or_default().contains(text) {
            assert!(Instant::now() < deadline, "no {text} in the log");
            thread::sleep(ms(2));
        }
    }

    /// Waits for the end, and returns the games, the folder with the files, and the log.
    pub fn finish(self) -> (Result<Tally, CsaError>, Folder, String) {
        let result = self.thread.join().unwrap();
        let log = fs::read_to_string(self.folder.join("log")).unwrap_or_default();
        assert!(!log.contains(PASSWORD), "{log}");
        (result, self.folder, log)
    }
}

/// Lets a client play against what the server does.
pub fn against(change: impl FnOnce(&mut CsaConfig), serve: impl FnOnce(&Server)) -> (Tally, Folder, String) {
    let server = Server::new();
    let mut config = config(&server.address());
    change(&mut config);
    let client = Client::start(config);
    serve(&server);
    let (result, folder, log) = client.finish();
    (result.unwrap_or_else(|error| panic!("{error}\n{log}")), folder, log)
}

/// The record of a game in CSA.
pub fn record(folder: &Folder, id: &str) -> String {
    let path = folder.join("games").join(format!("{id}.csa"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
