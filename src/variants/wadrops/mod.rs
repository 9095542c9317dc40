//! Wa shogi with drops.

use super::washogi;
use crate::game::{Assets, Handicap};
use crate::large::{RuleOptions, Spec};

/// The start of wa shogi, where nobody holds a piece.
const START: &str = washogi::SPEC.start;

/// Wa shogi with drops: captured pieces change sides, as in shogi.
pub const SPEC: Spec = Spec {
    name: "wadrops",
    aliases: &["crazywa", "washogidrops"],
    cecp: None,
    title: "和将棋（持ち駒あり）",
    hand_kinds: 16,
    handicaps: &[Handicap::new("even", "平手", START)],
    usual: RuleOptions::WA,
    assets: Assets { bench: packed_text!("src/variants/wadrops/bench.sfen"), bench_depth: 6, scale: 600.0, ..Assets::NONE },
    ..washogi::SPEC
};
