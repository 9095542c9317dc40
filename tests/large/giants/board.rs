//! A board as a map of squares, and its text.

use super::super::Place;
use super::notation::{Face, Game, Way};
use std::collections::BTreeMap;

/// The neighbours of a square as Black sees them: ahead, then clockwise.
pub const AROUND: [Way; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Piece {
    /// Its number in the game.
    pub face: usize,
    pub black: bool,
}

/// A position.
#[derive(Clone)]
pub struct Walk<'g> {
    pub game: &'g Game,
    pub files: i32,
    pub ranks: i32,
    pub board: BTreeMap<Place, Piece>,
    /// Numbers of pieces off the board, by side and face: Black's come first.
    pub hands: BTreeMap<(bool, usize), u32>,
    pub black_moves: bool,
    pub number: u32,
}

/// The file in figures, and the rank in letters: aa follows z.
pub fn square((file, rank): Place) -> String {
    let letter = char::from(b'a' + (rank % 26) as u8);
    if rank < 26 { format!("{}{letter}", file + 1) } else { format!("{}a{letter}", file + 1) }
}

impl<'g> Walk<'g> {
    pub fn of(game: &'g Game, sfen: &str) -> Self {
        let fields: Vec<&str> = sfen.split(' ').collect();
        let rows: Vec<&str> = fields[0].split('/').collect();
        let mut board = BTreeMap::new();
        let mut files = 0;
        for (rank, row) in (0..).zip(&rows) {
            let mut cells: Vec<Option<Piece>> = Vec::new();
            for cell in row.split(',') {
                if let Ok(empty) = cell.parse::<usize>() {
                    cells.extend(vec![None; empty]);
                    continue;
                }
                let name = cell.to_ascii_uppercase();
                let face = game.called(&name).unwrap_or_else(|| panic!("no piece {cell} in {sfen}"));
                assert!(cell == name || cell == name.to_ascii_lowercase(), "{cell} in {sfen}");
                cells.push(Some(Piece { face, black: cell == name }));
            }
            files = cells.len() as i32;
            for (file, cell) in (0..).zip(cells.into_iter().rev()) {
                board.extend(cell.map(|piece| ((file, rank), piece)));
            }
        }
        let number = fields[3].parse().expect("a number of the move");
        let hands = BTreeMap::new();
        let mut walk =
            Self { game, files, ranks: rows.len() as i32, board, hands, black_moves: fields[1] == "b", number };
        walk.read_hands(fields[2]);
        walk
    }

    fn read_hands(&mut self, text: &str) {
        for held in text.split(',').filter(|&held| held != "-") {
            let name = held.trim_start_matches(|c: char| c.is_ascii_digit());
            let count = held[..held.len() - name.len()].parse().unwrap_or(1);
            let face = self.game.called(&name.to_ascii_uppercase()).unwrap_or_else(|| panic!("no piece {held}"));
            (0..count).for_each(|_| self.hold(name == name.to_ascii_uppercase(), face));
        }
    }

    /// Gives a side a piece with this face, unless that is royal; a promoted one is turned back.
    pub fn hold(&mut self, black: bool, face: usize) {
        let base = self.game.faces.iter().position(|base| base.becomes == Some(face)).unwrap_or(face);
        if !self.game.faces[base].royal {
            *self.hands.entry((!black, base)).or_insert(0) += 1;
        }
    }

    fn hands_text(&self) -> String {
        let held = self.hands.iter().filter(|&(_, &count)| count > 0).map(|(&(white, face), &count)| {
            let name = &self.game.faces[face].name;
            let name = if white { name.to_ascii_lowercase() } else { name.clone() };
            if count > 1 { format!("{count}{name}") } else { name }
        });
        let texts: Vec<String> = held.collect();
        if texts.is_empty() { "-".to_owned() } else { texts.join(",") }
    }

    pub fn sfen(&self) -> String {
        let rows: Vec<String> = (0..self.ranks).map(|rank| self.row(rank)).collect();
        let side = if self.black_moves { "b" } else { "w" };
        format!("{} {side} {} {}", rows.join("/"), self.hands_text(), self.number)
    }

    fn row(&self, rank: i32) -> String {
        let mut cells: Vec<String> = Vec::new();
        let mut empty = 0;
        for file in (0..self.files).rev() {
            let Some(piece) = self.at((file, rank)) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                cells.push(empty.to_string());
                empty = 0;
            }
            let name = &self.face(piece).name;
            cells.push(if piece.black { name.clone() } else { name.to_ascii_lowercase() });
        }
        if empty > 0 {
            cells.push(empty.to_string());
        }
        cells.join(",")
    }

    pub fn at(&self, place: Place) -> Option<Piece> {
        self.board.get(&place).copied()
    }

    pub fn face(&self, piece: Piece) -> &'g Face {
        &self.game.faces[piece.face]
    }

    pub fn is_of(&self, place: Place, black: bool) -> bool {
        self.at(place).is_some_and(|piece| piece.black == black)
    }

    pub fn squares_of(&self, black: bool) -> Vec<Place> {
        self.board.keys().copied().filter(|&place| self.is_of(place, black)).collect()
    }

    pub fn royals(&self, black: bool) -> Vec<Place> {
        self.squares_of(black).into_iter().filter(|place| self.face(self.board[place]).royal).collect()
    }

    /// The square that lies so far from another one, as a side sees it.
    pub fn beside(&self, from: Place, (right, ahead): Way, black: bool) -> Option<Place> {
        let sign = if black { 1 } else { -1 };
        let (file, rank) = (from.0 - sign * right, from.1 - sign * ahead);
        ((0..self.files).contains(&file) && (0..self.ranks).contains(&rank)).then_some((file, rank))
    }

    /// The squares from one in a direction to the edge.
    pub fn line(&self, from: Place, way: Way, black: bool) -> Vec<Place> {
        std::iter::successors(self.beside(from, way, black), |&place| self.beside(place, way, black)).collect()
    }

    /// The neighbours of a square.
    pub fn around(&self, place: Place) -> Vec<Place> {
        AROUND.into_iter().filter_map(|way| self.beside(place, way, true)).collect()
    }

    /// Ranks from a square to the end to which a side goes.
    pub fn to_go(&self, (_, rank): Place, black: bool) -> i32 {
        if black { rank } else { self.ranks - 1 - rank }
    }
}
