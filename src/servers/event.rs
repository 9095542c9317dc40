//! What a client waits for, from all sides at once.

use super::error::Break;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

/// Something that happened.
#[derive(Debug)]
pub enum Event {
    /// A line of the server, over the connection of this number.
    Line { connection: u64, text: String, at: Instant },
    /// That connection is of no more use.
    Broken { connection: u64, cause: Break },
    /// The engine has said something.
    Engine,
    /// The user wants an end, more urgently each time.
    Interrupt,
}

/// Where events arrive.
pub struct Events {
    sender: Sender<Event>,
    receiver: Receiver<Event>,
}

impl Default for Events {
    fn default() -> Self {
        let (sender, receiver) = channel();
        Self { sender, receiver }
    }
}

impl Events {
    /// Where events are sent.
    #[must_use]
    pub fn sender(&self) -> Sender<Event> {
        self.sender.clone()
    }

    /// The next event, if there is one before the deadline.
    pub(super) fn before(&self, deadline: Instant) -> Option<Event> {
        let left = deadline.saturating_duration_since(Instant::now());
        // There is always a sender, so that only the time can be over.
        self.receiver.recv_timeout(left.max(Duration::from_millis(1))).ok()
    }
}
