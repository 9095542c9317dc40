//! Squares, pieces, and the ways of moves, as they are drawn.

use crate::board::Color;
use std::fmt;

/// A square by its file and rank, both from 0, as their numbers in USI count them from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    /// From 0, at the right hand of Black.
    pub file: u8,
    /// From 0, at White's end.
    pub rank: u8,
}

impl Cell {
    /// Reads the name of a square in USI, such as `12l`; none if it is no square of a board of this size.
    #[must_use]
    pub fn read(text: &str, [files, ranks]: [u8; 2]) -> Option<Self> {
        let (file, rank) = text.split_at_checked(text.find(|c: char| !c.is_ascii_digit())?)?;
        // No sign and no zero before the number.
        let number: u8 = file.parse().ok().filter(|_| matches!(file.as_bytes()[0], b'1'..=b'9'))?;
        let (rank, rest) = read_rank(rank, ranks)?;
        (number <= files && rest.is_empty()).then_some(Self { file: number - 1, rank })
    }
}

/// Writes the name in USI.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file + 1, rank_letters(self.rank))
    }
}

/// The letters of a rank, counted from 0 at White's end: after `z` comes `aa`.
#[must_use]
pub fn rank_letters(rank: u8) -> String {
    let last = char::from(b'a' + rank % 26);
    if rank < 26 { last.to_string() } else { format!("{}{last}", char::from(b'a' - 1 + rank / 26)) }
}

/// The rank named by the letters at the start of a text, and the rest of the text; none beyond the last of `ranks`.
#[must_use]
pub fn read_rank(text: &str, ranks: u8) -> Option<(u8, &str)> {
    let longest = text.bytes().take(2).take_while(u8::is_ascii_lowercase).count();
    (1..=longest).rev().find_map(|length| {
        let (letters, rest) = text.split_at(length);
        let number = letters.bytes().fold(0, |number: u32, letter| number * 26 + u32::from(letter - b'a') + 1);
        u8::try_from(number - 1).ok().filter(|&rank| rank < ranks).map(|rank| (rank, rest))
    })
}

/// A piece as it is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figure {
    /// The side that it belongs to.
    pub color: Color,
    /// The index of its kind.
    pub kind: usize,
}

/// Names of a kind of piece, and its signs on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KindFace {
    /// Its letter in SFEN, behind a plus sign if it is promoted.
    pub sfen: String,
    /// Its sign on a board without kanji.
    pub letters: String,
    /// Its sign on a board with kanji; none in a game without names.
    pub kanji: Option<&'static str>,
    /// It is promoted.
    pub is_promoted: bool,
    /// Its names in English and in Japanese.
    pub names: Option<[&'static str; 2]>,
}

impl KindFace {
    /// Its sign on a board: letters if those are asked for, or if there are no kanji.
    #[must_use]
    pub fn shown(self, letters: bool) -> String {
        match self.kanji {
            Some(kanji) if !letters => kanji.to_owned(),
            _ => self.letters,
        }
    }
}

/// Start of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Departure {
    /// On a square.
    Board(Cell),
    /// In the hand, with a piece of this kind.
    Hand(usize),
}

/// Squares of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// Its start.
    pub from: Departure,
    /// The square of a capture on the way.
    pub via: Option<Cell>,
    /// Its end.
    pub to: Cell,
}

impl Way {
    /// The squares in the order of the move.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let from = match self.from {
            Departure::Board(from) => Some(from),
            Departure::Hand(_) => None,
        };
        from.into_iter().chain(self.via).chain([self.to])
    }
}
