//! Reading games in western notation.

use super::{BOOKMARK, SFEN, Style, TIME, ending_of};
use crate::game::SfenMode;
use crate::record::cursor::Cursor;
use crate::record::{Headers, NodeId, Oddity, ReadError, ReadGame, Reason, Record, csa, text};
use crate::variants::Variant;

/// Reads the one game of a file.
///
/// # Errors
/// At the first line that cannot be read, or at once if the game's pieces have no names in the style.
pub(super) fn read(game: Variant, text: &str, style: Style) -> ReadGame {
    style.check(game).map_err(|error| Reason::from(error).at(1))?;
    let mut scanner = Scanner { rest: text, line: 1 };
    let mut cursor = read_head(game, &mut scanner)?;
    scanner.skip_blanks();
    if scanner.rest.len() == text.trim_start().len() && scanner.rest.is_empty() {
        return Err(Reason::Empty.at(1).into());
    }
    match read_moves(&mut scanner, &mut cursor, style) {
        Ok(()) => Ok(cursor.finish()),
        Err(error) => Err(cursor.fail(error)),
    }
}

fn read_moves(scanner: &mut Scanner<'_>, cursor: &mut Cursor, style: Style) -> Result<(), ReadError> {
    let mut game = Game { style, branches: Vec::new() };
    while let Some(token) = scanner.token()? {
        game.read_token(cursor, token, scanner.line)?;
    }
    match game.branches[..] {
        [] => Ok(()),
        _ => Err(Reason::syntax("(", ["a variation that ends by )", "閉じ括弧で終わる変化"]).at(scanner.line)),
    }
}

fn read_head(game: Variant, scanner: &mut Scanner<'_>) -> Result<Cursor, ReadError> {
    let mut headers = Headers::default();
    let mut remarks = Vec::new();
    let mut start = game.start();
    let mut start_line = 1;
    while let Some((line, number)) = scanner.head_line() {
        if let Some(remark) = line.strip_prefix(';') {
            remarks.push(remark.to_owned());
            continue;
        }
        let syntax = || Reason::syntax(line, ["a header", "ヘッダー"]).at(number);
        let inner = line.trim_end().strip_prefix('[').and_then(|rest| rest.strip_suffix("\"]"));
        // A quotation mark in a value follows a backslash.
        let (key, value) = inner.and_then(|inner| inner.rsplit_once(" \"")).ok_or_else(syntax)?;
        let value = unescape(value);
        if key == SFEN {
            let read = game.read_sfen(&value, SfenMode::Composed);
            start = read.map_err(|error| Reason::from(error).at(number))?;
            start_line = number;
        } else {
            headers.set(key, &value);
        }
    }
    let mut cursor = Cursor::new(start, start_line);
    cursor.record.headers = headers;
    cursor.record.remarks = remarks;
    Ok(cursor)
}

enum Token<'a> {
    Word(&'a str),
    Comment(String),
    /// A comment with a time.
    Time(String),
    /// A comment that is a bookmark, if its place has none yet.
    Bookmark(String),
    Ending(String),
    Remark(&'a str),
    Open,
    Close,
}

struct Scanner<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Scanner<'a> {
    /// The next line with a header or a remark, without the blank lines before it.
    fn head_line(&mut self) -> Option<(&'a str, usize)> {
        self.skip_blanks();
        if !self.rest.starts_with(['[', ';']) {
            return None;
        }
        let number = self.line;
        let line = self.take(self.rest.find('\n').unwrap_or(self.rest.len()));
        Some((line.trim_end_matches('\r'), number))
    }

    fn skip_blanks(&mut self) {
        let blanks = self.rest.len() - self.rest.trim_start().len();
        self.take(blanks);
    }

    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.line += taken.matches('\n').count();
        self.rest = rest;
        taken
    }

    fn token(&mut self) -> Result<Option<Token<'a>>, ReadError> {
        self.skip_blanks();
        let Some(first) = self.rest.chars().next() else { return Ok(None) };
        Ok(Some(match first {
            '{' => {
                let raw = &self.rest[1..];
                let text = self.quoted('}')?;
                if raw.starts_with(TIME) && text.ends_with(']') {
                    Token::Time(text)
                } else if raw.starts_with(BOOKMARK) {
                    Token::Bookmark(text)
                } else {
                    Token::Comment(text)
                }
            }
            '<' => Token::Ending(self.quoted('>')?),
            '(' => {
                self.take(1);
                Token::Open
            }
            ')' => {
                self.take(1);
                Token::Close
            }
            ';' => Token::Remark(self.take(self.rest.find('\n').unwrap_or(self.rest.len())).trim_start_matches(';')),
            _ => {
                let end = |c: char| c.is_whitespace() || "{}()<>".contains(c);
                let length =
                    self.rest.char_indices().skip(1).find(|&(_, c)| end(c)).map_or(self.rest.len(), |(at, _)| at);
                Token::Word(self.take(length))
            }
        }))
    }

    /// The text up to `end`; after a backslash `end` is part of the text.
    fn quoted(&mut self, end: char) -> Result<String, ReadError> {
        let mut escaped = false;
        let close = self.rest.char_indices().skip(1).find(|&(_, c)| {
            let closes = c == end && !escaped;
            escaped = c == '\\' && !escaped;
            closes
        });
        let Some((at, _)) = close else {
            let open = self.rest.chars().take(20).collect::<String>();
            return Err(Reason::syntax(open, ["closed", "閉じた括弧"]).at(self.line));
        };
        Ok(unescape(&self.take(at + 1)[1..at]))
    }
}

