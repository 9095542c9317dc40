//! Set-ups of any game: pieces on cells and in hands.

use super::{AnyPosition, AnySfenError};
use crate::board::Color;
use crate::game::{Cell, Figure, SfenMode};
use crate::variants::Variant;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Any arrangement of pieces, sound or not; [`AnySetup::position`] checks it.
///
/// It knows nothing of the moves before it, not even of a lion that the last one captured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnySetup {
    variant: Variant,
    /// In the order of SFEN: by ranks, each from the left.
    board: BTreeMap<(u8, Reverse<u8>), Figure>,
    /// `[color][kind]`
    hands: [Vec<u32>; 2],
    /// The side to move.
    pub side: Color,
}

impl AnySetup {
    /// No pieces, and Black to move.
    #[must_use]
    pub fn empty(variant: Variant) -> Self {
        let hand = vec![0; variant.held_kinds()];
        Self { variant, board: BTreeMap::new(), hands: [hand.clone(), hand], side: Color::Black }
    }

    /// The pieces of a position, and its side to move.
    #[must_use]
    pub fn of(position: &AnyPosition) -> Self {
        let variant = position.variant();
        let mut setup = Self { side: position.side_to_move(), ..Self::empty(variant) };
        for cell in variant.cells() {
            position.figure(cell).into_iter().for_each(|figure| setup.put(cell, figure));
        }
        for color in Color::ALL {
            (0..variant.held_kinds()).for_each(|kind| setup.hold(color, kind, position.held(color, kind)));
        }
        setup
    }

    /// The game of the pieces.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The pieces on the board, as SFEN names them: by ranks, each from the left.
    pub fn pieces(&self) -> impl Iterator<Item = (Cell, Figure)> {
        self.board.iter().map(|(&(rank, Reverse(file)), &figure)| (Cell { file, rank }, figure))
    }

    /// The piece on a cell.
    #[must_use]
    pub fn figure(&self, cell: Cell) -> Option<Figure> {
        self.board.get(&(cell.rank, Reverse(cell.file))).copied()
    }

    /// Puts a piece on a cell, replacing any other.
    pub fn put(&mut self, cell: Cell, figure: Figure) {
        self.board.insert((cell.rank, Reverse(cell.file)), figure);
    }

    /// Takes the piece on a cell away.
    pub fn remove(&mut self, cell: Cell) {
        self.board.remove(&(cell.rank, Reverse(cell.file)));
    }

    /// The kinds in a hand, with their numbers.
    pub fn hand(&self, color: Color) -> impl Iterator<Item = (usize, u32)> {
        self.hands[color.index()].iter().copied().enumerate().filter(|&(_, count)| count > 0)
    }

    /// Adds pieces to a hand.
    ///
    /// # Panics
    /// If the kind is none that is held.
    pub fn hold(&mut self, color: Color, kind: usize, count: u32) {
        self.hands[color.index()][kind] += count;
    }

    /// Takes a piece out of a hand, if it holds one.
    pub fn release(&mut self, color: Color, kind: usize) {
        let held = &mut self.hands[color.index()][kind];
        *held = held.saturating_sub(1);
    }

    /// Empties a hand.
    pub fn empty_hand(&mut self, color: Color) {
        self.hands[color.index()].fill(0);
    }

    /// Left and right exchanged; none if a kind has no image in the mirror.
    #[must_use]
    pub fn mirrored(&self) -> Option<Self> {
        let mut image = Self { side: self.side, ..Self::empty(self.variant) };
        for (Cell { file, rank }, figure) in self.pieces() {
            let cell = Cell { file: self.variant.files() - 1 - file, rank };
            image.put(cell, Figure { kind: self.variant.mirrored(figure.kind)?, ..figure });
        }
        for color in Color::ALL {
            for (kind, count) in self.hand(color) {
                image.hold(color, self.variant.mirrored(kind)?, count);
            }
        }
        Some(image)
    }

