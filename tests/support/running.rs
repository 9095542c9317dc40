//! Programs that run beside a test.

use super::PATIENCE;
#[cfg(unix)]
use super::signals::obey_usual_signals;
use std::io::Read;
use std::ops::{Deref, DerefMut};
use std::process::{Child, Command, Output};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How often a program is looked at.
const PAUSE: Duration = Duration::from_millis(2);

/// Lets a program obey the signals that end programs, also where `nohup` or the shell that runs the tests in the background has
/// this process, and with it its children, ignore some.
pub fn with_usual_signals(command: &mut Command) -> &mut Command {
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt as _;
        // SAFETY: what runs between fork and exec calls nothing but `signal`, which may be called there.
        unsafe { command.pre_exec(obey_usual_signals) };
    }
    command
}

/// A program that is killed with the last look at it, so that a test that fails leaves none at work.
pub struct Running(Child);

impl Running {
    #[track_caller]
    pub fn start(command: &mut Command) -> Self {
        Self(with_usual_signals(command).spawn().unwrap())
    }

    pub fn has_ended(&mut self) -> bool {
        self.try_wait().unwrap().is_some()
    }

    /// Waits until something holds. A program that ends before, or works on and on without it, has a fault.
    #[track_caller]
    pub fn wait_until(&mut self, what: &str, mut holds: impl FnMut() -> bool) {
        let deadline = Instant::now() + PATIENCE;
        loop {
            // What the program does at its end counts: whether it has ended is asked first.
            let has_ended = self.has_ended();
            if holds() {
                return;
            }
            assert!(!has_ended, "the program has ended before this: {what}");
            assert!(Instant::now() < deadline, "not within {PATIENCE:?}: {what}");
            thread::sleep(PAUSE);
        }
    }

    /// Sends a signal, such as `-INT`.
    #[cfg(unix)]
    #[track_caller]
    pub fn signal(&self, signal: &str) {
        assert!(Command::new("kill").args([signal, &self.id().to_string()]).status().unwrap().success());
    }

    /// Waits for the end, and returns what was said on the pipes. A program that works on and on has a fault.
    #[track_caller]
    pub fn output(mut self) -> Output {
        drop(self.stdin.take());
        let [stdout, stderr] = [read_all(self.stdout.take()), read_all(self.stderr.take())];
        let deadline = Instant::now() + PATIENCE;
        while !self.has_ended() {
            assert!(Instant::now() < deadline, "the program does not end within {PATIENCE:?}");
            thread::sleep(PAUSE);
        }
        Output { status: self.wait().unwrap(), stdout: stdout.join().unwrap(), stderr: stderr.join().unwrap() }
    }
}

/// Reads a pipe to its end, if there is one, so that nobody waits for room in it.
fn read_all(pipe: Option<impl Read + Send + 'static>) -> JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            pipe.read_to_end(&mut bytes).unwrap();
        }
        bytes
    })
}

impl Deref for Running {
    type Target = Child;

    fn deref(&self) -> &Child {
        &self.0
    }
}

impl DerefMut for Running {
    fn deref_mut(&mut self) -> &mut Child {
        &mut self.0
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Fails only if the process has ended already.
        let _ = self.kill();
        let _ = self.wait();
    }
}
