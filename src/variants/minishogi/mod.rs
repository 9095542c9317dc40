//! Minishogi, or 5五将棋.

use super::pieces::gilded;
use super::{names, pieces};
use crate::game::{Assets, CecpGame, CecpSetup, Choice, GameOption, Handicap};
use crate::rules::{Kind, KindSpec, RepetitionRule, RuleOptions, Spec};

const PAWN: Kind = Kind::new(0);
const SILVER: Kind = Kind::new(1);
const GOLD: Kind = Kind::new(2);
const BISHOP: Kind = Kind::new(3);
const ROOK: Kind = Kind::new(4);
const TOKIN: Kind = Kind::new(6);
const PROMOTED_SILVER: Kind = Kind::new(7);
const HORSE: Kind = Kind::new(8);
const DRAGON: Kind = Kind::new(9);

/// The kinds; each side begins with one piece of each.
const KINDS: &[KindSpec] = &[
    KindSpec {
        promotes_to: Some(TOKIN),
        captured_as: Some(PAWN),
        total: 2,
        value: 100,
        hand_value: 130,
        ..pieces::PAWN
    },
    KindSpec {
        promotes_to: Some(PROMOTED_SILVER),
        captured_as: Some(SILVER),
        total: 2,
        value: 400,
        hand_value: 450,
        ..pieces::SILVER
    },
    KindSpec { captured_as: Some(GOLD), total: 2, value: 450, hand_value: 500, ..pieces::GOLD },
    KindSpec { promotes_to: Some(HORSE), captured_as: Some(BISHOP), value: 550, hand_value: 650, ..pieces::BISHOP },
    KindSpec { promotes_to: Some(DRAGON), captured_as: Some(ROOK), value: 650, hand_value: 750, ..pieces::ROOK },
    pieces::KING,
    gilded(b'P', PAWN, 420),
    gilded(b'S', SILVER, 450),
    KindSpec { captured_as: Some(BISHOP), value: 850, ..pieces::HORSE },
    KindSpec { captured_as: Some(ROOK), value: 950, ..pieces::DRAGON },
];

const START: &str = "rbsgk/4p/5/P4/KGSBR b - 1";

/// Minishogi: shogi on 5x5 squares with one piece of each kind. On repetition, the side that moved first loses.
pub const SPEC: Spec = Spec {
    name: "minishogi",
    files: 5,
    ranks: 5,
    kinds: KINDS,
    hand_kinds: 5,
    king: Kind::new(5),
    spare: 2,
    zone_ranks: 1,
    repetition: RepetitionRule::FOURTH_FIRST_MOVER_LOSES,
    start: START,
    handicaps: &[
        Handicap::new("even", "平手", START),
        Handicap::new("bishop", "角落ち", "r1sgk/4p/5/P4/KGSBR w - 1"),
        Handicap::new("rook", "飛車落ち", "1bsgk/4p/5/P4/KGSBR w - 1"),
        Handicap::new("2-piece", "二枚落ち", "2sgk/4p/5/P4/KGSBR w - 1"),
        Handicap::new("3-piece", "三枚落ち", "3gk/4p/5/P4/KGSBR w - 1"),
        Handicap::new("4-piece", "四枚落ち", "4k/4p/5/P4/KGSBR w - 1"),
    ],
    aliases: &["mini", "minisho", "gogo", "55shogi", "5x5+5_shogi"],
    cecp: CecpGame::described(
        &["minishogi", "5x5+5_shogi"],
        CecpSetup { letters: "P.BR.S...G.+.++.+Kp.br.s...g.+.++.+k", board: "5x5+5_shogi", pieces: &[] },
    ),
    options: OPTIONS,
    assets: Assets {
        bench: packed_text!("src/variants/minishogi/bench.sfen"),
        network: packed!("src/variants/minishogi/network.kmt"),
        scale: 409.0,
        ..Assets::NONE
    },
    titles: &["5五将棋", "５五将棋", "五五将棋", "五々将棋"],
    names: &[
        names::PAWN,
        names::SILVER,
        names::GOLD,
        names::BISHOP,
        names::ROOK,
        names::KING,
        names::TOKIN,
        names::PROMOTED_SILVER,
        names::HORSE,
        names::DRAGON,
    ],
    ..Spec::PLAIN
};

/// Repetition, on which servers and tournaments disagree.
const OPTIONS: &[GameOption<RuleOptions>] = &[GameOption {
    name: "MinishogiRepetition",
    help: ["How the fourth occurrence of a position ends the game", "同じ局面が四回現れたときの結果"],
    choices: &[
        Choice {
            name: "first-mover-loses",
            apply: |rules| rules.repetition = RepetitionRule::FOURTH_FIRST_MOVER_LOSES,
        },
        Choice { name: "draw", apply: |rules| rules.repetition = RepetitionRule::FOURFOLD_DRAW },
    ],
}];
