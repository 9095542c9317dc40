//! Check shogi, which the first check wins.

use super::shogi::{Shogi, pieces};
use crate::board::{Bitboard, Color, Square};
use crate::game::{Assets, Handicap};
use crate::rules::{EnteringKing, Kind, KindNames, KindSpec, Position, RepetitionRule, Rules, Tables};

/// Check shogi: shogi won by whoever gives the first check.
#[derive(Clone, Copy, Debug)]
pub struct CheckShogi;

/// The pieces of shogi, but that any drop may give check: no ban on mating drops is left.
const KINDS: [KindSpec; pieces::KINDS.len()] = {
    let mut kinds = pieces::KINDS;
    kinds[pieces::PAWN.index()].no_drop_mate = false;
    kinds
};

impl Rules for CheckShogi {
    const NAME: &'static str = "checkshogi";
    const FILES: u8 = 9;
    const RANKS: u8 = 9;
    const KINDS: &'static [KindSpec] = &KINDS;
    const HAND_KINDS: usize = 7;
    const KING: Kind = pieces::KING;
    const ZONE_RANKS: u8 = 3;
    const FORCED_PROMOTION: bool = false;
    const ENTERING_KING: &'static [EnteringKing] = &[];
    const CHECK_WINS: bool = true;
    const REPETITION: RepetitionRule = RepetitionRule::FOURFOLD_DRAW;
    const START: &'static str = Shogi::START;
    const HANDICAPS: &'static [Handicap] = &[Handicap::new("even", "平手", Self::START)];
    const TITLES: &'static [&'static str] = &["王手将棋"];
    const ALIASES: &'static [&'static str] = &["check"];
    const ASSETS: Assets = Assets { bench: include_str!("bench.sfen"), ..Assets::NONE };
    const NAMES: &'static [KindNames] = pieces::NAMES;

    /// Shogi's own: the pieces move and promote alike.
    fn tables() -> &'static Tables {
        Shogi::tables()
    }

    #[inline(always)]
    fn attacks(kind: Kind, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
        pieces::attacks(kind, color, square, occupied)
    }

    #[inline(always)]
    fn attackers(position: &Position<Self>, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
        pieces::attackers(position, color, square, occupied)
    }

    #[inline(always)]
    fn snipers(position: &Position<Self>, color: Color, square: Square) -> Bitboard {
        pieces::snipers(position, color, square)
    }
}
