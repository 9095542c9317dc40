//! The words of a page in each language.

use crate::analysis::Judgement;
use crate::board::Color;
use crate::game::{Formation, Score, score};
use crate::record::{Ending, Outcome};
use crate::words::Language;
use std::collections::BTreeMap;

/// Key, English, Japanese. Keys that begin with `js_` are for the script.
const WORDS: &[(&str, &str, &str)] = &[
    ("lang", "en", "ja"),
    ("title", "Analysis", "棋譜解析"),
    ("black", "Black", "先手"),
    ("white", "White", "後手"),
    ("figures", "Accuracy", "正確さ"),
    ("accuracy", "accuracy", "正確さ"),
    ("inaccuracy", "inaccuracies", "緩手"),
    ("mistake", "mistakes", "疑問手"),
    ("blunder", "blunders", "悪手"),
    ("missed", "missed mates", "詰み逃し"),
    ("allowed", "allowed mates", "詰みを許した手"),
    ("names", "openings and castles", "戦型と囲い"),
    ("graph", "Expected result for Black", "先手の期待勝率"),
    ("board", "Board", "盤面"),
    ("go_start", "Start", "開始局面"),
    ("go_back", "One move back", "一手戻る"),
    ("go_on", "One move on", "一手進む"),
    ("go_end", "End", "最終局面"),
    ("go_worse", "Previous judged move", "前の悪手・疑問手"),
    ("go_worst", "Next judged move", "次の悪手・疑問手"),
    ("flip", "Turn the board", "盤面反転"),
    (
        "keys",
        "Keys: ← → moves, Home, End, N and P next and previous judged move, B best line, F turn the board",
        "キー：←・→ 一手、Home・End 最初・最後、N・P 次・前の悪手・疑問手、B 最善手順、F 盤面反転",
    ),
    ("study", "Explanation", "解説"),
    ("comments", "Comments", "コメント"),
    ("lines", "Better line and refutation", "最善手順ととがめる手順"),
    ("moves", "Moves", "指し手"),
    ("number", "No.", "手数"),
    ("move", "Move", "指し手"),
    ("score", "Score", "評価値"),
    ("score_black", "score for Black", "評価値（先手）"),
    ("expected", "Black", "先手"),
    ("time", "Time", "時間"),
    ("turning", "Turning points", "勝負の分かれ目"),
    ("no_turning", "No move was judged an inaccuracy or worse.", "緩手・疑問手・悪手はありませんでした。"),
    ("mates", "missed or allowed mate, in a decided game", "詰み逃し・詰みを許した手（勝敗に響かず）"),
    ("mated", "mate", "詰み"),
    ("js_start", "Start of the game", "開始局面"),
    ("js_line", "Best line", "最善手順"),
    ("js_mate", "Mate", "詰み手順"),
    ("js_refutation", "Refutation", "とがめる手順"),
    ("js_variation", "Variation", "変化手順"),
    ("js_next", "To be expected", "読み筋"),
    ("js_back", "Back to the game", "本譜に戻る"),
];

impl Language {
    /// The word with this key; none if there is none.
    pub fn find(self, name: &str) -> Option<&'static str> {
        let &(_, english, japanese) = WORDS.iter().find(|(known, ..)| *known == name)?;
        Some(self.choose(english, japanese))
    }

    /// The word with a key that must exist.
    pub fn word(self, name: &str) -> &'static str {
        self.find(name).unwrap_or_else(|| panic!("there is no word {name}"))
    }

    /// The words for the script, by their keys without `js_`.
    pub fn of_script(self) -> BTreeMap<&'static str, &'static str> {
        WORDS.iter().filter_map(|(name, ..)| Some((name.strip_prefix("js_")?, self.word(name)))).collect()
    }

    pub fn side(self, side: Color) -> &'static str {
        self.word(if side == Color::Black { "black" } else { "white" })
    }

    pub const fn formation(self, formation: Formation) -> &'static str {
        self.choose(formation.english, formation.japanese)
    }

    pub const fn judgement(self, judgement: Judgement) -> &'static str {
        self.choose(judgement.name(), judgement.japanese())
    }

    /// The end of a game, in words.
    pub fn result(self, ending: &Ending, outcome: Outcome) -> String {
        match (self, outcome) {
            (Self::En, Outcome::Win(side)) => format!("{} wins ({ending})", self.side(side)),
            (Self::En, Outcome::Draw) => format!("Draw ({ending})"),
            (Self::En, Outcome::Undecided) => format!("Undecided ({ending})"),
            (Self::Ja, Outcome::Win(side)) => format!("{}の勝ち（{}）", self.side(side), ending.kif()),
            (Self::Ja, Outcome::Draw) => format!("引き分け（{}）", ending.kif()),
            (Self::Ja, Outcome::Undecided) => ending.kif().to_owned(),
        }
    }

    /// A score for Black.
    pub fn score(self, score: Score) -> String {
        let is_won = score > 0;
        match (score::mate_distance(score).map(Score::abs), self) {
            (None, _) => format!("{score:+}"),
            (Some(0), _) => self.word("mated").to_owned(),
            (Some(plies), Self::En) => format!("mate{}{plies}", if is_won { '+' } else { '-' }),
            (Some(plies), Self::Ja) => format!("{}詰み（残り{plies}手）", if is_won { '▲' } else { '△' }),
        }
    }

    /// The cost of a move to its side, in per cent of the expected result.
    pub fn cost(self, before: i32, after: i32) -> String {
        match self {
            Self::En => format!("expected result {before} % → {after} %"),
            Self::Ja => format!("期待勝率 {before}% → {after}%"),
        }
    }

    pub fn stopped(self, plies: usize) -> String {
        match self {
            Self::En => format!("The analysis was stopped after ply {plies}."),
            Self::Ja => format!("解析は{plies}手目で中断されました。"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_is_there_once_and_in_both_languages() {
        for (index, (name, english, japanese)) in WORDS.iter().enumerate() {
            assert!(!english.is_empty() && !japanese.is_empty(), "{name}");
            assert!(WORDS[..index].iter().all(|(earlier, ..)| earlier != name), "{name}");
        }
    }

    #[test]
    fn scores_are_for_black() {
        let told = |score| [Language::En, Language::Ja].map(|language| language.score(score));
        assert_eq!(told(-120), ["-120", "-120"]);
        assert_eq!(told(score::mate_in(5)), ["mate+5", "▲詰み（残り5手）"]);
        assert_eq!(told(score::mated_in(4)), ["mate-4", "△詰み（残り4手）"]);
        assert_eq!(told(score::mated_in(0)), ["mate", "詰み"]);
    }
}
