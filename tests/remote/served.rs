//! A server of engines, and guests that speak to it by WebSocket.

use crate::support::{self, Folder, Running, with_usual_signals};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};
use sysinfo::{Pid, ProcessesToUpdate, System};
use tungstenite::client::IntoClientRequest as _;
use tungstenite::protocol::CloseFrame;
use tungstenite::{Error, HandshakeError, Message, WebSocket};

/// A wait that only a fault outlasts.
pub const PATIENCE: Duration = Duration::from_secs(300);

/// A running server.
pub struct Served {
    pub program: Running,
    /// Host and port.
    pub host: String,
    pub token: String,
    log: Arc<Mutex<String>>,
}

impl Served {
    /// A server with these arguments, and variables of its environment.
    pub fn start(folder: &Path, arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kumataka"));
        command.arg("serve").args(arguments).envs(variables.iter().copied()).current_dir(folder);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut program = Running::start(&mut command);
        let mut stdout = BufReader::new(program.stdout.take().unwrap());
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        // Whoever closes the output ends the program.
        program.stdout = Some(stdout.into_inner());
        let address = line.trim().strip_prefix("ws://").unwrap_or_else(|| panic!("no address: {line}"));
        let (host, token) = address.split_once('/').unwrap();
        let (log, stderr) = (Arc::new(Mutex::new(String::new())), BufReader::new(program.stderr.take().unwrap()));
        let written = Arc::clone(&log);
        thread::spawn(move || {
            stderr.lines().map_while(Result::ok).for_each(|line| *written.lock().unwrap() += &(line + "\n"));
        });
        Self { program, host: host.to_owned(), token: token.to_owned(), log }
    }

    /// A server for a test alone.
    pub fn alone(name: &str, arguments: &[&str]) -> (Folder, Self) {
        let folder = support::folder(name);
        let served = Self::start(&folder, arguments, &[]);
        (folder, served)
    }

    pub fn url(&self) -> String {
        format!("ws://{}/{}", self.host, self.token)
    }

    pub fn log(&self) -> String {
        self.log.lock().unwrap().clone()
    }

    /// Waits until something holds for the log.
    #[track_caller]
    pub fn wait_for_log(&mut self, wanted: &str) {
        let log = Arc::clone(&self.log);
        self.program.wait_until(wanted, || log.lock().unwrap().contains(wanted));
    }

    /// Waits until all guests that have come have gone.
    #[track_caller]
    pub fn wait_for_every_farewell(&mut self) {
        let log = Arc::clone(&self.log);
        let count = move |words: &str| log.lock().unwrap().matches(words).count();
        self.program.wait_until("all guests gone", || count(" has come ") == count(" has gone after "));
    }

    /// A connection without a word.
    pub fn stream(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// The answer to bytes, in whole.
    pub fn raw(&self, bytes: &[u8]) -> String {
        let mut stream = self.stream();
        // A refusal may come before everything is sent.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// A guest with these headers, or the status of the server's refusal.
    pub fn try_guest(&self, path: &str, headers: &[(&'static str, &str)]) -> Result<Guest, u16> {
        let mut request = format!("ws://{}/{path}", self.host).into_client_request().unwrap();
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        match tungstenite::client(request, self.stream()) {
            Ok((socket, _)) => Ok(Guest(socket)),
            Err(HandshakeError::Failure(Error::Http(response))) => Err(response.status().as_u16()),
            Err(error) => panic!("{error}"),
        }
    }

    #[track_caller]
    pub fn guest(&self) -> Guest {
        self.try_guest(&self.token, &[]).unwrap_or_else(|refused| panic!("{refused:?}"))
    }

    /// Number of engines at work.
    pub fn engines(&self) -> usize {
        let mut system = System::new().unwrap();
        system.refresh_processes(ProcessesToUpdate::All, true);
        let own = Pid::from_u32(self.program.id());
        // Threads have their process as parent, too.
        let is_engine = |process: &&sysinfo::Process| process.parent() == Some(own) && process.thread_kind().is_none();
        system.processes().values().filter(is_engine).count()
    }

    /// Waits for this number of engines.
    #[track_caller]
    pub fn wait_for_engines(&self, wanted: usize) {
        let deadline = Instant::now() + PATIENCE;
        while self.engines() != wanted {
            assert!(Instant::now() < deadline, "{} engines, not {wanted}: {}", self.engines(), self.log());
            thread::sleep(Duration::from_millis(20));
        }
    }
}

/// All that `kumataka connect` says to an input.
pub fn bridged(url: &str, input: &str) -> Output {
    let mut child = connect(&[url], &[]);
    // A program that is refused reads nothing.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// Starts `kumataka connect`.
pub fn connect(arguments: &[&str], variables: &[(&str, &str)]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kumataka"));
    command.arg("connect").args(arguments).envs(variables.iter().copied());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    with_usual_signals(&mut command).spawn().unwrap()
}

/// A guest of a server.
pub struct Guest(pub WebSocket<TcpStream>);

impl Guest {
    #[track_caller]
    pub fn say(&mut self, line: &str) {
        self.0.send(Message::text(line)).unwrap();
    }

    /// The next line, or the end of the conversation.
    pub fn hear(&mut self) -> Result<String, Option<CloseFrame>> {
        loop {
            match self.0.read() {
                Ok(Message::Text(text)) => return Ok(text.as_str().to_owned()),
                Ok(Message::Close(frame)) => return Err(frame),
                Ok(_) => {}
                Err(_) => return Err(None),
            }
        }
    }

    /// All lines up to the first that starts with `prefix`, that one last.
    #[track_caller]
    pub fn until(&mut self, prefix: &str) -> Vec<String> {
        let mut seen = Vec::new();
        loop {
            let line = self.hear().unwrap_or_else(|end| panic!("{end:?} before {prefix} after {seen:#?}"));
            let found = line.starts_with(prefix);
            seen.push(line);
            if found {
                return seen;
            }
        }
    }

    #[track_caller]
    pub fn expect(&mut self, prefix: &str) -> String {
        self.until(prefix).pop().unwrap()
    }

    /// The end of the conversation, with code and reason.
    #[track_caller]
    pub fn end(&mut self) -> (u16, String) {
        loop {
            match self.hear() {
                Ok(_) => {}
                Err(Some(frame)) => return (frame.code.into(), frame.reason.as_str().to_owned()),
                Err(None) => panic!("cut without a word"),
            }
        }
    }

    /// A search that ends by `stop` alone, and has begun.
    pub fn think(&mut self) {
        self.say("setoption name USI_Hash value 1\nposition startpos\ngo infinite");
        self.expect("info depth");
    }
}
