//! Goro-goro dōbutsu shōgi.

use super::pieces::{KING, gilded};
use super::{names, pieces};
use crate::game::{Assets, CecpGame, CecpSetup, Handicap};
use crate::rules::{Kind, KindNames, KindSpec, RepetitionRule, Spec};

const PAWN: Kind = Kind::new(0);
const SILVER: Kind = Kind::new(1);
const GOLD: Kind = Kind::new(2);
const TOKIN: Kind = Kind::new(4);
const PROMOTED_SILVER: Kind = Kind::new(5);

const KINDS: &[KindSpec] = &[
    KindSpec { promotes_to: Some(TOKIN), captured_as: Some(PAWN), ..CHICK },
    KindSpec { promotes_to: Some(PROMOTED_SILVER), captured_as: Some(SILVER), ..CAT },
    KindSpec { captured_as: Some(GOLD), ..DOG },
    KING,
    gilded(b'P', PAWN, 430),
    gilded(b'S', SILVER, 450),
];

/// The pawn; each side begins with three.
pub(super) const CHICK: KindSpec = KindSpec { total: 6, value: 100, hand_value: 120, ..pieces::PAWN };

/// The silver.
pub(super) const CAT: KindSpec = KindSpec { value: 400, hand_value: 440, ..pieces::SILVER };

/// The gold.
pub(super) const DOG: KindSpec = KindSpec { value: 450, hand_value: 490, ..pieces::GOLD };

const START: &str = "sgkgs/5/1ppp1/1PPP1/5/SGKGS b - 1";

/// Goro-goro: shogi with golds, silvers and pawns on 5x6 squares.
pub const SPEC: Spec = Spec {
    name: "gorogoro",
    files: 5,
    ranks: 6,
    kinds: KINDS,
    hand_kinds: 3,
    king: Kind::new(3),
    spare: 2,
    zone_ranks: 2,
    repetition: RepetitionRule::FOURFOLD_DRAW,
    start: START,
    handicaps: &[Handicap::new("even", "平手", START)],
    aliases: &["gorogoro_shogi"],
    cecp: CecpGame::described(
        &["gorogoro_shogi"],
        CecpSetup { letters: "P....S...G.+....+Kp....s...g.+....+k", board: "5x6+3_shogi", pieces: &[] },
    ),
    assets: Assets {
        bench: packed_text!("src/variants/gorogoro/bench.sfen"),
        network: packed!("src/variants/gorogoro/network.kmt"),
        scale: 910.0,
        ..Assets::NONE
    },
    titles: &["ごろごろどうぶつしょうぎ", "ごろごろ将棋", "ゴロゴロ将棋"],
    names: &[CHICK_NAMES, CAT_NAMES, DOG_NAMES, LION_NAMES, HEN_NAMES, names::PROMOTED_SILVER],
    ..Spec::PLAIN
};

// Diagrams and moves use the kanji of shogi, as players of both games write them; the animals are read too.
pub(super) const CHICK_NAMES: KindNames = KindNames { synonyms: &["ひよこ", "ひ"], ..names::PAWN };
pub(super) const CAT_NAMES: KindNames = KindNames { synonyms: &["ねこ", "ね"], ..names::SILVER };
pub(super) const DOG_NAMES: KindNames = KindNames { synonyms: &["いぬ", "い"], ..names::GOLD };
pub(super) const LION_NAMES: KindNames = KindNames { synonyms: &["王", "ライオン", "ラ"], ..names::KING };
pub(super) const HEN_NAMES: KindNames =
    KindNames { synonyms: &["个", "ト", "成歩", "To", "にわとり", "に"], ..names::TOKIN };
