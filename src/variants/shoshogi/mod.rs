//! Sho shogi, which became shogi when it gained drops and lost the drunk elephant.

use super::large_pieces::{
    BISHOP_OF_SHOGI, ELEPHANT, GILDED_KNIGHT, GILDED_LANCE, GILDED_PAWN, GILDED_SILVER, GOLD, KING, PRINCE,
    ROOK_OF_SHOGI, kinds,
};
use crate::game::{Assets, CecpGame, CecpSetup, Handicap};
use crate::large::{KindSpec, RuleOptions, Spec};

const KINDS: [KindSpec; 16] = kinds(
    &[GILDED_PAWN, GILDED_LANCE, GILDED_KNIGHT, GILDED_SILVER, BISHOP_OF_SHOGI, ROOK_OF_SHOGI, (ELEPHANT, PRINCE)],
    &[GOLD, KING],
);

const START: &str = "lnsgkgsnl/1r2e2b1/ppppppppp/9/9/9/PPPPPPPPP/1B2E2R1/LNSGKGSNL b - 1";

/// Sho shogi: 9x9 squares, 21 pieces a side, no drops, and an elephant that becomes a second king.
pub const SPEC: Spec = Spec {
    name: "shoshogi",
    aliases: &["sho"],
    cecp: CecpGame::described(
        &["sho", "9x9+0_shogi"],
        CecpSetup {
            letters: "PNBRLSE..G.+++++++Kpnbrlse..g.+++++++k",
            board: "9x9+0_shogi",
            pieces: &[("E&", "FsfW"), ("+E&", "K")],
        },
    ),
    title: "小将棋",
    files: 9,
    ranks: 9,
    kinds: &KINDS,
    roster: "",
    hand_kinds: 0,
    zone_ranks: 3,
    start: START,
    handicaps: &[Handicap::new("even", "平手", START)],
    usual: RuleOptions::SHOGI,
    options: &[RuleOptions::BARE_KING],
    longest_selfplay: 320,
    assets: Assets { bench: packed_text!("src/variants/shoshogi/bench.sfen"), scale: 600.0, ..Assets::NONE },
};
