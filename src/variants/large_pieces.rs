//! The pieces common to several large games.

use crate::large::toward::{
    AHEAD, AHEAD_DIAGONAL, AHEAD_LEFT, AHEAD_RIGHT, ALL, BACK, DIAGONAL, ORTHOGONAL, SIDEWAYS, VERTICAL,
};
use crate::large::{Kind, KindSpec, LastRank, Names, Power, Structure, leaps};

/// A piece and its promotion.
pub(super) type Pair = (KindSpec, KindSpec);

/// The kinds of a game: first those that promote, then those that do not, then the promotions of the first, in the same
/// order.
pub(super) const fn kinds<const N: usize>(pairs: &[Pair], single: &[KindSpec]) -> [KindSpec; N] {
    assert!(2 * pairs.len() + single.len() == N, "another number of kinds");
    let mut kinds = [KindSpec::PLAIN; N];
    let faces = pairs.len() + single.len();
    let mut index = 0;
    while index < pairs.len() {
        let (piece, face) = pairs[index];
        kinds[index] = KindSpec { promotes_to: Some(Kind::new(faces + index)), ..piece };
        kinds[faces + index] = KindSpec { letter: piece.letter, mark: piece.mark, promoted: true, ..face };
        index += 1;
    }
    let mut index = 0;
    while index < single.len() {
        kinds[pairs.len() + index] = single[index];
        index += 1;
    }
    kinds
}

/// A piece by its letter and its names: English, western letters, diagram, in moves.
pub(super) const fn named(letter: u8, names: [&'static str; 4], like: KindSpec) -> KindSpec {
    let [english, western, diagram, japanese] = names;
    KindSpec { letter, names: Names { english, western, diagram, japanese, synonyms: &[] }, ..like }
}

/// The same piece with additional Japanese names.
const fn also_called(synonyms: &'static [&'static str], kind: KindSpec) -> KindSpec {
    KindSpec { names: Names { synonyms, ..kind.names }, ..kind }
}

