//! Wa shogi.

use crate::game::{Assets, CecpGame, Handicap};
use crate::large::{RuleOptions, Spec};

const START: &str = include_str!("start.sfen").trim_ascii_end();

/// The letters of `HaChu`, `CrazyWa` and Sjaak II.
pub(super) const LETTERS: &[(char, &str)] = &[
    ('K', "CK"),
    ('E', "CE"),
    ('F', "FFa"),
    ('D', "BDg"),
    ('M', "CM"),
    ('C', "FC"),
    ('G', "FGs"),
    ('H', "LH"),
    ('O', "OC"),
    ('R', "RR"),
    ('P', "SP"),
    ('U', "SC"),
    ('S', "SW"),
    ('L', "SO"),
    ('X', "TFo"),
    ('V', "VSt"),
    ('W', "VW"),
];

/// Wa shogi: 11x11 squares and 27 pieces a side, all of them with names of animals.
pub const SPEC: Spec = Spec {
    name: "washogi",
    aliases: &["wa"],
    cecp: CecpGame::lettered(&["wa-shogi"], LETTERS),
    title: "和将棋",
    files: 11,
    ranks: 11,
    kinds: &[],
    roster: include_str!("pieces.tsv"),
    hand_kinds: 0,
    zone_ranks: 3,
    start: START,
    handicaps: &[Handicap::new("even", "平手", START)],
    usual: RuleOptions::WA,
    options: &[],
    longest_selfplay: 600,
    assets: Assets { bench: packed_text!("src/variants/washogi/bench.sfen"), bench_depth: 9, scale: 600.0, ..Assets::NONE },
};
