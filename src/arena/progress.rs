//! The progress of a match: a changing line on a terminal, or a line for each game.

use super::config::MatchConfig;
use super::line::{GameLine, Side};
use super::report::estimate;
use super::schedule::ScheduledGame;
use super::summary::Summary;
use crate::arena::sprt;
use crate::jobs::terminal::{Bar, Stream};
use crate::tell;
use crate::words::counted;

/// The messages of a match: remarks of the engines before it, then a line that changes on a terminal, and elsewhere a
/// line for each game.
#[derive(Clone)]
pub struct Progress {
    bar: Bar,
    /// The stream for the lines of the games; `None` for no messages at all.
    games: Option<Stream>,
}

impl Progress {
    /// A display for `games` games, or for any number if `None`, with the lines of the games on `stream`.
    #[must_use]
    pub fn new(games: Option<u64>, stream: Stream) -> Self {
        let template = if games.is_some() {
            "{bar:20} {pos}/{len} {msg} {elapsed} of {duration}"
        } else {
            "{pos} {msg} {elapsed}"
        };
        Self { bar: Bar::new(games, template), games: Some(stream) }
    }

    /// A display that shows nothing.
    #[must_use]
    pub fn hidden() -> Self {
        Self { bar: Bar::hidden(), games: None }
    }

    /// Prints a remark of an engine.
    pub fn tell(&self, engine: &str, remark: &str) {
        if self.games.is_some() {
            self.bar.suspend(|| tell!("{engine}: {remark}"));
        }
    }

    /// Shows the standing before the first game.
    pub fn start(&self, config: &MatchConfig, summary: &Summary) {
        self.bar.set_position(summary.games);
        self.bar.set_message(&standing(config, summary, 0, 0));
    }

    /// Shows a game that has just ended.
    pub fn add(&self, config: &MatchConfig, summary: &Summary, scheduled: &ScheduledGame, line: &GameLine) {
        let first = scheduled.players[scheduled.first.index()];
        let standing = standing(config, summary, scheduled.pairing, first);
        if let Some(stream) = self.games.filter(|_| self.bar.is_hidden()) {
            let planned = self.bar.length().map_or_else(String::new, |planned| format!(" of {planned}"));
            stream.say(format_args!("game {}{planned}: {}; {standing}", line.game + 1, result(line)));
        }
        self.bar.set_message(&standing);
        self.bar.set_position(summary.games);
    }

    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// The result of a pairing in all its games so far, from the view of its `first` engine.
fn standing(config: &MatchConfig, summary: &Summary, pairing: usize, first: usize) -> String {
    let tally = &summary.tallies[pairing];
    let elo = estimate(tally.sample().elo());
    let mut text = format!("{} {}, Elo {elo}", config.engines[first].name, tally.total());
    if let Some(bounds) = config.sprt {
        text.push_str(&format!(", LLR {:.2}", sprt::log_likelihood_ratio(bounds, &tally.pairs)));
    }
    text
}

/// The result of one game, Black first.
fn result(line: &GameLine) -> String {
    let GameLine { black, white, reason, detail, .. } = line;
    let points = match line.winner {
        Some(Side::Black) => "1-0",
        Some(Side::White) => "0-1",
        None => "1/2-1/2",
    };
    let detail = if detail.is_empty() { String::new() } else { format!(" ({detail})") };
    let drawn = match line.drawn.len() {
        0 => String::new(),
        drawn => format!(", after {}", counted(drawn, "draw")),
    };
    format!("{black} {points} {white}, {reason}{detail}{drawn}")
}
