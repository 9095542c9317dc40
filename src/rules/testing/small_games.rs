//! Small games of the family, each with rules that the large ones lack: the first mover loses by repetition; kings that
//! are captured, a try on the whole far rank, drops of pieces that can never move; pieces that turn over.

use crate::board::Direction;
use crate::game::Handicap;
use crate::rules::{Decline, EnteringKing, Kind, KindSpec, RepetitionRule, Rules, Slide, Structure, Tables};

const WAZIR: &[(i8, i8)] = &[(0, 1), (1, 0), (0, -1), (-1, 0)];
const FERZ: &[(i8, i8)] = &[(1, 1), (1, -1), (-1, -1), (-1, 1)];
const KING: &[(i8, i8)] = &[(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
const GOLD: &[(i8, i8)] = &[(0, 1), (1, 1), (1, 0), (0, -1), (-1, 0), (-1, 1)];
const SILVER: &[(i8, i8)] = &[(0, 1), (1, 1), (1, -1), (-1, -1), (-1, 1)];
const PAWN: &[(i8, i8)] = &[(0, 1)];

const fn far(direction: Direction) -> Slide {
    Slide { direction, range: 4 }
}

const ROOK: &[Slide] = &[far(Direction::Up), far(Direction::Right), far(Direction::Down), far(Direction::Left)];
const BISHOP: &[Slide] =
    &[far(Direction::UpRight), far(Direction::DownRight), far(Direction::DownLeft), far(Direction::UpLeft)];
const LANCE: &[Slide] = &[far(Direction::Up)];

/// A kind that is held as `held`, two of a set.
const fn kind(letter: u8, steps: &'static [(i8, i8)], slides: &'static [Slide], held: usize, value: i32) -> KindSpec {
    let captured_as = Some(Kind::new(held));
    KindSpec { letter, steps, slides, captured_as, total: 2, value, hand_value: value, ..KindSpec::PLAIN }
}

const fn promoting(spec: KindSpec, to: usize) -> KindSpec {
    KindSpec { promotes_to: Some(Kind::new(to)), ..spec }
}

const fn promoted(spec: KindSpec) -> KindSpec {
    KindSpec { promoted: true, ..spec }
}

const fn royal(steps: &'static [(i8, i8)]) -> KindSpec {
    KindSpec { letter: b'K', steps, total: 2, ..KindSpec::PLAIN }
}

/// Shogi on 5x5 with one piece of each kind, lost by whoever moved first if positions recur.
#[derive(Clone, Copy, Debug)]
pub struct Minishogi;

impl Rules for Minishogi {
    const NAME: &'static str = "minishogi";
    const FILES: u8 = 5;
    const RANKS: u8 = 5;
    const KINDS: &'static [KindSpec] = &[
        KindSpec {
            decline: Decline::Pointless,
            file_limit: 1,
            no_drop_mate: true,
            structure: Structure::Pawn,
            ..promoting(kind(b'P', PAWN, &[], 0, 100), 6)
        },
        promoting(kind(b'S', SILVER, &[], 1, 400), 7),
        kind(b'G', GOLD, &[], 2, 450),
        promoting(kind(b'B', &[], BISHOP, 3, 600), 8),
        promoting(kind(b'R', &[], ROOK, 4, 700), 9),
        royal(KING),
        promoted(kind(b'P', GOLD, &[], 0, 450)),
        promoted(kind(b'S', GOLD, &[], 1, 450)),
        promoted(kind(b'B', WAZIR, BISHOP, 3, 850)),
        promoted(kind(b'R', FERZ, ROOK, 4, 950)),
    ];
    const HAND_KINDS: usize = 5;
    const KING: Kind = Kind::new(5);
    const ZONE_RANKS: u8 = 1;
    const FORCED_PROMOTION: bool = false;
    const ENTERING_KING: &'static [EnteringKing] = &[];
    const REPETITION: RepetitionRule = RepetitionRule::FOURTH_FIRST_MOVER_LOSES;
    const START: &'static str = "rbsgk/4p/5/P4/KGSBR b - 1";
    const HANDICAPS: &'static [Handicap] =
        &[Handicap::new("even", "平手", Self::START), Handicap::new("rook", "飛車落ち", "1bsgk/4p/5/P4/KGSBR w - 1")];

    fn tables() -> &'static Tables {
        static TABLES: Tables = Tables::new::<Minishogi>();
        &TABLES
    }
}

