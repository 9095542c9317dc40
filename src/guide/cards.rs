//! A card for each piece: its names, its promotion and its moves, from the data that the games are played by.

use super::readings::reading;
use crate::game::{Manner, Strides};
use crate::variants::{Kernel, Variant};
use crate::words::Language;
use std::fmt::Write as _;
use unicode_width::UnicodeWidthStr;

/// Columns of a card, and cards side by side: 80 columns hold a row.
const WIDTH: usize = 26;
const BESIDE: usize = 3;
/// Sign of the piece in the middle of its squares.
const MIDDLE: [&str; 2] = ["◆", "O"];
/// Signs of squares out of reach.
const FREE: [&str; 2] = ["·", "."];

/// Cards in the language and with the signs that a person reads.
#[derive(Clone, Copy, Debug)]
pub struct Cards {
    pub game: Variant,
    pub language: Language,
    /// Letters for the pieces and ASCII for their moves.
    pub letters: bool,
}

/// The kinds of a game, each before its promotion.
#[must_use]
pub fn deck(game: Variant) -> Vec<usize> {
    let mut kinds = Vec::new();
    for kind in 0..game.kinds() {
        for kind in [Some(kind), game.promotion(kind)].into_iter().flatten() {
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
    }
    kinds
}

/// The kinds that a person calls by this name: a sign, a letter or a name in either language.
#[must_use]
pub fn called(game: Variant, text: &str) -> Vec<usize> {
    // Two forms of one character: books write the old one, people type the new one.
    let plain = |name: &str| name.replace('竜', "龍");
    let is_named = |&kind: &usize| {
        let face = game.face(kind);
        let names = face.names.into_iter().flatten().chain(face.kanji);
        names
            .chain([face.sfen.as_str(), face.letters.as_str()])
            .any(|name| plain(name).eq_ignore_ascii_case(&plain(text)))
    };
    deck(game).into_iter().filter(is_named).collect()
}

/// Distance of the squares that the cards of a game show: those of its longest steps and jumps.
#[must_use]
pub fn radius(game: Variant) -> i8 {
    (0..game.kinds()).map(|kind| game.strides(kind).radius()).max().unwrap_or(1)
}

impl Cards {
    /// The cards of these kinds, with the meaning of their signs below.
    #[must_use]
    pub fn text(self, kinds: &[usize]) -> String {
        let cards: Vec<Vec<String>> = kinds.iter().map(|&kind| self.card(kind)).collect();
        let mut text = String::new();
        for row in cards.chunks(BESIDE) {
            for line in 0..row.iter().map(Vec::len).max().unwrap_or(0) {
                let line: String = row.iter().map(|card| padded(card.get(line).map_or("", String::as_str))).collect();
                let _ = writeln!(text, "{}", line.trim_end());
            }
            text.push('\n');
        }
        for line in self.legend(kinds) {
            let _ = writeln!(text, "{line}");
        }
        text
    }

    /// The lines of a card: the name, its reading, the promotion, and the squares round the piece.
    fn card(self, kind: usize) -> Vec<String> {
        let mut lines = vec![self.name(kind), self.read(kind).to_owned(), self.turns_into(kind)];
        let (strides, radius) = (self.game.strides(kind), radius(self.game));
        for forward in (-radius..=radius).rev() {
            let signs = (-radius..=radius).map(|right| self.square(&strides, right, forward));
            lines.push(format!("  {}", signs.collect::<Vec<_>>().join(" ")));
        }
        lines
    }

    /// The sign of a kind on the board with its name.
    #[must_use]
    pub fn name(self, kind: usize) -> String {
        let (sign, name) = (self.game.face(kind).shown(self.letters), self.spoken(kind));
        if sign == name { sign } else { format!("{sign} {name}").trim_end().to_owned() }
    }

    /// The name of a kind; empty in a game without names.
    #[must_use]
    pub fn spoken(self, kind: usize) -> &'static str {
        self.game.face(kind).names.map_or("", |[english, japanese]| self.language.choose(english, japanese))
    }

    /// The reading of a kind's Japanese name, in romaji or in kana; empty where it is not known.
    #[must_use]
    pub fn read(self, kind: usize) -> &'static str {
        let japanese = self.game.face(kind).names.map_or("", |[_, japanese]| japanese);
        reading(japanese).map_or("", |[romaji, kana]| self.language.choose(romaji, kana))
    }

    /// The promotion of a kind, or the kind that it is the promotion of.
    #[must_use]
    pub fn turns_into(self, kind: usize) -> String {
        let origin = || (0..self.game.kinds()).find(|&from| self.game.promotion(from) == Some(kind));
        match self.game.promotion(kind) {
            Some(promotion) => format!("> {}", self.name(promotion)),
            None => origin().map_or_else(String::new, |from| format!("< {}", self.name(from))),
        }
    }

    fn square(self, strides: &Strides, right: i8, forward: i8) -> &'static str {
        let sign = match strides.manner(right, forward) {
            None if (right, forward) == (0, 0) => MIDDLE,
            None => FREE,
            Some(manner) => signs(manner, right, forward),
        };
        sign[usize::from(self.letters)]
    }

    /// The manners in which these kinds move.
    #[must_use]
    pub fn manners(self, kinds: &[usize]) -> Vec<Manner> {
        let strides: Vec<Strides> = kinds.iter().map(|&kind| self.game.strides(kind)).collect();
        let occurs = |manner: &Manner| strides.iter().flat_map(Strides::iter).any(|stride| stride.manner == *manner);
        [Manner::Step, Manner::Slide, Manner::Jump, Manner::Double].into_iter().filter(occurs).collect()
    }

    /// The meaning of the signs that these cards have, and what they do not show.
    fn legend(self, kinds: &[usize]) -> Vec<String> {
        let line = |manner| {
            let sign = match manner {
                Manner::Slide if self.letters => "| - / \\",
                _ => signs(manner, 0, 1)[usize::from(self.letters)],
            };
            format!("{sign} {}", meaning(manner, self.language))
        };
        self.manners(kinds).into_iter().map(line).chain(self.remark().map(str::to_owned)).collect()
    }

    /// The rule by which pieces of the game also move otherwise than as their cards show.
    const fn remark(self) -> Option<&'static str> {
        match self.game.kernel() {
            Kernel::Drops(variant) if variant.spec().borrows => Some(self.language.choose(
                "A piece with one of its own side directly behind it moves as that one instead.",
                "真後ろに味方の駒がある駒は、その駒の動きになる。",
            )),
            Kernel::Drops(variant) if variant.spec().turns => {
                Some(self.language.choose("Each move on the board turns a piece over.", "盤上で動くたびに裏返る。"))
            }
            _ => None,
        }
    }
}

