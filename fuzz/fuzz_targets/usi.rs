//! A session of the protocol: whatever the lines say, each search is answered once and the engine goes on.

#![no_main]

use kumataka::usi::{Engine, Games, Output};
use libfuzzer_sys::fuzz_target;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// What the engine says.
#[derive(Clone, Default)]
struct Heard(Arc<Mutex<Vec<u8>>>);

impl Write for Heard {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Heard {
    fn take(&self) -> String {
        let bytes = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        String::from_utf8(bytes).expect("the protocol is UTF-8")
    }
}

/// Searches and counts that a session may ask for.
const SEARCHES: usize = 8;

/// Whether a line would touch files, take much memory or count for long. All of that is well defined, and not what
/// is looked for here.
fn is_costly(line: &str) -> bool {
    let line = line.to_lowercase();
    ["perft", "hash", "threads", "file", "evaldir", "bench"].iter().any(|word| line.contains(word))
}

fn first_word(line: &str) -> Option<&str> {
    line.trim_start_matches('\u{feff}').split_ascii_whitespace().next()
}

fuzz_target!(|bytes: &[u8]| {
    let heard = Heard::default();
    let mut engine = Engine::new(Games::all(), Output::new(heard.clone()));
    let _ = engine.obey(b"setoption name USI_Hash value 1");
    let mut searches = 0;
    for line in bytes.split(|&byte| byte == b'\n') {
        let text = String::from_utf8_lossy(line);
        let is_search = first_word(&text) == Some("go");
        if is_costly(&text) || is_search && searches == SEARCHES {
            continue;
        }
        let _ = engine.obey(line);
        if is_search {
            searches += 1;
            let _ = engine.obey(b"stop");
        }
    }
    let _ = engine.obey(b"stop");
    let _ = engine.obey(b"gameover draw");
    for query in [&b"d"[..], b"moves", b"eval", b"isready"] {
        let _ = engine.obey(query);
    }
    let said = heard.take();
    let is_answer = |line: &&str| ["bestmove ", "checkmate ", "hisshi "].iter().any(|word| line.starts_with(word));
    let answers = said.lines().filter(is_answer).count();
    assert_eq!(answers, searches, "{said}");
    assert!(said.ends_with("readyok\n"), "{said}");
});
