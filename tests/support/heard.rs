//! An output that keeps what an engine of this process says.

use super::PATIENCE;
use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// What an engine has said.
#[derive(Clone, Default)]
pub struct Heard(Arc<Mutex<Vec<u8>>>);

impl Write for Heard {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Heard {
    /// Forgets what has been said so far.
    pub fn forget(&self) {
        self.0.lock().unwrap().clear();
    }

    pub fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }

    pub fn lines(&self) -> Vec<String> {
        self.text().lines().map(str::to_owned).collect()
    }

    /// Waits until `wanted` has been said, and returns all that has been.
    pub fn wait_for(&self, wanted: &str) -> String {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let text = self.text();
            if text.contains(wanted) {
                return text;
            }
            assert!(Instant::now() < deadline, "no {wanted} in {text}");
            thread::sleep(Duration::from_millis(2));
        }
    }
}