/// The sign of a move to a square, and its sign in ASCII, where a slide shows its direction.
const fn signs(manner: Manner, right: i8, forward: i8) -> [&'static str; 2] {
    match manner {
        Manner::Step => ["○", "o"],
        Manner::Slide if right == 0 => ["●", "|"],
        Manner::Slide if forward == 0 => ["●", "-"],
        Manner::Slide if (right > 0) == (forward > 0) => ["●", "/"],
        Manner::Slide => ["●", "\\"],
        Manner::Jump => ["☆", "*"],
        Manner::Double => ["◎", "@"],
    }
}

/// The meaning of a sign.
#[must_use]
pub const fn meaning(manner: Manner, language: Language) -> &'static str {
    match manner {
        Manner::Step => {
            language.choose("goes there if nothing stands between", "そこへ動ける（間に駒があれば動けない）")
        }
        Manner::Slide => language.choose("goes any distance that way", "その方向へどこまでも動ける"),
        Manner::Jump => language.choose("jumps there, over any piece", "駒を飛び越して動ける"),
        Manner::Double => language.choose(
            "lion power: steps there, and on to a second square or back",
            "獅子の動き（続けてもう一度動くことも、戻ることもできる）",
        ),
    }
}

/// A line as wide as a card.
fn padded(line: &str) -> String {
    format!("{line}{}", " ".repeat(WIDTH.saturating_sub(line.width()).max(1)))
}
