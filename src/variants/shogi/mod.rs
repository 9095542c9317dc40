//! Standard shogi.

mod formations;
mod motifs;

use super::names;
use super::pieces::{
    self, BISHOP_SLIDES, DIAGONAL_STEPS, GOLD_STEPS, KNIGHT_STEPS, LANCE_SLIDES, ORTHOGONAL_STEPS, PAWN_STEPS, ROOK_SLIDES,
    SILVER_STEPS,
};
use crate::board::{Bitboard, Color, Direction, Square, sliders};
use crate::game::{Assets, GameOption, Handicap, Motif};
use crate::rules::{
    Assault, Decline, EnteringKing, Kind, KindNames, KindSpec, Mating, Pattern, Position, RepetitionRule, RuleOptions, Rules,
    Structure, Tables,
};

/// Standard shogi: 9x9 squares and forty pieces.
#[derive(Clone, Copy, Debug)]
pub struct Shogi;

const PAWN: Kind = Kind::new(0);
const LANCE: Kind = Kind::new(1);
const KNIGHT: Kind = Kind::new(2);
const SILVER: Kind = Kind::new(3);
const GOLD: Kind = Kind::new(4);
const BISHOP: Kind = Kind::new(5);
const ROOK: Kind = Kind::new(6);
const KING: Kind = Kind::new(7);
const TOKIN: Kind = Kind::new(8);
const PROMOTED_LANCE: Kind = Kind::new(9);
const PROMOTED_KNIGHT: Kind = Kind::new(10);
const PROMOTED_SILVER: Kind = Kind::new(11);
const HORSE: Kind = Kind::new(12);
const DRAGON: Kind = Kind::new(13);

/// The usual piece: it counts one point for an entering king.
const PLAIN: KindSpec = KindSpec { points: 1, ..KindSpec::PLAIN };

const PROMOTED: KindSpec = KindSpec { promoted: true, ..PLAIN };

/// The same as in other games, counting one point.
const fn gilded(letter: u8, captured_as: Kind, value: i32) -> KindSpec {
    KindSpec { points: 1, ..pieces::gilded(letter, captured_as, value) }
}

const KINDS: &[KindSpec] = &[
    KindSpec {
        letter: b'P',
        steps: PAWN_STEPS,
        promotes_to: Some(TOKIN),
        captured_as: Some(PAWN),
        decline: Decline::Pointless,
        file_limit: 1,
        no_drop_mate: true,
        structure: Structure::Pawn,
        total: 18,
        value: 100,
        hand_value: 110,
        ..PLAIN
    },
    KindSpec {
        letter: b'L',
        slides: LANCE_SLIDES,
        promotes_to: Some(PROMOTED_LANCE),
        captured_as: Some(LANCE),
        decline: Decline::PointlessNearEnd,
        value: 260,
        hand_value: 280,
        ..PLAIN
    },
    KindSpec {
        letter: b'N',
        steps: KNIGHT_STEPS,
        promotes_to: Some(PROMOTED_KNIGHT),
        captured_as: Some(KNIGHT),
        value: 280,
        hand_value: 300,
        ..PLAIN
    },
    KindSpec {
        letter: b'S',
        steps: SILVER_STEPS,
        promotes_to: Some(PROMOTED_SILVER),
        captured_as: Some(SILVER),
        structure: Structure::Guard,
        value: 400,
        hand_value: 430,
        ..PLAIN
    },
    KindSpec {
        letter: b'G',
        steps: GOLD_STEPS,
        captured_as: Some(GOLD),
        structure: Structure::Guard,
        value: 450,
        hand_value: 490,
        ..PLAIN
    },
    KindSpec {
        letter: b'B',
        slides: BISHOP_SLIDES,
        promotes_to: Some(HORSE),
        captured_as: Some(BISHOP),
        decline: Decline::Pointless,
        total: 2,
        points: 5,
        value: 650,
        hand_value: 700,
        ..PLAIN
    },
    KindSpec {
        letter: b'R',
        slides: ROOK_SLIDES,
        promotes_to: Some(DRAGON),
        captured_as: Some(ROOK),
        decline: Decline::Pointless,
        total: 2,
        points: 5,
        value: 800,
        hand_value: 860,
        ..PLAIN
    },
    pieces::KING,
    gilded(b'P', PAWN, 450),
    gilded(b'L', LANCE, 440),
    gilded(b'N', KNIGHT, 440),
    gilded(b'S', SILVER, 450),
    KindSpec {
        letter: b'B',
        steps: ORTHOGONAL_STEPS,
        slides: BISHOP_SLIDES,
        captured_as: Some(BISHOP),
        points: 5,
        value: 870,
        ..PROMOTED
    },
    KindSpec {
        letter: b'R',
        steps: DIAGONAL_STEPS,
        slides: ROOK_SLIDES,
        captured_as: Some(ROOK),
        points: 5,
        value: 1050,
        ..PROMOTED
    },
];

