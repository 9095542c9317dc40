//! Tai shogi.

use crate::game::{Assets, Handicap};
use crate::large::{RuleOptions, Spec};

const START: &str = include_str!("start.sfen").trim_ascii_end();

/// Tai shogi: 25x25 squares and 177 pieces a side.
pub const SPEC: Spec = Spec {
    name: "taishogi",
    aliases: &["tai"],
    cecp: None,
    title: "泰将棋",
    files: 25,
    ranks: 25,
    kinds: &[],
    roster: include_str!("pieces.tsv"),
    hand_kinds: 0,
    zone_ranks: 0,
    start: START,
    handicaps: &[Handicap::new("even", "平手", START)],
    usual: RuleOptions::TAI,
    options: &[],
    longest_selfplay: 2500,
    assets: Assets { bench: packed_text!("src/variants/taishogi/bench.sfen"), bench_depth: 3, scale: 600.0, ..Assets::NONE },
};
