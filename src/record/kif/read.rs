//! Reading KIF and KI2 files.

use super::head::Head;
use super::result;
use crate::board::{Color, Square};
use crate::record::cursor::Cursor;
use crate::record::{
    BrokenGame, Ending, Outcome, ReadError, ReadGame, Reason, Record, Step, WriteError, csa, japanese, score, text,
};
use crate::rules::{Move, Position, Rules};
use std::time::Duration;

/// Reads the one game of a file.
///
/// # Errors
/// At the first line that cannot be read, or at once if the game's pieces have no Japanese names.
pub fn read<R: Rules>(rules: R, text: &str) -> ReadGame<R> {
    WriteError::check_names(rules.spec(), "KIF").map_err(|error| Reason::from(error).at(1))?;
    let mut reader = Reader { rules, stage: Stage::Head(Box::new(Head::new(rules.spec()))) };
    match (1..).zip(text.lines()).try_for_each(|(number, line)| reader.read_line(line, number)) {
        Ok(()) => reader.finish(),
        Err(error) => Err(reader.fail(error)),
    }
}

struct Reader<R: Rules> {
    rules: R,
    stage: Stage<R>,
}

enum Stage<R: Rules> {
    Head(Box<Head>),
    Moves(Box<Game<R>>),
}

struct Game<R: Rules> {
    cursor: Cursor<R>,
    /// The number that the file gives the first move.
    first: Option<usize>,
    /// The start position with the other side to move, as long as the file leaves in doubt which one it is.
    other_start: Option<Position<R>>,
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

/// A number and the rest: after at least one blank, if it does not start as a move does.
fn numbered(text: &str) -> Option<(usize, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).filter(|&end| (1..=5).contains(&end))?;
    let rest = text[end..].trim_start();
    let apart = rest.len() < text.len() - end || rest.starts_with(|c| c == '同' || ('１'..='９').contains(&c));
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

impl<R: Rules> Reader<R> {
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
            let head = std::mem::replace(&mut **head, Head::new(self.rules.spec()));
            let (cursor, other_start) = head.begin(self.rules)?;
            self.stage = Stage::Moves(Box::new(Game { cursor, first: None, other_start }));
        }
        match &mut self.stage {
            Stage::Moves(game) => game.read_line(line, number),
            Stage::Head(_) => Ok(()),
        }
    }

    fn finish(self) -> ReadGame<R> {
        match self.stage {
            Stage::Head(head) if head.is_empty() => Err(Reason::Empty.at(1).into()),
            Stage::Head(head) => Ok(head.begin(self.rules)?.0.finish()),
            Stage::Moves(game) => Ok(game.cursor.finish()),
        }
    }

    fn fail(self, error: ReadError) -> BrokenGame<R> {
        match self.stage {
            Stage::Head(_) => error.into(),
            Stage::Moves(game) => game.cursor.fail(error),
        }
    }
}

