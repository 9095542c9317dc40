//! The board of a static site: the program is WebAssembly in a worker of the browser, and this stands in the place of a
//! server. Messages of the page and what goes back are lines of JSON; questions and events are those of HTTP. The worker keeps the
//! program's files in the browser, so that games are found again as anywhere.
//!
//! There is one thread, and the worker could hear no message while the engine searches. A shared memory, by which others
//! would stop it, needs headers that few hosts send. So the search yields sixty times a second (`system::give_way`), and a
//! browser with JavaScript Promise Integration suspends it there, takes messages, and goes on. A second instance for the
//! engine would need each task and each answer in JSON, and lose what it has learned whenever it is stopped. Browsers without
//! that integration hear messages between two tasks, of which a whole game's analysis is one for each move.

#[cfg(all(feature = "site", target_family = "wasm"))]
mod exports;

use super::answer::Answer;
use super::desk::{Desk, State, Task};
use super::greeting::greeting;
use super::mind::Mind;
use super::round::Round;
use super::routes::{Asked, answer};
use super::watcher::{Event, Watcher};
use crate::jobs::command::lock;
use crate::variants::Variant;
use crate::words::Language;
use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::Ordering;

/// There is one thread.
const THREADS: usize = 1;

/// A message of the page.
#[derive(Debug, Deserialize)]
#[serde(tag = "message", rename_all = "kebab-case", deny_unknown_fields)]
enum Message {
    /// Listens to events in a language.
    Listen { lang: String },
    /// Listens no longer, as a page that nobody sees.
    Leave {},
    /// Asks what a server would answer at this name.
    Ask {
        id: u64,
        name: String,
        query: HashMap<String, String>,
        /// The act as JSON.
        #[serde(default)]
        act: String,
    },
    /// Looks at the clocks.
    Wake {},
}

/// A line for the page.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Line {
    Event {
        name: &'static str,
        data: Event,
    },
    Answer(Reply),
    /// Milliseconds after which the clocks are to be looked at.
    Wake(u64),
}

/// An answer to a question.
#[derive(Debug, Serialize)]
struct Reply {
    id: u64,
    status: u16,
    kind: &'static str,
    /// Name under which a browser saves it.
    file: Option<String>,
    /// The body in base 64.
    body: String,
}

impl Reply {
    fn of(id: u64, Answer { status, kind, file, body }: Answer) -> Self {
        Self { id, status, kind, file, body: BASE64_STANDARD.encode(body) }
    }
}

/// A board and the page that watches it.
pub struct Site {
    desk: Desk,
    told: Mutex<Told>,
}

/// The latest that the page has heard.
struct Told {
    language: Language,
    watcher: Option<Watcher>,
    /// The turn whose clocks it watches; none once it was woken for that.
    turn: Option<u64>,
}

impl Site {
    /// A board with the unfinished game that was played latest, or a new one if there is none or it cannot be read.
    pub fn new(language: Language) -> Self {
        let round = Round::resumed(None, THREADS).unwrap_or_else(|_| Round::first(Variant::Shogi, THREADS, language));
        let told = Told { language, watcher: None, turn: None };
        Self { desk: Desk::new(round, None, THREADS, language), told: Mutex::new(told) }
    }

    /// The engine of this board.
    pub const fn mind(&self) -> Mind<'_> {
        Mind::new(&self.desk, THREADS)
    }

    /// Does the most urgent work; false if there is none. A host that cannot suspend it has to wait for its end: then a
    /// slice of a live analysis takes two seconds at most.
    pub fn work(&self, mind: &mut Mind<'_>, is_suspended: bool) -> bool {
        const LONGEST_SLICE: u32 = 4;
        let Some((turn, mut task)) = self.desk.task() else { return false };
        if let Task::Live { slice, .. } = &mut task
            && !is_suspended
        {
            *slice = LONGEST_SLICE.min(*slice);
        }
        mind.work(turn, task);
        true
    }

    /// True if the search at hand is to end.
    pub fn stops(&self) -> bool {
        self.desk.stop.load(Ordering::Relaxed)
    }

    /// Takes a message, and returns lines for the page. A line that is no message is a fault of the page, and says so.
    pub fn take(&self, message: &str) -> Vec<String> {
        let message = match serde_json::from_str(message) {
            Ok(message) => message,
            Err(error) => return written(&[Line::Answer(Reply::of(0, Answer::text(400, error)))]),
        };
        let told = &mut *lock(&self.told);
        match message {
            Message::Listen { lang } => {
                if told.watcher.is_none() {
                    self.desk.count_page(true);
                }
                told.language = Language::of_code(&lang);
                told.watcher = Some(Watcher::new(told.language));
                written(&[Line::of(Event::Hello(greeting(told.language, &self.desk.engines)))])
            }
            Message::Ask { id, name, query, act } => {
                let asked = Asked { name: &name, query: &query, act: act.as_bytes() };
                let unknown = || Answer::text(404, "there is no such page");
                let answer = answer(&self.desk, &asked, asked.language(told.language)).unwrap_or_else(unknown);
                written(&[Line::Answer(Reply::of(id, answer))])
            }
            Message::Leave {} => {
                if told.watcher.take().is_some() {
                    self.desk.count_page(false);
                }
                Vec::new()
            }
            Message::Wake {} => {
                told.turn = None;
                Vec::new()
            }
        }
    }

    /// The lines that the page has not heard yet.
    pub fn news(&self) -> Vec<String> {
        let state = &mut *self.desk.state();
        self.desk.look_at_clocks(state);
        written(&lock(&self.told).news(state))
    }
}

impl Told {
    fn news(&mut self, state: &State) -> Vec<Line> {
        let heard = self.watcher.as_mut().map(|watcher| watcher.news(state)).unwrap_or_default();
        let mut lines: Vec<Line> = heard.into_iter().map(Line::of).collect();
        // Clocks run while nobody sees the page, too.
        if self.turn.replace(state.turn) != Some(state.turn) {
            let look = state.round.next_look();
            lines.extend(look.map(|time| Line::Wake(u64::try_from(time.as_millis()).unwrap_or(u64::MAX) + 1)));
        }
        lines
    }
}

impl Line {
    const fn of(event: Event) -> Self {
        Self::Event { name: event.name(), data: event }
    }
}

fn written(lines: &[Line]) -> Vec<String> {
    // Keys are text and numbers are finite, so that nothing can fail.
    lines.iter().filter_map(|line| serde_json::to_string(line).ok()).collect()
}

#[cfg(test)]
mod tests;
