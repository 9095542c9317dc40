//! Heian shogi, the oldest form whose rules have come down to us.

use super::large_pieces::{GILDED_KNIGHT, GILDED_LANCE, GILDED_PAWN, GILDED_SILVER, GOLD, KING, kinds};
use crate::game::{Assets, Handicap};
use crate::large::{KindSpec, RuleOptions, Spec};

const KINDS: [KindSpec; 10] = kinds(&[GILDED_PAWN, GILDED_LANCE, GILDED_KNIGHT, GILDED_SILVER], &[GOLD, KING]);

const START: &str = "lnsgkgsnl/9/ppppppppp/9/9/PPPPPPPPP/9/LNSGKGSNL b - 1";

/// Heian shogi: 9x8 squares, 18 pieces a side, neither rooks nor bishops nor drops.
pub const SPEC: Spec = Spec {
    name: "heianshogi",
    aliases: &["heian", "heiansho"],
    cecp: None,
    title: "平安将棋",
    files: 9,
    ranks: 8,
    kinds: &KINDS,
    roster: "",
    hand_kinds: 0,
    zone_ranks: 3,
    start: START,
    handicaps: &[Handicap::new("even", "平手", START)],
    usual: RuleOptions::SHOGI,
    options: &[RuleOptions::BARE_KING],
    longest_selfplay: 320,
    assets: Assets { bench: packed_text!("src/variants/heianshogi/bench.sfen"), scale: 600.0, ..Assets::NONE },
};
