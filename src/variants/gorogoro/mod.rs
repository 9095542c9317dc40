//! Goro-goro dōbutsu shōgi.

use super::pieces::{KING, gilded};
use super::{names, pieces};
use crate::game::{Assets, Handicap};
use crate::rules::{EnteringKing, Kind, KindNames, KindSpec, RepetitionRule, Rules, Tables};
use std::sync::LazyLock;

/// Goro-goro: shogi with golds, silvers and pawns on 5x6 squares.
#[derive(Clone, Copy, Debug)]
pub struct Gorogoro;

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

/// The pawn, of which each side begins with three.
pub(super) const CHICK: KindSpec = KindSpec { total: 6, value: 100, hand_value: 120, ..pieces::PAWN };

/// The silver.
pub(super) const CAT: KindSpec = KindSpec { value: 400, hand_value: 440, ..pieces::SILVER };

/// The gold.
pub(super) const DOG: KindSpec = KindSpec { value: 450, hand_value: 490, ..pieces::GOLD };

impl Rules for Gorogoro {
    const NAME: &'static str = "gorogoro";
    const FILES: u8 = 5;
    const RANKS: u8 = 6;
    const KINDS: &'static [KindSpec] = KINDS;
    const HAND_KINDS: usize = 3;
    const KING: Kind = Kind::new(3);
    const SPARE: u8 = 2;
    const ZONE_RANKS: u8 = 2;
    const FORCED_PROMOTION: bool = false;
    const ENTERING_KING: &'static [EnteringKing] = &[];
    const REPETITION: RepetitionRule = RepetitionRule::FOURFOLD_DRAW;
    const START: &'static str = "sgkgs/5/1ppp1/1PPP1/5/SGKGS b - 1";
    const HANDICAPS: &'static [Handicap] = &[Handicap::new("even", "平手", Self::START)];
    const ALIASES: &'static [&'static str] = &["gorogoro_shogi"];
    const ASSETS: Assets = Assets { bench: include_str!("bench.sfen"), ..Assets::NONE };
    const TITLES: &'static [&'static str] = &["ごろごろどうぶつしょうぎ", "ごろごろ将棋", "ゴロゴロ将棋"];
    const NAMES: &'static [KindNames] =
        &[CHICK_NAMES, CAT_NAMES, DOG_NAMES, LION_NAMES, HEN_NAMES, names::PROMOTED_SILVER];

    fn tables() -> &'static Tables {
        static TABLES: LazyLock<Box<Tables>> = LazyLock::new(|| Box::new(Tables::new::<Gorogoro>()));
        &TABLES
    }
}

// Diagrams and moves have the kanji of shogi, as players of both games write them; the animals are read too.
pub(super) const CHICK_NAMES: KindNames = KindNames { synonyms: &["ひよこ", "ひ"], ..names::PAWN };
pub(super) const CAT_NAMES: KindNames = KindNames { synonyms: &["ねこ", "ね"], ..names::SILVER };
pub(super) const DOG_NAMES: KindNames = KindNames { synonyms: &["いぬ", "い"], ..names::GOLD };
pub(super) const LION_NAMES: KindNames = KindNames { synonyms: &["王", "ライオン", "ラ"], ..names::KING };
pub(super) const HEN_NAMES: KindNames =
    KindNames { synonyms: &["个", "ト", "成歩", "To", "にわとり", "に"], ..names::TOKIN };
