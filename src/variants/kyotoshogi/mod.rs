//! Kyoto shogi.

use super::names;
use super::pieces::{
    BISHOP_SLIDES, GOLD_STEPS, KING, KNIGHT_STEPS, LANCE_SLIDES, PAWN_STEPS, ROOK_SLIDES, SILVER_STEPS,
};
use crate::game::{Assets, Handicap};
use crate::rules::{EnteringKing, Kind, KindNames, KindSpec, RepetitionRule, Rules, Tables};
use std::sync::LazyLock;

/// Kyoto shogi: 5x5 squares, where every piece but the king turns over as it moves, and is dropped with either face.
#[derive(Clone, Copy, Debug)]
pub struct Kyoto;

const TOKIN: Kind = Kind::new(0);
const GOLD: Kind = Kind::new(1);
const SILVER: Kind = Kind::new(2);
const PAWN: Kind = Kind::new(3);
const LANCE: Kind = Kind::new(4);
const KNIGHT: Kind = Kind::new(5);
const BISHOP: Kind = Kind::new(6);
const ROOK: Kind = Kind::new(7);

/// One face of a piece that is `held` in a hand and shows `other` after its move. A face is worth something of what the
/// other one can do next.
const fn face(letter: u8, other: Kind, held: Kind, value: i32) -> KindSpec {
    KindSpec { letter, promotes_to: Some(other), captured_as: Some(held), total: 2, value, ..KindSpec::PLAIN }
}

const KINDS: &[KindSpec] = &[
    KindSpec { steps: GOLD_STEPS, hand_value: 520, ..face(b'T', LANCE, TOKIN, 450) },
    KindSpec { steps: GOLD_STEPS, hand_value: 520, ..face(b'G', KNIGHT, GOLD, 450) },
    KindSpec { steps: SILVER_STEPS, hand_value: 600, ..face(b'S', BISHOP, SILVER, 450) },
    KindSpec { steps: PAWN_STEPS, hand_value: 620, ..face(b'P', ROOK, PAWN, 300) },
    KindSpec { slides: LANCE_SLIDES, ..face(b'L', TOKIN, TOKIN, 330) },
    KindSpec { steps: KNIGHT_STEPS, ..face(b'N', GOLD, GOLD, 330) },
    KindSpec { slides: BISHOP_SLIDES, ..face(b'B', SILVER, SILVER, 550) },
    KindSpec { slides: ROOK_SLIDES, ..face(b'R', PAWN, PAWN, 600) },
    KING,
];

impl Rules for Kyoto {
    const NAME: &'static str = "kyotoshogi";
    const FILES: u8 = 5;
    const RANKS: u8 = 5;
    const KINDS: &'static [KindSpec] = KINDS;
    const HAND_KINDS: usize = 4;
    const DROP_KINDS: usize = 8;
    const KING: Kind = Kind::new(8);
    const SPARE: u8 = 2;
    const ZONE_RANKS: u8 = 5;
    const FORCED_PROMOTION: bool = true;
    const ENTERING_KING: &'static [EnteringKing] = &[];
    const TURNS: bool = true;
    const DEAD_DROPS: bool = true;
    const REPETITION: RepetitionRule = RepetitionRule::THREEFOLD_DRAW;
    const START: &'static str = "pgkst/5/5/5/TSKGP b - 1";
    const HANDICAPS: &'static [Handicap] = &[
        Handicap::new("even", "平手", Self::START),
        Handicap::new("tokin", "と落ち", "pgks1/5/5/5/TSKGP w - 1"),
        Handicap::new("silver", "銀落ち", "pgk1t/5/5/5/TSKGP w - 1"),
        Handicap::new("pawn", "歩落ち", "1gkst/5/5/5/TSKGP w - 1"),
        Handicap::new("gold", "金落ち", "p1kst/5/5/5/TSKGP w - 1"),
        Handicap::new("2-piece", "二枚落ち", "1gks1/5/5/5/TSKGP w - 1"),
        Handicap::new("3-piece", "三枚落ち", "1gk2/5/5/5/TSKGP w - 1"),
        Handicap::new("bare-king", "裸玉", "2k2/5/5/5/TSKGP w - 1"),
    ];
    const FAIRY: &'static [&'static str] = &["+L", "+N", "S", "P", "L", "N", "+S", "+P", "K"];
    const ALIASES: &'static [&'static str] = &["kyoto"];
    const ASSETS: Assets = Assets { bench: include_str!("bench.sfen"), ..Assets::NONE };
    const TITLES: &'static [&'static str] = &["京都将棋"];
    const NAMES: &'static [KindNames] = &[
        KindNames { western: "T", ..names::TOKIN },
        names::GOLD,
        names::SILVER,
        names::PAWN,
        names::LANCE,
        names::KNIGHT,
        names::BISHOP,
        names::ROOK,
        names::KING,
    ];

    fn tables() -> &'static Tables {
        static TABLES: LazyLock<Box<Tables>> = LazyLock::new(|| Box::new(Tables::new::<Kyoto>()));
        &TABLES
    }
}