impl Rules for Shogi {
    const NAME: &'static str = "shogi";
    const FILES: u8 = 9;
    const RANKS: u8 = 9;
    const KINDS: &'static [KindSpec] = KINDS;
    const HAND_KINDS: usize = 7;
    const KING: Kind = KING;
    const ZONE_RANKS: u8 = 3;
    const FORCED_PROMOTION: bool = false;
    const ENTERING_KING: &'static [EnteringKing] = EnteringKing::OF_SHOGI;
    const REPETITION: RepetitionRule = RepetitionRule::FOURFOLD_DRAW;
    const START: &'static str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    const HANDICAPS: &'static [Handicap] = HANDICAPS;
    const ALIASES: &'static [&'static str] = &["standard"];
    const OPTIONS: &'static [GameOption<RuleOptions>] = &[EnteringKing::OPTION];
    const ASSETS: Assets = Assets {
        bench: include_str!("bench.sfen"),
        book: Some(include_str!("../../../book/shogi.db")),
        network: Some(include_bytes!("network.kmt")),
        scale: 1400.0,
    };
    const NAMES: &'static [KindNames] = NAMES;
    const FORMATIONS: &'static [Pattern] = formations::FORMATIONS;

    fn tables() -> &'static Tables {
        static TABLES: Tables = Tables::new::<Shogi>();
        &TABLES
    }

    fn motif(assault: &Assault<'_, Self>) -> Option<Motif> {
        motifs::motif(assault).or_else(|| assault.plain())
    }

    fn mate_motif(mating: &Mating<'_, Self>) -> Option<Motif> {
        motifs::mate_motif(mating)
    }

    #[inline(always)]
    fn attacks(kind: Kind, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
        let steps = || Self::tables().steps(kind, color, square);
        match kind {
            LANCE => sliders::ray(Direction::Up.seen_by(color), square, occupied),
            BISHOP => sliders::bishop(square, occupied),
            ROOK => sliders::rook(square, occupied),
            HORSE => sliders::bishop(square, occupied) | steps(),
            DRAGON => sliders::rook(square, occupied) | steps(),
            _ => steps(),
        }
    }

    #[inline(always)]
    fn attackers(position: &Position<Self>, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
        let of = |kind| position.pieces_of(color, kind);
        let steps = |kind| Self::tables().steps(kind, !color, square);
        let (horses, dragons) = (of(HORSE), of(DRAGON));
        let golds = of(GOLD) | of(TOKIN) | of(PROMOTED_LANCE) | of(PROMOTED_KNIGHT) | of(PROMOTED_SILVER);
        let mut attackers = of(PAWN) & steps(PAWN)
            | of(KNIGHT) & steps(KNIGHT)
            | of(SILVER) & steps(SILVER)
            | golds & steps(GOLD)
            | (of(KING) | horses | dragons) & steps(KING);
        let (bishops, rooks) =
            ((of(BISHOP) | horses) & reach(BISHOP, color, square), (of(ROOK) | dragons) & reach(ROOK, color, square));
        if !bishops.is_empty() {
            attackers |= bishops & sliders::bishop(square, occupied);
        }
        if !rooks.is_empty() {
            attackers |= rooks & sliders::rook(square, occupied);
        }
        let lances = of(LANCE) & reach(LANCE, color, square);
        if !lances.is_empty() {
            attackers |= lances & sliders::ray(Direction::Up.seen_by(!color), square, occupied);
        }
        attackers
    }

    #[inline(always)]
    fn snipers(position: &Position<Self>, color: Color, square: Square) -> Bitboard {
        let of = |kind| position.pieces_of(color, kind);
        of(LANCE) & reach(LANCE, color, square)
            | (of(BISHOP) | of(HORSE)) & reach(BISHOP, color, square)
            | (of(ROOK) | of(DRAGON)) & reach(ROOK, color, square)
    }
}

/// The squares from which `kind` of `color` reaches `square` on an empty board.
#[inline(always)]
fn reach(kind: Kind, color: Color, square: Square) -> Bitboard {
    Shogi::tables().reach(kind, !color, square)
}

const HANDICAPS: &[Handicap] = &[
    Handicap::new("even", "平手", Shogi::START),
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

const NAMES: &[KindNames] = &[
    names::PAWN,
    names::LANCE,
    names::KNIGHT,
    names::SILVER,
    names::GOLD,
    names::BISHOP,
    names::ROOK,
    names::KING,
    names::TOKIN,
    names::PROMOTED_LANCE,
    names::PROMOTED_KNIGHT,
    names::PROMOTED_SILVER,
    names::HORSE,
    names::DRAGON,
];
