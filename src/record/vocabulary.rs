//! The only table of words for endings, sides and hands, for records of every format.

use super::Ending;
use crate::board::Color;
use std::fmt;

/// The words for an ending. The first of each kind is written; all are read, in files of any format.
pub(super) struct EndingWords {
    pub ending: Ending,
    pub english: &'static [&'static str],
    pub japanese: &'static [&'static str],
    /// The word of CSA and JKF; empty if they have none.
    pub csa: &'static str,
}

const fn words(
    ending: Ending,
    english: &'static [&'static str],
    japanese: &'static [&'static str],
    csa: &'static str,
) -> EndingWords {
    EndingWords { ending, english, japanese, csa }
}

pub(super) const ENDINGS: &[EndingWords] = &[
    words(Ending::Resignation, &["resignation", "resign", "resigns", "resigned"], &["投了"], "TORYO"),
    words(
        Ending::Interruption,
        &["interruption", "interrupted", "abort", "aborted", "disconnect", "disconnected", "disconnection"],
        &["中断", "切断", "接続切れ", "指し掛け", "指掛け", "打ち切り", "打切り"],
        "CHUDAN",
    ),
    words(Ending::Repetition, &["repetition"], &["千日手"], "SENNICHITE"),
    words(Ending::Impasse, &["impasse"], &["持将棋"], "JISHOGI"),
    words(Ending::Draw, &["draw"], &["引き分け", "引分け", "引分", "引き分"], "HIKIWAKE"),
    words(Ending::MaxMoves, &["limit of moves"], &["最大手数", "手数制限", "規定手数"], "MAX_MOVES"),
    words(Ending::Mate, &["mate", "checkmate"], &["詰み", "詰"], "TSUMI"),
    words(Ending::NoMate, &["no mate"], &["不詰", "不詰み"], "FUZUMI"),
    words(
        Ending::TimeLoss,
        &["loss on time", "time out", "time over", "time forfeit", "time is up"],
        &["切れ負け", "切負け", "切れ負", "時間切れ負け", "時間切れ", "時間切", "時間超過"],
        "TIME_UP",
    ),
    words(Ending::FoulLoss, &["loss by a foul"], &["反則負け", "反則負"], "ILLEGAL_MOVE"),
    words(Ending::FoulWin, &["win by the opponent's foul"], &["反則勝ち", "反則勝"], "ILLEGAL_ACTION"),
    words(
        Ending::Declaration,
        &["declaration", "win"],
        &["入玉勝ち", "入玉勝", "宣言勝ち", "宣言勝", "入玉宣言勝ち", "入玉宣言", "勝ち宣言"],
        "KACHI",
    ),
    words(Ending::Try, &["try"], &["トライ"], ""),
    words(Ending::WalkoverWin, &["walkover win", "win by absence"], &["不戦勝", "不戦勝ち"], ""),
    words(
        Ending::WalkoverLoss,
        &["walkover loss", "loss by absence"],
        &["不戦敗", "不戦負け", "切断負け", "切断負", "回線切断負け", "接続切れ負け", "放置負け"],
        "",
    ),
    words(Ending::SealedMove, &["sealed move"], &["封じ手"], ""),
    words(Ending::TakeBack, &["move taken back"], &["待った"], "MATTA"),
    words(Ending::Error, &["error"], &["エラー"], "ERROR"),
];

impl EndingWords {
    fn all(&self) -> impl Iterator<Item = &'static str> + use<> {
        let csa = Some(self.csa).filter(|word| !word.is_empty());
        self.japanese.iter().chain(self.english).copied().chain(csa)
    }

    /// The words for an ending; none for an ending that carries its text.
    pub fn of(ending: &Ending) -> Option<&'static Self> {
        ENDINGS.iter().find(|words| words.ending == *ending)
    }

    /// The one of some endings that a sentence names by a Japanese word, the longest of them: 不詰 is no 詰.
    pub fn within(sentence: &str, endings: &[Ending]) -> Option<&'static Self> {
        let told = |words: &&Self| endings.contains(&words.ending);
        let length =
            |words: &&Self| words.japanese.iter().filter(|word| sentence.contains(**word)).map(|word| word.len()).max();
        let found = ENDINGS.iter().filter(told).filter_map(|words| Some((length(&words)?, words)));
        found.max_by_key(|&(length, _)| length).map(|(_, words)| words)
    }

    /// The ending that a word of any format means: `TIME_UP`, `Time-up` and `time up` are one word.
    pub fn find(word: &str) -> Option<&'static Self> {
        ENDINGS.iter().find(|words| words.all().any(|known| letters(known).eq(letters(word))))
    }
}

