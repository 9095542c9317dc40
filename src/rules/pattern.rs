//! Formations told by where pieces stand.

use super::{Kind, Position, Rules};
use crate::board::{Bitboard, Color, Square};
use crate::game::Formation;

/// A formation with what has to be true of the position, written for Black.
///
/// The text is words between blanks, and all of them have to be true:
///
/// - `K2h`: an own king on 2h, with the letter of the kind as in SFEN; `s7c` is a silver of the other side. `R6h7h` names
///   several squares, any of which will do.
/// - `B*` and `b*`: at least one bishop in the own hand, and in that of the other side.
/// - `..30`: at most thirty plies have been played.
/// - `second`: the other side has begun the game.
///
/// A word is negated by `!` before it, and `|` stands between words of which one is enough.
#[derive(Clone, Copy, Debug)]
pub struct Pattern {
    pub formation: Formation,
    conditions: [Condition; MOST_CONDITIONS],
    length: usize,
}

const MOST_CONDITIONS: usize = 12;

#[derive(Clone, Copy, Debug)]
struct Condition {
    fact: Fact,
    is_negated: bool,
    /// Whether the next one will do in place of it.
    has_alternative: bool,
}

#[derive(Clone, Copy, Debug)]
enum Fact {
    OnBoard(Color, Kind, Bitboard),
    InHand(Color, Kind),
    /// So many plies at the most.
    Until(u32),
    Second,
}

impl Pattern {
    /// # Panics
    /// If the text is not a pattern of the game; for a constant, that is when it is compiled.
    #[must_use]
    pub const fn new<R: Rules>(formation: Formation, text: &str) -> Self {
        let none = Condition { fact: Fact::Second, is_negated: false, has_alternative: false };
        let mut pattern = Self { formation, conditions: [none; MOST_CONDITIONS], length: 0 };
        let text = text.as_bytes();
        let mut at = 0;
        while at < text.len() {
            let is_negated = text[at] == b'!';
            let (fact, end) = Fact::read::<R>(text, at + is_negated as usize);
            let has_alternative = end < text.len() && text[end] == b'|';
            assert!(end == text.len() || has_alternative || text[end] == b' ', "a word ends before a blank");
            pattern.conditions[pattern.length] = Condition { fact, is_negated, has_alternative };
            pattern.length += 1;
            at = end + 1;
        }
        assert!(at > 0 && at == text.len() + 1, "a pattern ends with a word");
        pattern
    }

    /// Whether Black has the formation.
    fn stands<R: Rules>(&self, position: &Position<R>) -> bool {
        let mut is_met = false;
        for condition in &self.conditions[..self.length] {
            is_met |= condition.fact.holds(position) != condition.is_negated;
            if condition.has_alternative {
                continue;
            }
            if !is_met {
                return false;
            }
            is_met = false;
        }
        true
    }
}

impl Fact {
    /// Reads a word from `at` on; returns where it ends, too.
    const fn read<R: Rules>(text: &[u8], mut at: usize) -> (Self, usize) {
        if text[at] == b'.' {
            return Self::read_plies(text, at + 2);
        }
        if text[at] == b's' && at + 1 < text.len() && text[at + 1] == b'e' {
            return (Self::Second, at + "second".len());
        }
        let promoted = text[at] == b'+';
        at += promoted as usize;
        let color = if text[at].is_ascii_uppercase() { Color::Black } else { Color::White };
        let kind = kind::<R>(text[at].to_ascii_uppercase(), promoted);
        at += 1;
        if text[at] == b'*' {
            return (Self::InHand(color, kind), at + 1);
        }
        let mut squares = Bitboard::EMPTY;
        while at + 1 < text.len() && text[at].is_ascii_digit() {
            squares = squares.with(Square::new(text[at] - b'1', text[at + 1] - b'a'));
            at += 2;
        }
        assert!(!squares.is_empty(), "a piece stands on a square");
        (Self::OnBoard(color, kind, squares), at)
    }

    const fn read_plies(text: &[u8], mut at: usize) -> (Self, usize) {
        let mut plies = 0;
        while at < text.len() && text[at].is_ascii_digit() {
            plies = 10 * plies + (text[at] - b'0') as u32;
            at += 1;
        }
        assert!(plies > 0, "a limit is a number of plies");
        (Self::Until(plies), at)
    }

    fn holds<R: Rules>(self, position: &Position<R>) -> bool {
        match self {
            Self::OnBoard(color, kind, squares) => position.pieces_of(color, kind).intersects(squares),
            Self::InHand(color, kind) => position.hand_count(color, kind) > 0,
            Self::Until(plies) => position.move_number() <= plies + 1,
            Self::Second => position.first_mover() == Color::White,
        }
    }
}

const fn kind<R: Rules>(letter: u8, promoted: bool) -> Kind {
    let mut index = 0;
    while index < R::KINDS.len() {
        let spec = &R::KINDS[index];
        if spec.letter == letter && spec.promoted == promoted {
            return Kind::new(index);
        }
        index += 1;
    }
    panic!("the letter is that of a kind of the game");
}

/// The formations of the game that `color` has.
pub(super) fn formations<R: Rules>(position: &Position<R>, color: Color) -> Vec<Formation> {
    if R::FORMATIONS.is_empty() {
        return Vec::new();
    }
    let turned;
    let seen = match color {
        Color::Black => position,
        Color::White => {
            turned = position.turned();
            &turned
        }
    };
    R::FORMATIONS.iter().filter(|pattern| pattern.stands(seen)).map(|pattern| pattern.formation).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Playable, SfenMode, Topic};
    use crate::variants::Shogi;

    fn stands(text: &str, sfen: &str) -> bool {
        let formation = Formation { topic: Topic::Castle, grade: 1, japanese: "", english: "" };
        Pattern::new::<Shogi>(formation, text).stands(&Position::<Shogi>::from_sfen(sfen, SfenMode::Strict).unwrap())
    }

    #[test]
    fn words_say_what_they_mean() {
        let start = <Shogi as Playable>::START;
        for (text, expected) in [
            ("K5i", true),
            ("K5h", false),
            ("K5h5i", true),
            ("k5a R2h r8b", true),
            ("k5i", false),
            ("K5h|S7i", true),
            ("K5h|S7h", false),
            ("K5i S7h|S7i G6i", true),
            ("K5h|S7i G6h", false),
            ("!K5h !B*", true),
            ("!K5i|B*", false),
            ("..1", true),
            ("second", false),
            ("!second", true),
            ("+B8h", false),
        ] {
            assert_eq!(stands(text, start), expected, "{text}");
        }
        let later = "4k4/9/9/9/9/9/9/9/4K4 w Bb 31";
        for (text, expected) in [("..30", true), ("..29", false), ("B* b*", true), ("R*|r*", false), ("second", true)] {
            assert_eq!(stands(text, later), expected, "{text}");
        }
    }

    #[test]
    #[should_panic(expected = "a kind of the game")]
    fn an_unknown_letter_is_no_pattern() {
        stands("X2h", <Shogi as Playable>::START);
    }

    #[test]
    #[should_panic(expected = "a pattern ends with a word")]
    fn a_pattern_does_not_end_open() {
        stands("K2h|", <Shogi as Playable>::START);
    }
}
