//! Formations described by the places of pieces.

use super::{Kind, KindSpec};
use crate::board::{Bitboard, Color, Square};
use crate::game::Formation;

/// A formation with its conditions on the position, written for Black.
///
/// The text is a sequence of words, all of which must hold:
///
/// - `K2h`: an own king on 2h, with the letter of the kind as in SFEN; `s7c` is a silver of the other side. `R6h7h`
///   lists alternative squares.
/// - `B*` and `b*`: at least one bishop in the own hand, and in that of the other side.
/// - `..30`: at most thirty plies have been played.
/// - `40..`: at least forty plies have been played.
/// - `second`: the other side has made the first move.
///
/// `!` before a word negates it, and `|` between words makes them alternatives.
#[derive(Clone, Copy, Debug)]
pub struct Pattern {
    pub formation: Formation,
    conditions: [Condition; MOST_CONDITIONS],
    length: usize,
}

const MOST_CONDITIONS: usize = 12;

#[derive(Clone, Copy, Debug)]
pub(super) struct Condition {
    pub fact: Fact,
    pub is_negated: bool,
    /// The next condition is an alternative to this one.
    pub has_alternative: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Fact {
    OnBoard(Color, Kind, Bitboard),
    InHand(Color, Kind),
    /// At most this many plies.
    Until(u32),
    /// At least this many plies.
    From(u32),
    Second,
}

impl Pattern {
    /// A pattern for a game with these kinds.
    ///
    /// # Panics
    /// If the text is not a pattern of the game; for a constant, that is when it is compiled.
    #[must_use]
    pub const fn new(kinds: &[KindSpec], formation: Formation, text: &str) -> Self {
        let none = Condition { fact: Fact::Second, is_negated: false, has_alternative: false };
        let mut pattern = Self { formation, conditions: [none; MOST_CONDITIONS], length: 0 };
        let text = text.as_bytes();
        let mut at = 0;
        while at < text.len() {
            let is_negated = text[at] == b'!';
            let (fact, end) = Fact::read(kinds, text, at + is_negated as usize);
            let has_alternative = end < text.len() && text[end] == b'|';
            assert!(end == text.len() || has_alternative || text[end] == b' ', "a word ends before a blank");
            pattern.conditions[pattern.length] = Condition { fact, is_negated, has_alternative };
            pattern.length += 1;
            at = end + 1;
        }
        assert!(at > 0 && at == text.len() + 1, "a pattern ends with a word");
        pattern
    }

    /// The conditions of the formation.
    pub(super) fn conditions(&self) -> &[Condition] {
        &self.conditions[..self.length]
    }
}

impl Fact {
    /// Reads a word from `at` on, and returns its end, too.
    const fn read(kinds: &[KindSpec], text: &[u8], mut at: usize) -> (Self, usize) {
        if text[at] == b'.' {
            let (plies, end) = read_plies(text, at + 2);
            return (Self::Until(plies), end);
        }
        if text[at].is_ascii_digit() {
            let (plies, end) = read_plies(text, at);
            assert!(end + 1 < text.len() && text[end] == b'.' && text[end + 1] == b'.', "two dots follow a number");
            return (Self::From(plies), end + 2);
        }
        if text[at] == b's' && at + 1 < text.len() && text[at + 1] == b'e' {
            return (Self::Second, at + "second".len());
        }
        let promoted = text[at] == b'+';
        at += promoted as usize;
        let color = if text[at].is_ascii_uppercase() { Color::Black } else { Color::White };
        let kind = kind(kinds, text[at].to_ascii_uppercase(), promoted);
        at += 1;
        if text[at] == b'*' {
            return (Self::InHand(color, kind), at + 1);
        }
        let mut squares = Bitboard::EMPTY;
        while at + 1 < text.len() && text[at].is_ascii_digit() {
            squares = squares.with(Square::new(text[at] - b'1', text[at + 1] - b'a'));
            at += 2;
        }
        assert!(!squares.is_empty(), "a piece stands on a square");
        (Self::OnBoard(color, kind, squares), at)
    }
}

/// Reads a number of plies from `at` on, and returns its end, too.
const fn read_plies(text: &[u8], mut at: usize) -> (u32, usize) {
    let mut plies = 0;
    while at < text.len() && text[at].is_ascii_digit() {
        plies = 10 * plies + (text[at] - b'0') as u32;
        at += 1;
    }
    assert!(plies > 0, "a limit is a number of plies");
    (plies, at)
}

const fn kind(kinds: &[KindSpec], letter: u8, promoted: bool) -> Kind {
    let mut index = 0;
    while index < kinds.len() {
        let spec = &kinds[index];
        if spec.letter == letter && spec.promoted == promoted {
            return Kind::new(index);
        }
        index += 1;
    }
    panic!("the letter is that of a kind of the game");
}
