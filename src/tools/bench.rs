//! Bench: fixed positions searched one after the other, for speed and for a signature of the search.

use crate::eval::{Evaluator, Model};
use crate::game::score::Shown;
use crate::rules::{Move, Position, Rules, SfenMode};
use crate::search::{Info, Limits, Outcome, Pool, Reporter, SearchOptions, per_second};
use std::fmt;
use std::io;
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

/// How long each position is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    Depth(usize),
    Nodes(u64),
    Time(Duration),
}

#[derive(Clone, Copy, Debug)]
pub struct Settings {
    pub effort: Effort,
    pub threads: usize,
    pub hash_megabytes: usize,
}

/// The usual depth: a few seconds for all positions.
pub const DEPTH: usize = 13;

/// Every build searches the same tree with these, so that the node count is a signature.
impl Default for Settings {
    fn default() -> Self {
        Self { effort: Effort::Depth(DEPTH), threads: 1, hash_megabytes: 16 }
    }
}

/// The sum over all positions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Summary {
    pub nodes: u64,
    pub elapsed: Duration,
}

impl Summary {
    #[must_use]
    pub fn nodes_per_second(&self) -> u64 {
        per_second(self.nodes, self.elapsed)
    }
}

/// The signature comes last.
impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Nodes: {}", self.nodes)?;
        writeln!(f, "Time: {} ms", self.elapsed.as_millis())?;
        writeln!(f, "Nodes/s: {}", self.nodes_per_second())?;
        write!(f, "Bench: {}", self.nodes)
    }
}

/// Searches the bench positions of `R`, each from an empty table, evaluating by `model`, and tells `line` of each.
///
/// # Errors
/// Those of `line`.
pub fn run<R: Rules>(
    settings: &Settings,
    model: &Model<R>,
    mut line: impl FnMut(String) -> io::Result<()>,
) -> io::Result<Summary> {
    let model = model.clone();
    let mut pool = Pool::<R, Evaluator<R>>::new(move || model.evaluator());
    pool.set_threads(settings.threads);
    pool.resize_table(settings.hash_megabytes);
    let options = SearchOptions { threads: settings.threads, ..SearchOptions::default() };
    let positions = positions::<R>();
    let mut summary = Summary::default();
    for (number, position) in positions.iter().enumerate() {
        pool.new_game();
        let started = Instant::now();
        let outcome = search(&mut pool, position, settings.effort, &options);
        summary.elapsed += started.elapsed();
        summary.nodes += outcome.nodes;
        line(report(number + 1, positions.len(), position, &outcome))?;
    }
    Ok(summary)
}

fn search<R: Rules>(
    pool: &mut Pool<R, Evaluator<R>>,
    position: &Position<R>,
    effort: Effort,
    options: &SearchOptions,
) -> Outcome<Move> {
    let limits = match effort {
        Effort::Depth(depth) => Limits::depth(depth),
        Effort::Nodes(nodes) => Limits::nodes(nodes),
        Effort::Time(time) => Limits::move_time(time),
    };
    let (sender, receiver) = channel();
    pool.start(position, limits, options, OutcomeOnly(sender));
    receiver.recv().expect("a search reports its outcome")
}

struct OutcomeOnly(Sender<Outcome<Move>>);

impl Reporter<Move> for OutcomeOnly {
    fn iteration(&mut self, _: &Info<'_, Move>) {}

    fn finished(&mut self, outcome: &Outcome<Move>) {
        // Nobody listens only if the caller has gone, and then nothing is owed.
        let _ = self.0.send(*outcome);
    }
}

fn report<R: Rules>(number: usize, of: usize, position: &Position<R>, outcome: &Outcome<Move>) -> String {
    let best = outcome.best.map_or_else(|| "none".to_owned(), |m| m.usi::<R>().to_string());
    format!(
        "position {number:>2}/{of}  depth {:>2}  nodes {:>9}  score {:>8}  best {best:<5}  {}",
        outcome.depth,
        outcome.nodes,
        Shown(outcome.score).to_string(),
        position.sfen()
    )
}

/// The positions kept for `R`.
fn positions<R: Rules>() -> Vec<Position<R>> {
    let chosen = match R::NAME {
        "shogi" => include_str!("bench/shogi.sfen"),
        "torishogi" => include_str!("bench/torishogi.sfen"),
        _ => "",
    };
    let sfens = chosen.lines().filter(|line| !line.starts_with('#'));
    sfens.filter_map(|sfen| Position::from_sfen(sfen, SfenMode::Strict).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants::{Shogi, Tori};

    fn all_readable<R: Rules>(text: &str) {
        let lines = text.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(positions::<R>().len(), lines);
        assert!(lines >= 8);
    }

    #[test]
    fn every_chosen_position_is_read() {
        all_readable::<Shogi>(include_str!("bench/shogi.sfen"));
        all_readable::<Tori>(include_str!("bench/torishogi.sfen"));
    }
}
