//! A problem's diagram, from which pieces can be taken: the attacker is Black and moves first, and the defender as a rule
//! holds all that is missing.

use crate::any::{AnyPosition, KernelPosition};
use crate::board::{Color, Square};
use crate::game::{Dialect, PlayablePosition as _, SfenMode};
use crate::rules::{AnyGame, Kind, Piece, Position, Setup};
use std::cmp::Reverse;

/// The pieces on the board and in the hands.
#[derive(Clone, Copy)]
pub(in crate::study) struct Diagram {
    game: AnyGame,
    /// White's hand is empty where he holds the rest.
    setup: Setup,
    /// The defender holds everything that is missing.
    holds_rest: bool,
}

impl PartialEq for Diagram {
    fn eq(&self, other: &Self) -> bool {
        self.setup == other.setup
    }
}

/// A piece that a diagram can do without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::study) enum Place {
    Board(Square),
    /// One of this kind in Black's hand.
    Hand(Kind),
}

impl Diagram {
    /// The diagram of a position with the side to move as the attacker; none in a game without drops, or if the game looks
    /// different from the other side.
    pub fn of(position: &AnyPosition) -> Option<Self> {
        let KernelPosition::Drops(position) = position.kernel() else { return None };
        let setup = match position.setup() {
            setup if setup.side == Color::Black => setup,
            _ => position.turned()?.setup(),
        };
        let mut diagram = Self { game: position.rules(), setup: Setup::empty(setup.spec()), holds_rest: true };
        setup.pieces().for_each(|(square, piece)| diagram.setup.put(square, piece.color(), piece.kind()));
        setup.hand(Color::Black).for_each(|(kind, count)| diagram.setup.hold(Color::Black, kind, count));
        Some(diagram)
    }

    /// The diagram of a problem that Black begins, with the defender's hand as it is; none in a game without drops.
    pub fn as_posed(position: &AnyPosition) -> Option<Self> {
        let KernelPosition::Drops(drops) = position.kernel() else { return None };
        let setup = drops.setup();
        if setup.side != Color::Black {
            return None;
        }
        let whole = Self::of(position)?;
        let holds_rest = whole.position().is_some_and(|whole| whole.key() == position.key());
        Some(if holds_rest { whole } else { Self { setup, holds_rest, ..whole } })
    }

    /// The position, with everything that is missing in the defender's hand if he holds the rest; none if the rules know no
    /// such position, as where the defender stands in check.
    pub fn position(&self) -> Option<AnyPosition> {
        let mut setup = self.setup;
        if self.holds_rest {
            setup.hold_rest(Color::White);
        }
        Position::from_setup(self.game, &setup, SfenMode::Mate).ok().map(AnyPosition::from)
    }

    /// The pieces of a side that are no kings: as SFEN names them, rank by rank, and then Black's hand.
    pub fn pieces(&self, color: Color) -> Vec<Place> {
        let king = self.setup.spec().king;
        let others = self.setup.pieces().filter(|(_, piece)| piece.is(color) && piece.kind() != king);
        let mut squares: Vec<Square> = others.map(|(square, _)| square).collect();
        squares.sort_by_key(|square| (square.rank(), Reverse(square.file())));
        let mut places: Vec<Place> = squares.into_iter().map(Place::Board).collect();
        if color == Color::Black {
            let mut hand: Vec<(Kind, u32)> = self.setup.hand(color).collect();
            hand.reverse();
            let each = |(kind, count): (Kind, u32)| std::iter::repeat_n(Place::Hand(kind), count as usize);
            places.extend(hand.into_iter().flat_map(each));
        }
        places
    }

    /// The diagram without these pieces.
    pub fn without(&self, places: &[Place]) -> Self {
        let mut rest = Self { setup: Setup::empty(self.setup.spec()), ..*self };
        let stay = self.setup.pieces().filter(|&(square, _)| !places.contains(&Place::Board(square)));
        stay.for_each(|(square, piece)| rest.setup.put(square, piece.color(), piece.kind()));
        for (kind, count) in self.setup.hand(Color::Black) {
            let taken = places.iter().filter(|&&place| place == Place::Hand(kind)).count() as u32;
            rest.setup.hold(Color::Black, kind, count.saturating_sub(taken));
        }
        self.setup.hand(Color::White).for_each(|(kind, count)| rest.setup.hold(Color::White, kind, count));
        rest
    }

    /// The diagram without the attacker's king.
    pub fn without_own_king(&self) -> Self {
        let is_king = |&(_, piece): &(Square, _)| piece == Piece::new(Color::Black, self.setup.spec().king);
        let king: Vec<Place> = self.setup.pieces().filter(is_king).map(|(square, _)| Place::Board(square)).collect();
        self.without(&king)
    }

    /// The piece at a place, with its side.
    pub fn piece(&self, place: Place) -> Piece {
        match place {
            Place::Board(square) => self.setup.piece(square),
            Place::Hand(kind) => Piece::new(Color::Black, kind),
        }
    }

    /// True if it is its own image in a mirror.
    pub fn is_symmetric(&self) -> bool {
        self.setup == self.setup.mirrored()
    }

    /// True if a side has its king on the board.
    pub fn has_king(&self, color: Color) -> bool {
        self.king(color).is_some()
    }

    /// The square of a side's king.
    pub fn king(&self, color: Color) -> Option<Square> {
        let king = Piece::new(color, self.setup.spec().king);
        self.setup.pieces().find(|&(_, piece)| piece == king).map(|(square, _)| square)
    }

    /// A text that diagrams share if one is the other in a mirror, or moved over the board.
    pub fn likeness(&self) -> String {
        cornered(&self.setup).min(cornered(&self.setup.mirrored()))
    }
}

/// The SFEN of the pieces moved into a corner of the board.
fn cornered(setup: &Setup) -> String {
    let least = |line: fn(Square) -> u8| setup.pieces().map(|(square, _)| line(square)).min().unwrap_or(0);
    let (file, rank) = (least(Square::file), least(Square::rank));
    let mut moved = Setup::empty(setup.spec());
    for (square, piece) in setup.pieces() {
        moved.put(Square::new(square.file() - file, square.rank() - rank), piece.color(), piece.kind());
    }
    setup.hand(Color::Black).for_each(|(kind, count)| moved.hold(Color::Black, kind, count));
    moved.sfen_in(Dialect::Usual)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants::Variant;

    fn diagram(variant: Variant, sfen: &str) -> Diagram {
        Diagram::of(&variant.read_sfen(sfen, SfenMode::Mate).unwrap()).unwrap()
    }

    #[test]
    fn the_start_of_every_game_with_drops_is_read_and_written() {
        for &variant in Variant::ALL {
            let start = variant.start();
            let Some(diagram) = Diagram::of(&start) else {
                assert!(!matches!(start.kernel(), KernelPosition::Drops(_)), "{variant}");
                continue;
            };
            assert_eq!(diagram.position().unwrap().sfen(), start.sfen(), "{variant}");
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
