//! Maka dai dai shogi.

use crate::game::{Assets, Handicap};
use crate::large::{RuleOptions, Spec};

const START: &str = include_str!("start.sfen").trim_ascii_end();

/// Maka dai dai shogi: 19x19 squares, 96 pieces a side, an emperor, and natures that pass to whoever captures them.
pub const SPEC: Spec = Spec {
    name: "makadaidaishogi",
    aliases: &["maka", "makadaidai"],
    cecp: None,
    title: "摩訶大大将棋",
    files: 19,
    ranks: 19,
    kinds: &[],
    roster: include_str!("pieces.tsv"),
    hand_kinds: 0,
    zone_ranks: 0,
    start: START,
    handicaps: &[Handicap::new("even", "平手", START)],
    usual: RuleOptions::MAKA,
    options: &[],
    longest_selfplay: 1500,
    assets: Assets { bench: packed_text!("src/variants/makadaidaishogi/bench.sfen"), bench_depth: 7, scale: 600.0, ..Assets::NONE },
};
