//! A page that watches the board, by what it has seen already.

use super::desk::State;
use super::event::{LiveLines, Shown};
use super::greeting::Greeting;
use super::routes::Done;
use crate::words::Language;
use serde::Serialize;

/// An event of the program.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Event {
    Hello(Greeting),
    State(Box<Shown>),
    Live(LiveLines),
    Bye(Done),
}

impl Event {
    /// The name by which pages know it.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Hello(_) => "hello",
            Self::State(_) => "state",
            Self::Live(_) => "live",
            Self::Bye(_) => "bye",
        }
    }
}

/// The revisions that a page has seen.
#[derive(Debug)]
pub struct Watcher {
    language: Language,
    pub state: u64,
    pub live: u64,
}

impl Watcher {
    /// A page that has seen nothing yet.
    pub const fn new(language: Language) -> Self {
        Self { language, state: 0, live: u64::MAX }
    }

    /// The events that the page has not seen.
    pub fn news(&mut self, state: &State) -> Vec<Event> {
        let shown = (state.revision != self.state).then(|| Box::new(Shown::of(state, self.language)));
        let live = (state.live.revision != self.live).then(|| LiveLines::of(state, self.language));
        (self.state, self.live) = (state.revision, state.live.revision);
        shown.map(Event::State).into_iter().chain(live.map(Event::Live)).collect()
    }
}
