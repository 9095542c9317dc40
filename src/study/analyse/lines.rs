//! An analysis in the terminal: a line a move, then the figures of both sides and a graph.

use super::annotate::Style;
use super::graph::{self, graph};
use super::places::Place;
use super::{percent, words};
use crate::analysis::{Analysis, Judgement, Ply, Remark, SideSummary, Voice};
use crate::any::{AnyMove, AnyPosition};
use crate::board::Color;
use crate::game::GameMove;
use crate::jobs::command::{Output, Trouble};
use crate::jobs::notation::Notation;
use crate::jobs::plain::{self, Painted};
use crate::jobs::terminal::Bar;
use crate::record::Headers;
use crate::record::japanese::sign;
use crate::words::Language;
use std::env;
use std::ffi::OsStr;
use std::fmt::Display;
use unicode_width::UnicodeWidthStr;

/// Width of a move in columns.
const MOVE_WIDTH: usize = 12;

/// Width of a score in columns.
const SCORE_WIDTH: usize = 7;
/// Width of a side's name in columns.
const SIDE_WIDTH: usize = 5;

/// Width of the course beside the bar, in columns.
const BAR_COURSE: usize = 32;

/// Writes lines to the standard output.
pub struct Lines {
    language: Language,
    notation: Notation,
    has_colours: bool,
    /// Progress of the analysis, with the course of the game so far; only a terminal shows it.
    bar: Bar,
    /// Expected result for Black after each ply of the main line.
    course: Vec<f64>,
    /// Texts of the current game's moves, with those of its variations last. `[number - 1]`
    moves: Vec<String>,
}

impl Lines {
    /// Lines in colours if they go to a terminal, unless the environment has `NO_COLOR`.
    pub fn new(Style { language, notation }: Style) -> Self {
        let is_terminal = Output::is_terminal();
        let has_colours = wants_colours(is_terminal, env::var_os("NO_COLOR").as_deref());
        let bar = if is_terminal { Bar::new(0, words::bar(language)) } else { Bar::hidden() };
        Self { language, notation, has_colours, bar, course: Vec::new(), moves: Vec::new() }
    }

    /// Begins a game with this number of plies.
    pub fn begin(&mut self, place: &Place, headers: &Headers, plies: usize) -> Result<(), Trouble> {
        self.moves.clear();
        self.course.clear();
        self.bar.reset();
        self.bar.set_message("");
        self.bar.set_length(plies as u64);
        self.say(plain::line(words::heading(self.language, &place.title(self.language), headers)))?;
        self.say(words::legend(self.language))
    }

    /// Prints a line above the bar.
    fn say(&mut self, line: impl Display) -> Result<(), Trouble> {
        self.bar.suspend(|| Output::lock().say(line))
    }

    /// Begins a variation whose first move has this number.
    pub fn variation(&mut self, ply: usize) -> Result<(), Trouble> {
        self.say(words::variation(self.language, ply))
    }

    pub fn ply(&mut self, position: &AnyPosition, ply: &Ply<AnyMove>) -> Result<(), Trouble> {
        let played = self.notation.text(position, ply.previous, ply.played);
        let is_black = ply.side == Color::Black;
        let shown = |score| right(&words::score(self.language, if is_black { score } else { -score }), SCORE_WIDTH);
        let [before, after] = [ply.before.score, ply.after].map(shown);
        let expected = [ply.expected_before, ply.expected_after];
        let [expected_before, expected_after] =
            expected.map(|expected| percent(if is_black { expected } else { 1.0 - expected }));
        let scores = format!("{before} -> {after}  {expected_before:>3} -> {expected_after:>3} %");
        let time = ply.spent.map_or(String::new(), |spent| words::seconds(self.language, spent.as_secs_f64()));
        let told = self.told(position, ply);
        let mut line = Painted::default();
        line.push(&format!("{:>4} {} {scores}{time}  ", ply.number, left(&played, MOVE_WIDTH)));
        line.append(&told);
        line.trim_end();
        line.push("\n");
        self.moves.push(played);
        self.bar.suspend(|| Output::lock().paint(&line))?;
        self.advance(ply);
        Ok(())
    }

    /// Advances the bar, if the ply belongs to the main line, which comes first.
    fn advance<M: GameMove>(&mut self, ply: &Ply<M>) {
        if ply.number != self.course.len() + 1 {
            return;
        }
        self.course.push(if ply.side == Color::Black { ply.expected_after } else { 1.0 - ply.expected_after });
        self.bar.set_message(&graph::line(&self.course, BAR_COURSE));
        self.bar.set_position(ply.number as u64);
    }

