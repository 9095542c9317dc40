//! Lines of moves: in KIF one move a line, in KI2 several.

use super::game::WrittenMove;
use super::line::{Numbered, begins_move, begins_step, ending_at_start, is_bare_move, numbered};
use super::searched;
use super::times::{group_at_start, times};
use super::{FIRST_STEP, SECOND_STEP, result};
use crate::any::AnyPosition;
use crate::board::Color;
use crate::record::cursor::Cursor;
use crate::record::vocabulary::{SIGNS, player, signed};
use crate::record::{Ending, Oddity, Outcome, ReadError, Reason, Record, Step};
use crate::variants::Variant;

/// The first of two steps of a move.
struct FirstStep {
    step: WrittenMove,
    /// The rest of its line.
    rest: String,
    line: usize,
}

/// A game being read.
pub(super) struct Game {
    pub cursor: Cursor,
    /// The number that the file gives the first move.
    pub first: Option<usize>,
    /// The start position with the other side to move, while the file leaves the side in doubt.
    other_start: Option<AnyPosition>,
    /// The first step of a move whose second is to come.
    first_step: Option<FirstStep>,
    /// True once a line that is not understood is kept.
    pub has_kept: bool,
    /// True once a warning names a board below the moves.
    pub is_told_misplaced: bool,
}

impl Game {
    pub(super) const fn new(cursor: Cursor, other_start: Option<AnyPosition>) -> Self {
        Self { cursor, first: None, other_start, first_step: None, has_kept: false, is_told_misplaced: false }
    }

    /// Reads moves and endings, and the notes after each: times, a comment, the sign that variations follow.
    pub(super) fn read_moves(&mut self, text: &str, number: usize) -> Result<(), ReadError> {
        let mut rest = text;
        loop {
            rest = rest.trim_start_matches(|c: char| c.is_whitespace() || "+、，,".contains(c));
            if rest.is_empty() {
                return Ok(());
            }
            rest = self.read_item(rest, number)?;
        }
    }

