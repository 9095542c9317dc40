//! A card for each piece: its names, its promotion and its moves, from the data that the games are played by.

use super::readings::reading;
use super::titles::others;
use crate::game::{Feat, Manner, Strides};
use crate::variants::{Kernel, Variant};
use crate::words::Language;
use std::fmt::Write as _;
use unicode_width::UnicodeWidthStr;

/// Columns of a row, and cards side by side if they are narrow enough.
const WIDTH: usize = 79;
const BESIDE: usize = 3;
/// Distance of the squares that all cards show, if the game has moves as long as that.
const USUAL_RADIUS: i8 = 2;
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

/// The kinds that a person calls by this name: a sign, a letter or a name in either language, in moves or in full.
#[must_use]
pub fn called(game: Variant, text: &str) -> Vec<usize> {
    // Two forms of one character: books write the old one, people type the new one.
    let plain = |name: &str| name.replace('竜', "龍");
    let is_named = |&kind: &usize| {
        let face = game.face(kind);
        let full = face.names.into_iter().flat_map(|[_, japanese]| others(japanese));
        let names = face.names.into_iter().flatten().chain(face.kanji).chain(full);
        [face.sfen.as_str(), face.letters.as_str()]
            .into_iter()
            .chain(names)
            .any(|name| plain(name).eq_ignore_ascii_case(&plain(text)))
    };
    deck(game).into_iter().filter(is_named).collect()
}

impl Cards {
    /// The cards of these kinds, with the meaning of their signs below.
    #[must_use]
    pub fn text(self, kinds: &[usize]) -> String {
        let mut text = String::new();
        let mut rest = kinds;
        while !rest.is_empty() {
            let (row, width) = self.row(rest);
            rest = &rest[row.len()..];
            for line in 0..row.iter().map(Vec::len).max().unwrap_or(0) {
                let line: String =
                    row.iter().map(|card| padded(card.get(line).map_or("", String::as_str), width)).collect();
                let _ = writeln!(text, "{}", line.trim_end());
            }
            text.push('\n');
        }
        for line in self.legend(kinds) {
            let _ = writeln!(text, "{line}");
        }
        text
    }

    /// The cards of the first kinds, as many as stand side by side, and the columns of each.
    fn row(self, kinds: &[usize]) -> (Vec<Vec<String>>, usize) {
        for beside in (1..=BESIDE.min(kinds.len())).rev() {
            let kinds = &kinds[..beside];
            let radius = self.radius(kinds);
            let row: Vec<Vec<String>> = kinds.iter().map(|&kind| self.card(kind, radius)).collect();
            let widest = row.iter().flatten().map(|line| line.width()).max().unwrap_or(0);
            let width = WIDTH / BESIDE;
            if widest < width {
                return (row, width);
            }
            if beside < BESIDE && (widest < WIDTH / beside || beside == 1) {
                return (row, WIDTH / beside);
            }
        }
        (Vec::new(), WIDTH)
    }

    /// Distance of the squares that the cards of these kinds show: that of their longest steps and jumps, and the usual
    /// one of the game at least.
    #[must_use]
    pub fn radius(self, kinds: &[usize]) -> i8 {
        let radius = |kind: usize| self.game.strides(kind).radius();
        let usual = (0..self.game.kinds()).map(radius).max().unwrap_or(1).min(USUAL_RADIUS);
        kinds.iter().map(|&kind| radius(kind)).fold(usual, i8::max)
    }

    /// The lines of a card: the name, its reading, the promotion, the squares round the piece, and what they do not show.
    fn card(self, kind: usize, radius: i8) -> Vec<String> {
        let mut lines = vec![self.name(kind), self.read(kind).to_owned(), self.turns_into(kind)];
        let strides = self.game.strides(kind);
        for forward in (-radius..=radius).rev() {
            let signs = (-radius..=radius).map(|right| self.square(&strides, right, forward));
            lines.push(format!("  {}", signs.collect::<Vec<_>>().join(" ")));
        }
        lines.extend(self.notes(kind).into_iter().map(|note| format!("  {note}")));
        lines
    }