impl Ending {
    /// The ending that a word of any format means; none for one that is no ending.
    #[must_use]
    pub fn named(word: &str) -> Option<Self> {
        EndingWords::find(word).map(|words| words.ending.clone())
    }

    /// The ending that a word means in a place for endings only.
    #[must_use]
    pub fn of_word(word: &str) -> Self {
        Self::named(word).unwrap_or_else(|| Self::Other(word.to_owned()))
    }

    /// The word of KIF files.
    #[must_use]
    pub fn kif(&self) -> &str {
        self.own_word().unwrap_or_else(|| EndingWords::of(self).map_or("", |words| words.japanese[0]))
    }

    /// The word of JKF files, and of CSA files except for fouls; none if they have none.
    #[must_use]
    pub fn csa(&self) -> Option<&str> {
        match self {
            Self::Other(word) => Some(word.as_str()),
            _ => EndingWords::of(self).map(|words| words.csa),
        }
        .filter(|word| !word.is_empty() && word.bytes().all(|b| b.is_ascii_uppercase() || b == b'_'))
    }

    /// The word of an ending that the table lacks.
    fn own_word(&self) -> Option<&str> {
        match self {
            Self::Other(word) | Self::Stated { text: word, .. } => Some(word),
            _ => None,
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.own_word().unwrap_or_else(|| EndingWords::of(self).map_or("", |words| words.english[0])))
    }
}

/// The letters of a word, without differences in case, width and the signs between its parts.
fn letters(word: &str) -> impl Iterator<Item = char> {
    let narrow = |c: char| match c {
        '！'..='～' => char::from_u32(c as u32 - '！' as u32 + '!' as u32).unwrap_or(c),
        c => c,
    };
    let is_told = |c: &char| !c.is_whitespace() && !matches!(c, '-' | '_' | '.' | '。' | '!');
    word.chars().map(narrow).filter(is_told).map(|c| c.to_ascii_lowercase())
}

/// A name of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Side {
    pub color: Color,
    /// True for names that only occur in handicap games.
    pub handicap: bool,
}

/// The names of the sides in headers and sentences, the written ones first: of a game, of one with a handicap, and of a
/// mate problem.
const SIDES: &[(&str, Color, bool)] = &[
    ("先手", Color::Black, false),
    ("後手", Color::White, false),
    ("下手", Color::Black, true),
    ("上手", Color::White, true),
    ("攻方", Color::Black, false),
    ("攻め方", Color::Black, false),
    ("攻手", Color::Black, false),
    ("詰方", Color::Black, false),
    ("詰め方", Color::Black, false),
    ("玉方", Color::White, false),
    ("受方", Color::White, false),
    ("受け方", Color::White, false),
    ("受手", Color::White, false),
];

/// The signs that stand for a side before a move or a hand.
pub(super) const SIGNS: [char; 6] = ['▲', '☗', '▼', '△', '☖', '▽'];

/// The written name of a side: in handicap games White, the giver, is 上手.
pub(super) const fn player(color: Color, handicap: bool) -> &'static str {
    SIDES[color.index() + if handicap { 2 } else { 0 }].0
}

/// The side named at the start of a text, and the rest.
pub(super) fn side_at_start(text: &str) -> Option<(Side, &str)> {
    SIDES.iter().find_map(|&(name, color, handicap)| Some((Side { color, handicap }, text.strip_prefix(name)?)))
}

/// The side named last in a sentence.
pub(super) fn last_side(text: &str) -> Option<Color> {
    let places = SIDES.iter().filter_map(|&(name, color, _)| Some((text.rfind(name)?, color)));
    places.max_by_key(|&(place, _)| place).map(|(_, color)| color)
}

/// The side of the sign at the start of a text, and the rest.
pub(super) fn signed(text: &str) -> Option<(Color, &str)> {
    let rest = text.strip_prefix(SIGNS)?;
    let color = if text.starts_with(&SIGNS[..3]) { Color::Black } else { Color::White };
    Some((color, rest.trim_start()))
}

