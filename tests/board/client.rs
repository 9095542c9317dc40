//! A browser's part of the conversation with `kumataka board`, over plain sockets.

use crate::support::{self, Folder, Running};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A wait that only a fault outlasts.
const PATIENCE: Duration = Duration::from_secs(300);

/// The program behind a board.
pub struct Board {
    pub program: Running,
    /// Host and port.
    pub host: String,
    pub token: String,
}

/// An answer to a request.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("{self:?}"))
    }

    /// The reason of a refusal in words.
    pub fn refused(&self) -> String {
        self.json()["refused"].as_str().unwrap_or_default().to_owned()
    }
}

impl Board {
    /// A board with these arguments, whose games are kept in a folder.
    pub fn open(folder: &Path, arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kumataka"));
        command.args(["board", "--no-open"]).args(arguments).current_dir(folder).env("HOME", folder);
        command.env("XDG_STATE_HOME", folder.join("state")).stdin(Stdio::null()).stdout(Stdio::piped());
        let mut program = Running::start(&mut command);
        let mut line = String::new();
        let mut stdout = BufReader::new(program.stdout.take().unwrap());
        stdout.read_line(&mut line).unwrap();
        // Whoever closes the output ends the program.
        program.stdout = Some(stdout.into_inner());
        let address = line.trim().strip_prefix("http://").unwrap_or_else(|| panic!("no address: {line}"));
        let (host, token) = address.split_once('/').unwrap();
        Self { host: host.to_owned(), token: token.trim_end_matches('/').to_owned(), program }
    }

    /// A board for a test alone.
    pub fn alone(name: &str, arguments: &[&str]) -> (Folder, Self) {
        let folder = support::folder(name);
        let board = Self::open(&folder, arguments);
        (folder, board)
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends bytes as they are, and reads the whole answer.
    pub fn raw(&self, bytes: &[u8]) -> Answer {
        let mut stream = self.connect();
        // A refusal may come before everything is sent.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no answer: {answer}"));
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Answer { status, head: head.to_owned(), body: body.to_owned() }
    }

    /// Sends bytes and closes the connection.
    pub fn send_and_leave(&self, bytes: &[u8]) {
        let _ = self.connect().write_all(bytes);
    }

    /// A request of a path behind the token, with further headers.
    pub fn ask(&self, method: &str, path: &str, headers: &str, body: &str) -> Answer {
        let Self { host, token, .. } = self;
        let length = body.len();
        self.raw(
            format!(
                "{method} /{token}/{path} HTTP/1.1\r\nHost: {host}\r\n{headers}Content-Length: {length}\r\n\r\n{body}"
            )
            .as_bytes(),
        )
    }

    pub fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, "", "")
    }

    pub fn act(&self, act: &Value) -> Answer {
        self.ask("POST", "act", &format!("Origin: http://{}\r\n", self.host), &act.to_string())
    }

    /// Does what the program must not refuse.
    #[track_caller]
    pub fn done(&self, act: &Value) {
        let answer = self.act(act);
        assert_eq!(answer.status, 200, "{act}: {}", answer.body);
    }

    /// Opens a page that listens.
    pub fn listen(&self, language: &str) -> Page {
        let mut stream = self.connect();
        let Self { host, token, .. } = self;
        write!(stream, "GET /{token}/events?lang={language} HTTP/1.1\r\nHost: {host}\r\n\r\n").unwrap();
        Page { lines: BufReader::new(stream) }
    }

    /// The state as a new page finds it.
    pub fn state(&self) -> Value {
        self.listen("en").state(|_| true)
    }

    /// Begins a game and waits for it.
    pub fn begin(&self, page: &mut Page, game: &str, side: &str) -> Value {
        // A page that has just come may still be sent the game before, which looks the same where it has not begun.
        let before = self.state()["turn"].as_u64();
        self.done(&json!({"act": "new", "game": game, "side": side, "level": -10}));
        page.state(|state| {
            let is_new = state["turn"].as_u64() > before && state["scene"]["game"] == game;
            is_new && state["tree"].as_array().unwrap().len() < 3
        })
    }
}

/// Time within which an event comes on the busiest machine. The program speaks up more often, so that a test which waits in vain ends.
const LONGEST: Duration = Duration::from_secs(120);

/// A page that listens to events.
pub struct Page {
    lines: BufReader<TcpStream>,
}

impl Page {
    /// The next event of a name for which something holds.
    #[track_caller]
    pub fn event(&mut self, name: &str, holds: impl Fn(&Value) -> bool) -> Value {
        let (mut current, mut last) = (String::new(), Value::Null);
        let asked = Instant::now();
        loop {
            let mut line = String::new();
            assert!(self.lines.read_line(&mut line).unwrap() > 0, "the stream has ended before {name}");
            assert!(asked.elapsed() < LONGEST, "no {name} as wanted, but at last {last}");
            if let Some(event) = line.strip_prefix("event: ") {
                current = event.trim().to_owned();
            }
            if let Some(data) = line.strip_prefix("data: ").filter(|_| current == name) {
                let value: Value = serde_json::from_str(data).unwrap();
                if holds(&value) {
                    return value;
                }
                last = value;
            }
        }
    }

    /// The next state for which something holds.
    #[track_caller]
    pub fn state(&mut self, holds: impl Fn(&Value) -> bool) -> Value {
        self.event("state", holds)
    }

    /// The next state with this number of moves.
    #[track_caller]
    pub fn after(&mut self, plies: usize) -> Value {
        self.state(|state| self::plies(state) == plies)
    }
}

pub fn plies(state: &Value) -> usize {
    state["tree"].as_array().unwrap().len() - 1
}

/// An act that opens files by their names and texts; as what they show if nothing is meant by them.
pub fn open(meant: &str, files: &[(&str, &str)]) -> Value {
    let bytes = |text: &str| base64::Engine::encode(&base64::prelude::BASE64_STANDARD, text);
    let file = |(name, text): &(&str, &str)| json!({"name": name, "bytes": bytes(text)});
    let files: Vec<Value> = files.iter().map(file).collect();
    match meant {
        "" => json!({"act": "open", "files": files}),
        meant => json!({"act": "open", "files": files, "as": meant}),
    }
}
