//! A problem's diagram, from which pieces can be taken: the attacker is Black and moves first, and the defender holds all
//! that is missing.

use crate::any::{AnyPosition, KernelPosition};
use crate::board::Color;
use crate::game::SfenMode;
use crate::variants::Variant;

/// The text of a piece on the board, with its plus.
type Piece = String;

/// The pieces on the board and in Black's hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Diagram {
    variant: Variant,
    /// Rows from the top, each from the left.
    rows: Vec<Vec<Option<Piece>>>,
    /// The pieces in Black's hand, one by one.
    hand: Vec<char>,
}

/// A piece that a diagram can do without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Board {
        row: usize,
        column: usize,
    },
    /// One of this letter in Black's hand.
    Hand(char),
}

impl Diagram {
    /// The diagram of a position with the side to move as the attacker; none in a game without drops, or if the game looks
    /// different from the other side.
    pub fn of(position: &AnyPosition) -> Option<Self> {
        if matches!(position.kernel(), KernelPosition::Large(_)) {
            return None;
        }
        let sfen = match position.side_to_move() {
            Color::Black => position.sfen(),
            Color::White => position.turned()?.sfen(),
        };
        Self::read(position.variant(), &sfen)
    }

    fn read(variant: Variant, sfen: &str) -> Option<Self> {
        let mut fields = sfen.split(' ');
        let rows = fields.next()?.split('/').map(read_row).collect();
        let hand = fields.nth(1)?;
        let mut diagram = Self { variant, rows, hand: Vec::new() };
        let mut number = 0;
        for letter in hand.chars() {
            if let Some(digit) = letter.to_digit(10) {
                number = 10 * number + digit as usize;
                continue;
            }
            if letter.is_ascii_uppercase() {
                diagram.hand.extend(std::iter::repeat_n(letter, number.max(1)));
            }
            number = 0;
        }
        Some(diagram)
    }

    /// The position, with everything that is missing in the defender's hand; none if the rules know no such position, as
    /// where the defender stands in check.
    pub fn position(&self) -> Option<AnyPosition> {
        let rows: Vec<String> = self.rows.iter().map(|row| write_row(row)).collect();
        let hand: String = if self.hand.is_empty() { "-".to_owned() } else { self.hand.iter().collect() };
        let sfen = format!("{} b {hand} 1", rows.join("/"));
        let mut position = self.variant.read_sfen(&sfen, SfenMode::Mate).ok()?;
        position.hand_over_missing(Color::White);
        Some(position)
    }

    /// The pieces of a side that are no kings, those in its hand last.
    pub fn pieces(&self, color: Color) -> Vec<Place> {
        let is_own = |piece: &str| piece.contains(char::is_uppercase) == (color == Color::Black);
        let mut places = Vec::new();
        for (row, pieces) in self.rows.iter().enumerate() {
            for (column, piece) in pieces.iter().enumerate() {
                if piece.as_ref().is_some_and(|piece| !is_king(piece) && is_own(piece)) {
                    places.push(Place::Board { row, column });
                }
            }
        }
        if color == Color::Black {
            places.extend(self.hand.iter().map(|&letter| Place::Hand(letter)));
        }
        places
    }

    /// The diagram without these pieces.
    pub fn without(&self, places: &[Place]) -> Self {
        let mut rest = self.clone();
        for &place in places {
            match place {
                Place::Board { row, column } => rest.rows[row][column] = None,
                Place::Hand(letter) => {
                    if let Some(index) = rest.hand.iter().position(|&held| held == letter) {
                        rest.hand.remove(index);
                    }
                }
            }
        }
        rest
    }

    /// The diagram without the attacker's king.
    pub fn without_own_king(&self) -> Self {
        let mut rest = self.clone();
        rest.rows.iter_mut().flatten().for_each(|piece| _ = piece.take_if(|piece| piece == "K"));
        rest
    }

    /// A text that diagrams share if one is the other in a mirror, or moved over the board.
    pub fn likeness(&self) -> Option<String> {
        let mirrored = match self.position()?.kernel() {
            KernelPosition::Drops(position) => AnyPosition::from(position.mirrored()).sfen(),
            KernelPosition::Large(_) => return None,
        };
        let mirrored = Self::read(self.variant, &mirrored)?;
        Some(self.shape().min(mirrored.shape()))
    }

