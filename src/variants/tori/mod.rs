//! Tori shogi, the game of birds.

use crate::board::Direction;
use crate::game::{Assets, CecpGame, CecpSetup, Choice, GameOption, Handicap};
use crate::rules::{
    Decline, Kind, KindNames, KindSpec, RepetitionRule, RuleOptions, Slide, Spec, Structure,
};

const SWALLOW: Kind = Kind::new(0);
const LEFT_QUAIL: Kind = Kind::new(1);
const RIGHT_QUAIL: Kind = Kind::new(2);
const PHEASANT: Kind = Kind::new(3);
const CRANE: Kind = Kind::new(4);
const FALCON: Kind = Kind::new(5);
const PHOENIX: Kind = Kind::new(6);
const GOOSE: Kind = Kind::new(7);
const EAGLE: Kind = Kind::new(8);

const fn far(direction: Direction) -> Slide {
    Slide { direction, range: 6 }
}

const KINDS: &[KindSpec] = &[
    KindSpec {
        letter: b'S',
        steps: &[(0, 1)],
        promotes_to: Some(GOOSE),
        captured_as: Some(SWALLOW),
        file_limit: 2,
        no_drop_mate: true,
        structure: Structure::Pawn,
        total: 16,
        value: 100,
        hand_value: 120,
        ..KindSpec::PLAIN
    },
    KindSpec {
        letter: b'L',
        steps: &[(-1, -1)],
        slides: &[far(Direction::Up), far(Direction::DownRight)],
        captured_as: Some(LEFT_QUAIL),
        total: 2,
        value: 330,
        hand_value: 350,
        ..KindSpec::PLAIN
    },
    KindSpec {
        letter: b'R',
        steps: &[(1, -1)],
        slides: &[far(Direction::Up), far(Direction::DownLeft)],
        captured_as: Some(RIGHT_QUAIL),
        total: 2,
        value: 330,
        hand_value: 350,
        ..KindSpec::PLAIN
    },
    KindSpec {
        letter: b'P',
        steps: &[(0, 2), (-1, -1), (1, -1)],
        captured_as: Some(PHEASANT),
        value: 260,
        hand_value: 300,
        ..KindSpec::PLAIN
    },
    KindSpec {
        letter: b'C',
        steps: &[(0, 1), (0, -1), (-1, 1), (1, 1), (-1, -1), (1, -1)],
        captured_as: Some(CRANE),
        structure: Structure::Guard,
        value: 430,
        hand_value: 470,
        ..KindSpec::PLAIN
    },
    KindSpec {
        letter: b'F',
        steps: &[(0, 1), (-1, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (1, -1)],
        promotes_to: Some(EAGLE),
        captured_as: Some(FALCON),
        decline: Decline::Pointless,
        structure: Structure::Guard,
        total: 2,
        value: 600,
        hand_value: 680,
        ..KindSpec::PLAIN
    },
    KindSpec {
        letter: b'K',
        steps: &[(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)],
        structure: Structure::Guard,
        total: 2,
        ..KindSpec::PLAIN
    },
    KindSpec {
        letter: b'S',
        promoted: true,
        steps: &[(-2, 2), (2, 2), (0, -2)],
        captured_as: Some(SWALLOW),
        value: 250,
        ..KindSpec::PLAIN
    },
    KindSpec {
        letter: b'F',
        promoted: true,
        steps: &[(0, 1), (-1, 0), (1, 0)],
        slides: &[
            far(Direction::UpRight),
            far(Direction::UpLeft),
            far(Direction::Down),
            Slide { direction: Direction::DownRight, range: 2 },
            Slide { direction: Direction::DownLeft, range: 2 },
        ],
        captured_as: Some(FALCON),
        value: 1000,
        ..KindSpec::PLAIN
    },
];

const START: &str = "rpckcpl/3f3/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR b - 1";

/// Tori shogi: 7x7 squares and thirty-two birds.
pub const SPEC: Spec = Spec {
    name: "torishogi",
    files: 7,
    ranks: 7,
    kinds: KINDS,
    hand_kinds: 6,
    king: PHOENIX,
    zone_ranks: 2,
    forced_promotion: true,
    repetition: RepetitionRule::THIRD_MOVER_LOSES,
    start: START,
    handicaps: &[
        Handicap::new("even", "平手", START),
        Handicap::new("left-quail", "左鶉落ち", "rpckcp1/3f3/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR w - 1"),
        Handicap::new("falcon", "鷹落ち", "rpckcpl/7/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR w - 1"),
        Handicap::new("falcon-left-quail", "鷹左鶉落ち", "rpckcp1/7/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR w - 1"),
        Handicap::new("falcon-quails", "鷹両鶉落ち", "1pckcp1/7/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR w - 1"),
    ],
    aliases: &["tori"],
    cecp: CecpGame::described(
        &["torishogi", "7x7+6_shogi"],
        CecpSetup {
            letters: "S.....FLR.C+.....+.PKs.....flr.c+.....+.pk",
            board: "7x7+6_shogi",
            pieces: &[
                ("S&", "fW"),
                ("F&", "FfsW"),
                ("C&", "FvW"),
                ("P&", "fDbF"),
                ("L&", "fRbrBblF"),
                ("R&", "fRblBbrF"),
                ("+S&", "fAbD"),
                ("+F&", "KfBbRbF2"),
            ],
        },
    ),
    options: OPTIONS,
    assets: Assets {
        bench: packed_text!("src/variants/tori/bench.sfen"),
        bench_depth: Assets::NONE.bench_depth,
        book: packed!("book/torishogi.db"),
        network: packed!("src/variants/tori/network.kmt"),
        scale: 900.0,
    },
    names: NAMES,
    ..Spec::PLAIN
};

/// The rules on which sources disagree, for the user to choose.
const OPTIONS: &[GameOption<RuleOptions>] = &[
    GameOption {
        name: "ToriPromotion",
        help: ["Whether a bird that may promote must", "成れる鳥は必ず成るか"],
        choices: &[
            Choice { name: "forced", apply: |rules| rules.forced_promotion = true },
            Choice { name: "optional", apply: |rules| rules.forced_promotion = false },
        ],
    },
    GameOption {
        name: "ToriRepetition",
        help: ["How a position that occurs again and again ends the game", "同じ局面が繰り返されたときの結果"],
        choices: &[
            Choice { name: "third-mover-loses", apply: |rules| rules.repetition = RepetitionRule::THIRD_MOVER_LOSES },
            Choice {
                name: "fourth-repeater-loses",
                apply: |rules| rules.repetition = RepetitionRule::FOURTH_REPEATER_LOSES,
            },
            Choice { name: "draw", apply: |rules| rules.repetition = RepetitionRule::FOURFOLD_DRAW },
        ],
    },
];

/// The names of a bird, which has no German letter and no CSA name.
const fn bird(english: &'static str, kanji: &'static str, western: &'static str) -> KindNames {
    KindNames { english, csa: "", diagram: kanji, japanese: kanji, synonyms: &[], western, german: western }
}

const NAMES: &[KindNames] = &[
    bird("swallow", "燕", "Sw"),
    bird("left quail", "左鶉", "LQ"),
    bird("right quail", "右鶉", "RQ"),
    bird("pheasant", "雉", "Pt"),
    bird("crane", "鶴", "Cr"),
    bird("falcon", "鷹", "Fa"),
    bird("phoenix", "鵬", "Ph"),
    KindNames { synonyms: &["雁"], ..bird("goose", "鴈", "+Sw") },
    bird("eagle", "鵰", "+Fa"),
];
