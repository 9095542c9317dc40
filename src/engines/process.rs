//! An engine as a child process or inside this program.

use super::error::{EngineError, LastSign};
use super::last_words::LastWords;
use super::lines::{Ended, read_line};
use super::protocol::{Announced, Answer, Listener, Message, Speech, Turn};
use std::io::{self, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

/// The command that starts an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    pub program: PathBuf,
    pub arguments: Vec<String>,
    /// Working folder of the engine.
    pub folder: PathBuf,
    /// Environment variables that the engine does not inherit.
    pub withheld: Vec<String>,
}

impl Launch {
    /// Starts the process, with pipes for its standard streams.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn spawn(&self) -> io::Result<Child> {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).current_dir(&self.folder);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        for name in &self.withheld {
            command.env_remove(name);
        }
        detach(&mut command);
        command.spawn()
    }
}

/// Usual limit for the answer to the greeting: some engines load their files first.
pub const HANDSHAKE: Duration = Duration::from_secs(60);

/// Limits of the wait for an engine to get ready.
#[derive(Clone, Copy)]
pub struct Wait<'a> {
    pub limit: Duration,
    /// Called once, after [`SLOW`], with the word that has not come.
    pub slow: &'a dyn Fn(&'static str),
}

impl Wait<'static> {
    /// A silent wait.
    #[must_use]
    pub const fn silent(limit: Duration) -> Self {
        Self { limit, slow: &|_| () }
    }
}

/// Ends engines and waits from outside; clones control the same ones.
#[derive(Clone, Default)]
pub struct Control {
    /// Ends every wait at once when set; games in progress are not counted.
    pub interrupt: Arc<AtomicBool>,
    pub children: Children,
}

/// Running engines, for a signal handler to end.
#[derive(Clone, Default)]
pub struct Children(Arc<Mutex<Vec<Weak<Mutex<Child>>>>>);

impl Children {
    /// Adds an engine to those that are ended.
    pub fn add(&self, child: &Arc<Mutex<Child>>) {
        let mut list = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        list.retain(|weak| weak.strong_count() > 0);
        list.push(Arc::downgrade(child));
    }

    /// Ends all engines at once. Failures are ignored: nobody could act on them.
    pub fn kill(&self) {
        for child in self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().filter_map(Weak::upgrade) {
            let _ = child.lock().unwrap_or_else(PoisonError::into_inner).kill();
        }
    }
}

/// The place in which an engine runs.
enum Host {
    Process {
        child: Arc<Mutex<Child>>,
        /// Input of the process; none once closed.
        input: Option<ChildStdin>,
        last_words: LastWords,
    },
    /// In this program; none once it has ended.
    Inside(Option<Obey>),
}

/// Makes an engine of this program obey a line.
pub type Obey = Box<dyn FnMut(&str) + Send>;

/// Called after each message of an engine, on the reading thread.
pub type Wake = Box<dyn Fn() + Send>;

/// Passes the messages of an engine, line by line, to its driver.
pub struct Hearing {
    listener: Box<dyn Listener>,
    sender: SyncSender<Message>,
    /// Below `sender`, because fields are dropped in this order: the last wake must find the end of the messages.
    waker: Waker,
    /// True once the engine has been ready for a game.
    ready: bool,
}

/// Wakes the driver after each message, and when it is dropped, because nothing follows.
struct Waker(Option<Wake>);

impl Waker {
    fn wake(&self) {
        self.0.iter().for_each(|wake| wake());
    }
}

impl Drop for Waker {
    fn drop(&mut self) {
        self.wake();
    }
}

impl Hearing {
    /// Passes on the meaning of a line. Returns false if nobody listens any more.
    pub fn line(&mut self, line: &str) -> bool {
        for message in self.listener.hear(line.trim(), Instant::now()) {
            self.ready |= matches!(message, Message::Ready(_));
            let dropped = self.ready && matches!(message, Message::Remark(_));
            if !dropped && self.sender.send(message).is_err() {
                return false;
            }
            self.waker.wake();
        }
        true
    }
}

/// A running engine. Dropping it asks the process to quit, and kills it if it stays.
pub struct Engine {
    host: Host,
    speech: Box<dyn Speech>,
    messages: Receiver<Message>,
    options: Vec<Announced>,
    remarks: Vec<String>,
    interrupt: Arc<AtomicBool>,
}

/// Greatest number of remarks kept.
const REMARKS: usize = 32;
/// Number of messages that may wait before the reading thread pauses.
const QUEUE: usize = 1024;
/// Time after which a wait is slow enough to be named to people.
pub const SLOW: Duration = Duration::from_secs(5);
/// Interval at which a wait looks at the interrupt flag.
const WAIT_SLICE: Duration = Duration::from_millis(50);
/// Time for an engine to end after `quit`.
const QUIT_GRACE: Duration = Duration::from_millis(1000);
const QUIT_POLL: Duration = Duration::from_millis(5);