    /// The position of these pieces.
    ///
    /// # Errors
    /// If it is none of the game.
    pub fn position(&self, mode: SfenMode) -> Result<AnyPosition, AnySfenError> {
        self.variant.read_sfen(&self.sfen(), mode)
    }

    /// The text in SFEN.
    #[must_use]
    pub fn sfen(&self) -> String {
        let side = if self.side == Color::Black { 'b' } else { 'w' };
        let hands = Color::ALL.into_iter().flat_map(|color| self.hand_texts(color)).collect::<Vec<_>>();
        let hands = hands.join(self.gap());
        format!("{} {side} {} 1", self.board_text(), if hands.is_empty() { "-" } else { &hands })
    }

    fn hand_texts(&self, color: Color) -> impl Iterator<Item = String> {
        self.hand(color).map(move |(kind, count)| {
            let count = if count > 1 { counted(count) } else { String::new() };
            count + &self.letters(Figure { color, kind })
        })
    }

    /// Names of several letters need commas between them.
    fn gap(&self) -> &'static str {
        if self.variant.start_sfen().contains(',') { "," } else { "" }
    }

    fn board_text(&self) -> String {
        let gap = self.gap();
        let mut pieces = self.pieces().peekable();
        let mut rank_text = |rank: u8| {
            let mut cells = Vec::new();
            let mut left = self.variant.files();
            while let Some((Cell { file, .. }, figure)) = pieces.next_if(|(cell, _)| cell.rank == rank) {
                cells.extend([counted(u32::from(left - 1 - file)), self.letters(figure)]);
                left = file;
            }
            cells.push(counted(left.into()));
            cells.retain(|cell| !cell.is_empty());
            cells.join(gap)
        };
        (0..self.variant.ranks()).map(&mut rank_text).collect::<Vec<_>>().join("/")
    }

    /// The letters of a piece.
    fn letters(&self, figure: Figure) -> String {
        let letters = self.variant.face(figure.kind).sfen;
        if figure.color == Color::Black { letters } else { letters.to_lowercase() }
    }
}

/// A number of cells or pieces; nothing for none.
fn counted(number: u32) -> String {
    if number > 0 { number.to_string() } else { String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_of_every_game_is_read_and_written() {
        for &variant in Variant::ALL {
            let start = variant.start();
            let setup = AnySetup::of(&start);
            assert_eq!(setup.position(SfenMode::Strict).unwrap().sfen(), start.sfen(), "{variant}");
        }
    }

    #[test]
    fn images_in_a_mirror_move_as_in_a_mirror() {
        for &variant in Variant::ALL {
            for kind in 0..variant.kinds() {
                let Some(image) = variant.mirrored(kind) else {
                    assert!([Variant::DaiDai, Variant::Tai, Variant::Taikyoku].contains(&variant), "{variant} {kind}");
                    continue;
                };
                let squares = |kind, sign: i8| {
                    let strides = variant.strides(kind);
                    let mut squares: Vec<_> =
                        strides.iter().map(|stride| (stride.right * sign, stride.forward, stride.manner)).collect();
                    squares.sort();
                    squares
                };
                assert_eq!(squares(kind, 1), squares(image, -1), "{variant} {kind}");
                assert_eq!(variant.mirrored(image), Some(kind), "{variant} {kind}");
            }
        }
        let tori = Variant::Tori;
        assert_eq!([0, 1, 2].map(|kind| tori.mirrored(kind)), [Some(0), Some(2), Some(1)]);
    }

    #[test]
    fn both_images_of_a_setup_are_the_setup() {
        for &variant in Variant::ALL {
            let setup = AnySetup::of(&variant.start());
            if let Some(image) = setup.mirrored() {
                assert_eq!(image.mirrored().unwrap(), setup, "{variant}");
            }
        }
        let quail = Variant::Tori.read_sfen("2k4/7/1L5/7/7/7/7 b S 1", SfenMode::Mate).unwrap();
        let image = AnySetup::of(&quail).mirrored().unwrap();
        assert_eq!(image.sfen(), "4k2/7/5R1/7/7/7/7 b S 1");
    }
}
