//! A problem's diagram, from which pieces can be taken: the attacker is Black and moves first, and the defender as a rule
//! holds all that is missing, in a game with drops.

use crate::any::{AnyPosition, AnySetup};
use crate::board::Color;
use crate::game::{Cell, Figure, SfenMode};

/// The pieces on the board and in the hands.
#[derive(Clone, PartialEq, Eq)]
pub(in crate::study) struct Diagram {
    /// White's hand is empty where he holds the rest.
    setup: AnySetup,
    /// The defender holds everything that is missing.
    holds_rest: bool,
}

/// A piece that a diagram can do without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::study) enum Place {
    Board(Cell),
    /// One of this kind in Black's hand.
    Hand(usize),
}

impl Diagram {
    /// The diagram of a position with the side to move as the attacker; none if the game looks different from the other side.
    pub fn of(position: &AnyPosition) -> Option<Self> {
        let mut setup = match position.side_to_move() {
            Color::Black => AnySetup::of(position),
            Color::White => AnySetup::of(&position.turned()?),
        };
        setup.empty_hand(Color::White);
        Some(Self { setup, holds_rest: true })
    }

    /// The diagram of a problem that Black begins, with the defender's hand as it is; none of a position that no diagram shows,
    /// as where the last move has captured a lion.
    pub fn as_posed(position: &AnyPosition) -> Option<Self> {
        let setup = AnySetup::of(position);
        if setup.side != Color::Black {
            return None;
        }
        let diagrams = [Self::of(position)?, Self { setup, holds_rest: false }];
        diagrams.into_iter().find(|diagram| diagram.position().is_some_and(|whole| whole.key() == position.key()))
    }

    /// The position, with everything that is missing in the defender's hand if he holds the rest; none if the rules know no
    /// such position, as where the defender stands in check, or if it ends the game.
    pub fn position(&self) -> Option<AnyPosition> {
        let mut position = self.setup.position(SfenMode::Mate).ok()?;
        if self.holds_rest {
            position.hand_over_missing(Color::White);
        }
        (position.ending(0).is_none() && !position.wins_at_once()).then_some(position)
    }

    /// The pieces of a side that are not royal: as SFEN names them, rank by rank, and then Black's hand.
    pub fn pieces(&self, color: Color) -> Vec<Place> {
        let is_other = |figure: Figure| figure.color == color && !self.is_royal(figure);
        let others = self.setup.pieces().filter(|&(_, figure)| is_other(figure));
        let mut places: Vec<Place> = others.map(|(cell, _)| Place::Board(cell)).collect();
        if color == Color::Black {
            let mut hand: Vec<(usize, u32)> = self.setup.hand(color).collect();
            hand.reverse();
            let each = |(kind, count): (usize, u32)| std::iter::repeat_n(Place::Hand(kind), count as usize);
            places.extend(hand.into_iter().flat_map(each));
        }
        places
    }

    fn is_royal(&self, figure: Figure) -> bool {
        self.setup.variant().is_royal(figure.kind)
    }

    /// The diagram without these pieces.
    pub fn without(&self, places: &[Place]) -> Self {
        let mut rest = self.clone();
        for &place in places {
            match place {
                Place::Board(cell) => rest.setup.remove(cell),
                Place::Hand(kind) => rest.setup.release(Color::Black, kind),
            }
        }
        rest
    }

    /// The diagram without the attacker's king, and what else is royal.
    pub fn without_own_king(&self) -> Self {
        self.without(&self.royals(Color::Black).map(Place::Board).collect::<Vec<_>>())
    }

    /// The piece at a place, with its side.
    pub fn piece(&self, place: Place) -> Option<Figure> {
        match place {
            Place::Board(cell) => self.setup.figure(cell),
            Place::Hand(kind) => Some(Figure { color: Color::Black, kind }),
        }
    }

    /// True if it is its own image in a mirror.
    pub fn is_symmetric(&self) -> bool {
        self.setup.mirrored().is_some_and(|image| image == self.setup)
    }

    /// True if a side has a royal piece on the board.
    pub fn has_king(&self, color: Color) -> bool {
        self.royals(color).next().is_some()
    }

    /// The cell of a side's royal piece, if it has one alone.
    pub fn king(&self, color: Color) -> Option<Cell> {
        let mut royals = self.royals(color);
        royals.next().filter(|_| royals.next().is_none())
    }

    /// The cells of a side's royal pieces.
    fn royals(&self, color: Color) -> impl Iterator<Item = Cell> {
        let royals = self.setup.pieces().filter(move |&(_, figure)| figure.color == color && self.is_royal(figure));
        royals.map(|(cell, _)| cell)
    }

