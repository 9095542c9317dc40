//! Reading KIF and KI2 files.

use super::game::{FIRST_STEP, KifGame, SECOND_STEP};
use super::head::Head;
use super::result;
use crate::board::Color;
use crate::game::Position as _;
use crate::record::cursor::Cursor;
use crate::record::{BrokenGame, Ending, Outcome, ReadError, ReadGame, Reason, Record, Step, csa, text};
use std::time::Duration;

/// Reads the one game of a file.
///
/// # Errors
/// At the first line that cannot be read, or at once if the game's pieces have no Japanese names.
pub fn read<G: KifGame>(game: G, text: &str) -> ReadGame<G> {
    game.check_names().map_err(|error| Reason::from(error).at(1))?;
    let mut reader = Reader { game, stage: Stage::Head(Box::new(Head::new(game))) };
    let read = (1..).zip(text.lines()).try_for_each(|(number, line)| reader.read_line(line, number));
    match read.and_then(|()| reader.check_whole()) {
        Ok(()) => reader.finish(),
        Err(error) => Err(reader.fail(error)),
    }
}

struct Reader<G: KifGame> {
    game: G,
    stage: Stage<G>,
}

enum Stage<G: KifGame> {
    Head(Box<Head<G>>),
    Moves(Box<Game<G>>),
}

struct Game<G: KifGame> {
    cursor: Cursor<G>,
    /// The number that the file gives the first move.
    first: Option<usize>,
    /// The start position with the other side to move, as long as the file leaves in doubt which one it is.
    other_start: Option<G::Position>,
    /// The first step of a move whose second is to come.
    first_step: Option<FirstStep<G::Step>>,
}

/// The first of two steps of a move.
struct FirstStep<S> {
    step: S,
    /// What stands behind it.
    rest: String,
    line: usize,
}

const SIGNS: [char; 6] = ['▲', '△', '☗', '☖', '▼', '▽'];

/// Whether a line can stand only after the head.
fn starts_moves(line: &str) -> bool {
    let text = line.trim_start();
    text.starts_with("手数--")
        || text.starts_with("まで")
        || text.starts_with("変化")
        || text.starts_with(SIGNS)
        || numbered(text).is_some()
}

/// A number and the rest: after at least one blank, if it does not start as a move or its sign does. A line such as
/// 1手目からの解説 is prose.
fn numbered(text: &str) -> Option<(usize, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).filter(|&end| (1..=5).contains(&end))?;
    let after = &text[end..];
    let after = after.strip_prefix("手目").unwrap_or(after);
    let rest = after.trim_start();
    let is_move = rest.starts_with(|c| matches!(c, '同' | '仝' | '１'..='９'));
    let is_step = rest.starts_with(FIRST_STEP) || rest.starts_with(SECOND_STEP);
    let apart = rest.len() < after.len() || is_move || is_step || rest.starts_with(SIGNS);
    (apart && !rest.is_empty()).then(|| text[..end].parse().ok().map(|number| (number, rest))).flatten()
}

/// The side that a sign before a move stands for, with what follows it.
fn signed(text: &str) -> Option<(Color, &str)> {
    let rest = text.strip_prefix(SIGNS)?;
    let color = if text.starts_with(['▲', '☗', '▼']) { Color::Black } else { Color::White };
    Some((color, rest.trim_start()))
}

/// The ending that a word names, if it ends a word.
fn ending_at_start(text: &str) -> Option<(Ending, &str)> {
    let end = text.find(['(', '（', ' ', '　', '+']).unwrap_or(text.len());
    Ending::from_kif(&text[..end]).map(|ending| (ending, &text[end..]))
}

impl<G: KifGame> Reader<G> {
    fn read_line(&mut self, line: &str, number: usize) -> Result<(), ReadError> {
        if line.trim().is_empty() {
            return Ok(());
        }
        if let Stage::Head(head) = &mut self.stage {
            if let Some(remark) = line.strip_prefix('#') {
                head.remark(remark);
                return Ok(());
            }
            if !starts_moves(line) || line.starts_with(['*', '&']) {
                return head.read(line, number);
            }
            let head = std::mem::replace(&mut **head, Head::new(self.game));
            let (cursor, other_start) = head.begin()?;
            self.stage = Stage::Moves(Box::new(Game { cursor, first: None, other_start, first_step: None }));
        }
        match &mut self.stage {
            Stage::Moves(game) => game.read_line(line, number),
            Stage::Head(_) => Ok(()),
        }
    }

