//! Annan shogi, in which the piece behind another determines its moves.

use super::shogi::SET;
use crate::game::{Assets, Handicap};
use crate::rules::Spec;

const START: &str = "lnsgkgsnl/1r5b1/p1ppppp1p/1p5p1/9/1P5P1/P1PPPPP1P/1B5R1/LNSGKGSNL b - 1";

/// Annan shogi: the board and the pieces of shogi, each moving as the friendly piece directly behind it.
pub const SPEC: Spec = Spec {
    name: "annanshogi",
    dead_drops: true,
    borrows: true,
    start: START,
    handicaps: &[Handicap::new("even", "平手", START)],
    titles: &["安南将棋"],
    aliases: &["annan"],
    assets: Assets {
        bench: packed_text!("src/variants/annanshogi/bench.sfen"),
        network: packed!("src/variants/annanshogi/network.kmt"),
        scale: 1334.0,
        ..Assets::NONE
    },
    ..SET
};

