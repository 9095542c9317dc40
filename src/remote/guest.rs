//! One connection: a guest, its engine, and what they say to each other.

use super::customs::{Customs, Passed};
use super::link::{End, Link, Patience, Tended, lines};
use super::seat::Seat;
use crate::engines::lines::{Ended, read_line};
use crate::engines::process::HANDSHAKE;
use crate::jobs::command::lock;
use crate::words::InLanguage;
use std::fmt;
use std::io::BufReader;
use std::process::ChildStdout;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};
use tungstenite::protocol::frame::coding::CloseCode;

/// Interval of the looks at a guest.
const LOOK: Duration = Duration::from_millis(200);

/// The reason why a guest has left.
#[derive(Clone, Debug)]
pub enum Farewell {
    Left,
    /// The guest has said `quit`.
    Quit,
    /// The connection is lost.
    Lost(String),
    /// The guest spoke something else than lines.
    Nonsense(String),
    /// No sign of life.
    Silent,
    /// Nobody has said anything for too long.
    Idle,
    /// The engine has ended, with its last words.
    EngineEnded(String),
    /// The engine has not answered `usi`.
    EngineSilent,
    ServerEnds,
}

impl fmt::Display for Farewell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Left => f.write_str("closed the connection"),
            Self::Quit => f.write_str("said quit"),
            Self::Lost(cause) => write!(f, "the connection is lost: {cause}"),
            Self::Nonsense(fault) => write!(f, "refused: {fault}"),
            Self::Silent => f.write_str("no sign of life"),
            Self::Idle => f.write_str("nobody said anything for too long"),
            Self::EngineEnded(words) if words.is_empty() => f.write_str("the engine has ended"),
            Self::EngineEnded(words) => write!(f, "the engine has ended: {words}"),
            Self::EngineSilent => f.write_str("the engine does not answer \"usi\""),
            Self::ServerEnds => f.write_str("the server ends"),
        }
    }
}

impl InLanguage for Farewell {
    fn japanese(&self) -> String {
        match self {
            Self::Left => "切断しました".to_owned(),
            Self::Quit => "quitで終わりました".to_owned(),
            Self::Lost(cause) => format!("接続が切れました：{cause}"),
            Self::Nonsense(fault) => format!("通信を拒否しました：{fault}"),
            Self::Silent => "応答がなくなりました".to_owned(),
            Self::Idle => "長い間、通信がありませんでした".to_owned(),
            Self::EngineEnded(words) if words.is_empty() => "エンジンが終了しました".to_owned(),
            Self::EngineEnded(words) => format!("エンジンが終了しました：{words}"),
            Self::EngineSilent => "エンジンがusiに応答しません".to_owned(),
            Self::ServerEnds => "サーバを終了します".to_owned(),
        }
    }
}

/// A guest at its engine.
pub struct Guest {
    link: Link,
    seat: Seat,
    /// The first reason to leave.
    farewell: Mutex<Option<Farewell>>,
}

impl Guest {
    pub const fn new(link: Link, seat: Seat) -> Self {
        Self { link, seat, farewell: Mutex::new(None) }
    }

    /// Lets guest and engine speak until one of them ends it, and ends the engine.
    pub fn converse(&self, output: BufReader<ChildStdout>, customs: Customs, patience: Patience) -> Farewell {
        let (sender, learned) = channel();
        let (conversation, over) = channel();
        thread::scope(|scope| {
            scope.spawn(|| self.relay(output, customs, sender));
            scope.spawn(move || self.keep(&over, patience));
            // An engine that has ended answers nothing.
            let _ = self.seat.say("usi");
            if let Ok(customs) = learned.recv_timeout(HANDSHAKE) {
                self.listen(&customs);
            } else {
                self.leave(Farewell::EngineSilent);
                self.link.part(CloseCode::Error, "the engine does not start");
            }
            self.seat.end();
            self.link.cut();
            drop(conversation);
        });
        lock(&self.farewell).clone().unwrap_or(Farewell::Left)
    }

