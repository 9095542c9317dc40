//! The orders in which the pieces of shogi are laid on the board before a game.

use crate::analysis::kind_name;
use crate::board::Color;
use crate::game::Cell;
use crate::record::kanji_number;
use crate::variants::Variant;
use crate::words::Language;
use clap::ValueEnum;

/// An order of laying the pieces, by the family of the castle's masters that kept it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Order {
    /// Pawns last, from the middle
    Ohashi,
    /// Pawns before lances, bishop and rook
    Ito,
}

impl Order {
    /// The letters of the kinds in their order.
    const fn kinds(self) -> &'static str {
        match self {
            Self::Ohashi => "KGSNLBRP",
            Self::Ito => "KGSNPLBR",
        }
    }

    const fn name(self, language: Language) -> &'static str {
        match self {
            Self::Ohashi => language.choose("Ohashi", "大橋流"),
            Self::Ito => language.choose("Ito", "伊藤流"),
        }
    }

    /// Black's squares in their order, each with the kind of its piece. The left one of a pair goes first, as its owner
    /// sees it.
    fn squares(self) -> Vec<(usize, Cell)> {
        let game = Variant::Shogi;
        let start = game.start();
        let middle = game.files() / 2;
        let mut squares: Vec<(usize, usize, Cell)> = game
            .cells()
            .filter_map(|cell| Some((cell, start.figure(cell)?)))
            .filter(|(_, figure)| figure.color == Color::Black)
            .filter_map(|(cell, figure)| Some((self.kinds().find(&game.face(figure.kind).sfen)?, figure.kind, cell)))
            .collect();
        // Of Ohashi's pawns, which come last, the middle one is the first.
        let last = self.kinds().len() - 1;
        let from_middle = |place: usize, cell: Cell| {
            if self == Self::Ohashi && place == last { cell.file.abs_diff(middle) } else { 0 }
        };
        squares.sort_by_key(|&(place, _, cell)| (place, from_middle(place, cell), u8::MAX - cell.file));
        squares.into_iter().map(|(_, kind, cell)| (kind, cell)).collect()
    }
}

/// The steps as lines: both players lay the same piece in turn.
pub fn lines(order: Order, language: Language) -> Vec<String> {
    let name = order.name(language);
    let mut lines = vec![match language {
        Language::En => format!("{name}'s order: both players in turn; left and right are their own"),
        Language::Ja => format!("{name}：交互に一枚ずつ、左右は自分から見て"),
    }];
    lines.extend((1..).zip(order.squares()).map(|(number, (kind, black))| {
        let piece = kind_name(Variant::Shogi, language, kind);
        let [black, white] = [black, turned(black)].map(|cell| square(language, cell));
        match language {
            Language::En => format!("{number:>2}  {piece:<6}  {black}  {white}"),
            Language::Ja => format!("{number:>2}  {piece}  {black}  {white}"),
        }
    }));
    lines
}

/// The square on the other side.
fn turned(Cell { file, rank }: Cell) -> Cell {
    let game = Variant::Shogi;
    Cell { file: game.files() - 1 - file, rank: game.ranks() - 1 - rank }
}

fn square(language: Language, cell: Cell) -> String {
    match language {
        Language::En => cell.to_string(),
        Language::Ja => format!("{}{}", cell.file + 1, kanji_number(u32::from(cell.rank) + 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(order: Order) -> String {
        order.squares().into_iter().map(|(_, cell)| cell.to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn both_orders_lay_the_left_piece_first() {
        let pieces = "5i 6i 4i 7i 3i 8i 2i";
        let left_to_right = "9g 8g 7g 6g 5g 4g 3g 2g 1g";
        let from_the_middle = "5g 6g 4g 7g 3g 8g 2g 9g 1g";
        assert_eq!(squares(Order::Ohashi), format!("{pieces} 9i 1i 8h 2h {from_the_middle}"));
        assert_eq!(squares(Order::Ito), format!("{pieces} {left_to_right} 9i 1i 8h 2h"));
    }

    #[test]
    fn white_lays_the_same_on_its_own_side() {
        let english = lines(Order::Ohashi, Language::En);
        assert_eq!(
            (english.len(), english[1].as_str(), english[2].as_str()),
            (21, " 1  king    5i  5a", " 2  gold    6i  4a")
        );
        let japanese = lines(Order::Ito, Language::Ja);
        assert!(japanese[0].starts_with("伊藤流"), "{}", japanese[0]);
        assert!(japanese[8].contains("歩") && japanese[8].ends_with("9七  1三"), "{}", japanese[8]);
    }
}