/// Animal chess on 3x4: kings are captured, or win on the far rank.
#[derive(Clone, Copy, Debug)]
pub struct Dobutsu;

impl Rules for Dobutsu {
    const NAME: &'static str = "dobutsu";
    const FILES: u8 = 3;
    const RANKS: u8 = 4;
    const KINDS: &'static [KindSpec] = &[
        promoting(kind(b'P', PAWN, &[], 0, 100), 4),
        kind(b'B', FERZ, &[], 1, 300),
        kind(b'R', WAZIR, &[], 2, 400),
        royal(KING),
        promoted(kind(b'P', GOLD, &[], 0, 450)),
    ];
    const HAND_KINDS: usize = 3;
    const KING: Kind = Kind::new(3);
    const ZONE_RANKS: u8 = 1;
    const FORCED_PROMOTION: bool = true;
    const ENTERING_KING: &'static [EnteringKing] = &[EnteringKing::TryRank];
    const REPETITION: RepetitionRule = RepetitionRule::THREEFOLD_DRAW;
    const DEAD_DROPS: bool = true;
    const KING_CAPTURE: bool = true;
    const START: &'static str = "rkb/1p1/1P1/BKR b - 1";
    const HANDICAPS: &'static [Handicap] =
        &[Handicap::new("even", "平手", Self::START), Handicap::new("chick", "ひよこ落ち", "rkb/3/1P1/BKR w - 1")];

    fn tables() -> &'static Tables {
        static TABLES: Tables = Tables::new::<Dobutsu>();
        &TABLES
    }
}

/// Kyoto shogi on 5x5: every piece but the king turns over as it moves, and is dropped with either face.
#[derive(Clone, Copy, Debug)]
pub struct Kyoto;

impl Rules for Kyoto {
    const NAME: &'static str = "kyotoshogi";
    const FILES: u8 = 5;
    const RANKS: u8 = 5;
    const KINDS: &'static [KindSpec] = &[
        promoting(kind(b'T', GOLD, &[], 0, 450), 4),
        promoting(kind(b'G', GOLD, &[], 1, 450), 5),
        promoting(kind(b'S', SILVER, &[], 2, 400), 6),
        promoting(kind(b'P', PAWN, &[], 3, 100), 7),
        promoting(kind(b'L', &[], LANCE, 0, 260), 0),
        promoting(kind(b'N', &[(-1, 2), (1, 2)], &[], 1, 280), 1),
        promoting(kind(b'B', &[], BISHOP, 2, 600), 2),
        promoting(kind(b'R', &[], ROOK, 3, 700), 3),
        royal(KING),
    ];
    const HAND_KINDS: usize = 4;
    const DROP_KINDS: usize = 8;
    const KING: Kind = Kind::new(8);
    const ZONE_RANKS: u8 = 5;
    const FORCED_PROMOTION: bool = true;
    const ENTERING_KING: &'static [EnteringKing] = &[];
    const REPETITION: RepetitionRule = RepetitionRule::THREEFOLD_DRAW;
    const DEAD_DROPS: bool = true;
    const TURNS: bool = true;
    const START: &'static str = "pgkst/5/5/5/TSKGP b - 1";
    const HANDICAPS: &'static [Handicap] =
        &[Handicap::new("even", "平手", Self::START), Handicap::new("tokin", "と落ち", "pgks1/5/5/5/TSKGP w - 1")];

    fn tables() -> &'static Tables {
        static TABLES: Tables = Tables::new::<Kyoto>();
        &TABLES
    }
}