fn unescape(text: &str) -> String {
    let mut chars = text.chars();
    let next = || match chars.next()? {
        '\\' => Some(chars.next().unwrap_or('\\')),
        c => Some(c),
    };
    std::iter::from_fn(next).collect()
}

struct Game {
    style: Style,
    /// Nodes from which the lines go on that variations interrupt.
    branches: Vec<NodeId>,
}

impl Game {
    fn read_token(&mut self, cursor: &mut Cursor, token: Token<'_>, line: usize) -> Result<(), ReadError> {
        match token {
            Token::Open => {
                let here = cursor.here();
                if here == Record::ROOT {
                    return Err(
                        Reason::syntax("(", ["possible before the first move", "初手の前に置けるもの"]).at(line)
                    );
                }
                self.branches.push(here);
                cursor.jump(cursor.record.node(here).parent());
            }
            Token::Close => {
                let back = self
                    .branches
                    .pop()
                    .ok_or_else(|| Reason::syntax(")", ["open", "開き括弧のある閉じ括弧"]).at(line))?;
                cursor.jump(back);
            }
            Token::Comment(comment) => {
                let here = cursor.here();
                cursor.record.add_comment(here, &comment);
            }
            Token::Bookmark(comment) => {
                let here = cursor.here();
                text::add_comment(&mut cursor.record, here, &comment);
            }
            Token::Time(time) => read_time(cursor, &time, line)?,
            Token::Ending(text) => {
                cursor.end(ending_of(&text), line);
            }
            Token::Remark(remark) => cursor.record.remarks.push(remark.trim_end_matches('\r').to_owned()),
            Token::Word(word) => self.read_word(cursor, word, line)?,
        }
        Ok(())
    }

    fn read_word(&self, cursor: &mut Cursor, word: &str, line: usize) -> Result<(), ReadError> {
        let unnumbered = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let text = if unnumbered.starts_with('.') { unnumbered.trim_start_matches('.') } else { word };
        if text.is_empty() {
            return Ok(());
        }
        cursor.check_open(line)?;
        let m = self.style.read(cursor.position(), text).map_err(|reason| reason.at(line))?;
        if let Some(meant) = self.style.renamed(cursor.position(), text, m) {
            cursor.warn(line, Oddity::Renamed { written: text.to_owned(), meant });
        }
        cursor.play(m, line)
    }
}

/// Reads the time of a move, and the sum of the times up to it if it is given.
fn read_time(cursor: &mut Cursor, text: &str, line: usize) -> Result<(), ReadError> {
    let syntax = || Reason::syntax(text, ["a time after a move", "消費時間"]).at(line);
    let times = text.strip_prefix(TIME).and_then(|rest| rest.strip_suffix(']')).ok_or_else(syntax)?;
    let mut durations = times.split(' ').map(csa::seconds);
    let spent = durations.next().flatten().filter(|_| cursor.here() != Record::ROOT).ok_or_else(syntax)?;
    let total = match durations.next() {
        Some(total) => Some(total.ok_or_else(syntax)?),
        None => None,
    };
    cursor.set_time(spent, total, line);
    Ok(())
}
