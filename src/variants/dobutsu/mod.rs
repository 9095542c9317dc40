//! Dōbutsu shōgi, animal chess.

use super::pieces::{DIAGONAL_STEPS, KING, ORTHOGONAL_STEPS, PAWN_STEPS, gilded};
use crate::game::{Assets, Handicap};
use crate::rules::{EnteringKing, Kind, KindNames, KindSpec, RepetitionRule, Spec, Structure};
use crate::solve::{self, Material};

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

const START: &str = "rkb/1p1/1P1/BKR b - 1";

/// Dōbutsu shōgi: 3x4 squares and eight animals. A side wins by capturing the lion, or by
/// bringing its own safely to the far rank.
pub const SPEC: Spec = Spec {
    name: "dobutsu",
    files: 3,
    ranks: 4,
    kinds: KINDS,
    hand_kinds: 3,
    king: LION,
    spare: 2,
    zone_ranks: 1,
    forced_promotion: true,
    entering_king: &[EnteringKing::TryRank],
    dead_drops: true,
    king_capture: true,
    repetition: RepetitionRule::THREEFOLD_DRAW,
    start: START,
    handicaps: &[
        Handicap::new("even", "平手", START),
        Handicap::new("chick", "ひよこ落ち", "rkb/3/1P1/BKR w - 1"),
    ],
    fairy: &["C", "E", "G", "L", "+C"],
    aliases: &["dobutsushogi", "doubutsu", "doubutsushogi"],
    assets: Assets {
        bench: packed_text!("src/variants/dobutsu/bench.sfen"),
        network: packed!("src/variants/dobutsu/network.kmt"),
        scale: 81.0,
        ..Assets::NONE
    },
    titles: &["どうぶつしょうぎ", "どうぶつ将棋", "動物将棋"],
    names: NAMES,
    solver: Some(&solve::Dobutsu(Material::FULL)),
    ..Spec::PLAIN
};

/// The names of an animal: one character in diagrams, and in English another letter than in SFEN.
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
