//! What there is to see of a game: squares, what stands on them, and the ways of moves.

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

/// What a kind of piece is called, and what a board shows of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KindFace {
    /// Its letter in SFEN, behind a plus sign if it is promoted.
    pub sfen: String,
    /// What a board without kanji shows.
    pub letters: String,
    /// What a board with kanji shows; none in a game without names.
    pub kanji: Option<&'static str>,
    /// Whether it is promoted.
    pub is_promoted: bool,
    /// Its names in English and in Japanese.
    pub names: Option<[&'static str; 2]>,
}

impl KindFace {
    /// What a board shows: letters where those are asked for, or where there are no kanji.
    #[must_use]
    pub fn shown(self, letters: bool) -> String {
        match self.kanji {
            Some(kanji) if !letters => kanji.to_owned(),
            _ => self.letters,
        }
    }
}

/// Where a move begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Departure {
    /// On a square.
    Board(Cell),
    /// In the hand, with a piece of this kind.
    Hand(usize),
}

/// The way of a move over the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// Where it begins.
    pub from: Departure,
    /// Where it captures before it goes on.
    pub via: Option<Cell>,
    /// Where it ends.
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

    /// The number of kinds that may lie in a hand, which are the first ones.
    fn held_kinds(self) -> usize {
        0
    }

    /// What a kind is called and shown as.
    fn face(self, kind: usize) -> KindFace;

    /// The piece on a square of the board.
    fn figure(position: &Self::Position, cell: Cell) -> Option<Figure>;

    /// How many pieces of a kind a side holds.
    fn held(_: &Self::Position, _: Color, _kind: usize) -> u32 {
        0
    }

    /// Where the royal piece of the side to move stands, if it is in check.
    fn checked(position: &Self::Position) -> Option<Cell>;

    /// The way of a move.
    fn way(self, m: Self::Move) -> Way;

    /// Every square of the board, file by file.
    fn cells(self) -> impl Iterator<Item = Cell> {
        let (files, ranks) = (self.files(), self.ranks());
        (0..files).flat_map(move |file| (0..ranks).map(move |rank| Cell { file, rank }))
    }

    /// Whether the pieces have names; boards of a game without show letters.
    fn is_named(self) -> bool {
        self.kinds() > 0 && self.face(0).names.is_some()
    }
}
