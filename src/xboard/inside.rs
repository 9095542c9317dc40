//! The engine of this program, which is told lines of USI and answers by lines.

use super::event::Event;
use crate::usi;
use std::io::{self, Write};
use std::mem;
use std::sync::mpsc::Sender;

/// The engine.
pub struct Inside(usi::Engine);

impl Inside {
    /// An engine whose lines become events.
    pub fn new(events: Sender<Event>) -> Self {
        Self(usi::Engine::new(usi::Games::all(), usi::Output::new(Lines { events, begun: Vec::new() })))
    }

    /// Has the engine obey a line.
    pub fn tell(&mut self, line: &str) {
        // Only `quit` asks for an end, which is reached by dropping the engine.
        let _ = self.0.obey(line.as_bytes());
    }
}

/// Turns what the engine writes into events.
struct Lines {
    events: Sender<Event>,
    begun: Vec<u8>,
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.begun.extend_from_slice(piece);
            if piece.ends_with(b"\n") {
                let line = mem::take(&mut self.begun);
                let line = String::from_utf8_lossy(&line).trim_end().to_owned();
                self.events.send(Event::Engine(line)).map_err(|_| io::ErrorKind::BrokenPipe)?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
