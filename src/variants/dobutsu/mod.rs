//! Dōbutsu shōgi, animal chess.

use super::pieces::{DIAGONAL_STEPS, KING, ORTHOGONAL_STEPS, PAWN_STEPS, gilded};
use crate::game::{Assets, Handicap, Solver};
use crate::rules::{EnteringKing, Kind, KindNames, KindSpec, RepetitionRule, Rules, Structure, Tables};
use crate::solve::{self, Material};
use std::sync::LazyLock;

/// Dōbutsu shōgi: 3x4 squares and eight animals; lions are captured, or win by a safe place on the far rank.
#[derive(Clone, Copy, Debug)]
pub struct Dobutsu;

const CHICK: Kind = Kind::new(0);
const ELEPHANT: Kind = Kind::new(1);
const GIRAFFE: Kind = Kind::new(2);
const LION: Kind = Kind::new(3);
const HEN: Kind = Kind::new(4);

/// Each side begins with one animal of each kind.
const PLAIN: KindSpec = KindSpec { total: 2, ..KindSpec::PLAIN };

const KINDS: &[KindSpec] = &[
    KindSpec {
        letter: b'P',
        steps: PAWN_STEPS,
        promotes_to: Some(HEN),
        captured_as: Some(CHICK),
        structure: Structure::Pawn,
        value: 100,
        hand_value: 130,
        ..PLAIN
    },
    KindSpec {
        letter: b'B',
        steps: DIAGONAL_STEPS,
        captured_as: Some(ELEPHANT),
        structure: Structure::Guard,
        value: 300,
        hand_value: 330,
        ..PLAIN
    },
    KindSpec {
        letter: b'R',
        steps: ORTHOGONAL_STEPS,
        captured_as: Some(GIRAFFE),
        structure: Structure::Guard,
        value: 350,
        hand_value: 390,
        ..PLAIN
    },
    KING,
    gilded(b'P', CHICK, 400),
];

impl Rules for Dobutsu {
    const NAME: &'static str = "dobutsu";
    const FILES: u8 = 3;
    const RANKS: u8 = 4;
    const KINDS: &'static [KindSpec] = KINDS;
    const HAND_KINDS: usize = 3;
    const KING: Kind = LION;
    const SPARE: u8 = 2;
    const ZONE_RANKS: u8 = 1;
    const FORCED_PROMOTION: bool = true;
    const ENTERING_KING: &'static [EnteringKing] = &[EnteringKing::TryRank];
    const DEAD_DROPS: bool = true;
    const KING_CAPTURE: bool = true;
    const REPETITION: RepetitionRule = RepetitionRule::THREEFOLD_DRAW;
    const START: &'static str = "rkb/1p1/1P1/BKR b - 1";
    const HANDICAPS: &'static [Handicap] = &[
        Handicap::new("even", "平手", Self::START),
        Handicap::new("chick", "ひよこ落ち", "rkb/3/1P1/BKR w - 1"),
    ];
    const FAIRY: &'static [&'static str] = &["C", "E", "G", "L", "+C"];
    const ALIASES: &'static [&'static str] = &["dobutsushogi", "doubutsu", "doubutsushogi"];
    const ASSETS: Assets = Assets { bench: include_str!("bench.sfen"), ..Assets::NONE };
    const TITLES: &'static [&'static str] = &["どうぶつしょうぎ", "どうぶつ将棋", "動物将棋"];
    const NAMES: &'static [KindNames] = NAMES;
    const SOLVER: Option<&'static dyn Solver> = Some(&solve::Dobutsu(Material::FULL));

    fn tables() -> &'static Tables {
        static TABLES: LazyLock<Box<Tables>> = LazyLock::new(|| Box::new(Tables::new::<Dobutsu>()));
        &TABLES
    }
}

/// The names of an animal: one character in diagrams, another letter in English than in SFEN.
const fn animal(
    english: &'static str,
    diagram: &'static str,
    japanese: &'static str,
    synonyms: &'static [&'static str],
    letter: &'static str,
) -> KindNames {
    KindNames { english, csa: "", diagram, japanese, synonyms, western: letter, german: letter }
}

const NAMES: &[KindNames] = &[
    animal("chick", "ひ", "ひよこ", &["ヒヨコ", "ヒ", "雛", "P"], "C"),
    animal("elephant", "ぞ", "ぞう", &["ゾウ", "ゾ", "象", "B"], "E"),
    animal("giraffe", "き", "きりん", &["キリン", "キ", "麒", "R"], "G"),
    animal("lion", "ラ", "ライオン", &["らいおん", "ら", "獅", "K"], "L"),
    animal("hen", "に", "にわとり", &["ニワトリ", "ニ", "鶏", "+P", "+C"], "H"),
];
