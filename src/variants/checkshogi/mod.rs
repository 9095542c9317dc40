//! Check shogi, which the first check wins.

use super::shogi::{START, pieces};
use crate::game::{Assets, Handicap};
use crate::rules::{KindSpec, RepetitionRule, Spec};

/// The pieces of shogi, but that any drop may give check: no ban on mating drops is left.
const KINDS: [KindSpec; pieces::KINDS.len()] = {
    let mut kinds = pieces::KINDS;
    kinds[pieces::PAWN.index()].no_drop_mate = false;
    kinds
};

/// Check shogi: shogi won by whoever gives the first check.
pub const SPEC: Spec = Spec {
    name: "checkshogi",
    files: 9,
    ranks: 9,
    kinds: &KINDS,
    hand_kinds: 7,
    drop_kinds: 7,
    king: pieces::KING,
    zone_ranks: 3,
    check_wins: true,
    repetition: RepetitionRule::FOURFOLD_DRAW,
    start: START,
    handicaps: &[Handicap::new("even", "平手", START)],
    titles: &["王手将棋"],
    aliases: &["check"],
    assets: Assets {
        bench: include_str!("bench.sfen"),
        network: Some(packed!("src/variants/checkshogi/network.kmt")),
        scale: 450.0,
        ..Assets::NONE
    },
    names: pieces::NAMES,
    ..Spec::PLAIN
};

