//! Formations in a position.

use super::pattern::Fact;
use super::{Pattern, Position, Rules};
use crate::board::Color;
use crate::game::{Formation, PlayablePosition as _};
use crate::kernel::Repetitions as _;

/// The formations of `color` in a position.
pub(super) fn formations<R: Rules>(position: &Position<R>, color: Color) -> Vec<Formation> {
    if position.spec().formations.is_empty() {
        return Vec::new();
    }
    let turned = if color == Color::White { position.turned() } else { None };
    let seen = turned.as_ref().unwrap_or(position);
    position.spec().formations.iter().filter(|pattern| pattern.stands(seen)).map(|pattern| pattern.formation).collect()
}

impl Pattern {
    /// True if Black has the formation.
    fn stands<R: Rules>(&self, position: &Position<R>) -> bool {
        let mut is_met = false;
        for condition in self.conditions() {
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
    fn holds<R: Rules>(self, position: &Position<R>) -> bool {
        match self {
            Self::OnBoard(color, kind, squares) => position.pieces_of(color, kind).intersects(squares),
            Self::InHand(color, kind) => position.hand_count(color, kind) > 0,
            Self::Until(plies) => position.move_number() <= plies + 1,
            Self::From(plies) => position.move_number() > plies,
            Self::Second => position.first_mover() == Color::White,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Playable as _, SfenMode, Topic};
    use crate::variants::Shogi;

    fn stands(text: &str, sfen: &str) -> bool {
        let formation = Formation { topic: Topic::Castle, grade: 1, japanese: "", english: "" };
        Pattern::new(Shogi.spec().kinds, formation, text).stands(&Shogi.read_sfen(sfen, SfenMode::Strict).unwrap())
    }

    #[test]
    fn words_say_what_they_mean() {
        let start = Shogi.spec().start;
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
        for (text, expected) in [
            ("..30", true),
            ("..29", false),
            ("30..", true),
            ("31..", false),
            ("B* b*", true),
            ("R*|r*", false),
            ("second", true),
        ] {
            assert_eq!(stands(text, later), expected, "{text}");
        }
    }

    #[test]
    #[should_panic(expected = "a kind of the game")]
    fn an_unknown_letter_is_no_pattern() {
        stands("X2h", Shogi.spec().start);
    }

    #[test]
    #[should_panic(expected = "a pattern ends with a word")]
    fn a_pattern_does_not_end_open() {
        stands("K2h|", Shogi.spec().start);
    }
}