    fn check_whole(&self) -> Result<(), ReadError> {
        match &self.stage {
            Stage::Head(_) => Ok(()),
            Stage::Moves(game) => game.check_whole(),
        }
    }

    fn finish(self) -> ReadGame<G> {
        match self.stage {
            Stage::Head(head) if head.is_empty() => Err(Reason::Empty.at(1).into()),
            Stage::Head(head) => Ok(head.begin()?.0.finish()),
            Stage::Moves(game) => Ok(game.cursor.finish()),
        }
    }

    fn fail(self, error: ReadError) -> BrokenGame<G> {
        match self.stage {
            Stage::Head(_) => error.into(),
            Stage::Moves(game) => game.cursor.fail(error),
        }
    }
}

impl<G: KifGame> Game<G> {
    fn read_line(&mut self, line: &str, number: usize) -> Result<(), ReadError> {
        let here = self.cursor.here();
        if let Some(comment) = line.strip_prefix('*') {
            self.cursor.add_kif_comment(comment);
            return Ok(());
        }
        if let Some(bookmark) = line.strip_prefix('&') {
            self.cursor.record.node_mut(here).bookmark = Some(bookmark.to_owned());
            return Ok(());
        }
        if let Some(remark) = line.strip_prefix('#') {
            self.cursor.record.remarks.push(remark.to_owned());
            return Ok(());
        }
        let text = line.trim();
        if let Some((ply, rest)) = numbered(text) {
            return self.read_numbered(ply, rest, number);
        }
        self.check_whole()?;
        if text.starts_with("手数--") {
            Ok(())
        } else if text.starts_with("まで") {
            self.read_result(text, number)
        } else if let Some(variation) = text.strip_prefix("変化") {
            self.read_variation(variation, number)
        } else if text.starts_with(SIGNS) {
            self.read_signed(text, number)
        } else if let Some((ending, rest)) = ending_at_start(text) {
            self.cursor.end(ending, number);
            self.read_times(rest, number);
            Ok(())
        } else {
            let is_over = matches!(self.cursor.record.node(here).step(), Some(Step::End(_)));
            let begins_another = is_over && text.contains(['：', ':']);
            let syntax = Reason::syntax(text, "a line among the moves");
            Err(if begins_another { Reason::AnotherGame } else { syntax }.at(number))
        }
    }

    /// A result line matters only where the moves do not tell the end themselves.
    fn read_result(&mut self, text: &str, number: usize) -> Result<(), ReadError> {
        if matches!(self.cursor.record.node(self.cursor.here()).step(), Some(Step::End(_))) {
            return Ok(());
        }
        let side = self.cursor.record.side_to_move(self.cursor.here());
        if let Some(ending) = result::parse(text, side) {
            self.cursor.end(ending, number);
        }
        Ok(())
    }

    /// `：3手` after 変化.
    fn read_variation(&mut self, text: &str, number: usize) -> Result<(), ReadError> {
        let digits: String =
            text.trim_start_matches(['：', ':', ' ', '　']).chars().take_while(|&c| c != '手').collect();
        let error = || Reason::syntax(text, "the number of a variation's first move").at(number);
        let ply = text::number(digits.trim()).ok_or_else(error)? as usize;
        let offset = self.first.map_or(0, |first| first.saturating_sub(1));
        self.cursor.branch(ply.saturating_sub(offset), number)
    }

    /// KI2 moves, each behind the sign of its side.
    fn read_signed(&mut self, text: &str, number: usize) -> Result<(), ReadError> {
        let starts = text.match_indices(SIGNS).map(|(at, _)| at);
        let ends = starts.clone().skip(1).chain([text.len()]);
        for (start, end) in starts.zip(ends) {
            let Some((color, spoken)) = signed(text[start..end].trim_end()) else { continue };
            self.read_spoken(color, spoken, number)?;
        }
        Ok(())
    }