    /// Lines on moves and effects of a kind that its squares do not show.
    #[must_use]
    pub fn notes(self, kind: usize) -> Vec<String> {
        let nature = self.spoken(self.game.promotion(kind).unwrap_or(kind));
        self.game.strides(kind).feats().flat_map(|feat| note(feat, nature, self.language)).collect()
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
        match self.game.promotion(kind) {
            Some(promotion) => format!("> {}", self.name(promotion)),
            None => self.game.unpromoted(kind).map_or_else(String::new, |from| format!("< {}", self.name(from))),
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
        let mut manners: Vec<Manner> = kinds
            .iter()
            .flat_map(|&kind| self.game.strides(kind).iter().collect::<Vec<_>>())
            .map(|way| way.manner)
            .collect();
        manners.sort_unstable();
        manners.dedup();
        manners
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
    pub(super) const fn remark(self) -> Option<&'static str> {
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
        Manner::Turns => ["△", "+"],
        Manner::Hook => ["■", "#"],
        Manner::Over(_) => ["▽", "%"],
        Manner::RangeJump => ["★", "&"],
        Manner::RangeCapture => ["▲", "!"],
    }
}

/// The meaning of a sign.
#[must_use]
pub fn meaning(manner: Manner, language: Language) -> String {
    let text = match manner {
        Manner::Step => {
            language.choose("goes there if nothing stands between", "そこへ動ける（間に駒があれば動けない）")
        }
        Manner::Slide => language.choose("goes any distance that way", "その方向へどこまでも動ける"),
        Manner::Jump => language.choose("jumps there, over any piece", "駒を飛び越して動ける"),
        Manner::Double => language.choose(
            "lion power: steps there, and on to a second square or back",
            "獅子の動き（続けてもう一度動くことも、戻ることもできる）",
        ),
        Manner::Turns => language.choose(
            "goes there by single steps over empty squares, with turns",
            "空いたマスを一歩ずつ、曲がりながら進んで行ける",
        ),
        Manner::Hook => language.choose(
            "goes any distance that way, and may turn once by a right angle",
            "その方向へどこまでも動け、途中で一度だけ直角に曲がれる",
        ),
        Manner::Over(pieces) => {
            return match language {
                Language::En => format!("goes any distance that way, over up to {pieces} pieces"),
                Language::Ja => format!("その方向へ、駒を{pieces}枚まで飛び越してどこまでも動ける"),
            };
        }
        Manner::RangeJump => language.choose(
            "goes any distance that way, and captures beyond pieces of lower rank",
            "その方向へどこまでも動け、格下の駒を飛び越して敵駒を取れる",
        ),
        Manner::RangeCapture => language.choose(
            "flies over pieces of lower rank, and captures them all, own ones too",
            "格下の駒の上を飛び、通り道の駒を味方も含めてすべて取る",
        ),
    };
    text.to_owned()
}

/// Short lines on a move or an effect that squares do not show, of a piece with this promoted nature.
fn note(feat: Feat, nature: &str, language: Language) -> Vec<String> {
    let lines: &[&str] = match (feat, language) {
        (Feat::Anywhere, Language::En) => &["to any empty square, or", "takes the unprotected"],
        (Feat::Anywhere, Language::Ja) => &["どこへでも行けるが、", "足のある駒は取れない"],
        (Feat::Igui, Language::En) => &["captures a neighbour", "without moving"],
        (Feat::Igui, Language::Ja) => &["居喰いができる"],
        (Feat::DoubleCapture, Language::En) => &["captures aslant, then", "steps aslant again;", "may pass"],
        (Feat::DoubleCapture, Language::Ja) => &["斜め隣の駒を取り、", "さらに斜めへ一歩動ける", "じっともできる"],
        (Feat::Burns, Language::En) => &["burns enemies around it"],
        (Feat::Burns, Language::Ja) => &["周りの敵駒を焼く"],
        (Feat::Taints, Language::En) => return vec!["its captor becomes".to_owned(), format!("a {nature}")],
        (Feat::Taints, Language::Ja) => return vec![format!("取った駒は{nature}になる")],
        (Feat::Rank(rank), Language::En) => return vec![format!("rank {rank}")],
        (Feat::Rank(rank), Language::Ja) => return vec![format!("格{rank}")],
    };
    lines.iter().map(|&line| line.to_owned()).collect()
}

/// A line as wide as a card.
fn padded(line: &str, width: usize) -> String {
    format!("{line}{}", " ".repeat(width.saturating_sub(line.width())))
}
