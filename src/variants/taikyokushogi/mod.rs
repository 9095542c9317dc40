//! Taikyoku shogi.

use crate::game::{Assets, Handicap};
use crate::large::{RuleOptions, Spec};

const START: &str = include_str!("start.sfen").trim_ascii_end();

/// Taikyoku shogi: 36x36 squares and 402 pieces a side, the largest of all.
pub const SPEC: Spec = Spec {
    name: "taikyokushogi",
    aliases: &["taikyoku"],
    cecp: None,
    title: "大局将棋",
    files: 36,
    ranks: 36,
    kinds: &[],
    roster: include_str!("pieces.tsv"),
    hand_kinds: 0,
    zone_ranks: 11,
    start: START,
    handicaps: &[Handicap::new("even", "平手", START)],
    usual: RuleOptions::TAIKYOKU,
    options: &[],
    longest_selfplay: 5000,
    assets: Assets { bench: packed_text!("src/variants/taikyokushogi/bench.sfen"), bench_depth: 4, scale: 600.0, ..Assets::NONE },
};
