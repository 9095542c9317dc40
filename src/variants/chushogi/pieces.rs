//! The pieces of chu shogi.

use crate::large::toward::{
    AHEAD, AHEAD_DIAGONAL, AHEAD_LEFT, AHEAD_RIGHT, ALL, BACK, DIAGONAL, ORTHOGONAL, SIDEWAYS, VERTICAL,
};
use crate::large::{Kind, KindSpec, LastRank, Names, Power, Structure, leaps};

/// The number of kinds that promote; what they become has the number of the piece and this.
const FACES: usize = 18;

/// A kind with its names: English, western letters, diagram, in moves.
const fn kind(letter: u8, names: [&'static str; 4]) -> KindSpec {
    let [english, western, diagram, japanese] = names;
    KindSpec { letter, names: Names { english, western, diagram, japanese }, ..KindSpec::PLAIN }
}

/// The other face of a piece.
const fn promoted(letter: u8, names: [&'static str; 4], like: KindSpec) -> KindSpec {
    let face = kind(letter, names);
    KindSpec { letter, names: face.names, promoted: true, ..like }
}

const ELEPHANT_STEPS: u8 = ALL & !BACK;
const GOLD_STEPS: u8 = ORTHOGONAL | AHEAD_DIAGONAL;

/// What moves like another piece, whatever it becomes.
const GOLD: KindSpec =
    KindSpec { steps: GOLD_STEPS, structure: Structure::Guard, class: 2, value: 300, ..KindSpec::PLAIN };
const ELEPHANT: KindSpec =
    KindSpec { steps: ELEPHANT_STEPS, structure: Structure::Guard, class: 3, value: 400, ..KindSpec::PLAIN };
const BISHOP: KindSpec = KindSpec { slides: DIAGONAL, class: 6, value: 500, ..KindSpec::PLAIN };
const ROOK: KindSpec = KindSpec { slides: ORTHOGONAL, class: 6, value: 600, ..KindSpec::PLAIN };
const SIDE_MOVER: KindSpec = KindSpec { slides: SIDEWAYS, steps: VERTICAL, class: 8, value: 400, ..KindSpec::PLAIN };
const VERTICAL_MOVER: KindSpec =
    KindSpec { slides: VERTICAL, steps: SIDEWAYS, class: 8, value: 400, ..KindSpec::PLAIN };
const HORSE: KindSpec = KindSpec {
    slides: DIAGONAL,
    steps: ORTHOGONAL,
    structure: Structure::Major,
    class: 7,
    value: 700,
    ..KindSpec::PLAIN
};
const DRAGON: KindSpec = KindSpec {
    slides: ORTHOGONAL,
    steps: DIAGONAL,
    structure: Structure::Major,
    class: 7,
    value: 800,
    ..KindSpec::PLAIN
};
const QUEEN: KindSpec =
    KindSpec { slides: ALL, structure: Structure::Major, class: 10, value: 1_200, ..KindSpec::PLAIN };
const LION: KindSpec = KindSpec {
    steps: ALL,
    jumps: 0xffff,
    power: Power::Lion,
    lion: true,
    structure: Structure::Major,
    class: 11,
    value: 2_000,
    ..KindSpec::PLAIN
};
const KING: KindSpec =
    KindSpec { steps: ALL, royal: true, structure: Structure::Guard, class: 4, value: 500, ..KindSpec::PLAIN };

/// A piece that promotes to the face with its number.
const fn turns(number: usize, piece: KindSpec) -> KindSpec {
    KindSpec { promotes_to: Some(Kind::new(number + UNPROMOTED)), ..piece }
}

/// The number of kinds at the start.
const UNPROMOTED: usize = 21;

const fn named(letter: u8, names: [&'static str; 4], like: KindSpec) -> KindSpec {
    KindSpec { letter, names: kind(letter, names).names, ..like }
}

/// The kinds: first those that promote, in an order that their other faces repeat, then those that do not.
pub(super) const KINDS: &[KindSpec; UNPROMOTED + FACES] = &[
    turns(
        0,
        KindSpec {
            steps: AHEAD,
            minor: true,
            last_rank: LastRank::Pawn,
            advances: true,
            structure: Structure::Pawn,
            value: 80,
            ..kind(b'P', ["pawn", "P", "歩", "歩兵"])
        },
    ),
    turns(
        1,
        KindSpec {
            steps: VERTICAL,
            minor: true,
            structure: Structure::Pawn,
            value: 100,
            ..kind(b'I', ["go-between", "GB", "仲", "仲人"])
        },
    ),
    turns(2, named(b'E', ["drunk elephant", "DE", "象", "醉象"], ELEPHANT)),
    turns(3, named(b'G', ["gold general", "G", "金", "金将"], GOLD)),
    turns(
        4,
        KindSpec {
            steps: AHEAD | DIAGONAL, class: 1, value: 200, ..kind(b'S', ["silver general", "S", "銀", "銀将"])
        },
    ),
    turns(
        5,
        KindSpec {
            steps: VERTICAL | AHEAD_DIAGONAL,
            class: 1,
            value: 200,
            ..kind(b'C', ["copper general", "C", "銅", "銅将"])
        },
    ),
    turns(
        6,
        KindSpec {
            steps: VERTICAL | DIAGONAL,
            class: 1,
            value: 300,
            ..kind(b'F', ["ferocious leopard", "FL", "豹", "猛豹"])
        },
    ),
    turns(
        7,
        KindSpec {
            steps: ALL & !AHEAD,
            structure: Structure::Guard,
            class: 3,
            value: 300,
            ..kind(b'T', ["blind tiger", "BT", "虎", "盲虎"])
        },
    ),
    turns(
        8,
        KindSpec {
            slides: AHEAD,
            last_rank: LastRank::Lance,
            advances: true,
            class: 5,
            value: 300,
            ..kind(b'L', ["lance", "L", "香", "香車"])
        },
    ),
    turns(
        9,
        KindSpec { slides: VERTICAL, class: 5, value: 300, ..kind(b'A', ["reverse chariot", "RC", "反", "反車"]) },
    ),
    turns(10, named(b'B', ["bishop", "B", "角", "角行"], BISHOP)),
    turns(11, named(b'R', ["rook", "R", "飛", "飛車"], ROOK)),
    turns(12, named(b'H', ["dragon horse", "DH", "馬", "龍馬"], HORSE)),
    turns(13, named(b'D', ["dragon king", "DK", "龍", "龍王"], DRAGON)),
    turns(14, named(b'M', ["side mover", "SM", "横", "横行"], SIDE_MOVER)),
    turns(15, named(b'V', ["vertical mover", "VM", "竪", "竪行"], VERTICAL_MOVER)),
    turns(
        16,
        KindSpec {
            steps: ORTHOGONAL,
            jumps: leaps(DIAGONAL),
            class: 9,
            value: 310,
            ..kind(b'X', ["phoenix", "Ph", "鳳", "鳳凰"])
        },
    ),
    turns(
        17,
        KindSpec {
            steps: DIAGONAL,
            jumps: leaps(ORTHOGONAL),
            class: 9,
            value: 320,
            ..kind(b'O', ["kirin", "Kr", "麒", "麒麟"])
        },
    ),
    named(b'K', ["king", "K", "玉", "玉将"], KING),
    named(b'Q', ["free king", "FK", "奔", "奔王"], QUEEN),
    named(b'N', ["lion", "Ln", "獅", "獅子"], LION),
    promoted(b'P', ["gold general", "+P", "と", "と金"], GOLD),
    promoted(b'I', ["drunk elephant", "+GB", "醉", "成象"], ELEPHANT),
    promoted(b'E', ["crown prince", "+DE", "太", "太子"], KING),
    promoted(b'G', ["rook", "+G", "成飛", "成飛"], ROOK),
    promoted(b'S', ["vertical mover", "+S", "成竪", "成竪"], VERTICAL_MOVER),
    promoted(b'C', ["side mover", "+C", "成横", "成横"], SIDE_MOVER),
    promoted(b'F', ["bishop", "+FL", "成角", "成角"], BISHOP),
    promoted(
        b'T',
        ["flying stag", "+BT", "鹿", "飛鹿"],
        KindSpec { slides: VERTICAL, steps: SIDEWAYS | DIAGONAL, class: 12, value: 600, ..KindSpec::PLAIN },
    ),
    promoted(
        b'L',
        ["white horse", "+L", "駒", "白駒"],
        KindSpec { slides: VERTICAL | AHEAD_DIAGONAL, class: 12, value: 700, ..KindSpec::PLAIN },
    ),
    promoted(
        b'A',
        ["whale", "+RC", "鯨", "鯨鯢"],
        KindSpec { slides: VERTICAL | (DIAGONAL & !AHEAD_DIAGONAL), class: 12, value: 500, ..KindSpec::PLAIN },
    ),
    promoted(b'B', ["dragon horse", "+B", "成馬", "成馬"], HORSE),
    promoted(b'R', ["dragon king", "+R", "成龍", "成龍"], DRAGON),
    promoted(
        b'H',
        ["horned falcon", "+DH", "鷹", "角鷹"],
        KindSpec {
            slides: ALL & !AHEAD,
            steps: AHEAD,
            jumps: leaps(AHEAD),
            power: Power::Lines(AHEAD),
            structure: Structure::Major,
            class: 13,
            value: 1_000,
            ..KindSpec::PLAIN
        },
    ),
    promoted(
        b'D',
        ["soaring eagle", "+DK", "鷲", "飛鷲"],
        KindSpec {
            slides: ALL & !AHEAD_DIAGONAL,
            steps: AHEAD_DIAGONAL,
            jumps: leaps(AHEAD_LEFT | AHEAD_RIGHT),
            power: Power::Lines(AHEAD_LEFT | AHEAD_RIGHT),
            structure: Structure::Major,
            class: 13,
            value: 1_100,
            ..KindSpec::PLAIN
        },
    ),
    promoted(
        b'M',
        ["free boar", "+SM", "猪", "奔猪"],
        KindSpec { slides: DIAGONAL | SIDEWAYS, class: 12, value: 800, ..KindSpec::PLAIN },
    ),
    promoted(
        b'V',
        ["flying ox", "+VM", "牛", "飛牛"],
        KindSpec { slides: DIAGONAL | VERTICAL, class: 12, value: 800, ..KindSpec::PLAIN },
    ),
    promoted(b'X', ["free king", "+Ph", "成奔", "成奔"], QUEEN),
    promoted(b'O', ["lion", "+Kr", "成獅", "成獅"], LION),
];
