//! An analysis in the terminal: a line a move, then the figures of both sides and a graph.

use super::graph::{self, graph};
use super::percent;
use crate::analysis::{Analysis, Judgement, Ply, Remark, SideSummary, Voice};
use crate::any::{AnyMove, AnyPosition};
use crate::board::Color;
use crate::game::{GameMove, Score, score};
use crate::jobs::command::{Output, Trouble};
use crate::jobs::notation::Notation;
use crate::jobs::plain::{self, Painted};
use crate::jobs::terminal::Bar;
use crate::record::japanese::sign;
use crate::record::{Headers, header};
use crate::words::Language;
use std::env;
use std::ffi::OsStr;
use std::fmt::Display;
use unicode_width::UnicodeWidthStr;

/// Width of a move in columns.
const MOVE_WIDTH: usize = 12;

/// The bar below the lines, with the course of the game after the number of the ply.
const BAR: &str = "{bar:20} {pos}/{len} plies, {eta} to go {msg}";
/// Width of the course beside the bar, in columns.
const BAR_COURSE: usize = 32;

/// Writes lines to the standard output.
pub struct Lines {
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
    pub fn new(notation: Notation) -> Self {
        let is_terminal = Output::is_terminal();
        let has_colours = wants_colours(is_terminal, env::var_os("NO_COLOR").as_deref());
        let bar = if is_terminal { Bar::new(0, BAR) } else { Bar::hidden() };
        Self { notation, has_colours, bar, course: Vec::new(), moves: Vec::new() }
    }

    /// Begins a game with this number of plies.
    pub fn begin(&mut self, name: &str, headers: &Headers, plies: usize) -> Result<(), Trouble> {
        self.moves.clear();
        self.course.clear();
        self.bar.reset();
        self.bar.set_message("");
        self.bar.set_length(plies as u64);
        let player = |key| headers.get(key).filter(|name| !name.is_empty());
        let players = match (player(header::BLACK), player(header::WHITE)) {
            (None, None) => String::new(),
            (black, white) => format!(": {} - {}", black.unwrap_or("?"), white.unwrap_or("?")),
        };
        self.say(plain::line(format_args!("{name}{players}")))?;
        self.say("scores before and after each move, centipawns and expected result for Black")
    }

    /// Prints a line above the bar.
    fn say(&mut self, line: impl Display) -> Result<(), Trouble> {
        self.bar.suspend(|| Output::lock().say(line))
    }

    /// Begins a variation whose first move has this number.
    pub fn variation(&mut self, ply: usize) -> Result<(), Trouble> {
        self.say(format_args!("variation at ply {ply}"))
    }

    pub fn ply(&mut self, position: &AnyPosition, ply: &Ply<AnyMove>) -> Result<(), Trouble> {
        let played = self.notation.text(position, ply.previous, ply.played);
        let blanks = " ".repeat(MOVE_WIDTH.saturating_sub(played.width_cjk()));
        let is_black = ply.side == Color::Black;
        let [before, after] = [ply.before.score, ply.after].map(|score| shown(if is_black { score } else { -score }));
        let expected = [ply.expected_before, ply.expected_after];
        let [expected_before, expected_after] =
            expected.map(|expected| percent(if is_black { expected } else { 1.0 - expected }));
        let scores = format!("{before:>7} -> {after:>7}  {expected_before:>3} -> {expected_after:>3} %");
        let time = ply.spent.map_or(String::new(), |spent| format!("{:>6.1} s", spent.as_secs_f64()));
        let told = self.told(position, ply);
        let mut line = Painted::default();
        line.push(&format!("{:>4} {played}{blanks} {scores}{time}  ", ply.number));
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
        let voice = Voice { language: Language::En, text: &text };
        let mut on_move = Vec::new();
        let mut names = Vec::new();
        for remark in ply.remarks() {
            let text = voice.remark(position, ply, &remark);
            match remark {
                Remark::Named(named) => names.push(format!("{} {text}", sign(named.side))),
                _ => on_move.push(text),
            }
        }
        let mut told = Painted::default();
        told.paint(&[self.colour(ply)], &on_move.join("; "));
        for name in names {
            told.push(if told.is_empty() { "" } else { "; " });
            told.push(&name);
        }
        told
    }

