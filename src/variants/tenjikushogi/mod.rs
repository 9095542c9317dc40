//! Tenjiku shogi.

use crate::game::{Assets, Handicap};
use crate::large::{RuleOptions, Spec};

const START: &str = include_str!("start.sfen").trim_ascii_end();

/// Tenjiku shogi: 16x16 squares, 78 pieces a side, generals that jump over all below them, and demons that burn.
pub const SPEC: Spec = Spec {
    name: "tenjikushogi",
    aliases: &["tenjiku"],
    cecp: None,
    title: "天竺大将棋",
    files: 16,
    ranks: 16,
    kinds: &[],
    roster: include_str!("pieces.tsv"),
    hand_kinds: 0,
    zone_ranks: 5,
    start: START,
    handicaps: &[Handicap::new("even", "平手", START)],
    usual: RuleOptions::TENJIKU,
    options: &[RuleOptions::TENJIKU_OPTION],
    longest_selfplay: 1200,
    assets: Assets { bench: packed_text!("src/variants/tenjikushogi/bench.sfen"), bench_depth: 7, scale: 600.0, ..Assets::NONE },
};
