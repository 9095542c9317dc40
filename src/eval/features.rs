//! The inputs of the first layer of a network: which placement is which input, for each side and its king.

use crate::board::{Color, Square};
use crate::game::Placement;
use crate::rules::{Kind, PLACEMENTS, Place, Position, Rules, Spec};

/// A numbering of placements as inputs, each of which is one row of the first layer. A side may see the board in
/// several ways, its *views*, which depend on the square of its king.
pub trait FeatureSet: Send + Sync + 'static {
    /// The name of the feature set in network files.
    const NAME: &'static str;
    /// The number of views.
    const VIEWS: usize;

    /// The number of inputs in a game, and so of the rows of the first layer.
    fn inputs(spec: &Spec) -> usize;

    /// The view of a side whose king stands on `king`.
    fn view(spec: &Spec, color: Color, king: Option<Square>) -> usize;

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
        let hand = position.spec().held_kinds().flat_map(in_hand);
        position.pieces(color).into_iter().map(on_board).chain(hand)
    })
}

/// The number of pieces in both hands.
#[inline(always)]
pub(super) fn held<R: Rules>(position: &Position<R>) -> u32 {
    let count = |color| position.spec().held_kinds().map(|kind| position.hand_count(color, kind)).sum::<u32>();
    count(Color::Black) + count(Color::White)
}

/// The number of pieces other than kings that a full set has and the position lacks, as after a handicap.
pub(super) fn absent<R: Rules>(position: &Position<R>) -> usize {
    let kings = Color::ALL.into_iter().filter(|&color| position.king(color).is_some()).count();
    let present = position.occupied().count() as usize - kings + held(position) as usize;
    Mirrored::held(position.spec(), position.spec().hand_kinds).saturating_sub(present)
}

/// The inputs of one view, or the part of their numbers that does not depend on the view; [`UNSEEN`] marks a placement
/// without input. `[placement][color]`
type Table = Box<[[u16; 2]]>;

const UNSEEN: u16 = u16::MAX;