    /// Ends the conversation because the server ends.
    pub fn dismiss(&self) {
        self.leave(Farewell::ServerEnds);
        self.link.close(CloseCode::Away, "the server ends");
    }

    /// Looks at the guest again and again until the conversation is over, in a thread for this guest alone: one that takes
    /// nothing holds a look up for seconds.
    fn keep(&self, over: &Receiver<()>, patience: Patience) {
        while matches!(over.recv_timeout(LOOK), Err(RecvTimeoutError::Timeout)) {
            self.tend(Instant::now(), patience);
        }
    }

    /// Does what is due at this time.
    fn tend(&self, now: Instant, patience: Patience) {
        match self.link.tend(now, patience) {
            Tended::Well => {}
            Tended::Idle => {
                self.leave(Farewell::Idle);
                self.link.close(CloseCode::Policy, "nobody has said anything for too long");
            }
            Tended::Over { is_silent } => {
                // Who listens to the guest finds the connection lost, which must not be the reason.
                self.leave(if is_silent { Farewell::Silent } else { Farewell::Left });
                self.link.cut();
                // The thread that listens to the guest may be waiting for an engine that takes no line.
                self.seat.kill();
            }
        }
    }

    fn leave(&self, farewell: Farewell) {
        lock(&self.farewell).get_or_insert(farewell);
    }

    /// Passes the lines of the engine on, behind its answer to `usi`, from which the customs learn its options.
    fn relay(&self, mut output: BufReader<ChildStdout>, customs: Customs, sender: Sender<Customs>) {
        let mut learning = Some((customs, sender));
        let mut line = Vec::new();
        while matches!(read_line(&mut output, &mut line), Ok(Ended::ByNewline | Ended::ByStream)) {
            let text = String::from_utf8_lossy(&line);
            let text = text.trim_end();
            if let Some((mut customs, sender)) = learning.take() {
                if customs.learn(text) {
                    // A guest that has left needs none.
                    let _ = sender.send(customs);
                } else {
                    learning = Some((customs, sender));
                }
            } else if self.link.say(text).is_err() {
                self.link.cut();
                self.seat.kill();
                return;
            }
        }
        self.leave(Farewell::EngineEnded(self.seat.last_words()));
        if matches!(*lock(&self.farewell), Some(Farewell::Quit)) {
            self.link.close(CloseCode::Normal, "");
        } else {
            self.link.close(CloseCode::Error, "the engine has ended");
        }
    }

    /// Obeys the guest until the conversation is over.
    fn listen(&self, customs: &Customs) {
        // An engine that has ended is noticed by who listens to it.
        customs.settings().iter().for_each(|line| drop(self.seat.say(line)));
        let mut receiver = self.link.receiver(Vec::new());
        let end = loop {
            match receiver.next() {
                Ok(text) => lines(&text).for_each(|line| self.obey(customs, line)),
                Err(end) => break end,
            }
        };
        match end {
            End::Closed(..) => self.leave(Farewell::Left),
            End::Lost(cause) => self.leave(Farewell::Lost(cause)),
            End::Nonsense(code, fault) => {
                self.leave(Farewell::Nonsense(fault.clone()));
                self.seat.kill();
                self.link.part(code, &fault);
            }
        }
    }

    /// Obeys a line. Neither end answers for the other: who has gone is noticed by who listens to it.
    fn obey(&self, customs: &Customs, line: &str) {
        let remark = |text: &dyn fmt::Display| drop(self.link.say(&format!("info string {text}")));
        match customs.pass(line) {
            Ok(Passed::Greeting) => customs.greeting().iter().for_each(|line| drop(self.link.say(line))),
            Ok(Passed::Line(line)) => {
                if line == "quit" {
                    self.leave(Farewell::Quit);
                }
                drop(self.seat.say(&line));
            }
            Ok(Passed::Bounded(line, text)) => {
                remark(&text);
                drop(self.seat.say(&line));
            }
            Err(refused) => remark(&refused),
        }
    }
}
