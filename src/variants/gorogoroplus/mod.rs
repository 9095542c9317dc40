//! Goro-goro plus: goro-goro with a lance and a knight in each hand.

use super::gorogoro::{CAT, CAT_NAMES, CHICK, CHICK_NAMES, DOG, DOG_NAMES, HEN_NAMES, LION_NAMES};
use super::pieces::{KING, gilded};
use super::{names, pieces};
use crate::game::{Assets, CecpGame, CecpSetup, Handicap};
use crate::rules::{Kind, KindSpec, RepetitionRule, Spec};

const PAWN: Kind = Kind::new(0);
const LANCE: Kind = Kind::new(1);
const KNIGHT: Kind = Kind::new(2);
const SILVER: Kind = Kind::new(3);
const GOLD: Kind = Kind::new(4);
const TOKIN: Kind = Kind::new(6);
const PROMOTED_LANCE: Kind = Kind::new(7);
const PROMOTED_KNIGHT: Kind = Kind::new(8);
const PROMOTED_SILVER: Kind = Kind::new(9);

const KINDS: &[KindSpec] = &[
    KindSpec { promotes_to: Some(TOKIN), captured_as: Some(PAWN), ..CHICK },
    KindSpec {
        promotes_to: Some(PROMOTED_LANCE),
        captured_as: Some(LANCE),
        total: 2,
        value: 220,
        hand_value: 280,
        ..pieces::LANCE
    },
    KindSpec {
        promotes_to: Some(PROMOTED_KNIGHT),
        captured_as: Some(KNIGHT),
        total: 2,
        value: 220,
        hand_value: 290,
        ..pieces::KNIGHT
    },
    KindSpec { promotes_to: Some(PROMOTED_SILVER), captured_as: Some(SILVER), ..CAT },
    KindSpec { captured_as: Some(GOLD), ..DOG },
    KING,
    gilded(b'P', PAWN, 430),
    gilded(b'L', LANCE, 440),
    gilded(b'N', KNIGHT, 440),
    gilded(b'S', SILVER, 450),
];

const START: &str = "sgkgs/5/1ppp1/1PPP1/5/SGKGS b NLnl 1";

/// Goro-goro plus: golds, silvers and pawns on 5x6 squares, a lance and a knight in each hand.
pub const SPEC: Spec = Spec {
    name: "gorogoroplus",
    files: 5,
    ranks: 6,
    kinds: KINDS,
    hand_kinds: 5,
    king: Kind::new(5),
    spare: 2,
    zone_ranks: 2,
    repetition: RepetitionRule::FOURFOLD_DRAW,
    start: START,
    handicaps: &[Handicap::new("even", "平手", START)],
    aliases: &["gorogoro+", "gorogoronl_shogi"],
    cecp: CecpGame::described(
        &["gorogoronl_shogi"],
        CecpSetup { letters: "PN..LS...G.++..++Kpn..ls...g.++..++k", board: "5x6+5_shogi", pieces: &[] },
    ),
    assets: Assets {
        bench: packed_text!("src/variants/gorogoroplus/bench.sfen"),
        network: packed!("src/variants/gorogoroplus/network.kmt"),
        scale: 1113.0,
        ..Assets::NONE
    },
    titles: &["ごろごろどうぶつしょうぎプラス"],
    names: &[
        CHICK_NAMES,
        names::LANCE,
        names::KNIGHT,
        CAT_NAMES,
        DOG_NAMES,
        LION_NAMES,
        HEN_NAMES,
        names::PROMOTED_LANCE,
        names::PROMOTED_KNIGHT,
        names::PROMOTED_SILVER,
    ],
    ..Spec::PLAIN
};

