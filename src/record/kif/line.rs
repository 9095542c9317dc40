//! The kinds of lines in KIF and KI2 files, distinguished by their looks wherever they stand.

use super::game::WrittenMove;
use super::large::BAN;
use super::{FIRST_STEP, SECOND_STEP};
use crate::record::vocabulary::{SIGNS, Side, hand_at_start, side_at_start, signed};
use crate::record::{Ending, header, text};
use crate::variants::{Kernel, Variant};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line<'a> {
    Blank,
    /// Moves, each after its number, the sign of its side, or neither; endings may stand among them.
    Moves(&'a str),
    /// A word in the place of a move, after its number.
    Word(usize, &'a str),
    /// The number of the first move of a variation.
    Variation(usize),
    Hand(Side, &'a str),
    /// A rank of a diagram, the text between the bars.
    Rank(&'a str),
    /// The frame of a diagram with its file numbers, or the heading of the moves.
    Frame,
    Turn(Side),
    /// The number of the moves that led to the diagram.
    MovesMade(&'a str),
    /// An ending without a number, or a sentence that states one.
    Ending(&'a str),
    Comment(&'a str),
    Bookmark(&'a str),
    Remark(&'a str),
    Handicap(&'a str),
    /// The header that belongs to the diagram of a large game.
    Ban(&'a str),
    Header(&'a str, &'a str),
    Unknown(&'a str),
}

impl<'a> Line<'a> {
    /// The kind of a line: the first in this order whose looks fit.
    pub fn of(game: Variant, line: &'a str) -> Self {
        let text = line.trim();
        if text.is_empty() {
            return Self::Blank;
        }
        moves(game, text)
            .or_else(|| variation(text))
            .or_else(|| hand(text))
            .or_else(|| diagram(text))
            .or_else(|| ending(text))
            .or_else(|| note(line.trim_start()))
            .or_else(|| field(game, text))
            .unwrap_or(Self::Unknown(text))
    }

    /// True for lines that need the start of the game.
    pub const fn is_play(&self) -> bool {
        matches!(self, Self::Moves(_) | Self::Variation(_) | Self::Ending(_))
    }

    /// True for lines that describe the start position.
    pub const fn is_start(&self) -> bool {
        matches!(
            self,
            Self::Hand(..) | Self::Rank(_) | Self::Turn(_) | Self::MovesMade(_) | Self::Handicap(_) | Self::Ban(_)
        )
    }

    /// True for lines that make a file a record by themselves.
    pub const fn is_of_game(&self) -> bool {
        self.is_play() || self.is_start() || matches!(self, Self::Header(..) | Self::Word(..))
    }
}

fn moves(game: Variant, text: &str) -> Option<Line<'_>> {
    if let Some(Numbered { ply, text: behind, is_step }) = numbered(game, text) {
        return Some(if is_step { Line::Moves(text) } else { Line::Word(ply, behind) });
    }
    let is_signed = signed(text).is_some_and(|(_, rest)| begins_step(rest));
    (is_signed || is_bare_move(game, text)).then_some(Line::Moves(text))
}

/// A number with the text that it counts.
pub(super) struct Numbered<'a> {
    pub ply: usize,
    pub text: &'a str,
    /// True if the text starts with a move or an ending, false if with any other word.
    pub is_step: bool,
}

/// Signs before the number of a move, and between the number and the move.
const OPENINGS: [char; 4] = ['第', '[', '［', '【'];
const STOPS: &[char] = &['.', '．', ':', '：', ')', '）', ']', '］', '】', '、', ',', '，', '-', '－'];
/// Digits of the greatest number.
const LONGEST_NUMBER: usize = 5;

/// The number at the start of a text, before a move or, after a blank, before any word. Lines like 1手目からの解説 and
/// 1、同じ手 are prose.
pub(super) fn numbered(game: Variant, text: &str) -> Option<Numbered<'_>> {
    let digits = text.strip_prefix(OPENINGS).unwrap_or(text);
    let end = digits.find(|c| digit(c).is_none())?;
    let (digits, behind) = digits.split_at(end);
    if digits.is_empty() || digits.chars().count() > LONGEST_NUMBER {
        return None;
    }
    let ply = digits.chars().filter_map(digit).fold(0, |number, digit| number * 10 + digit as usize);
    let behind = behind.strip_prefix("手目").unwrap_or(behind);
    let stopped = behind.strip_prefix(STOPS);
    let text = stopped.unwrap_or(behind).trim_start();
    let is_apart = stopped.is_none() && text.len() < behind.len() && !text.starts_with(|c| digit(c).is_some());
    // Kanji after a digit are the second half of a square.
    let is_marked = text.starts_with(|c: char| matches!(c, '同' | '仝' | '１'..='９') || SIGNS.contains(&c));
    let is_step = match stopped {
        Some(_) => is_step(game, text),
        None => begins_step(text) && (text.len() < behind.len() || is_marked || step_mark(text).is_some()),
    };
    (!text.is_empty() && (is_apart || is_step)).then_some(Numbered { ply, text, is_step })
}

/// A digit in one of the scripts that numbers are written in.
fn digit(c: char) -> Option<u32> {
    text::numeral(c).filter(|_| matches!(c, '0'..='9' | '０'..='９'))
}

/// True for a text that starts like a move, one of its steps or an ending, with the sign of a side or without.
pub(super) fn begins_step(text: &str) -> bool {
    begins_move(unmarked(text)) || ending_at_start(unmarked(text)).is_some()
}

/// Like [`begins_step`], but the move must be readable.
fn is_step(game: Variant, text: &str) -> bool {
    begins_step(text) && (ending_at_start(unmarked(text)).is_some() || WrittenMove::read(game, unmarked(text)).is_ok())
}

/// A text without the mark of a step and the sign of a side.
fn unmarked(text: &str) -> &str {
    let text = step_mark(text).map_or(text, str::trim_start);
    signed(text).map_or(text, |(_, rest)| rest)
}

fn step_mark(text: &str) -> Option<&str> {
    text.strip_prefix(FIRST_STEP).or_else(|| text.strip_prefix(SECOND_STEP))
}

/// True for a text that starts with a square and a word, as moves do.
pub(super) fn begins_move(text: &str) -> bool {
    if text.starts_with(['同', '仝']) {
        return true;
    }
    let is_digit = |c: char| digit(c).is_some();
    let ranks = text.trim_start_matches(is_digit);
    let words = ranks.trim_start_matches(|c| text::numeral(c).is_some());
    let count = |part: &str| part.chars().count();
    let (digits, kanji) = (count(&text[..text.len() - ranks.len()]), count(&ranks[..ranks.len() - words.len()]));
    // 二十五 is a rank of the greatest boards.
    let is_square = digits <= 2 && kanji <= 3 && digits + kanji >= 2;
    is_square && words.trim_start().starts_with(|c: char| c.is_alphabetic() || matches!(c, '(' | '（'))
}

/// True for a move without number and sign, false for prose that happens to start like one.
pub(super) fn is_bare_move(game: Variant, text: &str) -> bool {
    let goes_on = |rest: &str| {
        let rest = rest.trim_start();
        rest.is_empty() || rest.starts_with(['(', '（', '*', '+', '、', '，', ',']) || begins_step(rest)
    };
    begins_move(text) && WrittenMove::read(game, text).is_ok_and(|(_, rest)| goes_on(rest))
}

fn variation(text: &str) -> Option<Line<'_>> {
    let number = text.strip_prefix("変化")?.trim_start_matches(['：', ':', ' ', '　']);
    let (number, _) = number.split_once('手')?;
    Some(Line::Variation(text::number(number.trim())? as usize))
}

fn hand(text: &str) -> Option<Line<'_>> {
    let (side, rest) = hand_at_start(text)?;
    let value = rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '：' | ':' | '＝' | '='));
    (rest.is_empty() || value.len() < rest.len()).then_some(Line::Hand(side, value))
}

const BARS: [char; 5] = ['|', '｜', '│', '┃', '¦'];

fn diagram(text: &str) -> Option<Line<'_>> {
    if let Some(row) = rank(text) {
        return Some(Line::Rank(row));
    }
    if let Some(number) = text.strip_prefix("手数＝").or_else(|| text.strip_prefix("手数=")) {
        return Some(Line::MovesMade(number));
    }
    if let Some((side, "番")) = side_at_start(text) {
        return Some(Line::Turn(side));
    }
    let is_heading = text.starts_with("手数--") || text.starts_with("手数") && text.contains("指手");
    (is_heading || is_frame(text) || is_file_numbers(text)).then_some(Line::Frame)
}

/// The cells of a rank, between its bars.
fn rank(text: &str) -> Option<&str> {
    let row = text.strip_prefix(BARS)?;
    Some(row.split_once(BARS).map_or(text, |(row, _)| row))
}

fn is_frame(text: &str) -> bool {
    const LINES: &str = "+＋-－―─━┌┐└┘├┤┬┴┼┏┓┗┛┣┫┳┻╋";
    text.chars().count() > 2 && text.chars().all(|c| c.is_whitespace() || LINES.contains(c))
}

/// True for the numbers of the files above a diagram.
fn is_file_numbers(text: &str) -> bool {
    let numerals = text.chars().filter(|&c| text::numeral(c).is_some()).count();
    numerals > 2 && text.chars().all(|c| c.is_whitespace() || text::numeral(c).is_some())
}

fn ending(text: &str) -> Option<Line<'_>> {
    let is_word = ending_at_start(text).is_some_and(|(_, rest)| {
        let rest = rest.trim_start();
        rest.is_empty() || rest.starts_with(['(', '（', '+', '*'])
    });
    (is_word || text.starts_with("まで")).then_some(Line::Ending(text))
}

/// The ending at the start of a text, perhaps of several words, and the rest.
pub(super) fn ending_at_start(text: &str) -> Option<(Ending, &str)> {
    let part = |ends: &dyn Fn(char) -> bool| text[..text.find(ends).unwrap_or(text.len())].trim_end();
    let ends = |c: char| SIGNS.contains(&c) || "(（+*、，,".contains(c);
    let words = [part(&ends), part(&|c| ends(c) || c.is_whitespace())];
    words.into_iter().find_map(|word| Some((Ending::named(word)?, &text[word.len()..])))
}

fn note(text: &str) -> Option<Line<'_>> {
    let rest = text.get(1..);
    match text.as_bytes().first()? {
        b'*' => rest.map(Line::Comment),
        b'&' => rest.map(Line::Bookmark),
        b'#' => rest.map(Line::Remark),
        _ => None,
    }
}

/// A key and a value. Web addresses and times have a colon too, but are none.
fn field(game: Variant, text: &str) -> Option<Line<'_>> {
    let (key, value) = split_at_colon(text, '：').or_else(|| split_at_colon(text, ':'))?;
    if key.is_empty() || key.starts_with(|c| digit(c).is_some()) || value.starts_with("//") {
        return None;
    }
    let turn = side_at_start(value).filter(|(_, rest)| matches!(*rest, "" | "番"));
    Some(match key {
        header::HANDICAP => Line::Handicap(less_remark(value)),
        header::TURN if turn.is_some() => turn.map_or(Line::Unknown(text), |(side, _)| Line::Turn(side)),
        BAN if !matches!(game.kernel(), Kernel::Drops(_)) => Line::Ban(value),
        _ => Line::Header(key, value),
    })
}

/// The value of 手合割, if a line is that field.
pub(super) fn handicap(text: &str) -> Option<&str> {
    let (key, value) = split_at_colon(text, '：').or_else(|| split_at_colon(text, ':'))?;
    (key == header::HANDICAP).then(|| less_remark(value))
}

fn less_remark(value: &str) -> &str {
    value.split(['#', '＃']).next().unwrap_or_default().trim_end()
}

/// Both sides of the first colon that is not within a time.
fn split_at_colon(text: &str, colon: char) -> Option<(&str, &str)> {
    let sides = text.match_indices(colon).map(|(at, colon)| (&text[..at], &text[at + colon.len()..]));
    let is_time = |(before, after): &(&str, &str)| {
        before.ends_with(|c| digit(c).is_some()) && after.starts_with(|c| digit(c).is_some())
    };
    sides.into_iter().find(|sides| !is_time(sides)).map(|(key, value)| (key.trim(), value.trim()))
}
