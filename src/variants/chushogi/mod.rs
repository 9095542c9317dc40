//! Chu shogi, the game of the Middle Ages with the lion.

use super::large_pieces::{CHU, KING, LION, QUEEN, kinds};
use crate::game::{Assets, CecpGame, Handicap};
use crate::large::{KindSpec, RuleOptions, Spec};

const KINDS: [KindSpec; 39] = kinds(&CHU, &[KING, QUEEN, LION]);

const START: &str = "lfcsgekgscfl/a1b1txot1b1a/mvrhdqndhrvm/pppppppppppp/3i4i3/12/12/3I4I3/PPPPPPPPPPPP/MVRHDNQDHRVM/A1B1TOXT1B1A/LFCSGKEGSCFL b - 1";

/// Chu shogi: 12x12 squares, 46 pieces a side, no drops, and lions that move twice.
pub const SPEC: Spec = Spec {
    name: "chushogi",
    aliases: &["chu", "chuushogi", "middleshogi"],
    cecp: CecpGame::known_as(&["chu"]),
    title: "中将棋",
    files: 12,
    ranks: 12,
    kinds: &KINDS,
    roster: "",
    hand_kinds: 0,
    zone_ranks: 4,
    start: START,
    handicaps: &[
        Handicap::new("even", "平手", START),
        Handicap::new(
            "two-kings",
            "二枚王",
            "lfcsgekgscfl/a1b1txot1b1a/mvrhdqndhrvm/pppppppppppp/3i4i3/12/12/3I4I3/PPPPPPPPPPPP/MVRHDNQDHRVM/A1B1TOXT1B1A/LFCSGK+EGSCFL w - 1",
        ),
        Handicap::new(
            "two-lions",
            "二枚獅子",
            "lfcsgekgscfl/a1b1txot1b1a/mvrhdqndhrvm/pppppppppppp/3i4i3/12/12/3I4I3/PPPPPPPPPPPP/MVRHDNQDHRVM/A1B1T+OXT1B1A/LFCSGKEGSCFL w - 1",
        ),
        Handicap::new(
            "three-lions",
            "三枚獅子",
            "lfcsgekgscfl/a1b1txxt1b1a/mvrhdqndhrvm/pppppppppppp/3i4i3/12/12/3I4I3/PPPPPPPPPPPP/MVRHDNQDHRVM/A1B1T+O+OT1B1A/LFCSGKEGSCFL w - 1",
        ),
    ],
    usual: RuleOptions::LISHOGI,
    options: &[RuleOptions::CHU],
    longest_selfplay: 600,
    assets: Assets {
        bench: packed_text!("src/variants/chushogi/bench.sfen"),
        network: packed!("src/variants/chushogi/network.kmt"),
        scale: 600.0,
        ..Assets::NONE
    },
};
