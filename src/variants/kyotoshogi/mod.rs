//! Kyoto shogi.

use super::names;
use super::pieces::{
    BISHOP_SLIDES, GOLD_STEPS, KING, KNIGHT_STEPS, LANCE_SLIDES, PAWN_STEPS, ROOK_SLIDES, SILVER_STEPS,
};
use crate::game::{Assets, CecpGame, CecpSetup, Handicap};
use crate::rules::{Kind, KindNames, KindSpec, RepetitionRule, Spec};

const TOKIN: Kind = Kind::new(0);
const GOLD: Kind = Kind::new(1);
const SILVER: Kind = Kind::new(2);
const PAWN: Kind = Kind::new(3);
const LANCE: Kind = Kind::new(4);
const KNIGHT: Kind = Kind::new(5);
const BISHOP: Kind = Kind::new(6);
const ROOK: Kind = Kind::new(7);

/// One face of a piece that is `held` in a hand and shows `other` after its move. Its value includes some of what the
/// other face can do next.
const fn face(letter: u8, other: Kind, held: Kind, value: i32) -> KindSpec {
    KindSpec { letter, promotes_to: Some(other), captured_as: Some(held), total: 2, value, ..KindSpec::PLAIN }
}

const KINDS: &[KindSpec] = &[
    KindSpec { steps: GOLD_STEPS, hand_value: 520, ..face(b'T', LANCE, TOKIN, 450) },
    KindSpec { steps: GOLD_STEPS, hand_value: 520, ..face(b'G', KNIGHT, GOLD, 450) },
    KindSpec { steps: SILVER_STEPS, hand_value: 600, ..face(b'S', BISHOP, SILVER, 450) },
    KindSpec { steps: PAWN_STEPS, hand_value: 620, ..face(b'P', ROOK, PAWN, 300) },
    KindSpec { slides: LANCE_SLIDES, ..face(b'L', TOKIN, TOKIN, 330) },
    KindSpec { steps: KNIGHT_STEPS, ..face(b'N', GOLD, GOLD, 330) },
    KindSpec { slides: BISHOP_SLIDES, ..face(b'B', SILVER, SILVER, 550) },
    KindSpec { slides: ROOK_SLIDES, ..face(b'R', PAWN, PAWN, 600) },
    KING,
];

const START: &str = "pgkst/5/5/5/TSKGP b - 1";

/// Kyoto shogi: 5x5 squares. Every piece but the king turns over as it moves, and is dropped with either face.
pub const SPEC: Spec = Spec {
    name: "kyotoshogi",
    files: 5,
    ranks: 5,
    kinds: KINDS,
    hand_kinds: 4,
    other_faces: 4,
    king: Kind::new(8),
    spare: 2,
    zone_ranks: 5,
    forced_promotion: true,
    turns: true,
    dead_drops: true,
    repetition: RepetitionRule::THREEFOLD_DRAW,
    start: START,
    handicaps: &[
        Handicap::new("even", "平手", START),
        Handicap::new("tokin", "と落ち", "pgks1/5/5/5/TSKGP w - 1"),
        Handicap::new("silver", "銀落ち", "pgk1t/5/5/5/TSKGP w - 1"),
        Handicap::new("pawn", "歩落ち", "1gkst/5/5/5/TSKGP w - 1"),
        Handicap::new("gold", "金落ち", "p1kst/5/5/5/TSKGP w - 1"),
        Handicap::new("2-piece", "二枚落ち", "1gks1/5/5/5/TSKGP w - 1"),
        Handicap::new("3-piece", "三枚落ち", "1gk2/5/5/5/TSKGP w - 1"),
        Handicap::new("bare-king", "裸玉", "2k2/5/5/5/TSKGP w - 1"),
    ],
    fairy: &["+L", "+N", "S", "P", "L", "N", "+S", "+P", "K"],
    aliases: &["kyoto"],
    cecp: CecpGame::described(
        &["kyotoshogi"],
        CecpSetup {
            letters: "P-G=N-S=B-P=R-T=LS...G.TKp-g=n-s=b-p=r-t=ls...g.tk",
            board: "5x5+4_shogi",
            pieces: &[],
        },
    ),
    assets: Assets {
        bench: packed_text!("src/variants/kyotoshogi/bench.sfen"),
        network: packed!("src/variants/kyotoshogi/network.kmt"),
        scale: 488.0,
        ..Assets::NONE
    },
    titles: &["京都将棋"],
    names: &[
        KindNames { western: "T", ..names::TOKIN },
        names::GOLD,
        names::SILVER,
        names::PAWN,
        names::LANCE,
        names::KNIGHT,
        names::BISHOP,
        names::ROOK,
        names::KING,
    ],
    ..Spec::PLAIN
};