    /// What `color` does: it moves, or ends the game.
    fn read_spoken(&mut self, color: Color, spoken: &str, number: usize) -> Result<(), ReadError> {
        self.begin_with(color, number);
        if let Some((ending, rest)) = ending_at_start(spoken) {
            self.end_by(color, ending, number);
            return self.read_rest(rest, number);
        }
        self.cursor.check_open(number)?;
        if color != self.cursor.record.side_to_move(self.cursor.here()) {
            return Err(Reason::WrongTurn.at(number));
        }
        let rest = self.read_move(spoken, number)?;
        self.read_rest(rest, number)
    }

    /// What may stand behind a move or an ending of KI2: an ending, or a result line.
    fn read_rest(&mut self, rest: &str, number: usize) -> Result<(), ReadError> {
        let rest = rest.trim();
        if rest.starts_with("まで") {
            return self.read_result(rest, number);
        }
        if !rest.is_empty() {
            let error = || Reason::syntax(rest, "anything that can follow a move").at(number);
            self.cursor.end(Ending::from_kif(rest).ok_or_else(error)?, number);
        }
        Ok(())
    }

    /// An ending with the sign of a side, which need not be that whose turn it is.
    fn end_by(&mut self, color: Color, ending: Ending, number: usize) {
        let turn = self.cursor.record.side_to_move(self.cursor.here());
        let ending = match ending.outcome(color) {
            Outcome::Win(winner) if color != turn => {
                Ending::Stated { winner, text: format!("{}の勝ち", result::player(winner, false)) }
            }
            _ => ending,
        };
        self.cursor.end(ending, number);
    }

    /// Lets the side of the first move begin, where the file did not say who does. A variation in the place of that move
    /// changes nothing.
    fn begin_with(&mut self, color: Color, number: usize) {
        if !self.cursor.record.node(Record::<G>::ROOT).children().is_empty() {
            return;
        }
        let Some(other) = self.other_start.take().filter(|other| other.side_to_move() == color) else { return };
        self.cursor.restart(other);
        self.cursor.warn(number, "no line says who moves first: the side of the first move");
    }

