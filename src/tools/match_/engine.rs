//! A USI engine as a child process.

use super::info::SearchInfo;
use crate::game::Dialect;
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};
use thiserror::Error;

/// The command that starts an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    pub program: PathBuf,
    pub arguments: Vec<String>,
    /// The folder in which the engine runs.
    pub folder: PathBuf,
}

/// A fault of an engine other than an illegal move.
#[derive(Debug, Error)]
pub enum EngineError {
    #[error("cannot be started: {0}")]
    Start(#[source] io::Error),
    #[error("ended by itself{0}")]
    Died(String),
    #[error("no {expected} within {within:?}")]
    Silent { expected: &'static str, within: Duration },
    #[error("a bestmove that was not asked for: \"{0}\"")]
    Unasked(String),
    /// The match is being ended, which is nobody's fault.
    #[error("the match was interrupted")]
    Interrupted,
}

/// An answer to `go`.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The word that follows `bestmove`.
    pub best: String,
    pub ponder: Option<String>,
    pub info: SearchInfo,
    /// The time at which the line was read.
    pub at: Instant,
}

/// An option that the engine announces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Announced {
    pub name: String,
    /// The values of a combo option.
    pub choices: Vec<String>,
    /// The range of an option that is a whole number.
    pub spin: Option<Spin>,
}

/// The range and the default of an option that is a whole number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spin {
    pub default: i64,
    pub min: i64,
    pub max: i64,
}

/// A message from the reading thread. That thread drops everything else that an engine prints, so that no amount of
/// output can fill the memory.
enum Message {
    /// The name of `id name`.
    Name(String),
    Option(Announced),
    /// A line of `info string`, which is passed on only before the engine is ready for its first game.
    Remark(String),
    UsiOk,
    ReadyOk,
    BestMove(Answer),
}

/// The engines that are running, so that a signal handler can end them.
#[derive(Clone, Default)]
pub struct Children(Arc<Mutex<Vec<Weak<Mutex<Child>>>>>);

impl Children {
    fn add(&self, child: &Arc<Mutex<Child>>) {
        let mut list = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        list.retain(|weak| weak.strong_count() > 0);
        list.push(Arc::downgrade(child));
    }

    /// Ends all engines at once. Failures are ignored, because nobody can act on them any more.
    pub fn kill(&self) {
        for child in self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().filter_map(Weak::upgrade) {
            let _ = child.lock().unwrap_or_else(PoisonError::into_inner).kill();
        }
    }
}

/// A running engine. Dropping it asks the process to quit, and kills it if it does not.
pub struct Engine {
    child: Arc<Mutex<Child>>,
    /// The input of the process; `None` once it has been closed.
    input: Option<ChildStdin>,
    messages: Receiver<Message>,
    dialect: Dialect,
    options: Vec<Announced>,
    remarks: Vec<String>,
    interrupt: Arc<AtomicBool>,
}

/// The greatest number of remarks that are kept.
const REMARKS: usize = 32;
/// The number of messages that may wait before the reading thread pauses.
const QUEUE: usize = 1024;
/// The interval at which a wait checks whether the match is being ended.
const WAIT_SLICE: Duration = Duration::from_millis(50);
/// The time that an engine has to end after `quit`.
const QUIT_GRACE: Duration = Duration::from_millis(1000);
const QUIT_POLL: Duration = Duration::from_millis(5);

