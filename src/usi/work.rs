//! Long work in the background: on a separate thread, or at once where the system has none.

use crate::system;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Builder, JoinHandle};

/// Work in the background, so that the client can still be obeyed. Dropping it stops it and waits for its end.
pub struct Work {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Work {
    /// Starts `work`, which must end soon after its flag is raised. Without threads nobody can raise the flag, and the
    /// work is done on return.
    pub fn start(name: &str, work: impl FnOnce(&AtomicBool) + Send + 'static) -> io::Result<Self> {
        let stop = Arc::new(AtomicBool::new(false));
        if !system::THREADS {
            work(&stop);
            return Ok(Self { stop, thread: None });
        }
        let raised = Arc::clone(&stop);
        let thread = Builder::new().name(name.into()).spawn(move || work(&raised))?;
        Ok(Self { stop, thread: Some(thread) })
    }

    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    pub fn is_running(&self) -> bool {
        self.thread.as_ref().is_some_and(|thread| !thread.is_finished())
    }

    /// Waits for the end of the work without stopping it.
    pub fn complete(mut self) {
        self.join();
    }

    fn join(&mut self) {
        if let Some(thread) = self.thread.take() {
            // After a panic of the thread there is no result to take.
            let _ = thread.join();
        }
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        self.stop();
        self.join();
    }
}