impl Engine {
    /// Starts the process and waits for its options. `wake` serves callers that wait for several things at once.
    ///
    /// # Errors
    /// If the process cannot be started, ends, or does not answer the greeting in time.
    pub fn start(
        launch: &Launch,
        speech: Box<dyn Speech>,
        wait: Wait<'_>,
        control: &Control,
        wake: Option<Wake>,
    ) -> Result<Self, EngineError> {
        let mut child = launch.spawn().map_err(EngineError::Start)?;
        let (hearing, messages) = hearing(&*speech, wake);
        let listened = listen(&mut child, hearing).inspect_err(|_| {
            // Nobody hears the process, so nothing depends on its end.
            let _ = child.kill().and_then(|()| child.wait());
        });
        let last_words = listened.map_err(EngineError::Start)?;
        let input = child.stdin.take();
        let child = Arc::new(Mutex::new(child));
        control.children.add(&child);
        Self::greet(Host::Process { child, input, last_words }, speech, messages, wait, control)
    }

    /// Starts an engine of this program: `open` takes the receiver of its lines and returns the function that obeys.
    ///
    /// # Errors
    /// If the engine does not answer the greeting in time.
    pub fn inside(
        open: impl FnOnce(Hearing) -> Obey,
        speech: Box<dyn Speech>,
        wait: Wait<'_>,
        control: &Control,
        wake: Option<Wake>,
    ) -> Result<Self, EngineError> {
        let (hearing, messages) = hearing(&*speech, wake);
        Self::greet(Host::Inside(Some(open(hearing))), speech, messages, wait, control)
    }

    fn greet(
        host: Host,
        speech: Box<dyn Speech>,
        messages: Receiver<Message>,
        wait: Wait<'_>,
        control: &Control,
    ) -> Result<Self, EngineError> {
        let interrupt = Arc::clone(&control.interrupt);
        let mut engine = Self { host, speech, messages, options: Vec::new(), remarks: Vec::new(), interrupt };
        let words = engine.speech.words();
        engine.send(words.greeting)?;
        engine.wait_for(&Message::Greeted, words.greeted, wait)?;
        Ok(engine)
    }

    /// Waits for a message, and notes those before it. Talking does not extend the time.
    fn wait_for(&mut self, wanted: &Message, word: &'static str, wait: Wait<'_>) -> Result<(), EngineError> {
        let (start, within) = (Instant::now(), wait.limit);
        let deadline = start + within;
        let mut notice = Some(start + SLOW).filter(|notice| *notice < deadline);
        loop {
            let now = Instant::now();
            if notice.take_if(|notice| now >= *notice).is_some() {
                (wait.slow)(word);
            }
            if self.interrupt.load(Ordering::Relaxed) {
                return Err(EngineError::Interrupted);
            }
            if now >= deadline {
                return Err(EngineError::Silent { expected: word, within });
            }
            match self.receive(notice.unwrap_or(deadline), word, within) {
                Err(EngineError::Silent { .. }) if notice.is_some() => {}
                received => {
                    let message = received?;
                    if message == *wanted {
                        return Ok(());
                    }
                    self.note(message)?;
                }
            }
        }
    }