    /// The pieces by their distances from the first row and column that hold one, and the hand.
    fn shape(&self) -> String {
        let cells = || {
            let rows = self.rows.iter().enumerate();
            rows.flat_map(|(row, pieces)| {
                let pieces = pieces.iter().enumerate();
                pieces.filter_map(move |(column, piece)| Some((row, column, piece.as_ref()?)))
            })
        };
        let (top, left) =
            cells().fold((usize::MAX, usize::MAX), |(top, left), (row, column, _)| (top.min(row), left.min(column)));
        let mut shape: String =
            cells().map(|(row, column, piece)| format!("{},{}{piece} ", row - top, column - left)).collect();
        let mut hand = self.hand.clone();
        hand.sort_unstable();
        shape.extend(hand);
        shape
    }
}

fn is_king(piece: &str) -> bool {
    piece.eq_ignore_ascii_case("k")
}

fn read_row(text: &str) -> Vec<Option<Piece>> {
    let (mut row, mut plus) = (Vec::new(), "");
    let mut number = 0;
    for letter in text.chars() {
        match letter.to_digit(10) {
            Some(digit) => {
                number = 10 * number + digit as usize;
                continue;
            }
            None => row.extend(std::iter::repeat_n(None, std::mem::take(&mut number))),
        }
        if letter == '+' {
            plus = "+";
        } else {
            row.push(Some(format!("{plus}{letter}")));
            plus = "";
        }
    }
    row.extend(std::iter::repeat_n(None, number));
    row
}

fn write_row(row: &[Option<Piece>]) -> String {
    let (mut text, mut empty) = (String::new(), 0);
    for piece in row {
        match piece {
            None => empty += 1,
            Some(piece) => {
                if empty > 0 {
                    text += &std::mem::take(&mut empty).to_string();
                }
                text += piece;
            }
        }
    }
    if empty > 0 { text + &empty.to_string() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diagram(variant: Variant, sfen: &str) -> Diagram {
        Diagram::of(&variant.read_sfen(sfen, SfenMode::Mate).unwrap()).unwrap()
    }

    #[test]
    fn the_start_of_every_game_with_drops_is_read_and_written() {
        for &variant in Variant::ALL {
            let start = variant.start();
            let Some(diagram) = Diagram::of(&start) else {
                assert!(matches!(start.kernel(), KernelPosition::Large(_)), "{variant}");
                continue;
            };
            assert_eq!(diagram.position().unwrap().sfen(), start.sfen(), "{variant}");
        }
    }

    #[test]
    fn white_attacks_as_black() {
        let position = Variant::Shogi.read_sfen("4k4/9/9/9/9/9/4p4/9/4K4 w 2g 1", SfenMode::Mate).unwrap();
        let turned = Diagram::of(&position).unwrap();
        assert_eq!(turned, diagram(Variant::Shogi, "4k4/9/4P4/9/9/9/9/9/4K4 b 2G 1"));
        assert_eq!(turned.pieces(Color::Black).len(), 3);
    }

    #[test]
    fn what_is_taken_away_goes_to_the_defender() {
        let full = diagram(Variant::Shogi, "4k4/9/4P4/9/9/9/9/9/4K4 b 2G 1");
        let rest = full.without_own_king().without(&[Place::Hand('G')]);
        assert_eq!(rest.position().unwrap().sfen(), "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1");
    }

    #[test]
    fn a_defender_in_check_makes_no_problem() {
        let shielded = diagram(Variant::Shogi, "4k4/4p4/9/9/4R4/9/9/9/9 b G 1");
        let places = shielded.pieces(Color::White);
        assert!(shielded.position().is_some() && shielded.without(&places).position().is_none());
    }

    #[test]
    fn mirrored_and_moved_diagrams_are_alike() {
        let like = |variant, sfen: &str| diagram(variant, sfen).likeness().unwrap();
        let shogi = |sfen: &str| like(Variant::Shogi, sfen);
        let first = shogi("7nl/5B1k1/6Ppp/5+R3/9/9/9/9/9 b S 1");
        assert_eq!(first, shogi("ln7/1k1B5/ppP6/3+R5/9/9/9/9/9 b S 1"));
        assert_eq!(first, shogi("9/6nl1/4B1k2/5Ppp1/4+R4/9/9/9/9 b S 1"));
        assert_ne!(first, shogi("7nl/5B1k1/6Ppp/5+R3/9/9/9/9/9 b G 1"));
        assert_ne!(first, shogi("7nl/5B1k1/6Ppp/5R3/9/9/9/9/9 b S 1"));
        // The quails of tori shogi change sides in the mirror.
        let tori = |sfen: &str| like(Variant::Tori, sfen);
        assert_eq!(tori("2k4/7/1L5/7/7/7/7 b S 1"), tori("4k2/7/5R1/7/7/7/7 b S 1"));
        assert_ne!(tori("2k4/7/1L5/7/7/7/7 b S 1"), tori("4k2/7/5L1/7/7/7/7 b S 1"));
    }
}
