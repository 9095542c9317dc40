//! The notation of moves in tables of pieces; see docs/notation-large.md.

use super::spec::{KindSpec, Power, leaps};
use super::toward;
use super::ways::{FAR, Way};

/// Reads the moves of a kind into its fields; those that chu shogi does not have are returned, with the word `burn` as
/// true.
///
/// # Panics
/// If a word is none of the notation.
pub(super) fn read(text: &str, kind: &mut KindSpec) -> (Vec<Way>, bool) {
    let mut further = Vec::new();
    let mut burns = false;
    for token in text.split_ascii_whitespace() {
        let (name, list) = token.split_once(':').unwrap_or((token, ""));
        let directions = read_directions(list);
        let line = |first, last| Way::Line { directions, first, last };
        match name {
            "1" => kind.steps |= directions,
            "2" => kind.short |= directions,
            "3" | "4" | "5" | "6" | "7" => further.push(line(1, name.as_bytes()[0] - b'0')),
            "s" => kind.slides |= directions,
            "j2" => kind.jumps |= leaps(directions),
            "j3" => further.push(line(3, 3)),
            "j4" => further.push(line(4, 4)),
            "j2s" | "sk2s" => further.push(line(2, FAR)),
            "j3s" => further.push(line(3, FAR)),
            "j4s" => further.push(line(4, FAR)),
            "j3n2" => further.push(line(3, 5)),
            "sk2n2" => further.push(line(2, 3)),
            "N" => kind.jumps |= knights(directions),
            "t3" => further.push(Way::Over { directions, pieces: 3 }),
            "hk" => further.push(Way::Hook { directions }),
            "area2" => further.push(Way::Area { steps: 2 }),
            "area3" => further.push(Way::Area { steps: 3 }),
            "lion" => {
                (kind.steps, kind.jumps, kind.power) = (toward::ALL, u16::MAX, Power::Lion);
            }
            "lp" => {
                kind.steps |= directions;
                kind.jumps |= leaps(directions);
                kind.power = Power::Lines(directions);
            }
            "rj" | "rjl" => {
                kind.slides |= directions;
                further.push(Way::RangeJump { directions, strict: name == "rjl" });
            }
            "rc" => further.push(Way::RangeCapture { directions }),
            "dbl" => further.push(Way::Double { directions }),
            "igui" => further.push(Way::Igui { directions }),
            "emp" => further.push(Way::Anywhere),
            "burn" => burns = true,
            other => panic!("no move is written {other}"),
        }
    }
    (further, burns)
}

/// The directions of a list.
fn read_directions(list: &str) -> u8 {
    let named = |word: &str| match word {
        "f" => toward::AHEAD,
        "b" => toward::BACK,
        "l" => toward::LEFT,
        "r" => toward::RIGHT,
        "fl" => toward::AHEAD_LEFT,
        "fr" => toward::AHEAD_RIGHT,
        "bl" => toward::BACK_LEFT,
        "br" => toward::BACK_RIGHT,
        "V" => toward::VERTICAL,
        "H" => toward::SIDEWAYS,
        "P" => toward::AHEAD_DIAGONAL,
        "Q" => toward::BACK_LEFT | toward::BACK_RIGHT,
        "O" => toward::ORTHOGONAL,
        "D" => toward::DIAGONAL,
        "A" => toward::ALL,
        other => panic!("no direction is written {other}"),
    };
    list.split(',').filter(|word| !word.is_empty()).map(named).fold(0, |all, directions| all | directions)
}

/// The knight's leaps ahead or back, as bits of the second ring.
const fn knights(directions: u8) -> u16 {
    let mut jumps = 0;
    if directions & toward::AHEAD != 0 {
        jumps |= 1 << 1 | 1 << 15;
    }
    if directions & toward::BACK != 0 {
        jumps |= 1 << 7 | 1 << 9;
    }
    jumps
}