/// A piece with a sign behind the letter, to tell it from another piece with that letter.
pub(super) const fn marked(letter: u8, names: [&'static str; 4], like: KindSpec) -> KindSpec {
    KindSpec { mark: b'\'', ..named(letter, names, like) }
}

/// The promotion of a piece, which takes its letter.
pub(super) const fn face(names: [&'static str; 4], like: KindSpec) -> KindSpec {
    named(b'?', names, like)
}

const fn steps(steps: u8, class: u8, value: i32) -> KindSpec {
    KindSpec { steps, class, value, ..KindSpec::PLAIN }
}

/// Moves that several pieces share, whatever they promote to.
const GOLD_WAYS: KindSpec = KindSpec { structure: Structure::Guard, ..steps(ORTHOGONAL | AHEAD_DIAGONAL, 2, 300) };
const ELEPHANT_WAYS: KindSpec = KindSpec { structure: Structure::Guard, ..steps(ALL & !BACK, 3, 400) };
const KING_WAYS: KindSpec = KindSpec { royal: true, structure: Structure::Guard, ..steps(ALL, 4, 500) };
const BISHOP_WAYS: KindSpec = KindSpec { slides: DIAGONAL, class: 6, value: 500, ..KindSpec::PLAIN };
const ROOK_WAYS: KindSpec = KindSpec { slides: ORTHOGONAL, class: 6, value: 600, ..KindSpec::PLAIN };
const SIDE_MOVER_WAYS: KindSpec = KindSpec { slides: SIDEWAYS, ..steps(VERTICAL, 8, 400) };
const VERTICAL_MOVER_WAYS: KindSpec = KindSpec { slides: VERTICAL, ..steps(SIDEWAYS, 8, 400) };
const HORSE_WAYS: KindSpec = KindSpec { slides: DIAGONAL, structure: Structure::Major, ..steps(ORTHOGONAL, 7, 700) };
const DRAGON_WAYS: KindSpec = KindSpec { slides: ORTHOGONAL, structure: Structure::Major, ..steps(DIAGONAL, 7, 800) };
const QUEEN_WAYS: KindSpec =
    KindSpec { slides: ALL, structure: Structure::Major, class: 10, value: 1_200, ..KindSpec::PLAIN };
const LION_WAYS: KindSpec =
    KindSpec { jumps: 0xffff, power: Power::Lion, lion: true, structure: Structure::Major, ..steps(ALL, 11, 2_000) };

pub(super) const PAWN: KindSpec = named(
    b'P',
    ["pawn", "P", "歩", "歩兵"],
    KindSpec { minor: true, last_rank: LastRank::Pawn, structure: Structure::Pawn, ..steps(AHEAD, 0, 80) },
);
pub(super) const GO_BETWEEN: KindSpec = named(
    b'I',
    ["go-between", "GB", "仲", "仲人"],
    KindSpec { minor: true, structure: Structure::Pawn, ..steps(VERTICAL, 0, 100) },
);
pub(super) const ELEPHANT: KindSpec = named(b'E', ["drunk elephant", "DE", "象", "醉象"], ELEPHANT_WAYS);
pub(super) const GOLD: KindSpec = named(b'G', ["gold general", "G", "金", "金将"], GOLD_WAYS);
pub(super) const SILVER: KindSpec = named(b'S', ["silver general", "S", "銀", "銀将"], steps(AHEAD | DIAGONAL, 1, 200));
pub(super) const COPPER: KindSpec =
    named(b'C', ["copper general", "C", "銅", "銅将"], steps(VERTICAL | AHEAD_DIAGONAL, 1, 200));
pub(super) const IRON: KindSpec =
    named(b'I', ["iron general", "I", "鉄", "鉄将"], steps(AHEAD | AHEAD_DIAGONAL, 1, 150));
pub(super) const LEOPARD: KindSpec =
    named(b'F', ["ferocious leopard", "FL", "豹", "猛豹"], steps(VERTICAL | DIAGONAL, 1, 300));
pub(super) const TIGER: KindSpec = named(
    b'T',
    ["blind tiger", "BT", "虎", "盲虎"],
    KindSpec { structure: Structure::Guard, ..steps(ALL & !AHEAD, 3, 300) },
);
pub(super) const LANCE: KindSpec = named(
    b'L',
    ["lance", "L", "香", "香車"],
    KindSpec { slides: AHEAD, last_rank: LastRank::Lance, class: 5, value: 300, ..KindSpec::PLAIN },
);
/// Jumps to the two squares that lie two ahead and one aside.
pub(super) const KNIGHT: KindSpec = named(
    b'N',
    ["knight", "N", "桂", "桂馬"],
    KindSpec { jumps: 1 << 1 | 1 << 15, class: 9, value: 150, ..KindSpec::PLAIN },
);
pub(super) const CHARIOT: KindSpec = named(
    b'A',
    ["reverse chariot", "RC", "反", "反車"],
    KindSpec { slides: VERTICAL, class: 5, value: 300, ..KindSpec::PLAIN },
);
pub(super) const BISHOP: KindSpec = named(b'B', ["bishop", "B", "角", "角行"], BISHOP_WAYS);
pub(super) const ROOK: KindSpec = named(b'R', ["rook", "R", "飛", "飛車"], ROOK_WAYS);
const HORSE: KindSpec = also_called(&["竜馬"], named(b'H', ["dragon horse", "DH", "馬", "龍馬"], HORSE_WAYS));
const DRAGON: KindSpec = also_called(&["竜王"], named(b'D', ["dragon king", "DK", "龍", "龍王"], DRAGON_WAYS));
pub(super) const SIDE_MOVER: KindSpec = named(b'M', ["side mover", "SM", "横", "横行"], SIDE_MOVER_WAYS);
const VERTICAL_MOVER: KindSpec = named(b'V', ["vertical mover", "VM", "竪", "竪行"], VERTICAL_MOVER_WAYS);
const PHOENIX: KindSpec =
    named(b'X', ["phoenix", "Ph", "鳳", "鳳凰"], KindSpec { jumps: leaps(DIAGONAL), ..steps(ORTHOGONAL, 9, 310) });
const KIRIN: KindSpec =
    named(b'O', ["kirin", "Kr", "麒", "麒麟"], KindSpec { jumps: leaps(ORTHOGONAL), ..steps(DIAGONAL, 9, 320) });
pub(super) const KING: KindSpec = also_called(&["王", "王将"], named(b'K', ["king", "K", "玉", "玉将"], KING_WAYS));
pub(super) const QUEEN: KindSpec = named(b'Q', ["free king", "FK", "奔", "奔王"], QUEEN_WAYS);
pub(super) const LION: KindSpec = named(b'N', ["lion", "Ln", "獅", "獅子"], LION_WAYS);

/// A step on each diagonal, like a cat sword or a fierce tiger.
pub(super) const DIAGONAL_STEPS: KindSpec = steps(DIAGONAL, 1, 200);
/// A step on each file and rank.
pub(super) const ORTHOGONAL_STEPS: KindSpec = steps(ORTHOGONAL, 1, 200);
pub(super) const WOLF_WAYS: KindSpec = steps(AHEAD | AHEAD_DIAGONAL | SIDEWAYS, 1, 200);
pub(super) const STONE_WAYS: KindSpec = steps(AHEAD_DIAGONAL, 1, 100);
/// Up to two squares in a line, without jumping.
pub(super) const SHORT_BISHOP: KindSpec = KindSpec { short: DIAGONAL, class: 8, value: 250, ..KindSpec::PLAIN };
pub(super) const SHORT_ROOK: KindSpec = KindSpec { short: ORTHOGONAL, class: 8, value: 250, ..KindSpec::PLAIN };
/// A flying dragon that moves like a bishop.
pub(super) const LONG_DRAGON: KindSpec = named(b'D', ["flying dragon", "FD", "竜", "飛龍"], BISHOP_WAYS);
pub(super) const PROMOTED_LONG_DRAGON: KindSpec = face(["flying dragon", "+FD", "成竜", "成飛龍"], HORSE_WAYS);

pub(super) const TOKIN: KindSpec =
    also_called(&["成歩", "成兵", "个"], face(["gold general", "+P", "と", "と金"], GOLD_WAYS));
pub(super) const PRINCE: KindSpec = face(["crown prince", "+DE", "太", "太子"], KING_WAYS);
/// The bishop of shogi, for games in which no other piece promotes to a dragon horse, and below it the rook.
pub(super) const BISHOP_OF_SHOGI: Pair = (BISHOP, face(["dragon horse", "+B", "馬", "龍馬"], HORSE_WAYS));
pub(super) const ROOK_OF_SHOGI: Pair = (ROOK, face(["dragon king", "+R", "龍", "龍王"], DRAGON_WAYS));

/// A piece that promotes to a gold general, by the names of the promotion: western letters, diagram, in moves.
pub(super) const fn gilded(piece: KindSpec, [western, diagram, japanese]: [&'static str; 3]) -> Pair {
    (piece, face(["gold general", western, diagram, japanese], GOLD_WAYS))
}

pub(super) const GILDED_PAWN: Pair = (PAWN, TOKIN);
pub(super) const GILDED_LANCE: Pair = gilded(LANCE, ["+L", "杏", "成香"]);
pub(super) const GILDED_KNIGHT: Pair = gilded(KNIGHT, ["+N", "圭", "成桂"]);
pub(super) const GILDED_SILVER: Pair = gilded(SILVER, ["+S", "全", "成銀"]);

const LINES: u8 = AHEAD_LEFT | AHEAD_RIGHT;

/// The promoting pieces of chu shogi. Some have additional names, which lishogi uses in diagrams or in moves.
pub(super) const CHU: [Pair; 18] = [
    (PAWN, also_called(&["成歩", "成兵", "个", "杏"], TOKIN)),
    (GO_BETWEEN, also_called(&["醉"], face(["drunk elephant", "+GB", "成象", "成象"], ELEPHANT_WAYS))),
    (ELEPHANT, PRINCE),
    (GOLD, also_called(&["金飛車"], face(["rook", "+G", "成飛", "成飛"], ROOK_WAYS))),
    (SILVER, face(["vertical mover", "+S", "成竪", "成竪"], VERTICAL_MOVER_WAYS)),
    (COPPER, face(["side mover", "+C", "成横", "成横"], SIDE_MOVER_WAYS)),
    (LEOPARD, also_called(&["小角"], face(["bishop", "+FL", "成角", "成角"], BISHOP_WAYS))),
    (
        TIGER,
        face(
            ["flying stag", "+BT", "鹿", "飛鹿"],
            KindSpec { slides: VERTICAL, ..steps(SIDEWAYS | DIAGONAL, 12, 600) },
        ),
    ),
    (LANCE, free(["white horse", "+L", "駒", "白駒"], VERTICAL | AHEAD_DIAGONAL, 700)),
    (CHARIOT, free(["whale", "+RC", "鯨", "鯨鯢"], VERTICAL | (DIAGONAL & !AHEAD_DIAGONAL), 500)),
    (BISHOP, face(["dragon horse", "+B", "成馬", "成馬"], HORSE_WAYS)),
    (ROOK, face(["dragon king", "+R", "成龍", "成龍"], DRAGON_WAYS)),
    (HORSE, lined(["horned falcon", "+DH", "鷹", "角鷹"], AHEAD, 1_000)),
    (DRAGON, lined(["soaring eagle", "+DK", "鷲", "飛鷲"], LINES, 1_100)),
    (SIDE_MOVER, free(["free boar", "+SM", "猪", "奔猪"], DIAGONAL | SIDEWAYS, 800)),
    (VERTICAL_MOVER, free(["flying ox", "+VM", "牛", "飛牛"], DIAGONAL | VERTICAL, 800)),
    (PHOENIX, face(["free king", "+Ph", "成奔", "成奔"], QUEEN_WAYS)),
    (KIRIN, face(["lion", "+Kr", "成獅", "成獅"], LION_WAYS)),
];

/// A promotion that slides.
const fn free(names: [&'static str; 4], slides: u8, value: i32) -> KindSpec {
    face(names, KindSpec { slides, class: 12, value, ..KindSpec::PLAIN })
}

/// A promotion that slides except in these directions, where it has the power of a lion.
const fn lined(names: [&'static str; 4], lines: u8, value: i32) -> KindSpec {
    let ways = KindSpec {
        slides: ALL & !lines,
        jumps: leaps(lines),
        power: Power::Lines(lines),
        structure: Structure::Major,
        ..steps(lines, 13, value)
    };
    face(names, ways)
}
