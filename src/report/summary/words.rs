//! The words of a summary, beside those of all pages.

use crate::words::Language;

/// Name, English, Japanese.
const WORDS: &[(&str, &str, &str)] = &[
    ("everybody", "All players", "全対局の集計"),
    ("summary", "Summary", "成績"),
    ("games", "Games", "対局"),
    ("players", "Players", "対局者"),
    ("opponents", "Opponents", "相手"),
    ("by_opponent", "By opponent", "相手別"),
    ("by_color", "By colour", "先後別"),
    ("by_opening", "By opening", "戦型別"),
    ("by_castle", "By castle", "囲い別"),
    ("player", "Player", "対局者"),
    ("by_phase", "By phase", "局面別"),
    ("phase", "Phase", "局面"),
    ("by_ply", "By ply", "手数別"),
    ("by_time", "By time spent on the move", "考慮時間別"),
    ("by_mate", "Mates missed", "逃した詰み"),
    ("by_allowed", "Mates allowed", "許した詰み"),
    ("color", "Colour", "手番"),
    ("opening", "Opening", "戦型"),
    ("castle", "Castle", "囲い"),
    ("opponent", "Opponent", "相手"),
    ("ply", "Plies", "手数"),
    ("plies", "Plies of the mate", "詰み手数"),
    ("times", "Times", "回数"),
    ("results", "Won–drawn–lost", "勝–分–負"),
    ("unnamed", "without a name", "名称なし"),
    ("unknown", "unknown", "不明"),
    ("worst", "Worst blunders", "大きな悪手"),
    ("no_blunders", "There was no blunder.", "悪手はありませんでした。"),
    ("game", "Game", "棋譜"),
    ("result", "Result", "結果"),
    ("date", "Date", "開始日時"),
    ("won", "won", "勝ち"),
    ("lost", "lost", "負け"),
    ("drawn", "drawn", "引き分け"),
];

/// The word with this key, of the summary or else of all pages; none if there is none.
pub fn find(language: Language, name: &str) -> Option<&'static str> {
    let own = WORDS.iter().find(|(known, ..)| *known == name);
    own.map(|&(_, english, japanese)| language.choose(english, japanese)).or_else(|| language.find(name))
}

/// The word with a key that must exist.
pub fn word(language: Language, name: &str) -> &'static str {
    find(language, name).unwrap_or_else(|| panic!("there is no word {name}"))
}

/// A number of games.
pub fn games(language: Language, count: usize) -> String {
    match language {
        Language::En => crate::words::counted(count as u64, "game").to_string(),
        Language::Ja => format!("{count}局"),
    }
}

/// A span of seconds: from a number up to another, or without an end.
pub fn seconds(language: Language, from: u64, to: Option<u64>) -> String {
    let text = |seconds: u64| match (seconds % 60, language) {
        (0, Language::En) if seconds > 0 => format!("{} min", seconds / 60),
        (0, Language::Ja) if seconds > 0 => format!("{}分", seconds / 60),
        (_, Language::En) => format!("{seconds} s"),
        (_, Language::Ja) => format!("{seconds}秒"),
    };
    match (to, language) {
        (Some(to), Language::En) => format!("{} to {}", text(from), text(to)),
        (Some(to), Language::Ja) => format!("{}〜{}", text(from), text(to)),
        (None, Language::En) => format!("{} and more", text(from)),
        (None, Language::Ja) => format!("{}以上", text(from)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_is_there_once_and_in_both_languages() {
        for (index, (name, english, japanese)) in WORDS.iter().enumerate() {
            assert!(!english.is_empty() && !japanese.is_empty(), "{name}");
            let is_free = Language::En.find(name).is_none() && WORDS[..index].iter().all(|(known, ..)| known != name);
            assert!(is_free, "{name}");
        }
    }

    #[test]
    fn times_have_the_unit_that_suits_them() {
        assert_eq!(seconds(Language::En, 0, Some(5)), "0 s to 5 s");
        assert_eq!(seconds(Language::En, 30, Some(60)), "30 s to 1 min");
        assert_eq!(seconds(Language::Ja, 300, None), "5分以上");
        assert_eq!([games(Language::En, 1), games(Language::Ja, 2)], ["1 game", "2局"]);
    }
}
