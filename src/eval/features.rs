//! The inputs of the first layer of a network: which placement is which input, for each side and its king.

use crate::board::{Color, Square};
use crate::game::Placement;
use crate::rules::{Kind, PLACEMENTS, Place, Position, Rules, mirror, seen_by};

/// A numbering of placements as inputs, each of which is one row of the first layer. A side may see the board in
/// several ways, its *views*, which depend on the square of its king.
pub trait FeatureSet<R: Rules>: Send + Sync + 'static {
    /// The name of the feature set in network files.
    const NAME: &'static str;
    /// The number of views.
    const VIEWS: usize;

    fn inputs() -> usize;

    /// The view of a side whose king stands on `king`.
    fn view(color: Color, king: Option<Square>) -> usize;

    /// The input of a placement as `color` sees it in `view`; `None` if the network has no such input.
    fn input(&self, view: usize, color: Color, placement: Placement) -> Option<usize>;

    /// The input that counts the pieces of a full set that are neither on the board nor in hand, if the network has
    /// one.
    fn absent_input(_view: usize) -> Option<usize> {
        None
    }
}

/// All placements of a position: its pieces on the board and in hand.
pub fn placed<R: Rules>(position: &Position<R>) -> impl Iterator<Item = Placement> {
    Color::ALL.into_iter().flat_map(move |color| {
        let on_board = move |square| Place::on_board(color, position.piece(square).kind(), square);
        let in_hand =
            move |kind| (1..=position.hand_count(color, kind)).map(move |count| Place::in_hand(color, kind, count));
        let hand = (0..R::HAND_KINDS).map(Kind::new).flat_map(in_hand);
        position.pieces(color).into_iter().map(on_board).chain(hand)
    })
}

/// The number of pieces in both hands.
#[inline(always)]
pub(super) fn held<R: Rules>(position: &Position<R>) -> u32 {
    let count = |color| (0..R::HAND_KINDS).map(|kind| position.hand_count(color, Kind::new(kind))).sum::<u32>();
    count(Color::Black) + count(Color::White)
}

/// The number of pieces other than kings that a full set has and the position lacks, as after a handicap.
pub(super) fn absent<R: Rules>(position: &Position<R>) -> usize {
    let kings = Color::ALL.into_iter().filter(|&color| position.king(color).is_some()).count();
    let present = position.occupied().count() as usize - kings + held(position) as usize;
    Mirrored::held::<R>(R::HAND_KINDS).saturating_sub(present)
}

/// The inputs of one view, or the part of their numbers that does not depend on the view; [`UNSEEN`] marks a placement
/// without input. `[placement][color]`
type Table = Box<[[u16; 2]]>;

const UNSEEN: u16 = u16::MAX;

fn table<R: Rules>(input: impl Fn(Color, Place) -> Option<usize>) -> Table {
    let mut table = vec![[UNSEEN; 2]; PLACEMENTS].into_boxed_slice();
    for placement in placements::<R>() {
        for color in Color::ALL {
            if let Some(input) = input(color, Place::of(placement)) {
                table[usize::from(placement.0)][color.index()] = input as u16;
            }
        }
    }
    table
}

#[inline(always)]
fn look_up(table: &Table, color: Color, placement: Placement) -> Option<usize> {
    let input = table[usize::from(placement.0)][color.index()];
    (input != UNSEEN).then_some(usize::from(input))
}

/// All placements that the game knows.
fn placements<R: Rules>() -> impl Iterator<Item = Placement> {
    Color::ALL.into_iter().flat_map(|color| {
        let board = (0..R::KINDS.len()).map(Kind::new).flat_map(move |kind| {
            R::tables().board().into_iter().map(move |square| Place::on_board(color, kind, square))
        });
        let hand = (0..R::HAND_KINDS).map(Kind::new).flat_map(move |kind| {
            (1..=u32::from(R::KINDS[kind.index()].total)).map(move |count| Place::in_hand(color, kind, count))
        });
        board.chain(hand)
    })
}