impl Engine {
    /// Starts the process and waits for its options.
    ///
    /// # Errors
    /// If the process cannot be started, ends, or does not answer `usi` in time.
    pub fn start(
        launch: &Launch,
        patience: Duration,
        children: &Children,
        interrupt: &Arc<AtomicBool>,
    ) -> Result<Self, EngineError> {
        let mut command = Command::new(&launch.program);
        command.args(&launch.arguments).current_dir(&launch.folder);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        detach(&mut command);
        let mut child = command.spawn().map_err(EngineError::Start)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            unreachable!("both were piped");
        };
        let (sender, messages) = sync_channel(QUEUE);
        // The thread is not joined, because a grandchild may hold the pipe open long after the engine has ended.
        thread::spawn(move || read_all(output, &sender));
        let child = Arc::new(Mutex::new(child));
        children.add(&child);
        let interrupt = Arc::clone(interrupt);
        let (options, remarks) = (Vec::new(), Vec::new());
        let dialect = Dialect::default();
        let mut engine = Self { child, input: Some(input), messages, dialect, options, remarks, interrupt };
        engine.send("usi")?;
        let deadline = Instant::now() + patience;
        loop {
            match engine.receive(deadline, "usiok", patience)? {
                Message::UsiOk => return Ok(engine),
                Message::Name(name) => engine.dialect = dialect_of(&name),
                Message::Option(option) => engine.options.push(option),
                Message::Remark(text) => engine.keep(text),
                Message::ReadyOk | Message::BestMove(_) => {}
            }
        }
    }

    /// The dialect that the engine speaks.
    #[must_use]
    pub const fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// The options that the engine announced.
    #[must_use]
    pub fn options(&self) -> &[Announced] {
        &self.options
    }

    /// The remarks of the engine while it got ready, such as one about a file that it could not load.
    #[must_use]
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }

    fn keep(&mut self, remark: String) {
        if self.remarks.len() < REMARKS {
            self.remarks.push(remark);
        }
    }

    /// Sends an option to the engine.
    ///
    /// # Errors
    /// If the engine has ended.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        if value.is_empty() {
            return self.send(&format!("setoption name {name}"));
        }
        self.send(&format!("setoption name {name} value {value}"))
    }

    /// Makes the engine ready for a new game. Its late messages about the last game are dropped.
    ///
    /// # Errors
    /// If the engine ends or is not ready in time.
    pub fn new_game(&mut self, patience: Duration) -> Result<(), EngineError> {
        self.send("isready")?;
        let deadline = Instant::now() + patience;
        loop {
            match self.receive(deadline, "readyok", patience)? {
                Message::ReadyOk => return self.send("usinewgame"),
                Message::Remark(text) => self.keep(text),
                Message::Name(_) | Message::Option(_) | Message::UsiOk | Message::BestMove(_) => {}
            }
        }
    }

    /// Starts a search and returns the time of the request.
    ///
    /// # Errors
    /// If the engine has ended, or has sent a bestmove that was not asked for.
    pub fn go(&mut self, position: &str, words: &str) -> Result<Instant, EngineError> {
        self.expect_silence()?;
        let lines = format!("position {position}\ngo {words}");
        let asked = Instant::now();
        self.send(lines.trim_end())?;
        Ok(asked)
    }

    /// Refuses a bestmove that comes before the question, because it would be taken for the answer.
    fn expect_silence(&mut self) -> Result<(), EngineError> {
        loop {
            match self.messages.try_recv() {
                Ok(Message::BestMove(answer)) => return Err(EngineError::Unasked(answer.best)),
                Ok(_) => {}
                Err(TryRecvError::Empty) => return Ok(()),
                Err(TryRecvError::Disconnected) => return Err(self.died()),
            }
        }
    }

    /// Tells a pondering engine that the opponent has played the expected move, and returns the time of the request.
    ///
    /// # Errors
    /// If the engine has ended, or has already sent a bestmove.
    pub fn ponder_hit(&mut self) -> Result<Instant, EngineError> {
        self.expect_silence()?;
        let asked = Instant::now();
        self.send("ponderhit")?;
        Ok(asked)
    }

    /// Tells the engine to stop its search.
    ///
    /// # Errors
    /// If the engine has ended.
    pub fn stop(&mut self) -> Result<(), EngineError> {
        self.send("stop")
    }

    /// Tells the engine the result of the game: `win`, `lose` or `draw`.
    ///
    /// # Errors
    /// If the engine has ended.
    pub fn game_over(&mut self, result: &str) -> Result<(), EngineError> {
        self.send(&format!("gameover {result}"))
    }

    /// Waits for the answer to `go`.
    ///
    /// # Errors
    /// If the engine ends or says nothing until `deadline`, which is `within` after the question.
    pub fn answer(&mut self, deadline: Instant, within: Duration) -> Result<Answer, EngineError> {
        loop {
            if let Message::BestMove(answer) = self.receive(deadline, "bestmove", within)? {
                return Ok(answer);
            }
        }
    }

    fn receive(&mut self, deadline: Instant, expected: &'static str, within: Duration) -> Result<Message, EngineError> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.messages.recv_timeout(left.min(WAIT_SLICE)) {
                Ok(message) => return Ok(message),
                Err(RecvTimeoutError::Disconnected) => return Err(self.died()),
                Err(RecvTimeoutError::Timeout) if self.interrupt.load(Ordering::Relaxed) => {
                    return Err(EngineError::Interrupted);
                }
                Err(RecvTimeoutError::Timeout) if left <= WAIT_SLICE => {
                    return Err(EngineError::Silent { expected, within });
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn send(&mut self, lines: &str) -> Result<(), EngineError> {
        let written = match &mut self.input {
            Some(input) => input.write_all(format!("{lines}\n").as_bytes()).and_then(|()| input.flush()),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        };
        written.map_err(|_| self.died())
    }

    /// The error for a process whose pipes are closed, with its exit status.
    fn died(&self) -> EngineError {
        let status = self.wait_for_exit(QUIT_GRACE);
        EngineError::Died(status.map_or_else(String::new, |status| format!(", {status}")))
    }

    fn wait_for_exit(&self, patience: Duration) -> Option<std::process::ExitStatus> {
        let deadline = Instant::now() + patience;
        loop {
            let state = self.child.lock().unwrap_or_else(PoisonError::into_inner).try_wait();
            match state {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(QUIT_POLL),
                _ => return None,
            }
        }
    }

    /// Kills the process without asking it to quit.
    pub fn kill(self) {
        let _ = self.child.lock().unwrap_or_else(PoisonError::into_inner).kill();
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // The process may have ended already, and nothing depends on the message.
        let _ = self.send("quit");
        self.input = None;
        if self.wait_for_exit(QUIT_GRACE).is_none() {
            let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Starts an engine in a process group of its own. A terminal sends Ctrl-C to the whole foreground group, and an engine
/// that it ends would lose its game.
#[cfg(unix)]
fn detach(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(windows)]
fn detach(command: &mut Command) {
    use std::os::windows::process::CommandExt;
    const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
    command.creation_flags(CREATE_NEW_PROCESS_GROUP);
}

#[cfg(not(any(unix, windows)))]
fn detach(_: &mut Command) {}

/// Reads until the engine closes its output or the receiver is dropped.
fn read_all(output: ChildStdout, sender: &SyncSender<Message>) {
    let mut reader = BufReader::new(output);
    let mut info = SearchInfo::default();
    let mut ready = false;
    let mut line = Vec::new();
    while matches!(read_line(&mut reader, &mut line), Ok(true)) {
        let at = Instant::now();
        let text = String::from_utf8_lossy(&line);
        let Some(message) = understand(text.trim(), &mut info, at) else { continue };
        ready |= matches!(message, Message::ReadyOk);
        let dropped = ready && matches!(message, Message::Remark(_));
        if !dropped && sender.send(message).is_err() {
            return;
        }
    }
}

/// The greatest length of a line in bytes; the rest of a longer line is dropped.
const LONGEST_LINE: usize = 1 << 16;

/// Reads a line into `line`; returns false at the end of the stream.
fn read_line(reader: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let mut anything = false;
    loop {
        let buffer = reader.fill_buf()?;
        if buffer.is_empty() {
            return Ok(anything);
        }
        anything = true;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        line.extend_from_slice(&part[..part.len().min(LONGEST_LINE - line.len())]);
        let consumed = part.len() + usize::from(end.is_some());
        reader.consume(consumed);
        if end.is_some() {
            return Ok(true);
        }
    }
}

fn understand(line: &str, info: &mut SearchInfo, at: Instant) -> Option<Message> {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    match word {
        "info" => {
            if let Some(remark) = rest.strip_prefix("string ") {
                return Some(Message::Remark(remark.to_owned()));
            }
            info.read(rest);
            None
        }
        "bestmove" => {
            let mut words = rest.split_whitespace();
            let best = words.next().unwrap_or("").to_owned();
            let ponder = words.next().filter(|&word| word == "ponder").and_then(|_| words.next());
            Some(Message::BestMove(Answer { best, ponder: ponder.map(str::to_owned), info: std::mem::take(info), at }))
        }
        "id" => rest.strip_prefix("name ").map(|name| Message::Name(name.to_owned())),
        "option" => announced(rest).map(Message::Option),
        "usiok" => Some(Message::UsiOk),
        "readyok" => Some(Message::ReadyOk),
        _ => None,
    }
}

/// The dialect that an engine of this name speaks.
fn dialect_of(name: &str) -> Dialect {
    if name.to_ascii_lowercase().contains("fairy-stockfish") { Dialect::Fairy } else { Dialect::Usual }
}

/// Reads an announcement such as `name N type T default D var A var B`. A name may contain blanks.
fn announced(text: &str) -> Option<Announced> {
    let (_, rest) = text.split_once("name ")?;
    let (name, kind) = rest.split_once(" type ")?;
    let choices = kind.split(" var ").skip(1).map(|choice| choice.trim().to_owned()).collect();
    Some(Announced { name: name.trim().to_owned(), choices, spin: spin(kind) })
}

/// Reads a type such as `spin default D min A max B`, with the last three in any order.
fn spin(kind: &str) -> Option<Spin> {
    let words: Vec<&str> = kind.strip_prefix("spin ")?.split_whitespace().collect();
    let number = |key| words.chunks_exact(2).find(|pair| pair[0] == key)?[1].parse().ok();
    Some(Spin { default: number("default")?, min: number("min")?, max: number("max")? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        let option = announced("name USI_Variant type combo default shogi var shogi var torishogi").unwrap();
        assert_eq!(option.name, "USI_Variant");
        assert_eq!(option.choices, ["shogi", "torishogi"]);
        let option = announced("name Skill Level type spin default 20 min 0 max 20").unwrap();
        assert_eq!((option.name.as_str(), option.choices.len()), ("Skill Level", 0));
        assert_eq!(option.spin, Some(Spin { default: 20, min: 0, max: 20 }));
        assert_eq!(announced("name Hash type spin min 1 max 8 default -2").unwrap().spin.unwrap().default, -2);
        assert_eq!(announced("name Hash type spin default 1 min 1").unwrap().spin, None);
        assert!(announced("type spin").is_none());
    }

    #[test]
    fn names_tell_the_dialect() {
        let dialect = |line: &str| match understand(line, &mut SearchInfo::default(), Instant::now()) {
            Some(Message::Name(name)) => Some(dialect_of(&name)),
            _ => None,
        };
        assert_eq!(dialect("id name Fairy-Stockfish 14"), Some(Dialect::Fairy));
        assert_eq!(dialect("id name Kumataka 0.2.0"), Some(Dialect::Usual));
        assert_eq!(dialect("id author Fairy-Stockfish"), None);
    }

    #[test]
    fn lines_end_at_the_newline_or_the_limit() {
        let text = [vec![b'x'; LONGEST_LINE + 10], b"\nusiok\r\nlast".to_vec()].concat();
        let mut reader = BufReader::with_capacity(100, text.as_slice());
        let mut line = Vec::new();
        assert!(read_line(&mut reader, &mut line).unwrap());
        assert_eq!(line.len(), LONGEST_LINE);
        assert!(read_line(&mut reader, &mut line).unwrap());
        assert_eq!(line, b"usiok\r");
        assert!(read_line(&mut reader, &mut line).unwrap());
        assert_eq!(line, b"last");
        assert!(!read_line(&mut reader, &mut line).unwrap());
    }

    #[test]
    fn answers_carry_the_last_information() {
        let mut info = SearchInfo::default();
        let now = Instant::now();
        assert!(understand("info depth 5 score cp 30 nodes 100", &mut info, now).is_none());
        let remark = understand("info string depth 9", &mut info, now);
        assert!(matches!(remark, Some(Message::Remark(text)) if text == "depth 9"));
        let Some(Message::BestMove(answer)) = understand("bestmove 7g7f ponder 3c3d", &mut info, now) else {
            panic!("an answer");
        };
        assert_eq!((answer.best.as_str(), answer.ponder.as_deref()), ("7g7f", Some("3c3d")));
        assert_eq!((answer.info.depth, answer.info.nodes), (Some(5), Some(100)));
        assert_eq!(info, SearchInfo::default());
    }
}
