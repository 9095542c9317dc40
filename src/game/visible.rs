//! The contract for drawing a game: squares, pieces, and the ways of moves.

use super::Playable;
use crate::board::Color;

/// A square by its file and rank, both from 0, as their numbers in USI count them from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    /// From 0, at the right hand of Black.
    pub file: u8,
    /// From 0, at White's end.
    pub rank: u8,
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

/// A game that can be drawn.
pub trait Visible: Playable {
    /// The number of files.
    fn files(self) -> u8;

    /// The number of ranks.
    fn ranks(self) -> u8;

    /// The number of kinds of pieces.
    fn kinds(self) -> usize;

    /// The number of kinds that may be in hand, which are the first ones.
    fn held_kinds(self) -> usize {
        0
    }

    /// Names and signs of a kind.
    fn face(self, kind: usize) -> KindFace;

    /// The piece on a square of the board.
    fn figure(position: &Self::Position, cell: Cell) -> Option<Figure>;

    /// The number of pieces of a kind that a side holds.
    fn held(_: &Self::Position, _: Color, _kind: usize) -> u32 {
        0
    }

    /// The square of the royal piece of the side to move, if it is in check.
    fn checked(position: &Self::Position) -> Option<Cell>;

    /// The way of a move.
    fn way(self, m: Self::Move) -> Way;

    /// Every square of the board, file by file.
    fn cells(self) -> impl Iterator<Item = Cell> {
        let (files, ranks) = (self.files(), self.ranks());
        (0..files).flat_map(move |file| (0..ranks).map(move |rank| Cell { file, rank }))
    }

    /// True if the pieces have names; boards of other games show letters.
    fn is_named(self) -> bool {
        self.kinds() > 0 && self.face(0).names.is_some()
    }
}