    /// Remarks on a ply, those on the move itself in its colour.
    fn told(&self, position: &AnyPosition, ply: &Ply<AnyMove>) -> Painted {
        let text = |position: &AnyPosition, last, m| self.notation.text(position, last, m);
        let voice = Voice { language: self.language, text: &text };
        let semicolon = self.language.choose("; ", "、");
        let mut on_move = Vec::new();
        let mut names = Vec::new();
        for remark in ply.remarks() {
            let text = voice.remark(position, ply, &remark);
            match remark {
                Remark::Named(named) => {
                    names.push(format!("{}{}{text}", sign(named.side), self.language.choose(" ", "")));
                }
                _ => on_move.push(text),
            }
        }
        let mut told = Painted::default();
        told.paint(&[self.colour(ply)], &on_move.join(semicolon));
        for name in names {
            told.push(if told.is_empty() { "" } else { semicolon });
            told.push(&name);
        }
        told
    }

    /// Colour of the remarks on a move; empty if they have none.
    fn colour<M: GameMove>(&self, ply: &Ply<M>) -> &'static str {
        let is_grave = ply.counted_miss().is_some() || ply.counted_allowance().is_some();
        match ply.judgement() {
            _ if !self.has_colours => "",
            Some(Judgement::Blunder) => "31",
            _ if is_grave => "31",
            Some(Judgement::Mistake) => "33",
            Some(Judgement::Inaccuracy) => "36",
            None if ply.is_best() => "32",
            None => "",
        }
    }

    /// Prints the figures and the graph of a game.
    pub fn end<M: GameMove>(&mut self, analysis: &Analysis<M>) -> Result<(), Trouble> {
        self.bar.finish_and_clear();
        let language = self.language;
        if !analysis.is_complete() {
            self.say(words::stopped(language, analysis.plies.len()))?;
        }
        let phases = |side| analysis.side(side).phases.map(|phase| per_cent(phase.accuracy));
        self.table(words::figures(language), |side| figures(analysis.side(side)))?;
        self.table(words::phases(language), phases)?;
        for side in Color::ALL {
            if let Some(names) = words::names(language, analysis.names(side)) {
                self.say(format_args!("{}  {names}", left(words::side(language, side), SIDE_WIDTH)))?;
            }
        }
        let point =
            |ply: &Ply<M>| words::turning_point(language, ply.number, &self.moves[ply.number - 1], percent(ply.loss()));
        let points: Vec<String> = analysis.turning_points().into_iter().map(point).collect();
        if !points.is_empty() {
            self.say(words::turning_points(language, &points))?;
        }
        graph(language, analysis).into_iter().try_for_each(|line| self.say(line))?;
        self.say("")
    }

    /// Prints figures of both sides under the names of their columns.
    fn table<const N: usize>(
        &mut self,
        columns: [&str; N],
        figures: impl Fn(Color) -> [String; N],
    ) -> Result<(), Trouble> {
        let sides = Color::ALL.map(|side| (words::side(self.language, side), figures(side)));
        let rows: Vec<_> = std::iter::once(("", columns.map(str::to_owned))).chain(sides).collect();
        for (head, cells) in &rows {
            let width = |column: usize| rows.iter().map(|(_, cells)| cells[column].width_cjk()).max().unwrap_or(0);
            let cells = (0..N).map(|column| format!("  {}", right(&cells[column], width(column))));
            self.say(left(head, SIDE_WIDTH) + &cells.collect::<String>())?;
        }
        Ok(())
    }
}

/// A text with blanks behind it up to a width in columns.
fn left(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.width_cjk())))
}

/// A text with blanks before it up to a width in columns.
fn right(text: &str, width: usize) -> String {
    format!("{}{text}", " ".repeat(width.saturating_sub(text.width_cjk())))
}

/// True if lines have colours: any `NO_COLOR` that is not empty forbids them (<https://no-color.org>).
fn wants_colours(is_terminal: bool, no_color: Option<&OsStr>) -> bool {
    is_terminal && no_color.is_none_or(OsStr::is_empty)
}

fn figures(summary: SideSummary) -> [String; 6] {
    let [inaccuracies, mistakes, blunders] = summary.judged;
    let [one, two, three, four, five] =
        [inaccuracies, mistakes, blunders, summary.missed_mates, summary.allowed_mates].map(|count| count.to_string());
    [per_cent(summary.accuracy), one, two, three, four, five]
}

/// An accuracy, or a dash if there are no moves.
fn per_cent(accuracy: Option<f64>) -> String {
    accuracy.map_or_else(|| "-".to_owned(), |accuracy| format!("{accuracy:.1} %"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_for_terminals_where_nothing_forbids_them() {
        let [empty, one] = ["", "1"].map(OsStr::new);
        let wanted = [(true, None), (true, Some(empty)), (true, Some(one)), (false, None), (false, Some(empty))];
        assert_eq!(wanted.map(|(terminal, value)| wants_colours(terminal, value)), [true, true, false, false, false]);
    }
}
