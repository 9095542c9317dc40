//! Heian dai shogi, the oldest of the great games.

use super::large_pieces::{
    CHARIOT, COPPER, DIAGONAL_STEPS, GILDED_KNIGHT, GILDED_LANCE, GILDED_PAWN, GILDED_SILVER, GO_BETWEEN, GOLD, IRON,
    KING, LONG_DRAGON, PROMOTED_LONG_DRAGON, SIDE_MOVER, gilded, kinds, named,
};
use crate::game::{Assets, Handicap};
use crate::large::{KindSpec, RuleOptions, Spec};

const KINDS: [KindSpec; 24] = kinds(
    &[
        GILDED_PAWN,
        gilded(named(b'B', ["go-between", "GB", "注", "注人"], GO_BETWEEN), ["+GB", "成注", "成注"]),
        GILDED_LANCE,
        GILDED_KNIGHT,
        gilded(IRON, ["+I", "成鉄", "成鉄"]),
        gilded(COPPER, ["+C", "成銅", "成銅"]),
        GILDED_SILVER,
        gilded(named(b'T', ["fierce tiger", "FT", "虎", "猛虎"], DIAGONAL_STEPS), ["+FT", "成虎", "成虎"]),
        gilded(named(b'A', ["free chariot", "FC", "奔", "奔車"], CHARIOT), ["+FC", "成奔", "成奔"]),
        gilded(SIDE_MOVER, ["+SM", "成横", "成横"]),
        (LONG_DRAGON, PROMOTED_LONG_DRAGON),
    ],
    &[GOLD, KING],
);

const START: &str =
    "lnicsgkgscinl/ad2t1m1t2da/ppppppppppppp/6b6/13/13/13/13/13/6B6/PPPPPPPPPPPPP/AD2T1M1T2DA/LNICSGKGSCINL b - 1";

/// Heian dai shogi: 13x13 squares, 34 pieces a side, no drops.
pub const SPEC: Spec = Spec {
    name: "heiandaishogi",
    aliases: &["heiandai"],
    cecp: None,
    title: "平安大将棋",
    files: 13,
    ranks: 13,
    kinds: &KINDS,
    roster: "",
    hand_kinds: 0,
    zone_ranks: 3,
    start: START,
    handicaps: &[Handicap::new("even", "平手", START)],
    usual: RuleOptions::SHOGI,
    options: &[RuleOptions::BARE_KING],
    longest_selfplay: 500,
    assets: Assets { bench: packed_text!("src/variants/heiandaishogi/bench.sfen"), scale: 600.0, ..Assets::NONE },
};