    /// A text that diagrams share if one is the other in a mirror, or moved over the board.
    pub fn likeness(&self) -> String {
        let own = cornered(&self.setup);
        self.setup.mirrored().map(|image| cornered(&image)).into_iter().fold(own, String::min)
    }
}

/// The SFEN of the pieces moved into a corner of the board.
fn cornered(setup: &AnySetup) -> String {
    let least = |line: fn(Cell) -> u8| setup.pieces().map(|(cell, _)| line(cell)).min().unwrap_or(0);
    let (file, rank) = (least(|cell| cell.file), least(|cell| cell.rank));
    let mut moved = setup.clone();
    setup.pieces().for_each(|(cell, _)| moved.remove(cell));
    for (cell, figure) in setup.pieces() {
        moved.put(Cell { file: cell.file - file, rank: cell.rank - rank }, figure);
    }
    moved.sfen()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants::Variant;

    fn diagram(variant: Variant, sfen: &str) -> Diagram {
        Diagram::of(&variant.read_sfen(sfen, SfenMode::Mate).unwrap()).unwrap()
    }

    #[test]
    fn the_start_of_every_game_is_read_and_written() {
        for &variant in Variant::ALL {
            let start = variant.start();
            let diagram = Diagram::of(&start).unwrap();
            assert_eq!(diagram.position().unwrap().sfen(), start.sfen(), "{variant}");
            assert!(diagram.has_king(Color::Black) && !diagram.without_own_king().has_king(Color::Black), "{variant}");
        }
    }

    #[test]
    fn white_attacks_as_black() {
        let position = Variant::Shogi.read_sfen("4k4/9/9/9/9/9/4p4/9/4K4 w 2g 1", SfenMode::Mate).unwrap();
        let turned = Diagram::of(&position).unwrap();
        assert!(turned == diagram(Variant::Shogi, "4k4/9/4P4/9/9/9/9/9/4K4 b 2G 1"));
        assert_eq!(turned.pieces(Color::Black).len(), 3);
    }

    #[test]
    fn what_is_taken_away_goes_to_the_defender() {
        let full = diagram(Variant::Shogi, "4k4/9/4P4/9/9/9/9/9/4K4 b 2G 1");
        assert_eq!(full.position().unwrap().sfen(), "4k4/9/4P4/9/9/9/9/9/4K4 b 2G2r2b2g4s4n4l17p 1");
        let rest = full.without_own_king().without(&[*full.pieces(Color::Black).last().unwrap()]);
        assert_eq!(rest.position().unwrap().sfen(), "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1");
    }

    #[test]
    fn a_defender_in_check_makes_no_problem() {
        let shielded = diagram(Variant::Shogi, "4k4/4p4/9/9/4R4/9/9/9/9 b G 1");
        let places = shielded.pieces(Color::White);
        assert!(shielded.position().is_some() && shielded.without(&places).position().is_none());
    }

    /// The rules of chu shogi know these positions, but there is nothing to solve.
    #[test]
    fn a_game_of_chu_shogi_that_is_won_makes_no_problem() {
        let chu = |ranks: &str| diagram(Variant::Chu, &format!("{ranks}/12/12/12/12/12/12/12/6K5 b - 1"));
        let shielded = chu("6k5/6p5/6R5/12");
        let places = shielded.pieces(Color::White);
        assert!(shielded.position().is_some() && shielded.without(&places).position().is_none());
        let bare = chu("6k5/12/5G6/4G7");
        assert!(bare.position().is_none() && bare.without_own_king().position().is_some());
    }

    #[test]
    fn a_crown_prince_is_no_piece_to_take_away() {
        let prince = diagram(Variant::Chu, "5+ek5/12/12/12/12/12/12/12/12/5G6/12/5+EK5 b - 1");
        assert_eq!(prince.pieces(Color::White), []);
        assert_eq!(prince.king(Color::White), None);
        let alone = prince.without_own_king();
        assert!(!alone.has_king(Color::Black) && alone.pieces(Color::Black).len() == 1);
    }

    /// The capture of a lion bans another, which no diagram shows.
    #[test]
    fn a_position_with_a_banned_lion_is_no_diagram() {
        let read = |ban: &str| {
            let sfen = format!("6k5/12/6n5/12/12/6N5/12/12/12/12/12/6K5 b {ban} 1");
            Diagram::as_posed(&Variant::Chu.read_sfen(&sfen, SfenMode::Mate).unwrap())
        };
        assert!(read("-").is_some() && read("3f").is_none());
    }

    #[test]
    fn mirrored_and_moved_diagrams_are_alike() {
        let like = |variant, sfen: &str| diagram(variant, sfen).likeness();
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