/// Pieces by kind and square, own pieces first, and hands as a thermometer: the n-th piece of a kind is an input of its
/// own. The board is mirrored if that brings the own king into the right half, because the rules are exactly symmetric.
/// The board of a side without a king is not mirrored.
///
/// The input is `side * half + kind * squares + file * ranks + rank` on the board and `side * half + kinds * squares +
/// first of its kind + n - 1` in hand. Shogi has 2 * 1172 inputs.
pub struct Mirrored {
    /// The inputs of each view. `[view]`
    tables: [Table; 2],
}

impl Mirrored {
    #[must_use]
    pub fn new<R: Rules>() -> Self {
        Self {
            tables: [false, true]
                .map(|mirrored| table::<R>(|color, place| Some(Self::number::<R>(mirrored, color, place)))),
        }
    }

    const fn squares<R: Rules>() -> usize {
        R::FILES as usize * R::RANKS as usize
    }

    /// The number of pieces of the first `kinds` kinds in a full set.
    fn held<R: Rules>(kinds: usize) -> usize {
        R::KINDS[..kinds].iter().map(|spec| usize::from(spec.total)).sum()
    }

    fn half<R: Rules>() -> usize {
        R::KINDS.len() * Self::squares::<R>() + Self::held::<R>(R::HAND_KINDS)
    }

    fn number<R: Rules>(mirrored: bool, seer: Color, place: Place) -> usize {
        let as_seen = |kind: Kind| if mirrored { kind.mirrored::<R>() } else { kind };
        let side = |color| if color == seer { 0 } else { Self::half::<R>() };
        match place {
            Place::Board { color, kind, square } => {
                let seen = seen_by::<R>(seer, square);
                let seen = if mirrored { mirror::<R>(seen) } else { seen };
                let square = usize::from(seen.file()) * usize::from(R::RANKS) + usize::from(seen.rank());
                side(color) + as_seen(kind).index() * Self::squares::<R>() + square
            }
            Place::Hand { color, kind, count } => {
                let board = R::KINDS.len() * Self::squares::<R>();
                side(color) + board + Self::held::<R>(as_seen(kind).index()) + count as usize - 1
            }
        }
    }
}

impl<R: Rules> FeatureSet<R> for Mirrored {
    const NAME: &'static str = "mirrored";
    const VIEWS: usize = 2;

    fn inputs() -> usize {
        2 * Self::half::<R>()
    }

    #[inline(always)]
    fn view(color: Color, king: Option<Square>) -> usize {
        usize::from(king.is_some_and(|king| 2 * seen_by::<R>(color, king).file() > R::FILES - 1))
    }

    #[inline(always)]
    fn input(&self, view: usize, color: Color, placement: Placement) -> Option<usize> {
        look_up(&self.tables[view], color, placement)
    }
}

/// The numbers of pieces in the community's networks for standard shogi. They treat the small promoted pieces as golds
/// and count hands as a thermometer. Number 0 stands for every piece missing from the set.
mod community {
    use super::{Color, Place, Rules, Square, seen_by};

    pub const ABSENT: usize = 0;
    pub const PIECES: usize = 1548;
    const KINGS: usize = 81;
    pub const PIECES_AND_KINGS: usize = PIECES + 2 * KINGS;
    const FIRST_ON_BOARD: usize = 90;
    /// The first numbers of own and enemy pieces in hand. `[pawn .. rook][own, enemy]`
    const HAND: [[usize; 2]; 7] = [[1, 20], [39, 44], [49, 54], [59, 64], [69, 74], [79, 82], [85, 88]];

    /// The number of a piece other than a king.
    pub fn piece<R: Rules>(seer: Color, place: Place) -> Option<usize> {
        match place {
            Place::Hand { color, kind, count } => {
                let letter = b"PLNSGBR".iter().position(|&letter| letter == R::KINDS[kind.index()].letter)?;
                Some(HAND[letter][usize::from(color != seer)] + count as usize - 1)
            }
            Place::Board { color, kind, square } => {
                let spec = &R::KINDS[kind.index()];
                let block = match (spec.letter, spec.promoted) {
                    (b'P', false) => 0,
                    (b'L', false) => 1,
                    (b'N', false) => 2,
                    (b'S', false) => 3,
                    (b'G', false) | (b'P' | b'L' | b'N' | b'S', true) => 4,
                    (b'B', false) => 5,
                    (b'B', true) => 6,
                    (b'R', false) => 7,
                    (b'R', true) => 8,
                    _ => return None,
                };
                let block = 2 * block + usize::from(color != seer);
                Some(FIRST_ON_BOARD + block * Square::COUNT + seen_by::<R>(seer, square).index())
            }
        }
    }

