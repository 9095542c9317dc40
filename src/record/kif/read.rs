//! Reading KIF and KI2 files.

use super::head::Head;
use super::{check_names, result};
use crate::board::{Color, Square};
use crate::record::cursor::Cursor;
use crate::record::{Ending, ReadError, Reading, Reason, Step, Time, japanese, text};
use crate::rules::{Move, Rules};
use std::time::Duration;

/// Reads the one game of a file.
///
/// # Errors
/// At the first line that cannot be read, or at once if the game's pieces have no Japanese names.
pub fn read<R: Rules>(text: &str) -> Result<Reading<R>, ReadError> {
    check_names::<R>("KIF").map_err(|error| Reason::from(error).at(1))?;
    let mut reader = Reader::<R>::Head(Box::default());
    for (number, line) in (1..).zip(text.lines()) {
        reader.read_line(line.trim_end_matches('\r'), number)?;
    }
    match reader {
        Reader::Head(head) if head.is_empty() => Err(Reason::Empty.at(1)),
        Reader::Head(head) => Ok(head.begin()?.finish()),
        Reader::Moves(game) => Ok(game.cursor.finish()),
    }
}

enum Reader<R: Rules> {
    Head(Box<Head<R>>),
    Moves(Box<Game<R>>),
}

struct Game<R: Rules> {
    cursor: Cursor<R>,
    /// The number that the file gives the first move.
    first: Option<usize>,
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

/// A number and, after at least one blank, the rest.
fn numbered(text: &str) -> Option<(usize, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).filter(|&end| (1..=5).contains(&end))?;
    let rest = text[end..].trim_start();
    let blank = rest.len() < text.len() - end;
    (blank && !rest.is_empty()).then(|| text[..end].parse().ok().map(|number| (number, rest))).flatten()
}

impl<R: Rules> Reader<R> {
    fn read_line(&mut self, line: &str, number: usize) -> Result<(), ReadError> {
        if line.trim().is_empty() {
            return Ok(());
        }
        if let Self::Head(head) = self {
            if let Some(remark) = line.strip_prefix('#') {
                head.remark(remark);
                return Ok(());
            }
            if !starts_moves(line) || line.starts_with(['*', '&']) {
                return head.read(line, number);
            }
            let cursor = std::mem::take(head).begin()?;
            *self = Self::Moves(Box::new(Game { cursor, first: None }));
        }
        match self {
            Self::Moves(game) => game.read_line(line, number),
            Self::Head(_) => Ok(()),
        }
    }
}

impl<R: Rules> Game<R> {
    fn read_line(&mut self, line: &str, number: usize) -> Result<(), ReadError> {
        let here = self.cursor.here();
        if let Some(comment) = line.strip_prefix('*') {
            self.cursor.record.add_comment(here, comment);
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
        match result::parse(text, side) {
            Some(ending) => self.end(ending, number),
            None => Ok(()),
        }
    }

    fn end(&mut self, ending: Ending, number: usize) -> Result<(), ReadError> {
        if let Ending::Other(word) = &ending {
            self.cursor.warn(number, format!("unknown ending {word}"));
        }
        self.cursor.end(ending, number)
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
            let color = if text[start..].starts_with(['▲', '☗', '▼']) { Color::Black } else { Color::White };
            let spoken = text::skip_chars(&text[start..end], 1).trim();
            if color != self.cursor.record.side_to_move(self.cursor.here()) {
                return Err(Reason::WrongTurn.at(number));
            }
            let rest = self.read_move(spoken, number)?.trim();
            if !rest.is_empty() {
                let error = || Reason::syntax(rest, "anything that can follow a move").at(number);
                self.end(Ending::from_kif(rest).ok_or_else(error)?, number)?;
            }
        }
        Ok(())
    }

    /// Plays a move and yields what follows it.
    fn read_move<'a>(&mut self, text: &'a str, number: usize) -> Result<&'a str, ReadError> {
        let error = || Reason::syntax(text, "a move").at(number);
        let (spoken, rest) = japanese::parse::<R>(text).ok_or_else(error)?;
        let last = self.cursor.last_target();
        let (origin, rest) = origin(rest);
        let words = &text[..text.len() - rest.len()];
        let m = match origin {
            Some(from) => self.move_from(&spoken, from, words, last),
            None => spoken.resolve(self.cursor.position(), words, last),
        };
        self.cursor.play(m.map_err(|reason| reason.at(number))?, number)?;
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
        if piece.is_none() || piece.kind() != spoken.kind {
            return Err(Reason::OtherPiece(text.to_owned()));
        }
        Ok(Move::board(from, to, spoken.promotes == Some(true)))
    }

    /// A KIF line after its number: a move or an ending, a time, a sign that variations follow.
    fn read_numbered(&mut self, ply: usize, text: &str, number: usize) -> Result<(), ReadError> {
        let first = *self.first.get_or_insert(ply);
        if ply != first + self.cursor.ply() {
            self.cursor.warn(number, format!("move {ply} stands where {} was expected", first + self.cursor.ply()));
        }
        let spoken = text.starts_with('同') || text.starts_with(|c| text::numeral(c).is_some());
        let rest = if spoken {
            self.read_move(text, number)?
        } else {
            let end = text.find(['(', ' ', '　', '+']).unwrap_or(text.len());
            let word = &text[..end];
            self.end(Ending::from_kif(word).unwrap_or_else(|| Ending::Other(word.to_owned())), number)?;
            &text[end..]
        };
        self.read_times(rest, number);
        Ok(())
    }

    fn read_times(&mut self, text: &str, number: usize) {
        let text = text.trim().trim_end_matches('+').trim();
        if text.is_empty() {
            return;
        }
        let inner = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
        let times = inner.and_then(|inner| {
            let (spent, total) = inner.split_once('/').unwrap_or((inner, ""));
            let total = if total.trim().is_empty() { None } else { Some(clock(total)?) };
            Some((clock(spent)?, total))
        });
        let Some((spent, total)) = times else {
            return self.cursor.warn(number, format!("\"{text}\" is no time and was left out"));
        };
        let here = self.cursor.here();
        self.cursor.record.set_time(here, spent);
        if let Some(total) = total {
            self.cursor.record.node_mut(here).time = Some(Time { spent, total });
        }
    }
}

/// An origin in round brackets at the start of a text, with what follows.
fn origin(text: &str) -> (Option<Square>, &str) {
    let found = text.strip_prefix('(').and_then(|rest| rest.split_once(')')).and_then(|(digits, after)| {
        let [file, rank] = *digits.as_bytes() else { return None };
        let square = Square::from_usi(file, rank.wrapping_sub(b'1').wrapping_add(b'a'))?;
        Some((Some(square), after))
    });
    found.unwrap_or((None, text))
}

/// Seconds, minutes and seconds, or hours too.
fn clock(text: &str) -> Option<Duration> {
    let mut seconds: u64 = 0;
    for part in text.trim().split(':') {
        let part = part.trim();
        if part.is_empty() || part.len() > 6 || !part.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        seconds = seconds.checked_mul(60)?.checked_add(part.parse().ok()?)?;
    }
    Some(Duration::from_secs(seconds))
}