/// The words for a hand and for an empty one, the written ones first.
const HANDS: [&str; 4] = ["持駒", "持ち駒", "手駒", "持ちごま"];
const NOTHING: [&str; 5] = ["なし", "", "ナシ", "無し", "無"];
const REST: [&str; 5] = ["残り全部", "残全部", "残り駒全部", "残りの駒全部", "残り"];

/// The line for the hand of a side, which may be empty.
pub(super) fn hand_line(color: Color, hand: &str) -> String {
    format!("{}の{}：{}\n", player(color, false), HANDS[0], if hand.is_empty() { NOTHING[0] } else { hand })
}

/// True for the words for an empty hand.
pub(super) fn is_nothing(hand: &str) -> bool {
    NOTHING.contains(&hand)
}

/// True for the words for all pieces that are nowhere else.
pub(super) fn is_rest(hand: &str) -> bool {
    REST.contains(&hand)
}

/// The side whose hand a text begins to describe, and the text after the word. A name or sign shows the side; without
/// either, as in mate problems, it is the attacker.
pub(super) fn hand_at_start(text: &str) -> Option<(Side, &str)> {
    let attacker = Side { color: Color::Black, handicap: false };
    let by_sign = || signed(text).map(|(color, rest)| (Side { color, ..attacker }, rest));
    let (side, rest) = side_at_start(text).or_else(by_sign).unwrap_or((attacker, text));
    let rest = rest.trim_start();
    let rest = rest.strip_prefix('の').unwrap_or(rest).trim_start();
    Some((side, HANDS.iter().find_map(|hand| rest.strip_prefix(hand))?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_read_back() {
        for EndingWords { ending, .. } in ENDINGS {
            let (kif, english) = (ending.kif().to_owned(), ending.to_string());
            for word in [Some(&*kif), Some(&*english), ending.csa()].into_iter().flatten() {
                assert!(!word.is_empty());
                assert_eq!(Ending::named(word).as_ref(), Some(ending));
            }
        }
        assert_eq!(Ending::of_word("NEW_WORD").csa(), Some("NEW_WORD"));
        assert_eq!(Ending::named("７六歩"), None);
    }

    #[test]
    fn every_word_means_one_ending() {
        for words in ENDINGS {
            for word in words.all() {
                let found = EndingWords::find(word).map(|found| &found.ending);
                assert_eq!(found, Some(&words.ending), "{word}");
            }
        }
        for word in ["Time-up", "TIME_UP", "time up", "ＴＩＭＥ＿ＵＰ", "TIMEUP", "時間切れ"] {
            assert_eq!(EndingWords::find(word).map(|found| &found.ending), Some(&Ending::TimeLoss), "{word}");
        }
        assert!(EndingWords::find("７六歩").is_none());
        assert!(EndingWords::find("").is_none());
    }

    #[test]
    fn sides_are_told_by_their_names() {
        for (text, color, rest) in
            [("先手番", Color::Black, "番"), ("上手：甲", Color::White, "：甲"), ("玉方", Color::White, "")]
        {
            assert_eq!(side_at_start(text).map(|(side, rest)| (side.color, rest)), Some((color, rest)));
        }
        for color in Color::ALL {
            for handicap in [false, true] {
                let side = side_at_start(player(color, handicap)).map(|(side, _)| side);
                assert_eq!(side, Some(Side { color, handicap }));
            }
        }
        assert_eq!(last_side("先手の反則により後手の勝ち"), Some(Color::White));
        assert_eq!(last_side("引き分け"), None);
    }

    #[test]
    fn hands_are_told_by_the_names_of_the_sides() {
        for (text, color) in [
            ("後手の持駒：飛", Color::White),
            ("後手持駒：飛", Color::White),
            ("攻方の持ち駒：飛", Color::Black),
            ("玉方持駒：飛", Color::White),
            ("☖持駒：飛", Color::White),
            ("持駒：飛", Color::Black),
        ] {
            assert_eq!(hand_at_start(text).map(|(side, rest)| (side.color, rest)), Some((color, "：飛")), "{text}");
        }
        assert!(hand_at_start("先手の持ち時間：６時間").is_none());
    }
}