    /// Notes a message about the engine.
    fn note(&mut self, message: Message) -> Result<(), EngineError> {
        match message {
            Message::Option(option) => self.options.push(option),
            Message::Remark(text) if self.remarks.len() < REMARKS => self.remarks.push(text),
            Message::Feature(name, value) => {
                if let Some(reply) = self.speech.heed(&name, &value) {
                    self.send(&reply)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The protocol as this engine speaks it.
    #[must_use]
    pub fn speech(&self) -> &dyn Speech {
        &*self.speech
    }

    /// Options that the engine announced.
    #[must_use]
    pub fn options(&self) -> &[Announced] {
        &self.options
    }

    /// Remarks of the engine while it got ready, about a missing file for example.
    #[must_use]
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }

    /// The first of these options that the engine lacks, with the names of those that it has.
    #[must_use]
    pub fn unknown_option<'o>(&self, wanted: &'o [(String, String)]) -> Option<(&'o str, String)> {
        let has = |name: &str| self.options().iter().any(|known| known.name.eq_ignore_ascii_case(name));
        let (name, _) = wanted.iter().find(|(name, _)| !has(name) && !self.speech().may_set(name))?;
        let mut known: Vec<&str> = self.options().iter().map(|known| known.name.as_str()).collect();
        // `Hash` was meant to be `USI_Hash`, so that those stand first that contain the name.
        let wanted = name.to_ascii_lowercase();
        known.sort_by_key(|known| !known.to_ascii_lowercase().contains(&wanted));
        Some((name, known.join(", ")))
    }

    /// Sends an option to the engine.
    ///
    /// # Errors
    /// If the engine has ended.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let line = self.speech.option(name, value);
        self.send(&line)
    }

    /// Makes the engine ready for a new game. Late messages about the last game are dropped.
    ///
    /// # Errors
    /// If the engine ends or is not ready in time.
    pub fn new_game(&mut self, wait: Wait<'_>) -> Result<(), EngineError> {
        let preparation = self.speech.prepare();
        self.send(&preparation.lines)?;
        if let Some(question) = preparation.question {
            self.wait_for(&Message::Ready(question), self.speech.words().ready, wait)?;
        }
        self.speech.begin().map_or(Ok(()), |line| self.send(line))
    }

    /// Starts a search, and returns the time of the request.
    ///
    /// # Errors
    /// If the engine has ended, or has sent a move that was not asked for.
    pub fn go(&mut self, turn: &Turn) -> Result<Instant, EngineError> {
        self.expect_silence()?;
        let lines = self.speech.go(turn);
        let asked = Instant::now();
        self.send(&lines)?;
        Ok(asked)
    }

    /// Lets the engine ponder on the turn that it expects, and returns true if it does. An `early` turn has no clocks
    /// yet; they follow with [`Engine::ponder_hit`].
    ///
    /// # Errors
    /// If the engine has ended, or has sent a move that was not asked for.
    pub fn ponder(&mut self, turn: &Turn, early: bool) -> Result<bool, EngineError> {
        let Some(lines) = self.speech.ponder(turn, early) else { return Ok(false) };
        self.expect_silence()?;
        self.send(&lines)?;
        Ok(true)
    }

    /// Refuses a move that comes before the question, which would pass for the answer.
    fn expect_silence(&mut self) -> Result<(), EngineError> {
        loop {
            match self.messages.try_recv() {
                Ok(Message::Answer(answer)) => return Err(EngineError::Unasked(answer.best)),
                Ok(Message::Refusal(text)) => return Err(EngineError::Refused(text)),
                Ok(_) => {}
                Err(TryRecvError::Empty) => return Ok(()),
                Err(TryRecvError::Disconnected) => return Err(self.died()),
            }
        }
    }

    /// Tells a pondering engine that the opponent has played the expected move, and returns the time of the request.
    /// `turn` holds the clocks that an early pondering had to do without.
    ///
    /// # Errors
    /// If the engine has ended, or has already sent a move.
    pub fn ponder_hit(&mut self, turn: Option<&Turn>) -> Result<Instant, EngineError> {
        self.expect_silence()?;
        let asked = Instant::now();
        self.speech.ponder_hit(turn).map_or(Ok(()), |line| self.send(&line))?;
        Ok(asked)
    }

    /// Tells the engine to stop its search.
    ///
    /// # Errors
    /// If the engine has ended.
    pub fn stop(&mut self) -> Result<(), EngineError> {
        self.send(self.speech.words().stop)
    }

    /// Tells the engine the result of the game: `win`, `lose` or `draw`.
    ///
    /// # Errors
    /// If the engine has ended.
    pub fn game_over(&mut self, result: &str) -> Result<(), EngineError> {
        self.send(&self.speech.game_over(result))
    }

    /// Waits for the answer to the question for a move.
    ///
    /// # Errors
    /// If the engine ends, refuses its orders, or is silent until `deadline`, which is `within` after the question.
    pub fn answer(&mut self, deadline: Instant, within: Duration) -> Result<Answer, EngineError> {
        loop {
            let message = self.receive(deadline, self.speech.words().answer, within)?;
            if let Message::Refusal(text) = message {
                return Err(EngineError::Refused(text));
            }
            if let Some(answer) = self.speech.answered(message) {
                return Ok(answer);
            }
        }
    }

    /// The answer to the question for a move, if it has come.
    ///
    /// # Errors
    /// If the engine has ended or refuses its orders.
    pub fn heard(&mut self) -> Result<Option<Answer>, EngineError> {
        loop {
            match self.messages.try_recv() {
                Ok(Message::Refusal(text)) => return Err(EngineError::Refused(text)),
                Ok(message) => {
                    if let Some(answer) = self.speech.answered(message) {
                        return Ok(Some(answer));
                    }
                }
                Err(TryRecvError::Empty) => return Ok(None),
                Err(TryRecvError::Disconnected) => return Err(self.died()),
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
        let written = match &mut self.host {
            Host::Process { input: Some(input), .. } => {
                input.write_all(format!("{lines}\n").as_bytes()).and_then(|()| input.flush())
            }
            Host::Inside(Some(obey)) => {
                lines.lines().for_each(obey);
                Ok(())
            }
            _ => Err(io::ErrorKind::BrokenPipe.into()),
        };
        written.map_err(|_| self.died())
    }

    /// Error for a process whose pipes are closed, with its exit status and its last words.
    fn died(&self) -> EngineError {
        let status = self.wait_for_exit(QUIT_GRACE);
        let words = match &self.host {
            Host::Process { last_words, .. } => last_words.of_the_dead(),
            Host::Inside(_) => String::new(),
        };
        EngineError::Died(LastSign { status, words })
    }

    fn wait_for_exit(&self, patience: Duration) -> Option<std::process::ExitStatus> {
        let Host::Process { child, .. } = &self.host else { return None };
        exit_within(child, patience)
    }

    /// Kills the process without a `quit`.
    pub fn kill(self) {
        if let Host::Process { child, .. } = &self.host {
            let _ = child.lock().unwrap_or_else(PoisonError::into_inner).kill();
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // The process may have ended already, so a failure means nothing.
        let _ = self.send("quit");
        match &mut self.host {
            Host::Inside(obey) => *obey = None,
            Host::Process { input, .. } => *input = None,
        }
        if let Host::Process { child, .. } = &self.host {
            end_within(child, QUIT_GRACE);
        }
    }
}

/// The exit status of a process that ends within a time.
fn exit_within(child: &Mutex<Child>, patience: Duration) -> Option<std::process::ExitStatus> {
    let deadline = Instant::now() + patience;
    loop {
        let state = child.lock().unwrap_or_else(PoisonError::into_inner).try_wait();
        match state {
            Ok(Some(status)) => return Some(status),
            Ok(None) if Instant::now() < deadline => thread::sleep(QUIT_POLL),
            _ => return None,
        }
    }
}

/// Waits until a process ends, and kills it if it stays beyond a time.
pub fn end_within(child: &Mutex<Child>, patience: Duration) {
    if exit_within(child, patience).is_none() {
        let mut child = child.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = child.kill();
        let _ = child.wait();
    }
}

/// Receiver of an engine's lines, and the queue of its messages.
fn hearing(speech: &dyn Speech, wake: Option<Wake>) -> (Hearing, Receiver<Message>) {
    let (sender, messages) = sync_channel(QUEUE);
    (Hearing { listener: speech.listener(), sender, waker: Waker(wake), ready: false }, messages)
}

/// Puts an engine into a new process group. A terminal sends Ctrl-C to the whole foreground group, and an engine that
/// it ends would lose its game.
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

/// Hears a process on threads that are not joined: a grandchild may hold the pipes open long after the engine has
/// ended.
fn listen(child: &mut Child, hearing: Hearing) -> io::Result<LastWords> {
    let (Some(output), Some(errors)) = (child.stdout.take(), child.stderr.take()) else {
        unreachable!("both are piped");
    };
    thread::Builder::new().spawn(move || read_all(output, hearing))?;
    LastWords::of(errors)
}

/// Reads until the engine closes its output or nobody listens any more.
fn read_all(output: ChildStdout, mut hearing: Hearing) {
    let mut reader = BufReader::new(output);
    let mut line = Vec::new();
    while matches!(read_line(&mut reader, &mut line), Ok(Ended::ByNewline | Ended::ByStream)) {
        if !hearing.line(&String::from_utf8_lossy(&line)) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::usi::Usi;
    use super::*;

    /// An engine that talks without end and never answers.
    fn babbler(mut hearing: Hearing) -> Obey {
        thread::spawn(move || while hearing.line("info string hello") {});
        Box::new(|_| {})
    }

    #[test]
    fn the_last_wake_finds_the_end() {
        let messages = Arc::new(Mutex::new(None::<Receiver<Message>>));
        let found = Arc::new(Mutex::new(Vec::new()));
        let wake = {
            let (messages, found) = (Arc::clone(&messages), Arc::clone(&found));
            move || found.lock().unwrap().push(messages.lock().unwrap().as_ref().unwrap().try_recv())
        };
        let (mut hearing, received) = hearing(&Usi::new("shogi"), Some(Box::new(wake)));
        *messages.lock().unwrap() = Some(received);
        hearing.line("usiok");
        drop(hearing);
        assert_eq!(*found.lock().unwrap(), [Ok(Message::Greeted), Err(TryRecvError::Disconnected)]);
    }

    #[test]
    fn an_engine_that_talks_on_and_on_is_not_waited_for() {
        let control = Control::default();
        let start =
            |limit| Engine::inside(babbler, Box::new(Usi::new("shogi")), Wait::silent(limit), &control, None).err();
        assert!(matches!(start(Duration::from_millis(20)), Some(EngineError::Silent { expected: "usiok", .. })));
        control.interrupt.store(true, Ordering::Relaxed);
        assert!(matches!(start(Duration::from_secs(3600)), Some(EngineError::Interrupted)));
    }
}
