//! Lots for the sides.

use super::talk;
use crate::board::Color;
use crate::words::Language;

/// Furigoma: five thrown pawns draw lots for the sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Furigoma {
    /// True for a pawn that shows its unpromoted face.
    pub pawns: [bool; 5],
}

impl Furigoma {
    /// Throws the pawns.
    pub fn throw() -> Self {
        Self { pawns: rand::random() }
    }

    /// The person begins if most pawns lie unpromoted. `[color]`
    pub fn people(self) -> [bool; 2] {
        let begins = self.pawns.iter().filter(|&&is_pawn| is_pawn).count() > self.pawns.len() / 2;
        [begins, !begins]
    }

    /// The pawns, and the side that they gave the person.
    pub fn text(self, language: Language, letters: bool) -> String {
        let faces = if letters { ["+P", "P"] } else { ["と", "歩"] };
        let pawns = self.pawns.map(|is_pawn| faces[usize::from(is_pawn)]).join(" ");
        let side = talk::side(language, if self.people()[0] { Color::Black } else { Color::White });
        match language {
            Language::En => format!("Furigoma: {pawns}. You play {side}."),
            Language::Ja => format!("振り駒: {pawns}。あなたは{side}です。"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_pawns_decide() {
        let thrown = |pawns| Furigoma { pawns };
        let three = thrown([true, false, true, true, false]);
        assert_eq!(
            (three.people(), thrown([false, true, false, false, true]).people()),
            ([true, false], [false, true])
        );
        assert_eq!(three.text(Language::En, false), "Furigoma: 歩 と 歩 歩 と. You play Black.");
        assert_eq!(three.text(Language::En, true), "Furigoma: P +P P P +P. You play Black.");
        let two = thrown([true, true, false, false, false]);
        assert_eq!(two.text(Language::Ja, false), "振り駒: 歩 歩 と と と。あなたは後手です。");
    }
}
