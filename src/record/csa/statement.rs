//! The statements of CSA files, distinguished by their looks.

use super::setup::color_of;
use crate::board::Color;
use crate::record::GameEnds;

/// A statement, mostly reduced to the text after its mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Statement<'a> {
    Comment(&'a str),
    Name(Color, &'a str),
    Header(&'a str),
    Version,
    Setup(&'a str),
    /// The side that moves first.
    Turn(Color),
    /// The whole move.
    Move(&'a str),
    Time(&'a str),
    Special(&'a str),
    /// A line foreign to the format.
    Foreign(&'a str),
}

impl<'a> Statement<'a> {
    /// The first statement of a line, and the rest. Commas separate statements, in some files blanks do; comments,
    /// headers and foreign lines extend to the end.
    pub fn first(line: &'a str) -> Option<(Self, &'a str)> {
        let text = line.trim_start_matches(|c: char| c == ',' || c.is_whitespace());
        let marked = |mark: &str| text.strip_prefix(mark);
        let to_end = if let Some(comment) = marked("'") {
            Self::Comment(comment)
        } else if let Some(header) = marked("$") {
            Self::Header(header)
        } else if let Some(name) = marked("N+") {
            Self::Name(Color::Black, name)
        } else if let Some(name) = marked("N-") {
            Self::Name(Color::White, name)
        } else if text.is_empty() {
            return None;
        } else {
            return Some(Self::first_of_several(text).unwrap_or((Self::Foreign(text.trim_end()), "")));
        };
        Some((to_end, ""))
    }

    /// A statement that others may follow.
    fn first_of_several(text: &'a str) -> Option<(Self, &'a str)> {
        let mark = text.chars().next()?;
        let end = |ends: fn(char) -> bool| text.find(ends).unwrap_or(text.len());
        // In a P line blanks are cells of the board.
        let end = if mark == 'P' { end(|c| c == ',') } else { end(|c| c == ',' || c == '\'' || c.is_whitespace()) };
        let (word, rest) = text.split_at(end);
        let inner = word.get(mark.len_utf8()..)?;
        let next = inner.chars().next();
        let has_digit = next.is_some_and(|c| c.is_ascii_digit());
        let statement = match mark {
            '+' | '-' if has_digit => Self::Move(word),
            '+' | '-' if inner.is_empty() => Self::Turn(color_of(word)?),
            'P' if has_digit || matches!(next?, 'I' | '+' | '-') => Self::Setup(inner.trim_end()),
            'V' if has_digit => Self::Version,
            'T' if has_digit => Self::Time(inner),
            '%' => Self::Special(inner),
            _ => return None,
        };
        Some((statement, rest))
    }

    /// True if it belongs after the start position.
    const fn is_of_moves(self) -> bool {
        matches!(self, Self::Move(_) | Self::Time(_) | Self::Special(_))
    }
}

fn statements(line: &str) -> impl Iterator<Item = Statement<'_>> {
    let mut rest = line;
    std::iter::from_fn(move || {
        let (statement, after) = Statement::first(rest)?;
        rest = after;
        Some(statement)
    })
}

/// A line with its number.
type Line<'a> = (usize, &'a str);

/// The parts of a file that hold more than comments, each a game. A part ends at a `/` line, or where another file was
/// appended.
pub(super) fn split_games<'a, 'b>(lines: &'b [Line<'a>]) -> Vec<&'b [Line<'a>]> {
    let (mut parts, mut start, mut beginnings) = (Vec::new(), 0, Beginnings::default());
    for (at, (_, line)) in lines.iter().enumerate() {
        if let Some(end) = beginnings.read(line, at, at + 1) {
            parts.push(&lines[start..end]);
            start = end;
        }
    }
    parts.push(&lines[start..]);
    let holds_more = |line: &str| statements(line).any(|statement| !matches!(statement, Statement::Comment(_)));
    let parts = parts
        .into_iter()
        .map(|part| part.split_last().filter(|((_, last), _)| is_between(last)).map_or(part, |(_, part)| part));
    parts.filter(|part| part.iter().any(|(_, line)| holds_more(line))).collect()
}

/// True for a line that separates two games.
fn is_between(line: &str) -> bool {
    line.trim_end() == "/"
}

/// Finds the games of a file by their beginnings.
#[derive(Debug, Default)]
pub(super) struct Beginnings {
    /// Place of the players' names after the last move.
    head: Option<usize>,
    has_moves: bool,
}

impl GameEnds for Beginnings {
    /// A game ends after a separating line. It also ends before a version, a start position or players' names that
    /// follow moves.
    fn read(&mut self, line: &str, at: usize, end: usize) -> Option<usize> {
        if is_between(line) {
            *self = Self::default();
            return Some(end);
        }
        match Statement::first(line)?.0 {
            statement if statement.is_of_moves() => *self = Self { head: None, has_moves: true },
            Statement::Name(..) => self.head = self.head.or(Some(at)),
            Statement::Version | Statement::Setup(_) if self.has_moves => {
                self.has_moves = false;
                return Some(self.head.take().unwrap_or(at));
            }
            _ => {}
        }
        None
    }

    fn forget(&mut self, before: usize) {
        self.head = self.head.and_then(|head| head.checked_sub(before));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_are_what_they_look_like() {
        let (black, white) = (Color::Black, Color::White);
        for (line, expected) in [
            ("", vec![]),
            ("V2.2", vec![Statement::Version]),
            ("'*a, b", vec![Statement::Comment("*a, b")]),
            ("N+A, the first", vec![Statement::Name(black, "A, the first")]),
            ("$EVENT:x,y", vec![Statement::Header("EVENT:x,y")]),
            ("PI,-", vec![Statement::Setup("I"), Statement::Turn(white)]),
            ("P2 * -HI * ", vec![Statement::Setup("2 * -HI *")]),
            ("+7776FU,T12", vec![Statement::Move("+7776FU"), Statement::Time("12")]),
            ("-3334FU T6 '*x", vec![Statement::Move("-3334FU"), Statement::Time("6"), Statement::Comment("*x")]),
            ("%TORYO,T4", vec![Statement::Special("TORYO"), Statement::Time("4")]),
            ("%+ILLEGAL_ACTION", vec![Statement::Special("+ILLEGAL_ACTION")]),
            ("I+1249,840,x2|81WS", vec![Statement::Foreign("I+1249,840,x2|81WS")]),
            ("To_Move:+", vec![Statement::Foreign("To_Move:+")]),
            ("Protocol_Version:1.2", vec![Statement::Foreign("Protocol_Version:1.2")]),
            ("#RESIGN", vec![Statement::Foreign("#RESIGN")]),
            ("----", vec![Statement::Foreign("----")]),
            ("手合割：平手", vec![Statement::Foreign("手合割：平手")]),
        ] {
            assert_eq!(statements(line).collect::<Vec<_>>(), expected, "{line}");
        }
    }

    #[test]
    fn games_end_where_others_begin() {
        let games = |text: &str| -> Vec<usize> {
            let lines: Vec<Line> = (1..).zip(text.lines()).collect();
            split_games(&lines).iter().map(|game| game[0].0).collect()
        };
        assert_eq!(games("PI\n+\n+7776FU\n/\n'only this\n/\nPI\n+\n"), [1, 7]);
        assert_eq!(games("V2\nPI\n+\n+7776FU\n%TORYO\n$END_TIME:x\nV2\nPI\n+\n"), [1, 7]);
        assert_eq!(games("N+A\nPI\n+\n+7776FU\n'*x\nN+B\nPI\n+\n+2726FU\nN+C\n"), [1, 6]);
        assert_eq!(games("PI\n+\nP+00FU\nN+A\n"), [1]);
        assert_eq!(games("'x\n\n"), [0; 0]);
    }
}