    /// Reads the first item of a text, and returns the rest.
    fn read_item<'a>(&mut self, text: &'a str, number: usize) -> Result<&'a str, ReadError> {
        if let Some(Numbered { ply, text, is_step: true }) = numbered(self.game(), text) {
            return self.read_numbered(ply, text, number);
        }
        if let Some((group, rest)) = group_at_start(text) {
            match times(group) {
                Some((spent, total)) => self.cursor.set_time(spent, total, number),
                None => self.cursor.warn(number, Oddity::NoTime(group.to_owned())),
            }
            return Ok(rest);
        }
        if let Some(comment) = text.strip_prefix('*') {
            self.cursor.add_kif_comment(comment, searched::in_csa);
            return Ok("");
        }
        self.check_whole()?;
        if text.starts_with("まで") {
            self.read_result(text, number);
            return Ok("");
        }
        if let Some((color, spoken)) = signed(text).filter(|(_, rest)| begins_step(rest)) {
            return self.read_signed(color, spoken, number);
        }
        if let Some((ending, rest)) = ending_at_start(text) {
            self.cursor.end(ending, number);
            return Ok(rest);
        }
        if begins_move(text) && WrittenMove::read(self.game(), text).is_ok() {
            return self.read_move(text, number);
        }
        let ends = |c: char| c.is_whitespace() || SIGNS.contains(&c) || "(（*".contains(c);
        let end = text.char_indices().skip(1).find(|&(_, c)| ends(c));
        let (word, rest) = text.split_at(end.map_or(text.len(), |(end, _)| end));
        self.leave_out(word, number);
        Ok(rest)
    }

    /// Keeps a line that is not understood, with a warning.
    pub(super) fn keep(&mut self, text: &str, number: usize) {
        self.has_kept = true;
        self.cursor.record.remarks.push(text.to_owned());
        self.cursor.warn(number, Oddity::Kept(text.to_owned()));
    }

    fn leave_out(&mut self, text: &str, number: usize) {
        self.cursor.warn(number, Oddity::BehindMove(text.to_owned()));
    }

    fn game(&self) -> Variant {
        self.cursor.position().variant()
    }

    /// Reads the step after a number: a move, half of one or an ending.
    fn read_numbered<'a>(&mut self, ply: usize, text: &'a str, number: usize) -> Result<&'a str, ReadError> {
        let unsigned = signed(text).map_or(text, |(_, rest)| rest);
        if !self.expects(ply) && begins_move(unsigned) && !is_bare_move(self.game(), unsigned) {
            self.leave_out(text, number);
            return Ok("");
        }
        self.count(ply, number);
        if let Some(second) = text.strip_prefix(SECOND_STEP) {
            return self.read_second_step(second.trim_start(), number);
        }
        self.check_whole()?;
        if let Some(first) = text.strip_prefix(FIRST_STEP) {
            return self.read_first_step(first.trim_start(), number);
        }
        let text = self.unsigned(text, number);
        if let Some((ending, rest)) = ending_at_start(text) {
            self.cursor.end(ending, number);
            return Ok(rest);
        }
        self.read_move(text, number)
    }

    /// True for the number of the next step.
    fn expects(&self, ply: usize) -> bool {
        match self.first {
            Some(first) => ply == first + self.cursor.ply(),
            None => ply == 1 || ply == self.cursor.position().game_ply() as usize + 1,
        }
    }

    fn count(&mut self, ply: usize, number: usize) {
        let expected = *self.first.get_or_insert(ply) + self.cursor.ply();
        if ply != expected {
            self.cursor.warn(number, Oddity::Number { ply, expected });
        }
    }

    /// Reads an unknown word after a number: an ending if one may stand there.
    pub(super) fn read_word(&mut self, ply: usize, text: &str, number: usize) -> Result<(), ReadError> {
        let end = text.find(|c: char| c.is_whitespace() || "(（+".contains(c)).unwrap_or(text.len());
        if end == 0 || !self.expects(ply) {
            self.keep(&format!("{ply} {text}"), number);
            return Ok(());
        }
        self.check_whole()?;
        self.count(ply, number);
        self.cursor.end(Ending::of_word(&text[..end]), number);
        self.read_moves(&text[end..], number)
    }

    /// Reads a sentence about the end. It counts if the moves give no end, or one that leaves open what the sentence
    /// decides.
    fn read_result(&mut self, text: &str, number: usize) {
        let here = self.cursor.here();
        let told = match self.cursor.record.node(here).step() {
            Some(Step::End(ending)) => Some(ending.clone()),
            _ => None,
        };
        let place = if told.is_some() { self.cursor.record.node(here).parent() } else { here };
        let Some(ending) = result::parse(text, self.cursor.record.side_to_move(place)) else { return };
        match told {
            None => self.cursor.end(ending, number),
            Some(told) if !text.ends_with(told.kif()) => self.cursor.decide(ending, number),
            Some(_) => {}
        }
    }

    /// Reads the step after the sign of a side: a move or an ending.
    fn read_signed<'a>(&mut self, color: Color, text: &'a str, number: usize) -> Result<&'a str, ReadError> {
        self.begin_with(color, number);
        if let Some((ending, rest)) = ending_at_start(text) {
            self.end_by(color, ending, number);
            return Ok(rest);
        }
        self.cursor.check_open(number)?;
        if color != self.cursor.record.side_to_move(self.cursor.here()) {
            return Err(Reason::WrongTurn.at(number));
        }
        // An error quotes the text up to the next sign.
        let own = text[..text.find(SIGNS).unwrap_or(text.len())].trim_end();
        let behind = self.read_move(own, number)?.len();
        Ok(self.without_figures(&text[own.len() - behind..], number))
    }

    /// Leaves out the figures that newspapers print right after a move.
    fn without_figures<'a>(&mut self, text: &'a str, number: usize) -> &'a str {
        let rest = text.trim_start_matches(|c: char| matches!(c, '0'..='9' | '０'..='９'));
        if rest.len() == text.len() || begins_move(text) {
            return text;
        }
        self.leave_out(&text[..text.len() - rest.len()], number);
        rest
    }

    /// Ends the game by an ending with the sign of a side, which may be out of turn.
    fn end_by(&mut self, color: Color, ending: Ending, number: usize) {
        let turn = self.cursor.record.side_to_move(self.cursor.here());
        let ending = match ending.outcome(color) {
            Outcome::Win(winner) if color != turn => {
                Ending::Stated { winner, text: format!("{}の勝ち", player(winner, false)) }
            }
            _ => ending,
        };
        self.cursor.end(ending, number);
    }

    /// Lets the side of the first move begin, if the file did not say who does. A variation on that move changes
    /// nothing.
    fn begin_with(&mut self, color: Color, number: usize) {
        if !self.cursor.record.node(Record::ROOT).children().is_empty() {
            return;
        }
        let Some(other) = self.other_start.take().filter(|other| other.side_to_move() == color) else { return };
        self.cursor.restart(other);
        self.cursor.warn(number, Oddity::NoSide);
    }

    /// Plays a move, and returns the rest.
    fn read_move<'a>(&mut self, text: &'a str, number: usize) -> Result<&'a str, ReadError> {
        let (step, rest) = self.read_step(text, number)?;
        self.begin_with_mover(&step, number);
        self.play(None, &step, number)?;
        Ok(rest)
    }

    fn read_step<'a>(&mut self, text: &'a str, number: usize) -> Result<(WrittenMove, &'a str), ReadError> {
        self.cursor.check_open(number)?;
        WrittenMove::read(self.game(), text).map_err(|reason| reason.at(number))
    }

    fn begin_with_mover(&mut self, step: &WrittenMove, number: usize) {
        if let Some(color) = step.mover(self.cursor.position()) {
            self.begin_with(color, number);
        }
    }

    /// Plays the move that a step gives alone or after a first one.
    fn play(&mut self, first: Option<&WrittenMove>, step: &WrittenMove, number: usize) -> Result<(), ReadError> {
        let found = step.resolve(self.cursor.position(), first, self.cursor.last());
        let (m, oddity) = found.map_err(|reason| reason.at(number))?;
        if let Some(oddity) = oddity {
            self.cursor.warn(number, oddity);
        }
        self.cursor.play(m, number)
    }

    /// The text after the sign of a side, which may show the side that begins.
    fn unsigned<'a>(&mut self, text: &'a str, number: usize) -> &'a str {
        let Some((color, rest)) = signed(text) else { return text };
        self.begin_with(color, number);
        rest
    }

    fn read_first_step<'a>(&mut self, text: &'a str, number: usize) -> Result<&'a str, ReadError> {
        let text = self.unsigned(text, number);
        let (step, rest) = self.read_step(text, number)?;
        self.begin_with_mover(&step, number);
        self.first_step = Some(FirstStep { step, rest: rest.to_owned(), line: number });
        Ok("")
    }

    fn read_second_step<'a>(&mut self, text: &'a str, number: usize) -> Result<&'a str, ReadError> {
        let error =
            || Reason::syntax(SECOND_STEP, ["anything without a first step before it", "一歩目に続く手"]).at(number);
        let first = self.first_step.take().ok_or_else(error)?;
        let text = self.unsigned(text, number);
        let (step, rest) = self.read_step(text, number)?;
        self.play(Some(&first.step), &step, number)?;
        self.read_moves(&first.rest, first.line)?;
        Ok(rest)
    }

    /// Refuses to leave a move between its two steps.
    pub(super) fn check_whole(&self) -> Result<(), ReadError> {
        match &self.first_step {
            Some(first) => {
                Err(Reason::syntax(FIRST_STEP, ["followed by its second step", "二歩目を伴う手"]).at(first.line))
            }
            None => Ok(()),
        }
    }
}
