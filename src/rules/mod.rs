//! The one kernel for every shogi with drops: [`Position<R>`] for any [`Rules`].
//!
//! A game is data, a [`Spec`]. A game with a type of its own has its data compiled in, so that the rules it lacks cost
//! nothing; all other games are values of one type, [`AnyGame`], and share its code.

mod any;
mod borrowing;
mod checks;
mod contract;
mod entering_king;
mod error;
mod facts;
mod formations;
mod forward;
mod hands;
mod history;
mod legality;
mod letters;
mod make;
mod mate_in_one;
mod motif;
mod movegen;
mod moves;
mod names;
mod options;
mod pattern;
mod piece;
mod piece_feature;
mod playable;
mod position;
mod repetition;
mod see;
mod setup;
mod sfen;
mod spec;
mod symmetry;
mod tables;
#[cfg(any(test, feature = "testing"))]
#[doc(hidden)]
pub mod testing;
#[cfg(test)]
mod tests;
mod threats;
mod verdict;
mod visible;
mod zobrist;

pub use any::{AnyGame, Ruleset};
pub use error::{Illegality, MoveError, SfenError};
pub use facts::Facts;
pub use motif::{Assault, Mating};
pub use moves::{Move, Origin};
pub use names::KindNames;
pub use options::{EnteringKing, RuleOptions};
pub use pattern::Pattern;
pub use piece::{Kind, Piece};
pub use piece_feature::{PIECE_FEATURES, PieceAt};
pub use position::Position;
pub use setup::Setup;
pub use spec::Spec;
pub use tables::Tables;

pub use crate::kernel::{MAX_MOVE_NUMBER, RepetitionOutcome, RepetitionRule};

use crate::board::{Bitboard, Color, Direction, Square, sliders};
use crate::game::Motif;

/// A kind of piece: moves, promotion, capture and values. Vectors are (right, forward) from the mover's side.
#[derive(Clone, Copy, Debug)]
pub struct KindSpec {
    /// Upper-case letter of the unpromoted face.
    pub letter: u8,
    /// A plus sign stands before the letter.
    pub promoted: bool,
    pub steps: &'static [(i8, i8)],
    pub slides: &'static [Slide],
    pub promotes_to: Option<Kind>,
    /// The kind in the captor's hand; the kind itself on unpromoted pieces, none for the king.
    pub captured_as: Option<Kind>,
    pub decline: Decline,
    /// Own unpromoted pieces of this kind that may stand on one file; zero for no limit.
    pub file_limit: u8,
    /// A drop of it may not mate.
    pub no_drop_mate: bool,
    pub structure: Structure,
    /// Pieces of this kind and its promoted form in a full set, both sides together.
    pub total: u8,
    /// Points for entering king.
    pub points: u8,
    /// Centipawns on the board.
    pub value: i32,
    /// Centipawns in hand; zero for kinds that are never held.
    pub hand_value: i32,
}

impl KindSpec {
    /// The defaults of a kind's fields.
    pub const PLAIN: Self = Self {
        letter: b'?',
        promoted: false,
        steps: &[],
        slides: &[],
        promotes_to: None,
        captured_as: None,
        decline: Decline::Useful,
        file_limit: 0,
        no_drop_mate: false,
        structure: Structure::Other,
        total: 4,
        points: 0,
        value: 0,
        hand_value: 0,
    };
}

/// A move of any distance up to `range` in one direction.
#[derive(Clone, Copy, Debug)]
pub struct Slide {
    pub direction: Direction,
    pub range: u8,
}

/// The squares on which declining to promote can never be better, except to avoid a banned mating drop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decline {
    Useful,
    Pointless,
    /// Pointless on the last rank but one only: a lance.
    PointlessNearEnd,
}

/// The part of a position's structure that a kind belongs to, for history tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Structure {
    Pawn,
    Guard,
    Other,
}

/// A game of the family, as the kernel uses it: its data, with overrides for speed. A type with compile-time data is
/// played and searched fastest, since the rules it lacks cost nothing; [`AnyGame`] is any game at all.
pub trait Rules: Copy + Send + Sync + 'static {
    /// The data are known at compile time, so that unrolling loops over the kinds pays.
    const IS_FIXED: bool = true;

    fn spec(self) -> &'static Spec;

    /// The [`Facts`] of the game.
    fn facts(self) -> &'static Facts;

    /// The [`Tables`] of the game.
    fn tables(self) -> &'static Tables;

    /// The named tactic (fork, pin ...) that a move carries out.
    #[must_use]
    fn motif(assault: &Assault<'_, Self>) -> Option<Motif> {
        assault.plain()
    }

    /// The name of a mate.
    #[must_use]
    fn mate_motif(_: &Mating<'_, Self>) -> Option<Motif> {
        None
    }

    /// Squares that a piece on `square` attacks.
    #[inline(always)]
    fn attacks(self, kind: Kind, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
        attacks_by_table(self, kind, color, square, occupied)
    }

    /// Pieces of `color` that attack `square`, with `occupied` in place of the real occupancy.
    #[inline(always)]
    fn attackers(position: &Position<Self>, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
        checks::attackers_by_table(position, color, square, occupied)
    }

    /// Sliders of `color` that would attack `square` on an empty line.
    #[inline(always)]
    fn snipers(position: &Position<Self>, color: Color, square: Square) -> Bitboard {
        checks::snipers_by_table(position, color, square)
    }
}

/// Steps and slides read from the tables: the default, and the oracle of the overrides.
#[must_use]
#[inline(always)]
pub fn attacks_by_table<R: Rules>(rules: R, kind: Kind, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    let tables = rules.tables();
    let mut reached = tables.steps(kind, color, square);
    for slide in rules.spec().kind(kind).slides {
        reached |= sliders::ray(slide.direction.seen_by(color), square, occupied);
    }
    reached & tables.reach(kind, color, square)
}
