//! What a client waits for, from all sides at once.

use super::error::Break;
use std::sync::mpsc::{Receiver, SendError, Sender, SyncSender, channel, sync_channel};
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

/// Lines of servers that may wait to be heard. The connection of another one waits too, so that its server is slowed down.
const WAITING_LINES: usize = 1_000;

/// Where events arrive.
pub struct Events {
    sender: Sender<Event>,
    receiver: Receiver<Event>,
    /// Holds a token for each line that waits. Engines and signals never wait for a server.
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

    /// Where events are sent.
    #[must_use]
    pub fn sender(&self) -> Sender<Event> {
        self.sender.clone()
    }

    /// Where a connection sends its events.
    pub(super) fn line_sender(&self) -> LineSender {
        LineSender { sender: self.sender.clone(), room: self.room.clone() }
    }

    /// The next event, if there is one before the deadline.
    pub(super) fn before(&self, deadline: Instant) -> Option<Event> {
        let left = deadline.saturating_duration_since(Instant::now());
        // There is always a sender, so that only the time can be over.
        let event = self.receiver.recv_timeout(left.max(Duration::from_millis(1))).ok()?;
        if matches!(event, Event::Line { .. }) {
            // Its token came before it.
            let _ = self.waiting.try_recv();
        }
        Some(event)
    }
}

/// Where a connection sends its events.
pub(super) struct LineSender {
    sender: Sender<Event>,
    room: SyncSender<()>,
}

impl LineSender {
    /// Sends an event, a line as soon as there is room for it.
    ///
    /// # Errors
    /// If nobody hears events any more.
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
        // However fast the server is, its lines that wait are no more than there is room for.
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