    /// The number of a king. Kings come after all other pieces.
    pub fn king<R: Rules>(seer: Color, place: Place) -> Option<usize> {
        match place {
            Place::Board { color, kind, square } if kind == R::KING => {
                Some(PIECES + usize::from(color != seer) * KINGS + seen_by::<R>(seer, square).index())
            }
            _ => None,
        }
    }
}

/// The features of the community's K-P networks: all pieces by their squares, kings included.
pub struct KingsAndPieces {
    table: Table,
}

impl KingsAndPieces {
    #[must_use]
    pub fn new<R: Rules>() -> Self {
        let input = |color, place| community::piece::<R>(color, place).or_else(|| community::king::<R>(color, place));
        Self { table: table::<R>(input) }
    }
}

impl<R: Rules> FeatureSet<R> for KingsAndPieces {
    const NAME: &'static str = "K+P";
    const VIEWS: usize = 1;

    fn inputs() -> usize {
        community::PIECES_AND_KINGS
    }

    #[inline(always)]
    fn view(_: Color, _: Option<Square>) -> usize {
        0
    }

    #[inline(always)]
    fn input(&self, _: usize, color: Color, placement: Placement) -> Option<usize> {
        look_up(&self.table, color, placement)
    }

    fn absent_input(_: usize) -> Option<usize> {
        Some(community::ABSENT)
    }
}

/// The features of the community's HalfKP networks: all pieces but kings, numbered anew for every square of the own
/// king. A side without a king counts as having it on its home square.
pub struct HalfKp {
    table: Table,
}

impl HalfKp {
    const HOME: Square = Square::new(4, 8);

    #[must_use]
    pub fn new<R: Rules>() -> Self {
        Self { table: table::<R>(community::piece::<R>) }
    }
}

impl<R: Rules> FeatureSet<R> for HalfKp {
    const NAME: &'static str = "HalfKP(Friend)";
    const VIEWS: usize = Square::COUNT;

    fn inputs() -> usize {
        Square::COUNT * community::PIECES
    }

    #[inline(always)]
    fn view(color: Color, king: Option<Square>) -> usize {
        king.map_or(Self::HOME, |king| seen_by::<R>(color, king)).index()
    }

    #[inline(always)]
    fn input(&self, view: usize, color: Color, placement: Placement) -> Option<usize> {
        Some(view * community::PIECES + look_up(&self.table, color, placement)?)
    }

    fn absent_input(view: usize) -> Option<usize> {
        Some(view * community::PIECES + community::ABSENT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants::{Shogi, Tori};

    fn covers_every_input<R: Rules, F: FeatureSet<R>>(features: &F, unused: usize) {
        for color in Color::ALL {
            let inputs: std::collections::BTreeSet<usize> = (0..F::VIEWS)
                .flat_map(|view| placements::<R>().filter_map(move |p| features.input(view, color, p)))
                .collect();
            assert_eq!(inputs.len() + unused, F::inputs());
            assert!(inputs.last().is_some_and(|&last| last < F::inputs()));
        }
    }

    #[test]
    fn inputs_are_numbered_without_gaps() {
        assert_eq!(<Mirrored as FeatureSet<Shogi>>::inputs(), 2344);
        assert_eq!(<Mirrored as FeatureSet<Tori>>::inputs(), 942);
        covers_every_input::<Shogi, _>(&Mirrored::new::<Shogi>(), 0);
        covers_every_input::<Tori, _>(&Mirrored::new::<Tori>(), 0);
        // No placement has number 0, and every hand but the last has room for one piece more than a set has.
        covers_every_input::<Shogi, _>(&KingsAndPieces::new::<Shogi>(), 14);
        covers_every_input::<Shogi, _>(&HalfKp::new::<Shogi>(), 14 * 81);
    }
}
