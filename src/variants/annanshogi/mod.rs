//! Annan shogi, in which the piece behind tells how a piece moves.

use super::shogi::pieces;
use crate::board::{Bitboard, Color, Square};
use crate::game::{Assets, Handicap};
use crate::rules::{EnteringKing, Kind, KindNames, KindSpec, RepetitionRule, Rules, Tables};
use std::sync::LazyLock;

/// Annan shogi: the board and the pieces of shogi, each of which moves as the own piece directly behind it.
#[derive(Clone, Copy, Debug)]
pub struct Annan;

impl Rules for Annan {
    const NAME: &'static str = "annanshogi";
    const FILES: u8 = 9;
    const RANKS: u8 = 9;
    const KINDS: &'static [KindSpec] = &pieces::KINDS;
    const HAND_KINDS: usize = 7;
    const KING: Kind = pieces::KING;
    const ZONE_RANKS: u8 = 3;
    const FORCED_PROMOTION: bool = false;
    const ENTERING_KING: &'static [EnteringKing] = &[];
    const DEAD_DROPS: bool = true;
    const BORROWS: bool = true;
    const REPETITION: RepetitionRule = RepetitionRule::FOURFOLD_DRAW;
    const START: &'static str = "lnsgkgsnl/1r5b1/p1ppppp1p/1p5p1/9/1P5P1/P1PPPPP1P/1B5R1/LNSGKGSNL b - 1";
    const HANDICAPS: &'static [Handicap] = &[Handicap::new("even", "平手", Self::START)];
    const TITLES: &'static [&'static str] = &["安南将棋"];
    const ALIASES: &'static [&'static str] = &["annan"];
    const ASSETS: Assets = Assets { bench: include_str!("bench.sfen"), ..Assets::NONE };
    const NAMES: &'static [KindNames] = pieces::NAMES;

    fn tables() -> &'static Tables {
        static TABLES: LazyLock<Box<Tables>> = LazyLock::new(|| Box::new(Tables::new::<Annan>()));
        &TABLES
    }

    #[inline(always)]
    fn attacks(kind: Kind, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
        pieces::attacks(kind, color, square, occupied)
    }
}
