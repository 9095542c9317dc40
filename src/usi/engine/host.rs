//! The engine as functions that a host in JavaScript calls. Lines of the client are lines of the standard input, and those
//! of the engine lines of the standard output, so that nobody hands over addresses. The standard input ends wherever no line
//! is waiting.
//!
//! There is one thread. While it searches, the engine gives way now and then, and a host that can hand over messages calls
//! [`usi_hear`] meanwhile. What a client expects during a search is then done at once, and the rest when the search has ended.

// Each function has a name of its own among those that the module exports.
#![allow(unsafe_code)]

use super::{Command, Engine, Games, Go, Hit, Options, Output};
use crate::search;
use crate::system::{self, Reach};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::io;
use std::sync::Arc;

struct Host {
    engine: RefCell<Engine>,
    /// The names of options, while the engine is busy with its own.
    options: Options,
    output: Arc<Output>,
    waiting: RefCell<VecDeque<String>>,
    /// Number of waiting lines that have been looked at during the work at hand.
    seen: Cell<usize>,
    /// True if the work at hand is a count or a bench, whose result a client wants before it leaves.
    measures: Cell<bool>,
}

thread_local! {
    static HOST: Host = Host::new();
}

impl Host {
    fn new() -> Self {
        let engine = Engine::new(Games::all(), Output::stdout());
        let (options, output) = (engine.options.clone(), Arc::clone(&engine.output));
        let (engine, waiting) = (RefCell::new(engine), RefCell::default());
        Self { engine, options, output, waiting, seen: Cell::default(), measures: Cell::default() }
    }

    /// Takes all lines that there are; false once the client has quit.
    fn hear(&self) -> bool {
        let lines = io::stdin().lines().map_while(Result::ok);
        self.waiting.borrow_mut().extend(lines);
        match self.engine.try_borrow_mut() {
            Ok(mut engine) => self.obey(&mut engine),
            // This call comes from within a search.
            Err(_) => {
                self.look_ahead();
                true
            }
        }
    }

    fn obey(&self, engine: &mut Engine) -> bool {
        while let Some(line) = self.next() {
            self.seen.set(0);
            self.measures.set(measures(&line));
            let flow = engine.obey(line.as_bytes());
            system::forbid_searches(false);
            if flow.is_break() {
                engine.end();
                return false;
            }
        }
        true
    }

    fn next(&self) -> Option<String> {
        self.waiting.borrow_mut().pop_front()
    }

    /// Does what cannot wait for the end of the search. Lines behind one that ends it are meant for a later search.
    fn look_ahead(&self) {
        let mut waiting = self.waiting.borrow_mut();
        while !system::are_searches_forbidden()
            && let Some(line) = waiting.get(self.seen.get())
        {
            match Command::parse(line) {
                Ok(Some(Command::IsReady)) => {
                    self.output.line("readyok");
                    waiting.remove(self.seen.get());
                    continue;
                }
                Ok(Some(Command::PonderHit(text))) => {
                    let hit = Hit::parse(text);
                    // A faulty line leaves the clock of its `go` alone.
                    search::ponder_hit_meanwhile(hit.clock.filter(|_| hit.complaints.is_empty()));
                }
                Ok(Some(command)) => system::forbid_searches(self.ends_work(&command)),
                _ => {}
            }
            self.seen.set(self.seen.get() + 1);
        }
    }

    /// True if the command ends the work at hand before it is done.
    fn ends_work(&self, command: &Command<'_>) -> bool {
        match command {
            Command::Stop => true,
            Command::Go(_) | Command::NewGame | Command::GameOver | Command::Bench(_) | Command::Quit => {
                !self.measures.get()
            }
            Command::SetOption { name, .. } => self.options.is_variant(name),
            _ => false,
        }
    }
}

/// True if a line asks for a count or a bench.
fn measures(line: &str) -> bool {
    match Command::parse(line) {
        Ok(Some(Command::Bench(_))) => true,
        Ok(Some(Command::Go(text))) => matches!(Go::parse(text), Ok(Go::Perft(_))),
        _ => false,
    }
}

/// Notes the way to the engine while it searches: 0 for none, 1 for a host that replaces it, 2 for one that calls
/// [`usi_hear`] whenever the engine gives way.
#[unsafe(no_mangle)]
pub extern "C" fn usi_begin(reach: u32) {
    system::set_reach(match reach {
        0 => Reach::Never,
        1 => Reach::Replacement,
        _ => Reach::Messages,
    });
}

/// Takes all lines that there are, and obeys them; 0 once the client has quit.
#[unsafe(no_mangle)]
pub extern "C" fn usi_hear() -> u32 {
    HOST.with(|host| u32::from(host.hear()))
}
