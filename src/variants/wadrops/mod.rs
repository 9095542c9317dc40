//! Wa shogi with drops.

use super::washogi;
use crate::game::{Assets, CecpGame, CecpSetup, Handicap};
use crate::large::{RuleOptions, Spec};

/// The start of wa shogi, where nobody holds a piece.
const START: &str = washogi::SPEC.start;

/// The game as `CrazyWa` describes it: `XBoard` has pictures for chu shogi.
const SETUP: CecpSetup = CecpSetup {
    letters: "P..^S^FV..^LW^OH.F.^R.E....R...D.GOL^M..^H.M.C.^CU.^W../.......^V.^P.^U..^DS.^GXK\
              p..^s^fv..^lw^oh.f.^r.e....r...d.gol^m..^h.m.c.^cu.^w../.......^v.^p.^u..^ds.^gxk",
    board: "11x11+16_chu",
    pieces: &[
        ("P&", "fW"),
        ("L&", "fWbF"),
        ("U&", "fWbF"),
        ("C&", "sWfF"),
        ("G&", "vWfF"),
        ("M&", "vWfF"),
        ("D&", "sbWfF"),
        ("V&", "fWF"),
        ("W&", "WfF"),
        ("O&", "fR"),
        ("H&", "fRbW2"),
        ("S&", "vWsR"),
        ("F&", "fWB"),
        ("E&", "sWbFvRfF3"),
        ("R&", "bWFfR"),
        ("X&", "vWFvDA"),
        ("+P&", "WfF"),
        ("+L&", "sWbFvRfF3"),
        ("+U&", "fWB"),
        ("+C&", "sWfFvR"),
        ("+G&", "vWsR"),
        ("+M&", "fWF"),
        ("+D&", "WfF"),
        ("+V&", "fsWF"),
        ("+W&", "K"),
        ("+O&", "K"),
        ("+H&", "vN"),
        ("+S&", "R"),
        ("+F&", "sWvRB"),
        ("+R&", "vWFvDA"),
    ],
};

/// Wa shogi with drops: captured pieces change sides, as in shogi.
pub const SPEC: Spec = Spec {
    name: "wadrops",
    aliases: &["crazywa", "washogidrops"],
    cecp: Some(CecpGame { names: &["wa-shogi-drop", "crazywa"], setup: Some(SETUP), letters: washogi::LETTERS }),
    title: "和将棋（持ち駒あり）",
    hand_kinds: 16,
    handicaps: &[Handicap::new("even", "平手", START)],
    usual: RuleOptions::WA,
    assets: Assets { bench: packed_text!("src/variants/wadrops/bench.sfen"), bench_depth: 6, scale: 600.0, ..Assets::NONE },
    ..washogi::SPEC
};