impl<R: Rules> Game<R> {
    fn read_line(&mut self, line: &str, number: usize) -> Result<(), ReadError> {
        let here = self.cursor.here();
        if let Some(comment) = line.strip_prefix('*') {
            self.cursor.record.add_comment(here, &score::from_kif(comment).unwrap_or_else(|| comment.to_owned()));
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
        if text.starts_with("手数--") {
            Ok(())
        } else if text.starts_with("まで") {
            self.read_result(text, number)
        } else if let Some(variation) = text.strip_prefix("変化") {
            self.read_variation(variation, number)
        } else if text.starts_with(SIGNS) {
            self.read_signed(text, number)
        } else if let Some((ply, rest)) = numbered(text) {
            self.read_numbered(ply, rest, number)
        } else if let Some((ending, rest)) = ending_at_start(text) {
            self.cursor.end(ending, number);
            self.read_times(rest, number);
            Ok(())
        } else {
            Err(Reason::syntax(text, "a line among the moves").at(number))
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

    /// Lets the side of the first move begin, where the file did not say who does.
    fn begin_with(&mut self, color: Color, number: usize) {
        if self.cursor.here() != Record::<R>::ROOT {
            return;
        }
        let Some(other) = self.other_start.take().filter(|other| other.side_to_move() == color) else { return };
        self.cursor.restart(other);
        self.cursor.warn(number, "no line says who moves first: the side of the first move");
    }

    /// Plays a move and yields what follows it.
    fn read_move<'a>(&mut self, text: &'a str, number: usize) -> Result<&'a str, ReadError> {
        self.cursor.check_open(number)?;
        let error = || Reason::syntax(text, "a move").at(number);
        let (mut spoken, rest) = japanese::parse(self.cursor.position().spec(), text).ok_or_else(error)?;
        let last = self.cursor.last_target();
        let (origin, rest) = origin(rest);
        let words = &text[..text.len() - rest.len()];
        if let Some(Origin::Square(from)) = origin {
            let piece = self.cursor.position().piece(from);
            if !piece.is_none() {
                self.begin_with(piece.color(), number);
            }
        }
        let m = match origin {
            Some(Origin::Square(from)) => self.move_from(&spoken, from, words, last),
            Some(Origin::Hand) => {
                spoken.markers.drop = true;
                spoken.resolve(self.cursor.position(), words, last)
            }
            None => spoken.resolve(self.cursor.position(), words, last),
        };
        let m = m.map_err(|reason| reason.at(number))?;
        if let Some(meant) = spoken.renamed(self.cursor.position(), m, last) {
            self.cursor.warn(number, format!("{words} read as {meant}"));
        }
        self.cursor.play(m, number)?;
        Ok(rest)
    }

    fn move_from(
        &self,
        spoken: &japanese::Spoken,
        from: Square,
        text: &str,
        last: Option<Square>,
    ) -> Result<Move, Reason> {
        let to = spoken.target(text, last)?;
        let piece = self.cursor.position().piece(from);
        if from == to {
            return Err(Reason::syntax(text, "a move"));
        }
        let m = Move::board(from, to, spoken.promotes == Some(true));
        if piece.is_none() {
            Err(Reason::OtherPiece(text.to_owned()))
        } else if piece.kind() == spoken.kind {
            Ok(m)
        } else {
            let promoted = spoken.promotion_from(self.cursor.position(), from, to);
            promoted.ok_or_else(|| Reason::OtherPiece(text.to_owned()))
        }
    }

    /// A KIF line after its number: a move or an ending, a time, a sign that variations follow.
    fn read_numbered(&mut self, ply: usize, text: &str, number: usize) -> Result<(), ReadError> {
        let first = *self.first.get_or_insert(ply);
        if ply != first + self.cursor.ply() {
            self.cursor.warn(number, format!("move {ply} stands where {} was expected", first + self.cursor.ply()));
        }
        let text = match signed(text) {
            Some((color, text)) => {
                self.begin_with(color, number);
                text
            }
            None => text,
        };
        let spoken = text.starts_with('同') || text.starts_with(|c| text::numeral(c).is_some());
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
pub(in crate::record) fn times(group: &str) -> Option<(Duration, Option<Duration>)> {
    let inner = group.strip_prefix(['(', '（'])?.strip_suffix([')', '）'])?;
    let (spent, total) = inner.split_once(['/', '／']).unwrap_or((inner, ""));
    let total = if total.trim().is_empty() { None } else { Some(clock(total)?) };
    // A longer total is told again by the sum of the times, if it is one.
    let is_told = |time: &Duration| *time <= csa::LONGEST_TIME;
    Some((clock(spent).filter(is_told)?, total.filter(is_told)))
}

/// Where a move in KIF comes from.
enum Origin {
    Square(Square),
    /// Told as 00 by some programs; 打 says it as a rule.
    Hand,
}

/// An origin in round brackets at the start of a text, with what follows.
fn origin(text: &str) -> (Option<Origin>, &str) {
    let found =
        text.strip_prefix(['(', '（']).and_then(|rest| rest.split_once([')', '）'])).and_then(|(digits, after)| {
            let digits: Option<Vec<u8>> = digits.chars().map(|c| text::numeral(c).map(|n| n as u8)).collect();
            let [file, rank] = *digits? else { return None };
            if (file, rank) == (0, 0) {
                return Some((Some(Origin::Hand), after));
            }
            let square = Square::from_usi(file + b'0', rank.wrapping_sub(1).wrapping_add(b'a'))?;
            Some((Some(Origin::Square(square)), after))
        });
    found.unwrap_or((None, text))
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
