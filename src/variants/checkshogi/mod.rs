//! Check shogi, won by the first check.

use super::shogi::{SET, START, pieces};
use crate::game::{Assets, Handicap};
use crate::rules::{KindSpec, Spec};

/// The pieces of shogi, with drops that may give any check: the ban on mating pawn drops is lifted.
const KINDS: [KindSpec; pieces::KINDS.len()] = {
    let mut kinds = pieces::KINDS;
    kinds[pieces::PAWN.index()].no_drop_mate = false;
    kinds
};

/// Check shogi: shogi won by the side that gives the first check.
pub const SPEC: Spec = Spec {
    name: "checkshogi",
    kinds: &KINDS,
    check_wins: true,
    start: START,
    handicaps: &[Handicap::new("even", "平手", START)],
    titles: &["王手将棋"],
    aliases: &["check"],
    assets: Assets {
        bench: packed_text!("src/variants/checkshogi/bench.sfen"),
        network: packed!("src/variants/checkshogi/network.kmt"),
        scale: 450.0,
        ..Assets::NONE
    },
    ..SET
};

