//! Dai dai shogi.

use crate::game::{Assets, Handicap};
use crate::large::{RuleOptions, Spec};

const START: &str = include_str!("start.sfen").trim_ascii_end();

/// Dai dai shogi: 17x17 squares, 96 pieces a side, and promotion by capture.
pub const SPEC: Spec = Spec {
    name: "daidaishogi",
    aliases: &["daidai"],
    cecp: None,
    title: "大大将棋",
    files: 17,
    ranks: 17,
    kinds: &[],
    roster: include_str!("pieces.tsv"),
    hand_kinds: 0,
    zone_ranks: 0,
    start: START,
    handicaps: &[Handicap::new("even", "平手", START)],
    usual: RuleOptions::DAI_DAI,
    options: &[],
    longest_selfplay: 1500,
    assets: Assets { bench: packed_text!("src/variants/daidaishogi/bench.sfen"), bench_depth: 7, scale: 600.0, ..Assets::NONE },
};