    /// Colour of the remarks on a move; empty if they have none.
    fn colour<M: GameMove>(&self, ply: &Ply<M>) -> &'static str {
        let is_grave = ply.missed_mate.is_some() || ply.allowed_mate.is_some();
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
        if !analysis.is_complete() {
            self.say(format_args!("stopped after ply {}", analysis.plies.len()))?;
        }
        self.say("       accuracy  inaccuracies  mistakes  blunders  missed mates  allowed mates")?;
        for side in Color::ALL {
            self.say(figures(side, analysis.side(side)))?;
        }
        self.say("       accuracy in the opening  in the middle game  in the endgame")?;
        for side in Color::ALL {
            let [opening, middle, endgame] = analysis.side(side).phases.map(|phase| per_cent(phase.accuracy));
            let side = format!("{side:?}");
            self.say(format_args!("{side:<5}  {opening:>23}  {middle:>18}  {endgame:>14}"))?;
        }
        for side in Color::ALL {
            let names = analysis.names(side).map(|(ply, formation)| format!("{} ({ply})", formation.english));
            let names: Vec<String> = names.collect();
            if !names.is_empty() {
                self.say(format_args!("{:<5}  {}", format!("{side:?}"), names.join(", ")))?;
            }
        }
        let point =
            |ply: &Ply<M>| format!("{} {} (-{} %)", ply.number, self.moves[ply.number - 1], percent(ply.loss()));
        let points: Vec<String> = analysis.turning_points().into_iter().map(point).collect();
        if !points.is_empty() {
            self.say(format_args!("turning points: {}", points.join(", ")))?;
        }
        graph(analysis).into_iter().try_for_each(|line| self.say(line))?;
        self.say("")
    }
}

/// True if lines have colours: any `NO_COLOR` that is not empty forbids them (<https://no-color.org>).
fn wants_colours(is_terminal: bool, no_color: Option<&OsStr>) -> bool {
    is_terminal && no_color.is_none_or(OsStr::is_empty)
}

fn figures(side: Color, summary: SideSummary) -> String {
    let accuracy = per_cent(summary.accuracy);
    let [inaccuracies, mistakes, blunders] = summary.judged;
    format!(
        "{:<5}  {accuracy:>8}  {inaccuracies:>12}  {mistakes:>8}  {blunders:>8}  {:>12}  {:>13}",
        format!("{side:?}"),
        summary.missed_mates,
        summary.allowed_mates
    )
}

/// An accuracy, or a dash if there are no moves.
fn per_cent(accuracy: Option<f64>) -> String {
    accuracy.map_or_else(|| "-".to_owned(), |accuracy| format!("{accuracy:.1} %"))
}

/// A score in at most seven characters.
fn shown(score: Score) -> String {
    // A mate in no plies has a sign too, which shows the winner.
    let sign = if score > 0 { '+' } else { '-' };
    score::mate_distance(score).map_or_else(|| format!("{score:+}"), |plies| format!("mate{sign}{}", plies.abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_have_a_sign() {
        let scores = [30, -7, score::mate_in(3), score::mated_in(2), score::mate_in(0), score::mated_in(0)];
        assert_eq!(scores.map(shown), ["+30", "-7", "mate+3", "mate-2", "mate+0", "mate-0"]);
    }

    #[test]
    fn colours_are_for_terminals_where_nothing_forbids_them() {
        let [empty, one] = ["", "1"].map(OsStr::new);
        let wanted = [(true, None), (true, Some(empty)), (true, Some(one)), (false, None), (false, Some(empty))];
        assert_eq!(wanted.map(|(terminal, value)| wants_colours(terminal, value)), [true, true, false, false, false]);
    }
}
