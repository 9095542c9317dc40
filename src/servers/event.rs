//! The events of a client, from server, engine and user through one channel.

use super::error::Break;
use std::sync::mpsc::{Receiver, SendError, Sender, SyncSender, channel, sync_channel};
use std::time::{Duration, Instant};

/// An event, by its source.
#[derive(Debug)]
pub enum Event {
    /// A line of the server, with the number of its connection.
    Line { connection: u64, text: String, at: Instant },
    /// The connection of this number has ended.
    Broken { connection: u64, cause: Break },
    /// The engine has written a line or has ended.
    Engine,
    /// Ctrl-C; each further one is more urgent.
    Interrupt,
}

/// Capacity of the queue of lines. A full queue blocks the reader of the connection, which slows a flooding server.
const WAITING_LINES: usize = 1_000;

/// The queue of events.
pub struct Events {
    sender: Sender<Event>,
    receiver: Receiver<Event>,
    /// One token per queued line. Engines and signals need none, so that a flood of lines cannot block them.
    room: SyncSender<()>,
    waiting: Receiver<()>,
}

impl Default for Events {
    fn default() -> Self {
        Self::with_room(WAITING_LINES)
    }
}

impl Events {
    fn with_room(lines: usize) -> Self {
        let (sender, receiver) = channel();
        let (room, waiting) = sync_channel(lines);
        Self { sender, receiver, room, waiting }
    }

    /// Sender of the engine and of signals.
    #[must_use]
    pub fn sender(&self) -> Sender<Event> {
        self.sender.clone()
    }

    /// Sender of a connection.
    pub(super) fn line_sender(&self) -> LineSender {
        LineSender { sender: self.sender.clone(), room: self.room.clone() }
    }

    /// Next event; none at the deadline.
    pub(super) fn before(&self, deadline: Instant) -> Option<Event> {
        let left = deadline.saturating_duration_since(Instant::now());
        // `self` holds a sender, so that the only error is a timeout.
        let event = self.receiver.recv_timeout(left.max(Duration::from_millis(1))).ok()?;
        if matches!(event, Event::Line { .. }) {
            // The token was sent before the line, so it is there.
            let _ = self.waiting.try_recv();
        }
        Some(event)
    }
}

/// Sender of a connection, which waits for room in the queue.
pub(super) struct LineSender {
    sender: Sender<Event>,
    room: SyncSender<()>,
}

impl LineSender {
    /// Sends an event. A line waits for room.
    ///
    /// # Errors
    /// If the queue is gone.
    pub fn send(&self, event: Event) -> Result<(), SendError<Event>> {
        if matches!(event, Event::Line { .. }) && self.room.send(()).is_err() {
            return Err(SendError(event));
        }
        self.sender.send(event)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    fn line(number: usize) -> Event {
        Event::Line { connection: 1, text: number.to_string(), at: Instant::now() }
    }

    fn next(events: &Events) -> Option<Event> {
        events.before(Instant::now() + Duration::from_secs(20))
    }

    #[test]
    fn a_server_waits_until_its_lines_are_heard_and_nobody_else_does() {
        const ROOM: usize = 3;
        const LINES: usize = 50;
        let events = Events::with_room(ROOM);
        let lines = events.line_sender();
        let server = thread::spawn(move || (0..LINES).try_for_each(|number| lines.send(line(number))).is_ok());
        let mut heard = (0..ROOM).map(|_| next(&events)).collect::<Vec<_>>();
        // However fast the server is, the queue never holds more lines than it has room for.
        thread::sleep(Duration::from_millis(100));
        events.sender().send(Event::Interrupt).unwrap();
        let before =
            std::iter::repeat_with(|| next(&events)).take_while(|event| !matches!(event, Some(Event::Interrupt)));
        let before = before.collect::<Vec<_>>();
        assert!(before.len() <= ROOM, "{before:?}");
        heard.extend(before);
        heard.extend((heard.len()..LINES).map(|_| next(&events)));
        for (number, event) in heard.into_iter().enumerate() {
            assert!(matches!(&event, Some(Event::Line { text, .. }) if *text == number.to_string()), "{event:?}");
        }
        assert!(server.join().unwrap());
    }

    #[test]
    fn a_connection_that_nobody_hears_ends() {
        let events = Events::with_room(1);
        let lines = events.line_sender();
        let server = thread::spawn(move || while lines.send(line(0)).is_ok() {});
        assert!(next(&events).is_some());
        drop(events);
        server.join().unwrap();
    }
}
