//! The engine of one connection, a process of its own.

use crate::engines::last_words::LastWords;
use crate::engines::process::{Children, Launch, end_within};
use crate::jobs::command::lock;
use std::io::{self, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Time for an engine to end in good order.
const GRACE: Duration = Duration::from_millis(500);

/// An engine. Dropping it ends the process.
pub struct Seat {
    child: Arc<Mutex<Child>>,
    /// None once the engine is to end.
    input: Mutex<Option<ChildStdin>>,
    last_words: Mutex<LastWords>,
}

impl Seat {
    /// Starts the engine, and returns its output too.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(launch: &Launch, children: &Children) -> io::Result<(Self, BufReader<ChildStdout>)> {
        let mut child = launch.spawn()?;
        let (input, output, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let child = Arc::new(Mutex::new(child));
        children.add(&child);
        let listened = errors.map_or_else(|| Err(io::ErrorKind::BrokenPipe.into()), LastWords::of);
        let opened = listened.and_then(|words| Ok((words, output.ok_or(io::ErrorKind::BrokenPipe)?)));
        let (last_words, output) = opened.inspect_err(|_| end_within(&child, Duration::ZERO))?;
        let last_words = Mutex::new(last_words);
        Ok((Self { child, input: Mutex::new(input), last_words }, BufReader::new(output)))
    }

    /// Says a line to the engine.
    ///
    /// # Errors
    /// If the engine has ended.
    pub fn say(&self, line: &str) -> io::Result<()> {
        match lock(&self.input).as_mut() {
            Some(input) => input.write_all(format!("{line}\n").as_bytes()).and_then(|()| input.flush()),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// Asks the engine to quit, and kills it if it stays.
    pub fn end(&self) {
        // It may have ended already.
        let _ = self.say("quit");
        *lock(&self.input) = None;
        end_within(&self.child, GRACE);
    }

    /// Ends the engine at once.
    pub fn kill(&self) {
        // It may have ended already.
        let _ = lock(&self.child).kill();
    }

    /// The last lines of the standard error of an engine that has ended.
    pub fn last_words(&self) -> String {
        lock(&self.last_words).of_the_dead()
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.end();
    }
}
