//! Standard shogi.

mod formations;
mod motifs;
pub mod pieces;

use crate::board::{Bitboard, Color, Square};
use crate::game::{Assets, CecpGame, Handicap, Motif};
use crate::rules::{Assault, EnteringKing, Facts, Kind, Mating, Position, RepetitionRule, Rules, Spec, Tables};

/// Standard shogi: 9x9 squares and forty pieces.
#[derive(Clone, Copy, Debug)]
pub struct Shogi;

pub const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

/// The board and the pieces of shogi, shared by games that differ from it by one rule.
pub const SET: Spec = Spec {
    files: 9,
    ranks: 9,
    kinds: &pieces::KINDS,
    hand_kinds: 7,
    king: pieces::KING,
    zone_ranks: 3,
    repetition: RepetitionRule::FOURFOLD_DRAW,
    names: pieces::NAMES,
    ..Spec::PLAIN
};

pub const SPEC: Spec = Spec {
    name: "shogi",
    entering_king: EnteringKing::OF_SHOGI,
    start: START,
    handicaps: HANDICAPS,
    aliases: &["standard"],
    cecp: CecpGame::known_as(&["shogi"]),
    options: &[EnteringKing::OPTION],
    assets: Assets {
        bench: packed_text!("src/variants/shogi/bench.sfen"),
        bench_depth: Assets::NONE.bench_depth,
        book: packed!("book/shogi.db"),
        network: packed!("src/variants/shogi/network.kmt"),
        scale: 1400.0,
    },
    formations: formations::FORMATIONS,
    ..SET
};

impl Rules for Shogi {
    #[inline(always)]
    fn spec(self) -> &'static Spec {
        &SPEC
    }

    #[inline(always)]
    fn facts(self) -> &'static Facts {
        const { &Facts::new(&SPEC) }
    }

    #[inline(always)]
    fn tables(self) -> &'static Tables {
        static TABLES: Tables = Tables::new(&SPEC);
        &TABLES
    }

    fn motif(assault: &Assault<'_, Self>) -> Option<Motif> {
        motifs::motif(assault).or_else(|| assault.plain())
    }

    fn mate_motif(mating: &Mating<'_, Self>) -> Option<Motif> {
        motifs::mate_motif(mating)
    }

    #[inline(always)]
    fn attacks(self, kind: Kind, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
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

const HANDICAPS: &[Handicap] = &[
    Handicap::new("even", "平手", START),
    Handicap::new("lance", "香落ち", "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    Handicap::new("right-lance", "右香落ち", "1nsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    Handicap::new("both-lances", "両香落ち", "1nsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    Handicap::new("bishop", "角落ち", "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    Handicap::new("rook", "飛車落ち", "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    Handicap::new("rook-lance", "飛香落ち", "lnsgkgsn1/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    Handicap::new("2-piece", "二枚落ち", "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    Handicap::new("3-piece", "三枚落ち", "lnsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    Handicap::new("3-piece-right", "三枚落ち（右香）", "1nsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    Handicap::new("4-piece", "四枚落ち", "1nsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    Handicap::new("5-piece", "五枚落ち", "2sgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    Handicap::new("5-piece-left", "左五枚落ち", "1nsgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    Handicap::new("6-piece", "六枚落ち", "2sgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    Handicap::new("7-piece", "右七枚落ち", "3gkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    Handicap::new("7-piece-left", "左七枚落ち", "2sgkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    Handicap::new("8-piece", "八枚落ち", "3gkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    Handicap::new("9-piece", "九枚落ち", "4kg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    Handicap::new("10-piece", "十枚落ち", "4k4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    Handicap::new("three-pawns", "歩三兵", "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w 3p 1"),
    Handicap::new("bare-king", "裸玉", "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    Handicap::new("dragonfly", "トンボ", "4k4/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    Handicap::new("dragonfly-lances", "トンボ＋香", "l3k3l/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    Handicap::new(
        "dragonfly-knights-lances",
        "トンボ＋桂香",
        "ln2k2nl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    ),
    Handicap::new("taiko", "太閤落ち", "lnsgkgsnl/1r5b1/p1ppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    Handicap::new("lance-gained", "香得", "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w L 1"),
    Handicap::new("bishop-gained", "角得", "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w B 1"),
    Handicap::new("rook-gained", "飛車得", "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w R 1"),
    Handicap::new("rook-lance-gained", "飛香得", "lnsgkgsn1/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w RL 1"),
    Handicap::new("2-piece-gained", "二枚得", "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w RB 1"),
    Handicap::new("4-piece-gained", "四枚得", "1nsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w RB2L 1"),
    Handicap::new("6-piece-gained", "六枚得", "2sgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w RB2N2L 1"),
    Handicap::new("8-piece-gained", "八枚得", "3gkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w RB2S2N2L 1"),
];
