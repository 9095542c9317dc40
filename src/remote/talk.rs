//! The talk of a front-end with an engine, as far as an engine behind a new connection has to hear of it.

use std::time::{Duration, Instant};

/// The state of a talk.
#[derive(Debug, Default)]
pub struct Talk {
    asks_name: bool,
    /// Questions by `isready` that are not answered yet.
    asks_ready: usize,
    is_ready: bool,
    /// True if the next `readyok` answers a question that the front-end has not asked.
    hides_ready: bool,
    /// Options by name, the last set last.
    options: Vec<(String, String)>,
    position: Option<String>,
    search: Option<Search>,
}

/// A search without an answer yet.
#[derive(Debug)]
struct Search {
    go: String,
    /// `ponderhit` and `stop`, as they came.
    later: Vec<String>,
    /// The start of the clock; none while the engine ponders.
    clock: Option<Instant>,
}

impl Talk {
    /// Notes a line of the front-end.
    pub fn said(&mut self, line: &str, now: Instant) {
        match line.split_ascii_whitespace().next().unwrap_or_default() {
            "usi" => self.asks_name = true,
            "isready" => self.asks_ready += 1,
            "setoption" => self.set(line),
            "position" => self.position = Some(line.to_owned()),
            "go" => {
                let ponders = line.split_ascii_whitespace().any(|word| word == "ponder");
                let clock = (!ponders).then_some(now);
                self.search = Some(Search { go: line.to_owned(), later: Vec::new(), clock });
            }
            word @ ("ponderhit" | "stop") => {
                if let Some(search) = &mut self.search {
                    search.later.push(line.to_owned());
                    if word == "ponderhit" {
                        search.clock = Some(now);
                    }
                }
            }
            _ => {}
        }
    }

    /// A button has no state.
    fn set(&mut self, line: &str) {
        let Some((name, _)) = line.split_once(" value ") else { return };
        self.options.retain(|(other, _)| !other.eq_ignore_ascii_case(name));
        self.options.push((name.to_owned(), line.to_owned()));
    }

    /// Notes a line of the engine; false if the front-end must not hear it.
    pub fn heard(&mut self, line: &str) -> bool {
        match line.split_ascii_whitespace().next().unwrap_or_default() {
            "usiok" => self.asks_name = false,
            "readyok" if std::mem::take(&mut self.hides_ready) => return false,
            "readyok" => {
                self.asks_ready = self.asks_ready.saturating_sub(1);
                self.is_ready = true;
            }
            "bestmove" | "checkmate" | "hisshi" => self.search = None,
            _ if line.starts_with("Nodes searched") => self.search = None,
            _ => {}
        }
        true
    }

    /// True if the front-end waits for the end of a search.
    pub const fn waits(&self) -> bool {
        self.search.is_some()
    }

    /// The lines that bring another engine to where the last one was. A search begins again with what is left of its time.
    pub fn resumption(&mut self, now: Instant) -> Vec<String> {
        let mut lines = Vec::new();
        lines.extend(self.asks_name.then(|| "usi".to_owned()));
        lines.extend(self.options.iter().map(|(_, line)| line.clone()));
        self.hides_ready = self.is_ready && self.asks_ready == 0;
        let questions = if self.hides_ready { 1 } else { self.asks_ready };
        lines.extend((0..questions).map(|_| "isready".to_owned()));
        lines.extend(self.position.clone());
        if let Some(search) = &self.search {
            let spent = search.clock.map_or(Duration::ZERO, |clock| now.saturating_duration_since(clock));
            lines.push(with_less_time(&search.go, spent));
            lines.extend(search.later.iter().map(|line| with_less_time(line, spent)));
        }
        lines
    }
}

/// A line with times from which the time spent is taken. The talk does not know whose clock runs: both lose it.
fn with_less_time(line: &str, spent: Duration) -> String {
    let mut words: Vec<String> = line.split_ascii_whitespace().map(str::to_owned).collect();
    let spent = i64::try_from(spent.as_millis()).unwrap_or(i64::MAX);
    let mut less = |name: &str, spent: i64, least: i64| -> Option<i64> {
        let word = words.iter().position(|word| word == name).and_then(|at| words.get_mut(at + 1))?;
        let time: i64 = word.parse().ok()?;
        *word = time.saturating_sub(spent).max(least.min(time)).to_string();
        Some(time)
    };
    let main = [less("btime", spent, 0), less("wtime", spent, 0)].into_iter().flatten().min().unwrap_or_default();
    less("byoyomi", spent.saturating_sub(main.max(0)).max(0), 1);
    less("movetime", spent, 1);
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A talk of these lines, each a second after the last; those of the engine begin with `<`.
    fn talk(lines: &[&str], start: Instant) -> (Talk, Instant) {
        let mut talk = Talk::default();
        let mut now = start;
        for line in lines {
            match line.strip_prefix('<') {
                Some(line) => assert!(talk.heard(line)),
                None => talk.said(line, now),
            }
            now += Duration::from_secs(1);
        }
        (talk, now)
    }

    fn resumed(lines: &[&str]) -> Vec<String> {
        let (mut talk, now) = talk(lines, Instant::now());
        talk.resumption(now)
    }

    #[test]
    fn another_engine_hears_options_and_position() {
        assert_eq!(resumed(&[]), [""; 0]);
        assert_eq!(resumed(&["usi"]), ["usi"]);
        let begun = ["usi", "<usiok", "setoption name USI_Hash value 1", "setoption name Clear_Hash", "isready"];
        assert_eq!(resumed(&begun), ["setoption name USI_Hash value 1", "isready"]);
        let played = [
            &begun[..],
            &["<readyok", "setoption name usi_hash value 2", "position startpos", "go nodes 5", "<bestmove 7g7f"],
        ];
        let (mut talk, now) = talk(&played.concat(), Instant::now());
        assert!(!talk.waits());
        assert_eq!(talk.resumption(now), ["setoption name usi_hash value 2", "isready", "position startpos"]);
        assert!(!talk.heard("readyok"), "nobody has asked");
        assert!(talk.heard("readyok"));
    }

    #[test]
    fn a_search_begins_again_with_the_time_that_is_left() {
        let after = |lines: &[&str]| resumed(&[&["position startpos"], lines].concat())[1..].join("|");
        assert_eq!(after(&["go btime 9000 wtime 5000 byoyomi 3000"]), "go btime 8000 wtime 4000 byoyomi 3000");
        assert_eq!(after(&["go btime 0 wtime 0 byoyomi 3000", "<info depth 1"]), "go btime 0 wtime 0 byoyomi 1000");
        assert_eq!(after(&["go movetime 500"]), "go movetime 1");
        assert_eq!(after(&["go infinite", "stop"]), "go infinite|stop");
        let ponder = "go ponder btime 9000 wtime 9000";
        assert_eq!(after(&[ponder, "<info depth 1"]), ponder);
        let hit = after(&[ponder, "<info depth 1", "ponderhit btime 9000 wtime 8000"]);
        assert_eq!(hit, "go ponder btime 8000 wtime 8000|ponderhit btime 8000 wtime 7000");
        assert_eq!(after(&["go mate 10000", "<checkmate timeout"]), "");
        assert_eq!(after(&["go hisshi 3", "<hisshi none"]), "");
        assert_eq!(after(&["go hisshi movetime 5000"]), "go hisshi movetime 4000");
    }
}
