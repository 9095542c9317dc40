//! The one kernel for every shogi with drops: [`Position<R>`] for any [`Rules`].
//!
//! Rules are types: their numbers are associated constants, so that what a game does not have costs nothing.

mod borrowing;
mod checks;
mod contract;
mod entering_king;
mod error;
mod facts;
mod geometry;
mod hand;
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
mod placement;
mod playable;
mod position;
mod problem;
mod repetition;
mod see;
mod setup;
mod sfen;
mod symmetry;
mod tables;
#[cfg(any(test, feature = "testing"))]
#[doc(hidden)]
pub mod testing;
#[cfg(test)]
mod tests;
mod verdict;
mod zobrist;

pub use error::{Illegality, MoveError, SfenError};
pub use geometry::{mirror, rotate, seen_by};
pub use motif::{Assault, Mating};
pub use moves::{Move, Origin};
pub use names::{KindNames, face, names};
pub use options::{EnteringKing, RepetitionOutcome, RepetitionRule, RuleOptions};
pub use pattern::Pattern;
pub use piece::{Kind, Piece};
pub use placement::{PLACEMENTS, Place};
pub use position::Position;
pub use setup::{MAX_MOVE_NUMBER, Setup};
pub use tables::Tables;

use crate::board::{Bitboard, Color, Direction, Square, sliders};
use crate::game::{Assets, GameOption, Handicap, Motif, Solver};

/// How a piece kind moves, promotes, is captured and counts. Vectors are (right, forward) from the mover's side.
#[derive(Clone, Copy, Debug)]
pub struct KindSpec {
    /// Upper-case letter of the unpromoted face.
    pub letter: u8,
    /// Whether a plus sign stands before the letter.
    pub promoted: bool,
    pub steps: &'static [(i8, i8)],
    pub slides: &'static [Slide],
    pub promotes_to: Option<Kind>,
    /// What the captor holds afterwards; the kind itself on unpromoted pieces, none for the king.
    pub captured_as: Option<Kind>,
    pub decline: Decline,
    /// Own unpromoted pieces of this kind that may stand on one file; zero for no limit.
    pub file_limit: u8,
    /// Whether a drop of it may not mate.
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
    /// What a piece has unless its entry says otherwise.
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

/// When keeping a piece unpromoted can never be better, except to avoid a mating drop that is banned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decline {
    Useful,
    Pointless,
    /// Pointless on the last rank but one only: a lance.
    PointlessNearEnd,
}

/// The part of a position's structure that a kind belongs to, for the tables that learn from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Structure {
    Pawn,
    Guard,
    Other,
}

/// A game of the family, as data with overrides for speed.
pub trait Rules: Copy + Send + Sync + 'static {
    const NAME: &'static str;
    const FILES: u8;
    const RANKS: u8;
    /// The kinds in the order of [`Kind`]: held kinds first, at most 15 in all.
    const KINDS: &'static [KindSpec];
    /// Kinds that can be held: the first so many.
    const HAND_KINDS: usize;
    /// Kinds as which a piece may be dropped: the first so many. Those that cannot be held are the other faces of
    /// held ones, and dropping them spends what they are captured as.
    const DROP_KINDS: usize = Self::HAND_KINDS;
    const KING: Kind;
    /// Pieces of each kind that a position may have beyond a full set: problems of small games use more than one set.
    const SPARE: u8 = 0;
    /// Ranks from the far side that make up the promotion zone and the camp of entering king.
    const ZONE_RANKS: u8;
    /// Whether every possible promotion must be made unless the game is told otherwise.
    const FORCED_PROMOTION: bool;
    /// The rules of entering king that may be chosen, the usual one first; empty where there is none.
    const ENTERING_KING: &'static [EnteringKing];
    /// Whether a piece turns over with each move on the board, to the kind it promotes to and from there back. Such a
    /// game has the whole board for its promotion zone.
    const TURNS: bool = false;
    /// Whether a piece may be dropped, and stand, where it can never move.
    const DEAD_DROPS: bool = false;
    /// Whether a king may be left attacked and is captured like any other piece, which ends the game. The search still
    /// keeps kings safe: giving one up is never better.
    const KING_CAPTURE: bool = false;
    /// Whether a piece with a piece of its own side directly behind it moves as that one does and not as itself. It
    /// promotes and is captured as itself.
    const BORROWS: bool = false;
    /// Whether a side that is put in check has lost.
    const CHECK_WINS: bool = false;
    const REPETITION: RepetitionRule;
    const START: &'static str;
    const HANDICAPS: &'static [Handicap];
    /// What Fairy-Stockfish calls the kinds, in their order: an upper-case letter, behind a plus sign or not. Empty where
    /// it calls them as everybody does.
    const FAIRY: &'static [&'static str] = &[];
    /// Other names of the game; see [`Playable::ALIASES`](crate::game::Playable::ALIASES).
    const ALIASES: &'static [&'static str] = &[];
    /// The rules that a user may choose. The first choice of each is what the other constants say.
    const OPTIONS: &'static [GameOption<RuleOptions>] = &[];
    /// What comes with the program: bench positions, opening book, network.
    const ASSETS: Assets = Assets::NONE;
    /// How the game is solved; see [`Playable::SOLVER`](crate::game::Playable::SOLVER).
    const SOLVER: Option<&'static dyn Solver> = None;
    /// What records call the pieces, in the order of [`Rules::KINDS`]; empty where no records are kept of the game.
    const NAMES: &'static [KindNames] = &[];
    /// What the field 手合割 of KIF files calls the game, the title that is written first. Empty where that field names the
    /// handicap alone, 平手 for none.
    const TITLES: &'static [&'static str] = &[];
    /// The openings and castles that players have names for, told by where pieces stand.
    const FORMATIONS: &'static [Pattern] = &[];

    fn tables() -> &'static Tables;

    /// What players call that which a move does to the other side.
    #[must_use]
    fn motif(assault: &Assault<'_, Self>) -> Option<Motif> {
        assault.plain()
    }

    /// What players call a mate.
    #[must_use]
    fn mate_motif(_: &Mating<'_, Self>) -> Option<Motif> {
        None
    }

    /// Squares that a piece on `square` attacks.
    #[inline(always)]
    fn attacks(kind: Kind, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
        attacks_by_table::<Self>(kind, color, square, occupied)
    }

    /// Pieces of `color` that attack `square`, with `occupied` in place of the real occupancy.
    #[inline(always)]
    fn attackers(position: &Position<Self>, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
        checks::attackers_by_table(position, color, square, occupied)
    }

    /// Pieces of `color` that would attack `square` along a line if nothing stood between.
    #[inline(always)]
    fn snipers(position: &Position<Self>, color: Color, square: Square) -> Bitboard {
        checks::snipers_by_table(position, color, square)
    }
}

/// Steps and slides read from the tables: the default, and the oracle of the overrides.
#[must_use]
#[inline(always)]
pub fn attacks_by_table<R: Rules>(kind: Kind, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    let tables = R::tables();
    let mut reached = tables.steps(kind, color, square);
    for slide in R::KINDS[kind.index()].slides {
        reached |= sliders::ray(slide.direction.seen_by(color), square, occupied);
    }
    reached & tables.reach(kind, color, square)
}