    /// Plays a move and yields what follows it.
    fn read_move<'a>(&mut self, text: &'a str, number: usize) -> Result<&'a str, ReadError> {
        let (step, rest) = self.read_step(text, number)?;
        self.begin_with_mover(&step, number);
        self.play(None, &step, number)?;
        Ok(rest)
    }

    fn read_step<'a>(&mut self, text: &'a str, number: usize) -> Result<(G::Step, &'a str), ReadError> {
        self.cursor.check_open(number)?;
        G::of(self.cursor.position()).read_step(text).map_err(|reason| reason.at(number))
    }

    fn begin_with_mover(&mut self, step: &G::Step, number: usize) {
        if let Some(color) = G::mover(self.cursor.position(), step) {
            self.begin_with(color, number);
        }
    }

    /// Plays the move that a step tells alone or after a first one.
    fn play(&mut self, first: Option<&G::Step>, step: &G::Step, number: usize) -> Result<(), ReadError> {
        let last = self.cursor.record.node(self.cursor.here()).played();
        let (m, warning) = G::move_of(self.cursor.position(), first, step, last).map_err(|reason| reason.at(number))?;
        if let Some(warning) = warning {
            self.cursor.warn(number, warning);
        }
        self.cursor.play(m, number)
    }

    /// The text behind the sign of a side, which may tell the one that begins.
    fn unsigned<'a>(&mut self, text: &'a str, number: usize) -> &'a str {
        let Some((color, rest)) = signed(text) else { return text };
        self.begin_with(color, number);
        rest
    }

    /// A KIF line after its number: a move, a step of one or an ending, a time, a sign that variations follow.
    fn read_numbered(&mut self, ply: usize, text: &str, number: usize) -> Result<(), ReadError> {
        let first = *self.first.get_or_insert(ply);
        if ply != first + self.cursor.ply() {
            self.cursor.warn(number, format!("move {ply} stands where {} was expected", first + self.cursor.ply()));
        }
        if let Some(second) = text.strip_prefix(SECOND_STEP) {
            return self.read_second_step(second.trim_start(), number);
        }
        self.check_whole()?;
        if let Some(first) = text.strip_prefix(FIRST_STEP) {
            return self.read_first_step(first.trim_start(), number);
        }
        let text = self.unsigned(text, number);
        let spoken = text.starts_with(['同', '仝']) || text.starts_with(|c| text::numeral(c).is_some());
        let rest = if spoken {
            self.read_move(text, number)?
        } else {
            let end = text.find(['(', '（', ' ', '　', '+']).unwrap_or(text.len());
            let word = &text[..end];
            self.cursor.end(Ending::from_kif(word).unwrap_or_else(|| Ending::Other(word.to_owned())), number);
            &text[end..]
        };
        self.read_times(rest, number);
        Ok(())
    }

    fn read_first_step(&mut self, text: &str, number: usize) -> Result<(), ReadError> {
        let text = self.unsigned(text, number);
        let (step, rest) = self.read_step(text, number)?;
        self.begin_with_mover(&step, number);
        self.first_step = Some(FirstStep { step, rest: rest.to_owned(), line: number });
        Ok(())
    }

    fn read_second_step(&mut self, text: &str, number: usize) -> Result<(), ReadError> {
        let error = || Reason::syntax(SECOND_STEP, "anything without a first step before it").at(number);
        let first = self.first_step.take().ok_or_else(error)?;
        let text = self.unsigned(text, number);
        let (step, rest) = self.read_step(text, number)?;
        self.play(Some(&first.step), &step, number)?;
        self.read_times(&first.rest, first.line);
        self.read_times(rest, number);
        Ok(())
    }

    /// Refuses to leave a move between its two steps.
    fn check_whole(&self) -> Result<(), ReadError> {
        match &self.first_step {
            Some(first) => Err(Reason::syntax(FIRST_STEP, "followed by its second step").at(first.line)),
            None => Ok(()),
        }
    }

    /// Times in brackets behind a move, and the sign that variations follow.
    fn read_times(&mut self, text: &str, number: usize) {
        let mut rest = text;
        loop {
            rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '+');
            if rest.is_empty() {
                return;
            }
            let end = rest
                .find([')', '）'])
                .map_or(rest.len(), |at| at + rest[at..].chars().next().map_or(0, char::len_utf8));
            let (group, after) = rest.split_at(end);
            match times(group) {
                Some((spent, total)) => self.cursor.set_time(spent, total, number),
                None => self.cursor.warn(number, format!("\"{}\" is no time and was left out", group.trim())),
            }
            rest = after;
        }
    }
}

/// `( 0:12/00:01:02)`, the time spent and, if it is told, the total.
fn times(group: &str) -> Option<(Duration, Option<Duration>)> {
    let inner = group.strip_prefix(['(', '（'])?.strip_suffix([')', '）'])?;
    let (spent, total) = inner.split_once(['/', '／']).unwrap_or((inner, ""));
    let total = if total.trim().is_empty() { None } else { Some(clock(total)?) };
    // A longer total is told again by the sum of the times, if it is one.
    let is_told = |time: &Duration| *time <= csa::LONGEST_TIME;
    Some((clock(spent).filter(is_told)?, total.filter(is_told)))
}

/// Seconds, minutes and seconds, or hours too.
fn clock(text: &str) -> Option<Duration> {
    /// Digits of the greatest number of seconds in a `Duration`; totals are sums.
    const LONGEST_PART: usize = 20;
    let (text, fraction) = text.trim().split_once('.').unwrap_or((text.trim(), ""));
    let mut whole: u64 = 0;
    for part in text.split([':', '：']) {
        let part = part.trim();
        if part.is_empty() || part.len() > LONGEST_PART || !part.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        whole = whole.checked_mul(60)?.checked_add(part.parse().ok()?)?;
    }
    Some(Duration::from_secs(whole) + csa::seconds(&format!("0.{fraction}"))?)
}