fn table(spec: &Spec, input: impl Fn(Color, Place) -> Option<usize>) -> Table {
    let mut table = vec![[UNSEEN; 2]; PLACEMENTS].into_boxed_slice();
    for placement in placements(spec) {
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
fn placements(spec: &Spec) -> impl Iterator<Item = Placement> {
    Color::ALL.into_iter().flat_map(move |color| {
        let on_board = move |kind| spec.squares().map(move |square| Place::on_board(color, kind, square));
        let in_hand =
            move |kind| (1..=u32::from(spec.kind(kind).total)).map(move |count| Place::in_hand(color, kind, count));
        let (board, hand) = (spec.all_kinds().flat_map(on_board), spec.held_kinds().flat_map(in_hand));
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
    /// The features for a game.
    #[must_use]
    pub fn new(spec: &Spec) -> Self {
        let views = [false, true];
        Self {
            tables: views.map(|mirrored| table(spec, |seer, place| Some(Self::number(spec, mirrored, seer, place)))),
        }
    }

    const fn squares(spec: &Spec) -> usize {
        spec.files as usize * spec.ranks as usize
    }

    /// The number of pieces of the first `kinds` kinds in a full set.
    #[inline(always)]
    fn held(spec: &Spec, kinds: usize) -> usize {
        spec.kinds[..kinds].iter().map(|kind| usize::from(kind.total)).sum()
    }

    #[inline(always)]
    fn half(spec: &Spec) -> usize {
        spec.kinds.len() * Self::squares(spec) + Self::held(spec, spec.hand_kinds)
    }

    fn number(spec: &Spec, mirrored: bool, seer: Color, place: Place) -> usize {
        let as_seen = |kind: Kind| if mirrored { spec.mirrored(kind) } else { kind };
        let side = |color| if color == seer { 0 } else { Self::half(spec) };
        match place {
            Place::Board { color, kind, square } => {
                let seen = spec.seen_by(seer, square);
                let seen = if mirrored { spec.mirror(seen) } else { seen };
                let square = usize::from(seen.file()) * usize::from(spec.ranks) + usize::from(seen.rank());
                side(color) + as_seen(kind).index() * Self::squares(spec) + square
            }
            Place::Hand { color, kind, count } => {
                let board = spec.kinds.len() * Self::squares(spec);
                side(color) + board + Self::held(spec, as_seen(kind).index()) + count as usize - 1
            }
        }
    }
}

impl FeatureSet for Mirrored {
    const NAME: &'static str = "mirrored";
    const VIEWS: usize = 2;

    #[inline(always)]
    fn inputs(spec: &Spec) -> usize {
        2 * Self::half(spec)
    }

    #[inline(always)]
    fn view(spec: &Spec, color: Color, king: Option<Square>) -> usize {
        usize::from(king.is_some_and(|king| 2 * spec.seen_by(color, king).file() > spec.files - 1))
    }

    #[inline(always)]
    fn input(&self, view: usize, color: Color, placement: Placement) -> Option<usize> {
        look_up(&self.tables[view], color, placement)
    }
}

/// The numbers of pieces in the community's networks for standard shogi. They treat the small promoted pieces as golds
/// and count hands as a thermometer. Number 0 stands for every piece missing from the set.
mod community {
    use super::{Color, Place, Spec, Square};

    pub const ABSENT: usize = 0;
    pub const PIECES: usize = 1548;
    const KINGS: usize = 81;
    pub const PIECES_AND_KINGS: usize = PIECES + 2 * KINGS;
    const FIRST_ON_BOARD: usize = 90;
    /// The first numbers of own and enemy pieces in hand. `[pawn .. rook][own, enemy]`
    const HAND: [[usize; 2]; 7] = [[1, 20], [39, 44], [49, 54], [59, 64], [69, 74], [79, 82], [85, 88]];

    /// The number of a piece other than a king.
    pub fn piece(spec: &Spec, seer: Color, place: Place) -> Option<usize> {
        match place {
            Place::Hand { color, kind, count } => {
                let letter = b"PLNSGBR".iter().position(|&letter| letter == spec.kind(kind).letter)?;
                Some(HAND[letter][usize::from(color != seer)] + count as usize - 1)
            }
            Place::Board { color, kind, square } => {
                let entry = spec.kind(kind);
                let block = match (entry.letter, entry.promoted) {
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
                Some(FIRST_ON_BOARD + block * Square::COUNT + spec.seen_by(seer, square).index())
            }
        }
    }

    /// The number of a king. Kings come after all other pieces.
    pub fn king(spec: &Spec, seer: Color, place: Place) -> Option<usize> {
        match place {
            Place::Board { color, kind, square } if kind == spec.king => {
                Some(PIECES + usize::from(color != seer) * KINGS + spec.seen_by(seer, square).index())
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
    pub fn new(spec: &Spec) -> Self {
        let piece = |color, place| community::piece(spec, color, place);
        Self { table: table(spec, |color, place| piece(color, place).or_else(|| community::king(spec, color, place))) }
    }
}

impl FeatureSet for KingsAndPieces {
    const NAME: &'static str = "K+P";
    const VIEWS: usize = 1;

    fn inputs(_: &Spec) -> usize {
        community::PIECES_AND_KINGS
    }

    #[inline(always)]
    fn view(_: &Spec, _: Color, _: Option<Square>) -> usize {
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
    pub fn new(spec: &Spec) -> Self {
        Self { table: table(spec, |color, place| community::piece(spec, color, place)) }
    }
}

impl FeatureSet for HalfKp {
    const NAME: &'static str = "HalfKP(Friend)";
    const VIEWS: usize = Square::COUNT;

    fn inputs(_: &Spec) -> usize {
        Square::COUNT * community::PIECES
    }

    #[inline(always)]
    fn view(spec: &Spec, color: Color, king: Option<Square>) -> usize {
        king.map_or(Self::HOME, |king| spec.seen_by(color, king)).index()
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
    use crate::variants::{Shogi, Variant};

    fn covers_every_input<F: FeatureSet>(spec: &Spec, features: &F, unused: usize) {
        for color in Color::ALL {
            let inputs: std::collections::BTreeSet<usize> = (0..F::VIEWS)
                .flat_map(|view| placements(spec).filter_map(move |p| features.input(view, color, p)))
                .collect();
            assert_eq!(inputs.len() + unused, F::inputs(spec));
            assert!(inputs.last().is_some_and(|&last| last < F::inputs(spec)));
        }
    }

    #[test]
    fn inputs_are_numbered_without_gaps() {
        assert_eq!(Mirrored::inputs(Shogi.spec()), 2344);
        assert_eq!(Mirrored::inputs(Variant::Tori.spec()), 942);
        covers_every_input(Shogi.spec(), &Mirrored::new(Shogi.spec()), 0);
        covers_every_input(Variant::Tori.spec(), &Mirrored::new(Variant::Tori.spec()), 0);
        // No placement has number 0, and every hand but the last has room for one piece more than a set has.
        covers_every_input(Shogi.spec(), &KingsAndPieces::new(Shogi.spec()), 14);
        covers_every_input(Shogi.spec(), &HalfKp::new(Shogi.spec()), 14 * 81);
    }
}
